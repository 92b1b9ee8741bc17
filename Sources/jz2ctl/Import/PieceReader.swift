import Glibc

/// A file read a piece at a time, so that no large one is ever whole in memory.
struct PieceReader: ~Copyable {
  /// Bytes of a piece; in Base64 it is a third more, and stays well below the 1 MiB of a message.
  static let pieceSize = 240 * 1024

  private let descriptor: Int32

  /// Opens a file; `-` is standard input.
  init(path: String) throws(ImportFailure) {
    let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// The next piece; shorter than the others, or empty, at the end.
  func next() throws(ImportFailure) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    var filled = 0
    while filled < piece.count {
      let count = piece.withUnsafeMutableBytes { buffer in
        read(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).baseAddress, buffer.count - filled)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
      guard count > 0 else { break }
      filled += count
    }
    return Array(piece.prefix(filled))
  }
}
