import Glibc
import Loop

/// Runs another program and reads its output.
enum ProgramOutput {
  /// The maximum number of bytes to read.
  private static let longest = 4096

  /// Returns the standard output of a program, whatever its exit code; nil if it cannot be run, or is killed after
  /// `limit`.
  ///
  /// The program inherits no descriptor and no blocked signal. The call blocks its thread.
  static func text(of path: String, _ arguments: [String], within limit: Duration) -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    var child = pid_t()
    let failure = CommandProcess.spawn(
      path, arguments, environment: [:], output: ends[1], takesErrors: false, &child)
    close(ends[1])
    guard failure == 0 else { return nil }
    let text = readAll(from: ends[0], until: .now + limit)
    if text == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return text
  }

  private static func readAll(from descriptor: Int32, until end: SuspendingClock.Instant) -> String? {
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: longest)
    while text.count < longest {
      let left = max(0, SuspendingClock.now.duration(to: end) / .milliseconds(1))
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, Int32(left)) == 1 else { return nil }
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      text += bytes.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
