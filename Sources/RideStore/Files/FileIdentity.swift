internal import Glibc

/// What changes when a file is written.
struct FileStamp: Hashable, Sendable {
  private let size: off_t
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil where there is no file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (size, seconds, nanoseconds) = (status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

/// Which file a path leads to, whatever it is called.
struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
  private let device: dev_t
  private let inode: ino_t

  /// Nil where there is no file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  var description: String { "\(device)-\(inode)" }
}
