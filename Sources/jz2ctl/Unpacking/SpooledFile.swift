import Glibc

/// Bytes that have to be read from any place, and come one after another.
enum SpooledFile {
  /// Writes pieces to a file that has no name, and that is gone once nobody reads it.
  ///
  /// - Throws: `tooLargePacked` beyond the limit, `unreadable` where there is no place for them.
  static func spool(_ pieces: Pieces, limit: Int) throws(ImportFailure) -> PieceReader {
    let folder = Terminal.variable("TMPDIR") ?? "/var/tmp"
    let path = "\(folder)/jz2ctl-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unreadable("\(folder): \(String(cString: strerror(errno)))") }
    unlink(path)
    let file = PieceReader(taking: descriptor)
    var size = 0
    while case let piece = try pieces(), !piece.isEmpty {
      size += piece.count
      guard size <= limit else { throw .tooLargePacked("an archive of more than \(limit >> 30) GiB") }
      guard FileWriting.write(piece, to: descriptor) else {
        throw .unreadable("\(folder): \(String(cString: strerror(errno)))")
      }
    }
    return file
  }
}
