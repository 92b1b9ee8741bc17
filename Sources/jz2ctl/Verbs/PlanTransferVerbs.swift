import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

struct PlanImportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import a workout file as a plan, or a route for a plan.",
    discussion: """
      Workouts are ZWO, ERG, MRC and FIT files and plan text, recognised by their content. A GPX file is a route for \
      the plan of --name. Without options, any other file is imported as with `jz2ctl import`.

      Plan text has a line for each interval: its end, then optionally its target, cadence and label. `plan export` \
      writes the same form.

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
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(
    help: "The file; - is standard input.",
    completion: .file(extensions: ["zwo", "erg", "mrc", "fit", "txt", "plan", "gpx"]))
  var file: String

  @Option(
    help: "The plan's name. Default: the name in the file, or the file's own name. For a route, its plan.")
  var name: String?

  @Flag(help: "Replace a plan with that name; its route stays if the file has none.")
  var replace = false

  func validate() throws {
    if let name { try ShortText.check("--name", name) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    guard try take(with: daemon, output: output) else {
      Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
    }
  }

  /// Imports the file, and prints the result.
  ///
  /// - Returns: Whether the file could be read.
  /// - Throws: The error of the daemon or the connection.
  func take(with daemon: some DaemonConnection, output: Output) throws(ControlError) -> Bool {
    do throws(ImportFailure) {
      let reader = try PieceReader(path: file)
      let fileName = file == "-" ? nil : file.split(separator: "/").last.map(String.init)
      let plan = try daemon.importPlan(name: name, fileName: fileName, replace: replace) { () throws(ImportFailure) in
        try reader.next()
      }
      output.answer(ImportLine(.plan(plan), of: file), text: PlanOverview.summary(plan))
      return true
    } catch {
      if name == nil, !replace, importOther(file, than: .workout, with: daemon, output) { return true }
      if case .refused(let refusal) = error { throw refusal }
      output.refuse(Refusal(error, path: file))
      return false
    }
  }
}

struct PlanExportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a plan as a workout file.",
    discussion: """
      Plan text contains everything except the route, and can be written by hand. The other formats are for other \
      programs. A plan is refused if a format cannot express its ends or targets; labels, cadences and groups may be \
      lost. Without --output, the file goes to standard output.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.", completion: .plans)
  var name: String

  @Option(help: "The format: text, zwo, erg, mrc or fit. Default: the extension of --output, or text.")
  var format: WorkoutFileFormat?

  @Option(
    help: ArgumentHelp("The file to write or replace; - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  /// The requested format, or the one of the file's name.
  var chosenFormat: WorkoutFileFormat { format ?? output.flatMap(FileEnding.format(of:)) ?? .text }

  func validate() throws {
    try FileEnding.check(output, format, .text, also: ["txt", "plan"])
  }

  func perform(with daemon: some DaemonConnection, output out: Output) throws(ControlError) {
    let file = try daemon.withPlan(name) { name throws(ControlError) in
      try daemon.file(by: ExportPlan(name: name, format: chosenFormat.rawValue))
    }
    give(file, to: output, out)
  }
}
