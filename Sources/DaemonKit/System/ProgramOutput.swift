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
    var child = pid_t()
    let failure = spawn(path, arguments, environment: [:], output: ends[1], takesErrors: false, &child)
    close(ends[1])
    guard failure == 0 else { return nil }
    let text = readAll(from: ends[0], until: .now + limit)
    if text == nil { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return text
  }

  /// Starts a program with nothing to read, as the head of a process group of its own; it inherits no descriptor.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its words, without its name.
  ///   - environment: Its variables.
  ///   - output: Where standard output goes.
  ///   - takesErrors: Whether what it says of errors goes there too, and not to nowhere.
  ///   - child: Its number, where it was started.
  /// - Returns: 0, or an error number.
  static func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], output: Int32, takesErrors: Bool,
    _ child: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if takesErrors {
      posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    return linux_spawn(&child, path, &actions, STDERR_FILENO + 1, &words, &variables)
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
