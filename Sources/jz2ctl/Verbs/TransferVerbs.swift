import ArgumentParser
import ControlWire
import Glibc
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

struct ExportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a ride as an activity file, or its radio traffic.",
    discussion: """
      Without --output, the file is written into this folder, under the ride's name; on a pipe it goes to standard \
      output.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number.", completion: .rides, transform: RideArgument.init(typed:))
  var ride = RideArgument.last

  @Option(
    help: """
      The format: tcx, fit, csv or json for the activity; gpx for its places and heights; btsnoop for its radio \
      traffic, which Wireshark and btmon read. Default: the extension of --output, or tcx.
      """)
  var format: ExportFormat?

  @Flag(help: "Export the whole ride, ignoring its trim; as json, with all stored data, for `import`.")
  var whole = false

  @Option(
    help: ArgumentHelp("The file to write or replace; - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  /// The requested format, or the one of the file's name.
  var chosenFormat: ExportFormat { format ?? output.flatMap(FileEnding.format(of:)) ?? .activity(.tcx) }

  func validate() throws {
    try FileEnding.check(output, format, .activity(.tcx))
  }

  func perform(with daemon: some DaemonConnection, output out: Output) throws(ControlError) {
    let number = try daemon.number(of: ride)
    let file = try daemon.file(by: Export(ride: number, format: chosenFormat.rawValue, whole: whole))
    guard output == nil, !out.json, isatty(STDOUT_FILENO) == 1 else { return give(file, to: output, out) }
    write(file, as: Self.name(for: try daemon.summary(number), chosenFormat, .system), out)
  }

  /// Returns a file's name by the ride's day and name: `2026-11-28-dawn.tcx`.
  static func name(for ride: RideSummary, _ format: ExportFormat, _ time: LocalTime) -> String {
    let words = (ride.name ?? ride.plan ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
    let title = words.isEmpty ? "ride-\(ride.id)" : words.joined(separator: "-").prefix(60)
    // In the same form for every reader: some forms of dates have a slash.
    let day = time.day(ride.start).map { "\(CalendarDay(daysSince1970: $0))-" } ?? ""
    return "\(day)\(title).\(format.rawValue)"
  }

  /// Writes a file into the present folder; never replaces another file.
  ///
  /// Ends the program if there is such a file, or if it cannot be written.
  private func write(_ file: NamedFile, as name: String, _ out: Output) {
    guard access(name, F_OK) != 0 else {
      let refusal = Refusal(
        error: "FileExists", message: String(localized: "\(name) exists already."),
        remedy: String(localized: "To replace it, name it: `--output \(name.shellWord)`."), subject: name, detail: nil)
      fail(refusal, out)
    }
    give(file, to: name, out)
  }
}
