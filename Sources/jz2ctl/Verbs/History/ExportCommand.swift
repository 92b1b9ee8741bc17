import ArgumentParser
import ControlWire

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
  var format: ExportFormatArgument?

  @Flag(help: "The whole ride, not as it is cut.")
  var whole = false

  @Option(help: ArgumentHelp("Where to write it; a file there is replaced.", valueName: "file"), completion: .file())
  var output: String?

  /// The form asked for, or that which the file's name tells.
  var chosenFormat: ExportFormatArgument { format ?? output.flatMap(FileEnding.format(of:)) ?? .tcx }

  func validate() throws {
    try FileEnding.check(output, format, .tcx)
  }

  func perform(with daemon: some Daemon, output out: Output) throws(ControlError) {
    let file = try daemon.export(ride.text, format: chosenFormat.rawValue, whole: whole)
    give(file, to: output, out)
  }
}

/// The forms of a ride's file.
enum ExportFormatArgument: String, CaseIterable, ExpressibleByArgument {
  case tcx, fit, csv, json, btsnoop
}
