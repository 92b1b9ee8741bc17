import ArgumentParser
import ControlWire
import Rides
import TrainerClient

struct ImportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import rides, workouts, health data or a backup.",
    discussion: """
      The content of a file decides what it is. FIT, TCX, GPX and JSON files are rides; ZWO, ERG, MRC, FIT and plan \
      text are workouts. It also imports the export.zip or export.xml of Apple Health, and the files of `plan import`, \
      `sleep import`, `hrv import` and `restore`. A backup is restored only into a library without rides, or with \
      --force.

      A file may be compressed with gzip, and may contain several rides. From a folder or a ZIP archive, such as the \
      exports of Strava and Garmin, it imports every activity and workout, with its name at Strava. It skips and \
      counts other files.

      Each file is imported or refused separately. The exit code is 1 if a file was refused or nothing was imported. A \
      ride that is already stored is not an error. A JSON file from `export --format json --whole` is imported as the \
      same ride, with its trim, plan and identity, also into another library. --json prints a line for each ride and \
      each refusal; for folders and archives, also a last line with totals.
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

  @Flag(
    help: """
      Import a ride as a copy even if it, or one with the same start, is stored; restore a backup even if the library \
      has rides.
      """)
  var force = false

  @Flag(help: "Show what would be imported and refused, without storing anything.")
  var dryRun = false

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
  /// - Returns: Whether some files were imported or already known, and none was refused.
  /// - Throws: The error of the connection; later files are not tried.
  func takeAll(
    with daemon: some DaemonConnection, output: Output, progress: ProgressLine? = nil, columns: Int? = nil
  ) throws(ControlError) -> Bool {
    let report = ImportReport(output, dryRun: dryRun, columns: columns)
    let run = ImportRun(
      daemon, report, force: force, dryRun: dryRun, progress: progress ?? .current(json: options.json))
    defer { report.finish(files: files.count) }
    try run.take(files)
    return report.tally.refused == 0 && report.tally.hasTaken
  }
}

extension Verb {
  /// Imports a file that this verb refused, if `import` accepts it, except a backup, which only `import` and `restore`
  /// accept.
  ///
  /// Ends the program with the exit code of a refusal if a part of it was refused.
  ///
  /// - Parameters:
  ///   - path: The file; standard input is not tried, because it is already read.
  ///   - own: The kind that this verb imports as `import` does; nil without one.
  ///   - dryRun: Whether to store nothing.
  ///   - daemon: The daemon.
  ///   - output: The output for the report.
  /// - Returns: Whether the file was imported. If not, or if there is no daemon, no line is printed.
  func importOther(
    _ path: String, than own: FileKind?, dryRun: Bool = false, with daemon: some DaemonConnection, _ output: Output
  ) -> Bool {
    guard path != "-" else { return false }
    if let first = try? PieceReader(path: path).next(), Packing(beginning: first) == nil {
      let kind = FileKind(beginning: first)
      if kind == own || kind == .backup { return false }
    }
    var (said, complaints) = ("", "")
    var kept = output
    kept.say = { said += $0 }
    kept.complain = { complaints += $0 }
    let report = ImportReport(kept, dryRun: dryRun)
    let run = ImportRun(daemon, report, force: false, dryRun: dryRun, progress: .current(json: output.json))
    guard (try? run.take([path])) != nil, report.tally.hasTaken else { return false }
    report.finish(files: 1)
    if !said.isEmpty { output.say(said) }
    if !complaints.isEmpty { output.complain(complaints) }
    if report.tally.refused > 0 { Self.exit(withError: ExitCode(ExitStatus.refused.rawValue)) }
    return true
  }
}

struct ExportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a ride as an activity file, or its radio traffic.",
    discussion: "Without --output, the file goes to standard output.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number.", completion: .rides, transform: RideArgument.init(typed:))
  var ride = RideArgument.last

  @Option(
    help: """
      The format: tcx, fit, csv or json for the activity; btsnoop for its radio traffic, which Wireshark and btmon \
      read. Default: the extension of --output, or tcx.
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
    let file = try daemon.file(by: Export(ride: daemon.number(of: ride), format: chosenFormat.rawValue, whole: whole))
    give(file, to: output, out)
  }
}
