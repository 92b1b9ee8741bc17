import ArgumentParser
import ControlWire
import FoundationEssentials
import Glibc

extension Verb {
  /// Gives a file of the daemon's to whom it is for: in place of a file, into the object, or to standard output.
  ///
  /// Ends the program where that cannot be, for a reason of this machine.
  func give(_ file: ReceivedFile, to path: String?, _ output: Output) {
    let count = file.bytes.count
    if let path {
      if let reason = FileWriting.replaceFile(at: path, with: file.bytes) { fail(output, subject: path, reason) }
      let written = ExportedFile(fileName: file.name, path: path, byteCount: count, data: nil, activity: file.activity)
      output.answer(written, text: "\(path): \(count) bytes.")
    } else if options.json {
      let data = Data(file.bytes).base64EncodedString()
      output.answer(
        ExportedFile(fileName: file.name, path: nil, byteCount: count, data: data, activity: file.activity), text: "")
    } else if isatty(STDOUT_FILENO) == 1 && file.bytes.contains(0) {
      fail(output, subject: "the terminal", "\(file.name) is not text")
    } else if !StandardStream.output.write(bytes: file.bytes) {
      fail(output, subject: "standard output", String(cString: strerror(errno)))
    }
  }

  private func fail(_ output: Output, subject: String, _ reason: String) -> Never {
    output.refuse(Refusal(cannotWriteTo: subject, reason))
    Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
  }
}

/// A file as `--json` prints it: where it was written, or what is in it, in Base64.
struct ExportedFile: Encodable {
  let fileName: String
  let path: String?
  let byteCount: Int
  let data: String?
  /// What the ride in it is known by.
  var activity: String?
}
