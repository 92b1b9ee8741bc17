internal import Glibc

/// The directory that holds the database and the rides' files, taken for this process.
struct StateDirectory: Sendable {
  let path: String
  private let file: File
  private let lock: File

  /// Makes the directory where it is missing, for its owner alone as the XDG Base Directory Specification wants it.
  init(_ path: String) throws(StoreError) {
    let path = Self.trimmed(path)
    try Self.make(path)
    file = try File(path, flags: O_RDONLY | O_DIRECTORY)
    guard access(path, R_OK | W_OK | X_OK) == 0 else { throw StoreError(call: "access", path: path) }
    // Not the directory itself: whoever may read that may lock it as well.
    lock = try File("\(path)/.lock", flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    do throws(StoreError) { try lock.lock() } catch {
      throw StoreError(error.code, path: path, detail: error.detail, context: error.context)
    }
    self.path = path
  }

  /// The path of a name in the directory.
  func path(of name: String) -> String { "\(path)/\(name)" }

  func synchronize() throws(StoreError) { try file.synchronize() }

  /// What the disk has free for this user, in bytes; plenty where the file system does not tell.
  var freeBytes: Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .max }
    return Int(clamping: status.f_bavail &* status.f_frsize)
  }

  /// SQLite says only that the disk does not do what it should; the system knows why.
  func explained(_ error: StoreError) -> StoreError {
    guard [.failed, .notPermitted].contains(error.code), let complaint = complaint() else { return error }
    return StoreError(
      complaint.code, path: complaint.code == .diskFull ? path : error.path,
      detail: "\(error.detail); \(complaint.detail)", context: complaint.context)
  }

  /// What the system says against writing here; nil where a byte reaches the disk.
  func complaint() -> StoreError? {
    let probe = path(of: ".probe")
    defer { unlink(probe) }
    do throws(StoreError) {
      let file = try File(probe, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
      try file.write([0])
      try file.synchronize()
      return nil
    } catch {
      return error
    }
  }

  /// Makes a directory and those above it, for good; one that is there is left as it is.
  static func make(_ path: String, mode: mode_t = 0o700) throws(StoreError) {
    guard mkdir(path, mode) != 0 else { return keepName(of: path) }
    let cause = errno
    if cause == EEXIST {
      guard isDirectory(path) else { throw StoreError(call: "mkdir", path: path, errno: ENOTDIR) }
      return
    }
    guard cause == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw StoreError(call: "mkdir", path: path, errno: cause)
    }
    try make(String(path[..<slash]), mode: mode)
    guard mkdir(path, mode) == 0 || errno == EEXIST else { throw StoreError(call: "mkdir", path: path) }
    keepName(of: path)
  }

  /// Has the directory above keep the name of one that was made, without which a pulled plug takes all that is in it.
  ///
  /// One that may be written to and not read is left to the kernel's own time.
  private static func keepName(of path: String) {
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    try? File(parent, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }

  private static func trimmed(_ path: String) -> String {
    let end = path.lastIndex { $0 != "/" }
    return end.map { String(path[...$0]) } ?? (path.isEmpty ? "." : "/")
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
