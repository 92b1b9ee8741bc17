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
    help: "The form of the file: tcx, the activity, or btsnoop, the radio traffic, which Wireshark and btmon read.",
    completion: .list(["tcx", "btsnoop"]))
  var format = "tcx"

  @Option(help: ArgumentHelp("Where to write it; a file there is replaced.", valueName: "file"), completion: .file())
  var output: String?

  func perform(with daemon: some Daemon, output out: Output) throws(ControlError) {
    let file = try daemon.export(ride.text, format: format)
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
    output.refuse(
      Refusal(
        error: "CannotWrite", message: "The file cannot be written to \(subject): \(reason).",
        remedy: "Choose another place with `--output FILE`.", subject: subject, detail: reason))
    Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
  }
}

/// A file as `--json` prints it: where it was written, or what is in it, in Base64.
struct ExportedFile: Encodable {
  let fileName: String
  let path: String?
  let byteCount: Int
  let data: String?
}
