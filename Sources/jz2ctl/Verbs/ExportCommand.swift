import ArgumentParser
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

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
    let number = try daemon.number(of: ride)
    let file = try daemon.file(by: Export(ride: number, format: chosenFormat.rawValue, whole: whole))
    guard output == nil, !out.json, isatty(STDOUT_FILENO) == 1 else { return give(file, to: output, out) }
    write(file, as: Self.name(for: try daemon.summary(number), chosenFormat, .system), out)
  }

  /// Returns a file's name by the ride's day and name: `2026-11-28-dawn.tcx`.
  static func name(for ride: RideSummary, _ format: ExportFormat, _ time: LocalTime) -> String {
    let words = (ride.name ?? ride.plan ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
    let title = words.isEmpty ? "ride-\(ride.id)" : words.joined(separator: "-").prefix(60)
    return "\(time.text(ride.start).prefix(10))-\(title).\(format.rawValue)"
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
