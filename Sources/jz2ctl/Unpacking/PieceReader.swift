import Glibc

/// The pieces of a file in order; an empty one is its end.
typealias Pieces = () throws(ImportFailure) -> [UInt8]

/// A file read a piece at a time, so that no large one is ever whole in memory.
final class PieceReader {
  /// Bytes of a piece; in Base64 it is a third more, and stays well below the 1 MiB of a message.
  static let pieceSize = 240 * 1024

  private let descriptor: Int32

  /// Opens a file; `-` is standard input.
  convenience init(path: String) throws(ImportFailure) {
    let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
    self.init(taking: opened)
  }

  /// Takes over an open file, and closes it in the end.
  init(taking descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Bytes of the file; nil where it is none that can be read from any place.
  var size: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The next piece; shorter than the others, or empty, at the end.
  func next() throws(ImportFailure) -> [UInt8] {
    try filled(Self.pieceSize) { buffer, _ in read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Bytes from a place on, fewer at the end; it does not matter for `next`.
  func bytes(at offset: Int, count: Int) throws(ImportFailure) -> [UInt8] {
    try filled(count) { buffer, filled in pread(descriptor, buffer.baseAddress, buffer.count, offset + filled) }
  }

  private func filled(
    _ count: Int, _ read: (UnsafeMutableRawBufferPointer, Int) -> Int
  ) throws(ImportFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let taken = bytes.withUnsafeMutableBytes { read(UnsafeMutableRawBufferPointer(rebasing: $0[filled...]), filled) }
      if taken < 0 && errno == EINTR { continue }
      guard taken >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
      guard taken > 0 else { break }
      filled += taken
    }
    if filled < count { bytes.removeLast(count - filled) }
    return bytes
  }
}
