import ControlWire
import Glibc
import RideText
import TrainerClient

/// The line of a terminal that tells how far something long is; it makes way for whatever is said for good.
final class ProgressLine {
  /// Writes to the terminal; nil where nobody watches.
  private let write: ((String) -> Void)?
  private let columns: () -> Int
  private var isShown = false

  init(columns: @escaping () -> Int, write: ((String) -> Void)?) {
    (self.columns, self.write) = (columns, write)
  }

  /// The line on the terminal of standard error; none where that is a file, or where answers are JSON.
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

  /// Tells which file it is at, of how many that are known so far; of a single one it does not.
  func show(_ number: Int, of count: Int, _ file: String) {
    guard count > 1 else { return }
    let name = file.split(separator: "/").last.map { String($0).printable } ?? ""
    show(String(localized: "\(number) of \(count): \(name)"))
  }

  /// Follows a call to its end, and tells with each part how far it is.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - daemon: The program that answers it.
  ///   - line: What a part says.
  /// - Returns: The last part.
  /// - Throws: As the call; `connectionLost` if there is no part.
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

  /// Makes way.
  func clear() {
    if isShown { write?("\r\u{1B}[K") }
    isShown = false
  }
}
