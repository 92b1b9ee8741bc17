import CZlib
import ControlWire

/// A ZIP archive, read through its central directory (PKWARE's APPNOTE.TXT 6.3.10), including ZIP64.
///
/// Entries are only returned as bytes; their names are never used as paths.
struct ZIPArchive {
  struct Entry: Equatable {
    /// The name as stored, for display; bytes that are not UTF-8 are replaced.
    var name: String
    var isEncrypted: Bool
    /// 0 for stored, 8 for deflated.
    var method: Int
    var checksum: UInt32
    var packedBytes: Int
    var bytes: Int
    /// The offset of the local header.
    var offset: Int

    var isFolder: Bool { name.hasSuffix("/") }
  }

  let entries: [Entry]
  let file: PieceReader

  /// Reads the central directory of a file.
  ///
  /// - Throws: `badPacking` for an incomplete or contradictory archive, `tooLargePacked` beyond the limits.
  init(_ file: PieceReader, _ limits: UnpackingLimits = UnpackingLimits()) throws(ImportFailure) {
    guard let size = file.size else { throw .badPacking(String(localized: "it is not a regular file")) }
    let end = try ZIPEnd(of: file, size: size)
    guard end.entries <= limits.entries else {
      throw .tooLargePacked(String(localized: "more than \(limits.entries) files"))
    }
    guard end.directoryBytes <= limits.directoryBytes else {
      throw .tooLargePacked(String(localized: "its list of files is too long"))
    }
    guard end.directory >= 0, end.directoryBytes >= 0, end.directory <= size - end.directoryBytes else {
      throw .badPacking(String(localized: "its list of files lies outside the archive"))
    }
    var bytes = LittleEndianBytes(try file.bytes(at: end.directory, count: end.directoryBytes))
    var entries: [Entry] = []
    for _ in 0..<end.entries {
      guard let entry = Entry(&bytes) else { throw .badPacking(String(localized: "its list of files is damaged")) }
      entries.append(entry)
    }
    try Self.check(entries, upTo: end.directory)
    (self.entries, self.file) = (entries, file)
  }

  /// Rejects overlapping entries, which would be unpacked repeatedly.
  private static func check(_ entries: [Entry], upTo end: Int) throws(ImportFailure) {
    var free = 0
    for entry in entries.sorted(by: { $0.offset < $1.offset }) {
      guard entry.offset >= free, entry.packedBytes >= 0, entry.offset <= end - entry.packedBytes else {
        throw .badPacking(String(localized: "its files overlap"))
      }
      free = entry.offset + Entry.localHeaderBytes + entry.packedBytes
    }
  }

  /// Returns an entry's unpacked bytes piece by piece and checks their size and checksum at the end.
  ///
  /// - Throws: `unknownPacking` for encryption or another method, `badPacking` for damaged data.
  func pieces(of entry: Entry, within budget: UnpackingBudget) throws(ImportFailure) -> Pieces {
    guard !entry.isEncrypted else { throw .unknownPacking(String(localized: "with a password")) }
    var header = LittleEndianBytes(try file.bytes(at: entry.offset, count: Entry.localHeaderBytes))
    guard header.integer(4) == 0x0403_4B50, header.skip(22), let name = header.integer(2), let extra = header.integer(2)
    else { throw .badPacking(String(localized: "an entry is not where the list of files says")) }
    let begin = entry.offset + Entry.localHeaderBytes + name + extra
    let stored = Self.stretch(of: file, from: begin, count: entry.packedBytes)
    let check = ZIPCheck(of: entry)
    switch entry.method {
    case 0: return { () throws(ImportFailure) in try check.passing(try stored()) }
    case 8:
      let inflation = try Inflation(.none, of: stored, within: budget)
      return { () throws(ImportFailure) in try check.passing(try inflation.next()) }
    default: throw .unknownPacking(String(localized: "compression method \(entry.method)"))
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

extension ZIPArchive.Entry {
  /// The length of a local header without its name, in bytes; 4.3.7.
  static let localHeaderBytes = 30

  /// Reads an entry of the central directory, 4.3.12; nil if it is malformed.
  init?(_ bytes: inout LittleEndianBytes) {
    guard bytes.integer(4) == 0x0201_4B50, bytes.skip(4), let flags = bytes.integer(2),
      let method = bytes.integer(2), bytes.skip(4), let checksum = bytes.integer(4),
      let packed = bytes.integer(4), let size = bytes.integer(4), let nameLength = bytes.integer(2),
      let extraLength = bytes.integer(2), let commentLength = bytes.integer(2), bytes.skip(8),
      let offset = bytes.integer(4), let name = bytes.take(nameLength), let extra = bytes.take(extraLength),
      bytes.skip(commentLength)
    else { return nil }
    self.init(
      name: String(decoding: name, as: UTF8.self), isEncrypted: flags & 1 != 0, method: method,
      checksum: UInt32(truncatingIfNeeded: checksum), packedBytes: packed, bytes: size, offset: offset)
    takeLargeNumbers(from: extra)
  }

  /// Reads the numbers that do not fit into four bytes from the ZIP64 extra field, 4.5.3.
  mutating func takeLargeNumbers(from extra: ArraySlice<UInt8>) {
    var fields = LittleEndianBytes(Array(extra))
    while let kind = fields.integer(2), let length = fields.integer(2), let content = fields.take(length) {
      guard kind == 1 else { continue }
      var numbers = LittleEndianBytes(Array(content))
      if bytes == 0xFFFF_FFFF { bytes = numbers.integer(8) ?? bytes }
      if packedBytes == 0xFFFF_FFFF { packedBytes = numbers.integer(8) ?? packedBytes }
      if offset == 0xFFFF_FFFF { offset = numbers.integer(8) ?? offset }
    }
  }
}

/// The end of central directory record, which locates the central directory.
struct ZIPEnd {
  let entries: Int
  let directory: Int
  let directoryBytes: Int

  /// Finds the end of central directory record, 4.3.16; a comment may follow it.
  init(of file: PieceReader, size: Int) throws(ImportFailure) {
    let start = max(0, size - 22 - 65_535)
    let tail = try file.bytes(at: start, count: size - start)
    let place = tail.indices.reversed().first { place in
      guard tail[place...].starts(with: [0x50, 0x4B, 0x05, 0x06]), tail.count - place >= 22 else { return false }
      return tail.count - place - 22 == Int(tail[place + 20]) | Int(tail[place + 21]) << 8
    }
    guard let place else { throw .badPacking(String(localized: "its end is missing")) }
    var record = LittleEndianBytes(Array(tail[place...]))
    guard record.skip(10), let entries = record.integer(2), let bytes = record.integer(4), let begin = record.integer(4)
    else { throw .badPacking(String(localized: "its end is damaged")) }
    guard entries == 0xFFFF || bytes == 0xFFFF_FFFF || begin == 0xFFFF_FFFF,
      let large = try Self.large(file, before: start + place)
    else {
      (self.entries, directory, directoryBytes) = (entries, begin, bytes)
      return
    }
    self = large
  }

  private init(entries: Int, directory: Int, directoryBytes: Int) {
    (self.entries, self.directory, self.directoryBytes) = (entries, directory, directoryBytes)
  }

  /// Reads the ZIP64 end of central directory record, 4.3.14, through its locator, 4.3.15; nil without a locator.
  private static func large(_ file: PieceReader, before end: Int) throws(ImportFailure) -> ZIPEnd? {
    guard end >= 20 else { return nil }
    var locator = LittleEndianBytes(try file.bytes(at: end - 20, count: 20))
    guard locator.integer(4) == 0x0706_4B50, locator.skip(4), let place = locator.integer(8) else { return nil }
    var record = LittleEndianBytes(try file.bytes(at: place, count: 56))
    guard record.integer(4) == 0x0606_4B50, record.skip(28), let entries = record.integer(8),
      let bytes = record.integer(8), let begin = record.integer(8)
    else { throw .badPacking(String(localized: "its end is damaged")) }
    return ZIPEnd(entries: entries, directory: begin, directoryBytes: bytes)
  }
}

/// Checks an entry's bytes against its size and checksum.
final class ZIPCheck {
  private let entry: ZIPArchive.Entry
  private var count = 0
  private var checksum: UInt = 0

  init(of entry: ZIPArchive.Entry) {
    self.entry = entry
  }

  /// Returns a piece unchanged; at the empty last piece it checks the number of bytes and the checksum.
  func passing(_ piece: [UInt8]) throws(ImportFailure) -> [UInt8] {
    guard !piece.isEmpty else {
      guard count == entry.bytes, checksum == UInt(entry.checksum) else {
        throw .badPacking(String(localized: "a checksum is wrong"))
      }
      return piece
    }
    count += piece.count
    checksum = crc32(checksum, piece, UInt32(piece.count))
    return piece
  }
}

/// Bytes read from the front; numbers are little-endian.
struct LittleEndianBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Returns the next bytes; nil if there are too few.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Reads a number of 1 to 8 bytes; nil if there are too few bytes or it does not fit.
  mutating func integer(_ width: Int) -> Int? {
    take(width).flatMap { bytes in Int(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
  }

  /// Skips bytes; false if there are too few.
  mutating func skip(_ count: Int) -> Bool { take(count) != nil }
}
