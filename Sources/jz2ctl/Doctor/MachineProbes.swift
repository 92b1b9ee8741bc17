import CLinux
import Glibc

/// The files below a root: the computer's own, or those of a test.
struct FileSystem {
  /// The prefix of each absolute path; empty for the computer's own files.
  var root = ""

  /// Lists the names in a directory; nil if it cannot be read.
  func names(in path: String) -> [String]? {
    guard let directory = opendir(root + path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Reads the first kilobyte of a file without surrounding white space; nil if it cannot be read.
  func text(of path: String) -> String? {
    let descriptor = open(root + path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    let text = bytes.prefix(count).drop(while: isSpace)
    return String(decoding: text.reversed().drop(while: isSpace).reversed(), as: UTF8.self)
  }

  /// Checks that a path exists.
  func exists(_ path: String) -> Bool {
    access(root + path, F_OK) == 0
  }

  /// Checks that this user may open a socket, which needs permission to read and write.
  func mayOpenSocket(_ path: String) -> Bool {
    access(root + path, R_OK | W_OK) == 0
  }

  /// Returns the bytes that an unprivileged program may still write to the disk of a path.
  func freeBytes(at path: String) -> UInt64? {
    var info = statvfs()
    guard statvfs(root + path, &info) == 0 else { return nil }
    return UInt64(info.f_bavail) * UInt64(info.f_frsize)
  }
}

/// Runs another program and collects its output.
enum Subprocess {
  /// Returns what a program writes to standard output, whatever its exit code.
  ///
  /// - Parameter arguments: The program, searched for in PATH, and its arguments.
  /// - Returns: At most about 4 KB of text; nil if the program cannot be run.
  static func output(of arguments: [String]) -> String? { output(of: arguments, input: nil) }

  /// The same of a program that reads a text from standard input, where nobody else sees it; nil for this program's own.
  static func output(of arguments: [String], input: String?) -> String? {
    var ends: [Int32] = [-1, -1]
    // An unnamed file, not a pipe: neither program ever waits for the other to read.
    let file = input == nil ? nil : tmpfile()
    defer { if let file { fclose(file) } }
    if let input {
      guard let file, FileWriting.write(Array(input.utf8), to: fileno(file)), lseek(fileno(file), 0, SEEK_SET) == 0
      else { return nil }
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
    let text = readAll(from: ends[0])
    _ = status(of: child)
    return text
  }

  /// Runs a program to its end; what it writes goes to standard error.
  ///
  /// - Parameter arguments: The program, searched for in PATH, and its arguments.
  /// - Returns: Its exit status; nil if it cannot be run, or a signal ended it.
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
    return posix_spawnp(&child, program, &actions, nil, &words, environ) == 0 ? child : nil
  }

  private static func status(of child: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  private static func readAll(from descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    return String(decoding: bytes.prefix(max(0, linux_read(descriptor, &bytes, bytes.count))), as: UTF8.self)
  }
}
