import Glibc

/// Another program, run for what it prints.
enum Subprocess {
  /// What a program writes to standard output, whatever its exit code.
  ///
  /// - Parameter arguments: The program, looked for in PATH, and its arguments.
  /// - Returns: The text, about 4 KB at most; nil where the program cannot be run.
  static func output(of arguments: [String]) -> String? {
    var ends: [Int32] = [-1, -1]
    guard let program = arguments.first, pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let child = spawn(program, arguments, output: ends[1], unused: ends[0])
    close(ends[1])
    guard let child else { return nil }
    let text = readAll(from: ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return text
  }

  private static func spawn(_ program: String, _ arguments: [String], output: Int32, unused: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, output)
    posix_spawn_file_actions_addclose(&actions, unused)
    var words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var child = pid_t()
    return posix_spawnp(&child, program, &actions, nil, &words, environ) == 0 ? child : nil
  }

  private static func readAll(from descriptor: Int32) -> String {
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while text.count < 4096 {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      text += bytes.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
