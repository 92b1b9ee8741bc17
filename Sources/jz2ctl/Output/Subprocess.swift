import Glibc

/// Runs another program and collects its output.
enum Subprocess {
  /// Returns the standard output of a program, whatever its exit code.
  ///
  /// - Parameter arguments: The program, searched for in PATH, and its arguments.
  /// - Returns: At most about 4 KB of text; nil if the program cannot be run.
  static func output(of arguments: [String]) -> String? { output(of: arguments, input: nil) }

  /// Does the same with a text on standard input, which other users cannot see; nil for this program's own input.
  static func output(of arguments: [String], input: String?) -> String? {
    run(arguments, input: input.map { Array($0.utf8) }, most: 4096).map { String(decoding: $0.output, as: UTF8.self) }
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The program, searched for in PATH, and its arguments.
  ///   - input: Its standard input; nil for this program's own.
  ///   - most: The number of bytes of output after which reading stops.
  /// - Returns: The exit status, nil if a signal ended the program, and the output. Nil if the program cannot be run;
  ///   `errno` has the reason.
  static func run(
    _ arguments: [String], input: [UInt8]?, most: Int = .max
  ) -> (status: Int32?, output: [UInt8])? {
    var ends: [Int32] = [-1, -1]
    // An unnamed file, not a pipe, so that neither program waits for the other to read.
    let file = input == nil ? nil : tmpfile()
    defer { if let file { fclose(file) } }
    if let input {
      guard let file, FileWriting.write(input, to: fileno(file)), lseek(fileno(file), 0, SEEK_SET) == 0 else {
        return nil
      }
    }
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let child = spawn(arguments) { actions in
      if let file { posix_spawn_file_actions_adddup2(&actions, fileno(file), STDIN_FILENO) }
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addclose(&actions, ends[1])
      posix_spawn_file_actions_addclose(&actions, ends[0])
    }
    close(ends[1])
    guard let child else { return nil }
    let output = readAll(from: ends[0], most: most)
    return (status(of: child), output)
  }

  /// Runs a program to its end; its output goes to standard error.
  ///
  /// - Parameter arguments: The program, searched for in PATH, and its arguments.
  /// - Returns: The exit status; nil if the program cannot be run, or a signal ended it.
  static func status(of arguments: [String]) -> Int32? {
    spawn(arguments) { posix_spawn_file_actions_adddup2(&$0, STDERR_FILENO, STDOUT_FILENO) }.flatMap(status(of:))
  }

  private static func spawn(
    _ arguments: [String], _ prepare: (inout posix_spawn_file_actions_t) -> Void
  ) -> pid_t? {
    guard let program = arguments.first else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)
    var words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child = pid_t()
    errno = posix_spawnp(&child, program, &actions, nil, &words, environ)
    return errno == 0 ? child : nil
  }

  private static func status(of child: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  private static func readAll(from descriptor: Int32, most: Int) -> [UInt8] {
    var output: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while output.count < most {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      output += bytes.prefix(count)
    }
    return output
  }
}
