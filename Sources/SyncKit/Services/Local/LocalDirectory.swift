import CLinux
import Glibc
import Rides

/// Identifies the content of a file by its length and its 64-bit FNV-1a hash.
struct ContentMark: Codable, Hashable, Sendable {
  let bytes: Int
  let hash: UInt64

  init(_ content: [UInt8]) {
    bytes = content.count
    hash = content.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}

/// A folder in the file system for complete files.
struct LocalDirectory: Sendable {
  let path: String

  /// Throws if the folder does not exist.
  func check() throws(SyncFault) {
    var file = stat()
    guard stat(path, &file) == 0 else { throw fault(path) }
    guard file.st_mode & S_IFMT == S_IFDIR else { throw fault(path, number: ENOTDIR) }
  }

  /// Returns the content mark of a file; nil if there is no file of that name.
  ///
  /// An entry that is not a regular file, is too large or cannot be opened has the mark of an empty file, so it never
  /// matches a ride.
  func content(of name: String) throws(SyncFault) -> ContentMark? {
    let descriptor = open(place(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      return ContentMark([])
    }
    defer { close(descriptor) }
    var file = stat()
    guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG, file.st_size <= Self.mostBytes else {
      return ContentMark([])
    }
    var content = [UInt8](repeating: 0, count: Int(file.st_size))
    let count = linux_read(descriptor, &content, content.count)
    guard count >= 0 else { throw fault(place(name)) }
    return ContentMark(Array(content.prefix(count)))
  }

  /// The maximum size of a ride's file, in bytes.
  private static let mostBytes = 64 << 20

  /// Writes a file and syncs it to the disk.
  ///
  /// - Returns: The file's name, `hidden`.
  func write(_ bytes: [UInt8], hidden: String) throws(SyncFault) -> String {
    let path = place(hidden)
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw fault(path) }
    defer { close(descriptor) }
    // Users with access to the folder may read the files, whatever umask the service has. FAT has no modes.
    fchmod(descriptor, 0o644)
    guard linux_write(descriptor, bytes, bytes.count) == 0, fsync(descriptor) == 0 else {
      let failure = fault(path)
      unlink(path)
      throw failure
    }
    return hidden
  }

  /// Renames a file to its final name.
  ///
  /// - Parameters:
  ///   - hidden: The present name.
  ///   - name: The final name.
  ///   - replacing: Whether to replace a file of that name.
  /// - Returns: False if a file of that name exists and is not replaced.
  /// - Throws: `notWritable`.
  func rename(_ hidden: String, to name: String, replacing: Bool) throws(SyncFault) -> Bool {
    if replacing {
      guard Glibc.rename(place(hidden), place(name)) == 0 else { throw fault(place(name)) }
    } else if link(place(hidden), place(name)) != 0 {
      if errno == EEXIST { return false }
      // FAT has no links, so a file that appears between these calls would be overwritten.
      var file = stat()
      if lstat(place(name), &file) == 0 { return false }
      guard Glibc.rename(place(hidden), place(name)) == 0 else { throw fault(place(name)) }
    }
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      // Some file systems cannot sync a folder. They write the rename later.
      fsync(directory)
      close(directory)
    }
    return true
  }

  /// Removes own files.
  ///
  /// Files that are already gone are ignored.
  func remove(_ names: [String]) throws(SyncFault) {
    for name in names where unlink(place(name)) != 0 && errno != ENOENT { throw fault(place(name)) }
  }

  /// Removes a hidden file if it still exists.
  func discard(_ hidden: String) { unlink(place(hidden)) }

  private func place(_ name: String) -> String { "\(path)/\(name)" }

  private func fault(_ path: String, number: Int32 = errno) -> SyncFault {
    SyncFault(.notWritable, detail: "\(path): \(String(cString: strerror(number)))")
  }
}
