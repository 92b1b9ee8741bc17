import CLinux
import Glibc
import Rides

/// Recognises the content of a file: its length and its FNV-1a hash of 64 bits.
struct ContentMark: Codable, Hashable, Sendable {
  let bytes: Int
  let hash: UInt64

  init(_ content: [UInt8]) {
    bytes = content.count
    hash = content.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}

/// A folder of the file system that whole files are put into.
struct LocalDirectory: Sendable {
  let path: String

  /// Makes sure that it is there.
  func check() throws(SyncFault) {
    var file = stat()
    guard stat(path, &file) == 0 else { throw fault(path) }
    guard file.st_mode & S_IFMT == S_IFDIR else { throw fault(path, number: ENOTDIR) }
  }

  /// What a file contains; nil if there is none of that name.
  ///
  /// What is no file, or cannot be read, has no content of ours.
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

  /// No file of a ride is larger.
  private static let mostBytes = 64 << 20

  /// Writes a file and brings it to the disk.
  ///
  /// - Returns: Its name, `hidden`.
  func write(_ bytes: [UInt8], hidden: String) throws(SyncFault) -> String {
    let path = place(hidden)
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw fault(path) }
    defer { close(descriptor) }
    // Whoever may look into the folder may read the files, whatever mask the service has. FAT knows no modes.
    fchmod(descriptor, 0o644)
    guard linux_write(descriptor, bytes, bytes.count) == 0, fsync(descriptor) == 0 else {
      let failure = fault(path)
      unlink(path)
      throw failure
    }
    return hidden
  }

  /// Gives a file its name.
  ///
  /// - Parameters:
  ///   - hidden: What it is called until now.
  ///   - name: The name.
  ///   - replacing: Whether a file of that name is replaced.
  /// - Returns: False if there is a file of that name that stays.
  /// - Throws: `notWritable`.
  func rename(_ hidden: String, to name: String, replacing: Bool) throws(SyncFault) -> Bool {
    if replacing {
      guard Glibc.rename(place(hidden), place(name)) == 0 else { throw fault(place(name)) }
    } else if link(place(hidden), place(name)) != 0 {
      if errno == EEXIST { return false }
      // FAT has no links: a file that comes into being at this moment would be lost.
      var file = stat()
      if lstat(place(name), &file) == 0 { return false }
      guard Glibc.rename(place(hidden), place(name)) == 0 else { throw fault(place(name)) }
    }
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      // Not every file system can; then the rename comes to the disk by itself.
      fsync(directory)
      close(directory)
    }
    return true
  }

  /// Removes files of ours; those that are gone are no fault.
  func remove(_ names: [String]) throws(SyncFault) {
    for name in names where unlink(place(name)) != 0 && errno != ENOENT { throw fault(place(name)) }
  }

  /// Removes a hidden file, if it is still there.
  func discard(_ hidden: String) { unlink(place(hidden)) }

  private func place(_ name: String) -> String { "\(path)/\(name)" }

  private func fault(_ path: String, number: Int32 = errno) -> SyncFault {
    SyncFault(.notWritable, detail: "\(path): \(String(cString: strerror(number)))")
  }
}
