import ArgumentParser
import ControlWire

struct PlanExportCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a plan as a workout file.",
    discussion: """
      Plan text says all that a plan can have, except its route, and is made to be written by hand, too. The others are for \
      other programs: ends and targets that one cannot say are refused; labels, cadences and groups may be lost there. \
      Without --output, the file goes to standard output.
      """)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The plan's name.")
  var name: String

  @Option(help: "text, zwo, erg or mrc. Without it, the one that --output ends in, or text.")
  var format: PlanFormat?

  @Option(help: ArgumentHelp("Where to write it; a file there is replaced.", valueName: "file"), completion: .file())
  var output: String?

  /// The form asked for, or that which the file's name tells.
  var chosenFormat: PlanFormat { format ?? output.flatMap(FileEnding.format(of:)) ?? .text }

  func validate() throws {
    try FileEnding.check(output, format, .text, also: ["txt", "plan"])
  }

  func perform(with daemon: some Daemon, output out: Output) throws(ControlError) {
    give(try daemon.exportPlan(name, format: chosenFormat.rawValue), to: output, out)
  }
}

/// The forms of a workout file.
enum PlanFormat: String, CaseIterable, ExpressibleByArgument {
  case text, zwo, erg, mrc
}
