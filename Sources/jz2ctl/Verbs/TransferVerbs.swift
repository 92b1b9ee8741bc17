import ArgumentParser
import ControlWire

struct ImportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take FIT, TCX and GPX files of other programs as rides.",
    discussion: """
      A file may be packed with gzip, and hold several rides. Of a folder and a ZIP archive, such as Strava's and \
      Garmin's exports, every activity below it is taken; files that are no rides are passed over and counted.

      Each file is taken or refused by itself; the exit code is 1 where one was refused. A ride that is there already \
      is no fault. With --json, a line for each ride and each refusal; of folders and archives, the sum in a last one.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(
    help: ArgumentHelp("The files, archives and folders; - is standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Flag(help: "Take a ride although one with the same start is there.")
  var force = false

  @Flag(help: "Tell what would come in, what is there already and what would be refused, and store nothing.")
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
    with daemon: some DaemonConnection, output: Output, progress: ImportProgressLine? = nil, columns: Int? = nil
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

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  @Option(
    help: """
      The form of the file: the activity as tcx, fit, csv or json, or its radio traffic as btsnoop, which Wireshark and \
      btmon read. Without it, the one that --output ends in, or tcx.
      """)
  var format: ExportFormat?

  @Flag(help: "The whole ride, not as it is cut.")
  var whole = false

  @Option(help: ArgumentHelp("Where to write it; a file there is replaced.", valueName: "file"), completion: .file())
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
