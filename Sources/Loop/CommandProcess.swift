import CLinux
import Glibc

/// A command run by a shell that leads its own process group.
///
/// It inherits no descriptor; its standard input is empty. Its end is polled: no call blocks.
package struct CommandProcess {
  /// The system could not start the command.
  package struct NotStarted: Error {
    /// The error number.
    package let number: Int32
  }

  /// How the shell ended.
  package enum End: Hashable, Sendable {
    case exited(code: Int32)
    case signalled(Int32)
  }

  /// The maximum number of output bytes kept, from the end; all output is read, so that the command never blocks.
  private static let longest = 4096

  private let child: pid_t
  private let output: Int32
  private var bytes: [UInt8] = []
  /// The status of waitpid(2); nil while the shell runs.
  private var status: Int32?

  /// Starts `/bin/sh -c` with only these environment variables.
  package init(_ command: String, environment: [String: String]) throws(NotStarted) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NotStarted(number: errno) }
    defer { Glibc.close(ends[1]) }
    var child = pid_t()
    let failure = Self.spawn(
      "/bin/sh", ["-c", command], environment: environment, output: ends[1], takesErrors: true, &child)
    guard failure == 0 else {
      Glibc.close(ends[0])
      throw NotStarted(number: failure)
    }
    self.child = child
    output = ends[0]
  }

  /// The last part of the output so far, including standard error.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the shell or a process that it started is running; also reads its output.
  package var isRunning: Bool {
    mutating get {
      let runs = end == nil || Glibc.kill(-child, 0) == 0
      // Read afterwards, so that the output of a finished command is complete.
      read()
      return runs
    }
  }

  /// How the shell ended; nil while it runs.
  package var end: End? {
    mutating get {
      var waitStatus: Int32 = 0
      if status == nil, waitpid(child, &waitStatus, WNOHANG) == child { status = waitStatus }
      return status.map { $0 & 0x7F == 0 ? .exited(code: $0 >> 8 & 0xFF) : .signalled($0 & 0x7F) }
    }
  }

  /// Sends a signal to the shell and all processes that it started.
  package func signal(_ number: Int32) { Glibc.kill(-child, number) }

  /// Closes the pipe for its output.
  package func close() { Glibc.close(output) }

  private mutating func read() {
    var buffer = [UInt8](repeating: 0, count: Self.longest)
    var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    // Reads a limited amount, twice the capacity of a pipe, so that a command with endless output can still be checked.
    for _ in 0..<32 where poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLIN) != 0 {
      let count = Glibc.read(output, &buffer, buffer.count)
      guard count > 0 else { return }
      bytes = (bytes + buffer.prefix(count)).suffix(Self.longest)
    }
  }
}

extension CommandProcess {
  /// Starts a program as the leader of a new process group; it inherits no descriptor.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its arguments, without its name.
  ///   - environment: Its environment variables.
  ///   - input: The descriptor for standard input; nil for empty input.
  ///   - output: The descriptor for standard output; nil to discard it.
  ///   - takesErrors: Whether standard error goes to `output` too; otherwise it is discarded.
  ///   - child: The process ID, if the program was started.
  /// - Returns: 0, or an error number.
  package static func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], input: Int32? = nil, output: Int32?,
    takesErrors: Bool, _ child: inout Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    if takesErrors {
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    return linux_spawn(&child, path, &actions, STDERR_FILENO + 1, &words, &variables)
  }
}
