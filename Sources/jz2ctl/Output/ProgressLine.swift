import ControlWire
import Glibc
import RideText
import TrainerClient

/// The progress line on a terminal; `clear()` removes it before permanent output.
final class ProgressLine {
  /// Writes to the terminal; nil without a terminal.
  private let write: ((String) -> Void)?
  private let columns: () -> Int
  private var isShown = false

  init(columns: @escaping () -> Int, write: ((String) -> Void)?) {
    (self.columns, self.write) = (columns, write)
  }

  /// Returns the progress line on standard error; it stays hidden if that is a file, or if answers are JSON.
  static func current(json: Bool) -> ProgressLine {
    let isWatched = !json && isatty(STDERR_FILENO) == 1 && Terminal(environment: Terminal.variable) != nil
    return ProgressLine(
      columns: { Terminal.size.columns }, write: isWatched ? { StandardStream.error.write($0) } : nil)
  }

  /// Replaces the line.
  func show(_ text: @autoclosure () -> String) {
    guard let write else { return }
    write("\r\u{1B}[K" + text().fitted(to: max(1, columns() - 1)).trimmingEnd)
    isShown = true
  }

  /// Shows the number of the current file and the number of files known so far; a single file is not shown.
  func show(_ number: Int, of count: Int, _ file: String) {
    guard count > 1 else { return }
    let name = file.split(separator: "/").last.map { String($0).printable } ?? ""
    show(String(localized: "\(number) of \(count): \(name)"))
  }

  /// Makes a streaming request, and shows its progress until the last reply.
  ///
  /// - Parameters:
  ///   - call: The request.
  ///   - daemon: The program that answers it.
  ///   - line: Returns the progress line for a reply.
  /// - Returns: The last reply.
  /// - Throws: The error of the request; `connectionLost` if there is no reply.
  func follow<Call: StreamedCall>(
    _ call: Call, of daemon: some DaemonConnection, _ line: (Call.Reply) -> String
  ) throws(ControlError) -> Call.Reply {
    defer { clear() }
    var last: Call.Reply?
    try daemon.stream(call) { part throws(ControlError) in
      last = part
      show(line(part))
      return true
    }
    guard let last else { throw ControlError(.connectionLost) }
    return last
  }

  /// Removes the line.
  func clear() {
    if isShown { write?("\r\u{1B}[K") }
    isShown = false
  }
}
