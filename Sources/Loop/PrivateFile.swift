import CLinux
import Glibc

/// Reads and writes files that only this user may read, in their own directory.
package enum PrivateFile {
  /// The system refused an operation.
  package struct Refusal: Error, Hashable, Sendable {
    package let path: String
    /// The error number.
    package let number: Int32

    /// The system's message: `No space left on device`.
    package var reason: String { String(cString: strerror(number)) }
    /// The path and the system's message: `/var/lib/jz2-web: No space left on device`.
    package var detail: String { "\(path): \(reason)" }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - most: Reading stops once there are more bytes than this.
  /// - Returns: The content; nil if the file does not exist.
  /// - Throws: The system's error.
  package static func read(_ path: String, atMost most: Int) throws(Refusal) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw Refusal(path: path, number: errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= most {
      let count = linux_read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw Refusal(path: path, number: errno) }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  /// Replaces a file atomically, even if the power fails.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Refusal) {
    let temporary = "\(path).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Refusal(path: temporary, number: errno) }
    let isWritten = linux_write(descriptor, bytes, bytes.count) == 0 && fsync(descriptor) == 0
    let failure = isWritten ? nil : Refusal(path: temporary, number: errno)
    close(descriptor)
    guard failure == nil, rename(temporary, path) == 0 else {
      let refusal = failure ?? Refusal(path: path, number: errno)
      unlink(temporary)
      throw refusal
    }
    synchronizeDirectory(of: path)
  }

  /// Removes a file if it exists.
  package static func remove(_ path: String) throws(Refusal) {
    guard unlink(path) == 0 || errno == ENOENT else { throw Refusal(path: path, number: errno) }
    synchronizeDirectory(of: path)
  }

  /// Creates a directory that only its owner can use, and any missing parent directories.
  package static func makeDirectory(_ path: String) throws(Refusal) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw Refusal(path: path, number: errno)
    }
    try makeDirectory(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Refusal(path: path, number: errno) }
  }

  /// Flushes the directory, since the new name must survive a power failure too: the token in the old file is
  /// worthless.
  private static func synchronizeDirectory(of path: String) {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
