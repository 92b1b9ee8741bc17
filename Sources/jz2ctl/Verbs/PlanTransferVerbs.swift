import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

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
