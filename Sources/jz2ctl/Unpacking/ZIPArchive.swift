/// A ZIP archive, read by its central directory (PKWARE's APPNOTE.TXT 6.3.10), ZIP64 included.
///
/// Entries are only ever handed out as bytes: no name in it is a path here.
struct ZIPArchive {
  struct Entry: Equatable {
    /// As the archive has it, for people; bytes that are not UTF-8 are replaced.
    var name: String
    var isEncrypted: Bool
    /// 0 is stored, 8 is deflated.
    var method: Int
    var checksum: UInt32
    var packedBytes: Int
    var bytes: Int
    /// Where its local header begins.
    var offset: Int

    var isFolder: Bool { name.hasSuffix("/") }
  }

  let entries: [Entry]
  let file: PieceReader

  /// Reads the list of a file's entries.
  ///
  /// - Throws: `badPacking` for what is no whole archive or contradicts itself, `tooLargePacked` beyond the limits.
  init(_ file: PieceReader, _ limits: UnpackingLimits = UnpackingLimits()) throws(ImportFailure) {
    guard let size = file.size else { throw .badPacking("it cannot be read from any place") }
    let end = try ZIPEnd(of: file, size: size)
    guard end.entries <= limits.entries else { throw .tooLargePacked("more than \(limits.entries) files") }
    guard end.directoryBytes <= limits.directoryBytes else {
      throw .tooLargePacked("a list of its files that is too long")
    }
    guard end.directory >= 0, end.directoryBytes >= 0, end.directory <= size - end.directoryBytes else {
      throw .badPacking("the list of its files lies outside it")
    }
    var bytes = LittleEndianBytes(try file.bytes(at: end.directory, count: end.directoryBytes))
    var entries: [Entry] = []
    for _ in 0..<end.entries {
      guard let entry = Entry(&bytes) else { throw .badPacking("the list of its files is damaged") }
      entries.append(entry)
    }
    try Self.check(entries, upTo: end.directory)
    (self.entries, self.file) = (entries, file)
  }

  /// Files within each other would be unpacked again and again.
  private static func check(_ entries: [Entry], upTo end: Int) throws(ImportFailure) {
    var free = 0
    for entry in entries.sorted(by: { $0.offset < $1.offset }) {
      guard entry.offset >= free, entry.packedBytes >= 0, entry.offset <= end - entry.packedBytes else {
        throw .badPacking("its files lie within each other")
      }
      free = entry.offset + Entry.localHeaderBytes + entry.packedBytes
    }
  }

  /// The bytes of an entry, unpacked and held against its checksum at the end.
  ///
  /// - Throws: `unknownPacking` for what is encrypted or packed another way, `badPacking` for what is damaged.
  func pieces(of entry: Entry, within budget: UnpackingBudget) throws(ImportFailure) -> Pieces {
    guard !entry.isEncrypted else { throw .unknownPacking("with a password") }
    var header = LittleEndianBytes(try file.bytes(at: entry.offset, count: Entry.localHeaderBytes))
    guard header.integer(4) == 0x0403_4B50, header.skip(22), let name = header.integer(2), let extra = header.integer(2)
    else { throw .badPacking("an entry is not where the list has it") }
    let begin = entry.offset + Entry.localHeaderBytes + name + extra
    let stored = Self.stretch(of: file, from: begin, count: entry.packedBytes)
    let check = ZIPCheck(of: entry)
    switch entry.method {
    case 0: return { () throws(ImportFailure) in try check.passing(try stored()) }
    case 8:
      let inflation = try Inflation(.none, of: stored, within: budget)
      return { () throws(ImportFailure) in try check.passing(try inflation.next()) }
    default: throw .unknownPacking("by method \(entry.method)")
    }
  }

  private static func stretch(of file: PieceReader, from begin: Int, count: Int) -> Pieces {
    var done = 0
    return { () throws(ImportFailure) in
      let piece = try file.bytes(at: begin + done, count: min(count - done, PieceReader.pieceSize))
      done += piece.count
      return piece
    }
  }
}
