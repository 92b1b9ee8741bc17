import ArgumentParser
import ControlWire

struct ImportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import rides from FIT, TCX, GPX and JSON files.",
    discussion: """
      A file may be compressed with gzip, and may have several rides. From a folder or a ZIP archive, such as the exports \
      of Strava and Garmin, every activity in it is imported; other files are skipped and counted.

      Each file is imported or refused by itself; the exit code is 1 if one was refused. A ride that is stored already is \
      not an error. JSON is a whole ride of `export --format json --whole`: it comes in as the same ride, with its trim, \
      plan and identity, also into another library. With --json, a line for each ride and each refusal; for folders and archives, a last line of totals.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(
    help: ArgumentHelp("The files, archives and folders; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["fit", "tcx", "gpx", "json", "gz", "zip", "FIT", "TCX", "GPX", "ZIP"]))
  var files: [String]

  @Flag(help: "Import a ride even if one with the same start is stored, or it is stored itself, as a copy.")
  var force = false

  @Flag(help: "Show what would be imported and what would be refused; store nothing.")
  var dryRun = false

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let columns = Terminal.current == nil ? nil : Terminal.size.columns
    guard try takeAll(with: daemon, output: output, columns: columns) else {
      Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
    }
  }

  /// Takes the files, one after the other, and says what became of each.
  ///
  /// - Parameters:
  ///   - daemon: Who takes them.
  ///   - output: Where that is said.
  ///   - progress: Where it is said how far it is; nil for the terminal.
  ///   - columns: Where lines are to be broken; nil for nowhere.
  /// - Returns: Whether none was refused.
  /// - Throws: Why there was no answer; the files after that one are not tried.
  func takeAll(
    with daemon: some DaemonConnection, output: Output, progress: ProgressLine? = nil, columns: Int? = nil
  ) throws(ControlError) -> Bool {
    let report = ImportReport(output, dryRun: dryRun, columns: columns)
    let run = ImportRun(
      daemon, report, force: force, dryRun: dryRun, progress: progress ?? .current(json: options.json))
    defer { report.finish(files: files.count) }
    try run.take(files)
    return report.tally.refused == 0
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
      The form of the file: the activity as tcx, fit, csv or json, or its radio traffic as btsnoop, which Wireshark and \
      btmon read. Without it, the one that --output ends in, or tcx.
      """)
  var format: ExportFormat?

  @Flag(help: "The whole ride, without its trim; as json with all that is stored of it, for `import`.")
  var whole = false

  @Option(
    help: ArgumentHelp("Where to write it; a file there is replaced, - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  /// The form asked for, or that which the file's name tells.
  var chosenFormat: ExportFormat { format ?? output.flatMap(FileEnding.format(of:)) ?? .activity(.tcx) }

  func validate() throws {
    try FileEnding.check(output, format, .activity(.tcx))
  }

  func perform(with daemon: some DaemonConnection, output out: Output) throws(ControlError) {
    let file = try daemon.file(by: Export(ride: ride.text, format: chosenFormat.rawValue, whole: whole))
    give(file, to: output, out)
  }
}
