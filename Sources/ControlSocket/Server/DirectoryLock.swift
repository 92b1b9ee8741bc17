import Glibc

/// Keeps two daemons that start at once from taking each other for dead.
package struct DirectoryLock {
  /// How often another program's start is waited for: each of ours holds the lock for a moment, also where it makes
  /// another socket in the same directory.
  package static let looks = 200

  private let descriptor: Int32

  /// Locks the directory of a path, which is made if it is missing.
  ///
  /// - Parameters:
  ///   - path: The socket's path.
  ///   - pause: What passes between two looks at a lock that another has; 10 ms.
  /// - Throws: `inUse` if the other keeps it; `failed`.
  package init(of path: String, pause: () -> Void = { usleep(10_000) }) throws(ListenError) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
      throw ListenError(.failed, place: path, detail: "mkdir \(directory): \(systemMessage(errno))")
    }
    descriptor = try check(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open \(directory)", path)
    for _ in 0..<Self.looks {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      pause()
    }
    close(descriptor)
    throw ListenError(.inUse, place: path)
  }

  package func release() { close(descriptor) }
}
