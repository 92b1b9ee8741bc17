import CLinux
import Glibc

/// What another program says, run for that alone.
enum ProgramOutput {
  /// The most that is taken of it.
  private static let longest = 4096

  /// What a program writes to standard output, whatever its exit code; nil where it cannot be run, or has not ended by
  /// `limit`, when it is killed.
  ///
  /// It inherits no descriptor and no blocked signal. Blocks its thread.
  static func text(of path: String, _ arguments: [String], within limit: Duration) -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let child = spawn(path, arguments, output: ends[1])
    close(ends[1])
    guard let child else { return nil }
    let text = readAll(from: ends[0], until: .now + limit)
    if text == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return text
  }

  private static func spawn(_ path: String, _ arguments: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var child = pid_t()
    return linux_spawn(&child, path, &actions, STDERR_FILENO + 1, &words, &environment) == 0 ? child : nil
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
