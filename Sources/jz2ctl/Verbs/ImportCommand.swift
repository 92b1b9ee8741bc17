import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

struct ImportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import rides, workouts, routes, health data or a backup.",
    discussion: """
      The content of a file decides what it is, and the answer names it:

        rides     FIT, TCX, GPX, and JSON from `export --format json --whole`
        workouts  ZWO, ERG, MRC, FIT and plan text; they become plans
        routes    GPX without times, for the plan of --name
        health    export.zip or export.xml of Apple Health (on the iPhone: Health, your picture, Export All Health \
      Data): nights, heart rate variability, resting heart rates, weights
        nights    JSON of `sleep list --json`
        mornings  the CSV file of HRV4Training or Elite HRV, or beat intervals in ms, one a line
        a backup  of `jz2ctl backup`, into a library without rides, or with --force

      A file may be compressed with gzip, and may contain several rides. From a folder or a ZIP archive, such as the \
      exports of Strava and Garmin, it imports every activity and workout, with its name at Strava. It skips and \
      counts other files. Importing a file again adds only new data.

      Each file is imported or refused separately. The exit code is 1 if a file was refused or nothing was imported. A \
      ride that is already stored is not an error. --json prints a line for each ride and each refusal; for folders \
      and archives, also a last line with totals.

      Plan text has a line for each interval: its end, then optionally its target, cadence and label. `plan export` \
      writes the same form:

        name: Over under
        timer 10:00 50-75% "Warm up"
        repeat 4
          timer 1:00 260W 85-95rpm "Over"
          cue 0:30 "Ease off"
          distance 500m zone2 140W
        end
        timer 20:00 120-130bpm
        location 48.2082,16.3738 150W
        activity free "Drink"

      Nights are objects in a list:

        {"date": "2026-11-25", "from": "2026-11-24T23:10:00+01:00", "to": "2026-11-25T06:50:00+01:00",
         "awakeMinutes": 25, "deepMinutes": 80, "remMinutes": 100, "lightMinutes": 255}

      Without `date`, a night belongs to the day of `to`; leave out what is unknown. Apple's variability is SDNN, and \
      counts for scores only after `jz2ctl settings --hrv-source apple`.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(
    help: ArgumentHelp("The files, archives and folders; - is standard input.", valueName: "file"),
    completion: .file(extensions: [
      "fit", "tcx", "gpx", "json", "gz", "zip", "FIT", "TCX", "GPX", "ZIP", "zwo", "erg", "mrc", "txt", "plan", "xml",
      "csv",
    ]))
  var files: [String]

  @OptionGroup var choice: ImportOptions

  func validate() throws {
    guard choice.name == nil || files.count == 1 else {
      throw ValidationError(String(localized: "--name needs a single file."))
    }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let columns = Terminal.current == nil ? nil : Terminal.size.columns
    guard try takeAll(with: daemon, output: output, columns: columns) else {
      Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
    }
  }

  /// Imports the files, one after the other, and prints the result of each.
  ///
  /// - Parameters:
  ///   - daemon: The daemon.
  ///   - output: The output for the results.
  ///   - progress: The output for the progress; nil for the terminal.
  ///   - columns: The width at which lines are wrapped; nil for no wrapping.
  /// - Returns: Whether a file was imported or already known, and no file was refused.
  /// - Throws: The error of the connection; later files are not tried.
  func takeAll(
    with daemon: some DaemonConnection, output: Output, progress: ProgressLine? = nil, columns: Int? = nil
  ) throws(ControlError) -> Bool {
    let report = ImportReport(output, dryRun: choice.dryRun, columns: columns)
    let run = ImportRun(daemon, report, choice, progress: progress ?? .current(json: options.json))
    defer { report.finish(files: files.count) }
    try run.take(files)
    return report.tally.refused == 0 && report.tally.hasTaken
  }
}

/// The options of an import.
struct ImportOptions: ParsableArguments {
  @Flag(
    help: """
      Import a ride as a copy even if it, or one with the same start, is stored; restore a backup even if the library \
      has rides.
      """)
  var force = false

  @Flag(help: "Show what would be imported and refused, without storing anything.")
  var dryRun = false

  @Option(help: "The name of the plan that the file becomes; for a GPX file, the plan whose route it becomes.")
  var name: String?

  @Flag(help: "Replace a plan with the same name; its route stays if the file has none.")
  var replace = false

  @Option(
    help: ArgumentHelp(
      "From Apple Health, import only data from this day or later, such as 2026-11-01.", valueName: "date"))
  var since: CalendarDay?

  @Option(
    help: ArgumentHelp(
      """
      When beat intervals began: 7:10 for today, '2026-11-25 7:10', or with an offset, 2026-11-25T07:10:00+01:00. \
      Default: now.
      """, valueName: "time", visibility: .hidden))
  var at: MomentArgument?

  // For beat intervals.
  @OptionGroup(visibility: .hidden) var place: PositionOption

  func validate() throws {
    if let name { try ShortText.check("--name", name) }
  }
}

extension CalendarDay: ExpressibleByArgument {}
