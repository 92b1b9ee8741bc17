import ArgumentParser
import ControlWire
import FoundationEssentials
import Glibc

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
  var chosenFormat: ExportFormat {
    format ?? output.flatMap { path in ExportFormat.allCases.first { path.lowercased().hasSuffix(".\($0.rawValue)") } }
      ?? .tcx
  }

  func perform(with daemon: some Daemon, output out: Output) throws(ControlError) {
    let file = try daemon.export(ride.text, format: chosenFormat.rawValue, whole: whole)
    let count = file.bytes.count
    if let path = output {
      if let reason = FileWriting.replaceFile(at: path, with: file.bytes) { fail(out, subject: path, reason) }
      let written = ExportedFile(fileName: file.name, path: path, byteCount: count, data: nil)
      out.answer(written, text: "\(path): \(count) bytes.")
    } else if options.json {
      let data = Data(file.bytes).base64EncodedString()
      out.answer(ExportedFile(fileName: file.name, path: nil, byteCount: count, data: data), text: "")
    } else if isatty(STDOUT_FILENO) == 1 && file.bytes.contains(0) {
      fail(out, subject: "the terminal", "\(file.name) is not text")
    } else if !StandardStream.output.write(bytes: file.bytes) {
      fail(out, subject: "standard output", String(cString: strerror(errno)))
    }
  }

  /// Ends the program for a reason of this machine, not the daemon's.
  private func fail(_ output: Output, subject: String, _ reason: String) -> Never {
    output.refuse(Refusal(cannotWriteTo: subject, reason))
    Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
  }
}

/// The forms of a ride's file.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case tcx, fit, csv, json, btsnoop
}

/// A file as `--json` prints it: where it was written, or what is in it, in Base64.
struct ExportedFile: Encodable {
  let fileName: String
  let path: String?
  let byteCount: Int
  let data: String?
}
