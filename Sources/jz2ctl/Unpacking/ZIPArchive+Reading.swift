import CZlib

extension ZIPArchive.Entry {
  /// Bytes of a local header before its name, 4.3.7.
  static let localHeaderBytes = 30

  /// Reads an entry of the central directory, 4.3.12; nil where it is none.
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

  /// Takes the numbers that have no place in four bytes from the ZIP64 extra field, 4.5.3.
  private mutating func takeLargeNumbers(from extra: ArraySlice<UInt8>) {
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

/// The end of an archive, which tells where the list of its entries is.
struct ZIPEnd {
  let entries: Int
  let directory: Int
  let directoryBytes: Int

  /// Looks for the end of central directory record, 4.3.16, which a comment may follow.
  init(of file: PieceReader, size: Int) throws(ImportFailure) {
    let start = max(0, size - 22 - 65_535)
    let tail = try file.bytes(at: start, count: size - start)
    let place = tail.indices.reversed().first { place in
      guard tail[place...].starts(with: [0x50, 0x4B, 0x05, 0x06]), tail.count - place >= 22 else { return false }
      return tail.count - place - 22 == Int(tail[place + 20]) | Int(tail[place + 21]) << 8
    }
    guard let place else { throw .badPacking("its end is not there") }
    var record = LittleEndianBytes(Array(tail[place...]))
    guard record.skip(10), let entries = record.integer(2), let bytes = record.integer(4), let begin = record.integer(4)
    else { throw .badPacking("its end is damaged") }
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

  /// The ZIP64 end of central directory record, 4.3.14, by its locator, 4.3.15; nil where there is none.
  private static func large(_ file: PieceReader, before end: Int) throws(ImportFailure) -> ZIPEnd? {
    guard end >= 20 else { return nil }
    var locator = LittleEndianBytes(try file.bytes(at: end - 20, count: 20))
    guard locator.integer(4) == 0x0706_4B50, locator.skip(4), let place = locator.integer(8) else { return nil }
    var record = LittleEndianBytes(try file.bytes(at: place, count: 56))
    guard record.integer(4) == 0x0606_4B50, record.skip(28), let entries = record.integer(8),
      let bytes = record.integer(8), let begin = record.integer(8)
    else { throw .badPacking("its end is damaged") }
    return ZIPEnd(entries: entries, directory: begin, directoryBytes: bytes)
  }
}

/// Holds an entry's bytes against its size and checksum.
final class ZIPCheck {
  private let entry: ZIPArchive.Entry
  private var count = 0
  private var checksum: UInt = 0

  init(of entry: ZIPArchive.Entry) {
    self.entry = entry
  }

  /// Passes a piece on; the empty one at the end if all was there.
  func passing(_ piece: [UInt8]) throws(ImportFailure) -> [UInt8] {
    guard !piece.isEmpty else {
      guard count == entry.bytes, checksum == UInt(entry.checksum) else { throw .badPacking("a checksum is wrong") }
      return piece
    }
    count += piece.count
    checksum = crc32(checksum, piece, UInt32(piece.count))
    return piece
  }
}

/// Bytes that are read from the front, the lowest of a number first.
struct LittleEndianBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// The next bytes; nil where there are not so many.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// A number of 1 to 8 bytes; nil where there are not so many, or it is too large.
  mutating func integer(_ width: Int) -> Int? {
    take(width).flatMap { bytes in Int(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
  }

  /// Passes over bytes; false where there are not so many.
  mutating func skip(_ count: Int) -> Bool { take(count) != nil }
}
