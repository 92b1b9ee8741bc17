internal import Glibc
internal import Rides

/// The directory of the database and the rides' files, locked for this process.
struct StateDirectory: Sendable {
  let path: String
  private let file: File
  private let lock: File

  /// Creates the directory if needed, with access for its owner only, as the XDG Base Directory Specification requires.
  init(_ path: String) throws(StoreError) {
    let path = Self.trimmed(path)
    try Self.make(path)
    file = try File(path, flags: O_RDONLY | O_DIRECTORY)
    guard access(path, R_OK | W_OK | X_OK) == 0 else { throw StoreError(call: "access", path: path) }
    // Not the directory itself: any user with read access could lock it as well.
    lock = try File("\(path)/.lock", flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    do throws(StoreError) { try lock.lock() } catch {
      throw StoreError(error.code, path: path, detail: error.detail, context: error.context)
    }
    self.path = path
  }

  /// Returns the path of a name in the directory.
  func path(of name: String) -> String { "\(path)/\(name)" }

  func synchronize() throws(StoreError) { try file.synchronize() }

  /// The free space on the disk for this user, in bytes; unlimited if the file system does not report it.
  var freeBytes: Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return .max }
    return Int(clamping: status.f_bavail &* status.f_frsize)
  }

  /// Adds the system's reason to an error: SQLite only reports that the disk fails.
  func explained(_ error: StoreError) -> StoreError {
    guard [.failed, .notPermitted].contains(error.cause), let complaint = complaint() else { return error }
    return StoreError(
      complaint.code, path: complaint.cause == .diskFull ? path : error.path,
      detail: "\(error.detail); \(complaint.detail)", context: complaint.context)
  }

  /// Returns the system's reason against writing here; nil if a byte can be written to the disk.
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

  /// Creates a directory and its parents, durably; an existing one stays as it is.
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

  /// Makes the name of a new directory durable in its parent; without it a power cut removes everything in it.
  ///
  /// If the parent can be written but not read, this is left to the kernel.
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
