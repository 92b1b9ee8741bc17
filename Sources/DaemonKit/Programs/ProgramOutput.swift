import CLinux
import Glibc

/// The output of another program that is run for it.
enum ProgramOutput {
  /// The maximum number of bytes that are read.
  private static let longest = 4096

  /// The standard output of a program, whatever its exit code; nil if it cannot be run, or is killed after `limit`.
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

  /// Starts a program with empty standard input, as the leader of a new process group; it inherits no descriptor.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its words, without its name.
  ///   - environment: Its variables.
  ///   - output: The descriptor for standard output.
  ///   - takesErrors: Whether standard error goes there too; else it is dropped.
  ///   - child: Its process number, if it was started.
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
