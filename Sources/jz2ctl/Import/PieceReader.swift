import CLinux
import ControlWire
import Glibc

/// Returns the pieces of a file one after the other; an empty piece is the end.
typealias Pieces = () throws(ImportFailure) -> [UInt8]

/// Reads a file piece by piece, to avoid loading a large file as a whole.
final class PieceReader {
  /// The size of a piece in bytes; in Base64 a third more, well below the limit of 1 MiB for a message.
  static let pieceSize = 240 * 1024

  private let descriptor: Int32

  /// Opens a file; `-` is standard input.
  convenience init(path: String) throws(ImportFailure) {
    let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .unreadable(SystemError.text) }
    self.init(taking: opened)
  }

  /// Takes over an open descriptor and closes it at the end.
  init(taking descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The size in bytes; nil if it is not a regular file, which can be read at any offset.
  var size: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Returns the next piece; shorter at the end of the file, then empty.
  func next() throws(ImportFailure) -> [UInt8] {
    try filled(Self.pieceSize) { linux_read(descriptor, $0.baseAddress, $0.count) }
  }

  /// Returns the rest of the file; nil if it is longer than `limit` bytes.
  func all(upTo limit: Int) throws(ImportFailure) -> [UInt8]? {
    try Self.all(of: { () throws(ImportFailure) in try next() }, upTo: limit)
  }

  /// Returns the bytes of all pieces; nil if they are more than `limit`.
  static func all(of next: Pieces, upTo limit: Int) throws(ImportFailure) -> [UInt8]? {
    var bytes: [UInt8] = []
    while case let piece = try next(), !piece.isEmpty {
      bytes += piece
      guard bytes.count <= limit else { return nil }
    }
    return bytes
  }

  /// Reads bytes at an offset, fewer at the end of the file; does not affect `next`.
  func bytes(at offset: Int, count: Int) throws(ImportFailure) -> [UInt8] {
    try filled(count) { linux_read_at(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
  }

  private func filled(_ count: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) throws(ImportFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = bytes.withUnsafeMutableBytes { read($0) }
    guard filled >= 0 else { throw .unreadable(SystemError.text) }
    if filled < count { bytes.removeLast(count - filled) }
    return bytes
  }
}

/// Temporary files for data that must be read at any offset but arrives as a stream.
enum SpooledFile {
  /// Writes pieces to an unnamed file, which disappears when it is closed.
  ///
  /// - Throws: `tooLargePacked` beyond the limit, `unreadable` if the file cannot be written.
  static func spool(_ pieces: Pieces, limit: Int) throws(ImportFailure) -> PieceReader {
    let folder = Terminal.variable("TMPDIR") ?? "/var/tmp"
    let path = "\(folder)/jz2ctl-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unreadable("\(folder): \(SystemError.text)") }
    unlink(path)
    let file = PieceReader(taking: descriptor)
    var size = 0
    while case let piece = try pieces(), !piece.isEmpty {
      size += piece.count
      guard size <= limit else {
        throw .tooLargePacked(String(localized: "an archive of more than \(limit >> 30) GiB"))
      }
      guard FileWriting.write(piece, to: descriptor) else {
        throw .unreadable("\(folder): \(SystemError.text)")
      }
    }
    return file
  }
}

/// A compression or archive format of activity files, recognised by the first bytes.
enum Packing: Equatable {
  /// RFC 1952.
  case gzip
  /// PKWARE's APPNOTE.TXT, 4.3.7.
  case zip

  /// Recognises a format; nil for a file that is not packed.
  init?(beginning bytes: [UInt8]) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      // An empty archive begins with its end record.
      self = .zip
    } else {
      return nil
    }
  }

  /// The program that unpacks it.
  var unpacker: String { self == .gzip ? "gunzip" : "unzip" }
}
