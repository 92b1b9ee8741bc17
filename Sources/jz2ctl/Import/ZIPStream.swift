import CZlib
import ControlWire

/// A ZIP archive that is read from its beginning, for a pipe, whose end cannot be read first (APPNOTE.TXT 6.3.10, 4.3).
///
/// Entries are read or skipped one after the other, by their local headers.
final class ZIPStream {
  private let source: Pieces
  private let budget: UnpackingBudget
  /// Received bytes that are not used yet.
  private var rest: ArraySlice<UInt8> = []

  init(_ source: @escaping Pieces, within budget: UnpackingBudget) {
    (self.source, self.budget) = (source, budget)
  }

  /// Reads the header of the next entry, after all bytes of the previous one; nil after the last entry.
  ///
  /// - Throws: `badPacking` for data that is not an archive, or ends too early.
  func next() throws(ImportFailure) -> ZIPLocalEntry? {
    guard try fill(4) else { throw .badPacking(String(localized: "it ends too early")) }
    var signature = LittleEndianBytes(Array(rest.prefix(4)))
    switch signature.integer(4) {
    case 0x0403_4B50: break
    // The central directory, or a record that may precede it.
    case 0x0201_4B50, 0x0605_4B50, 0x0606_4B50, 0x0806_4B50: return nil
    default: throw .badPacking(String(localized: "an entry does not follow the previous one"))
    }
    var header = LittleEndianBytes(try take(ZIPArchive.Entry.localHeaderBytes))
    guard header.skip(6), let flags = header.integer(2), let method = header.integer(2), header.skip(4),
      let checksum = header.integer(4), let packed = header.integer(4), let size = header.integer(4),
      let nameLength = header.integer(2), let extraLength = header.integer(2)
    else { throw .badPacking(String(localized: "an entry is damaged")) }
    let name = String(decoding: try take(nameLength), as: UTF8.self)
    var entry = ZIPArchive.Entry(
      name: name, isEncrypted: flags & 1 != 0, method: method, checksum: UInt32(truncatingIfNeeded: checksum),
      packedBytes: packed, bytes: size, offset: 0)
    entry.takeLargeNumbers(from: try take(extraLength)[...])
    return ZIPLocalEntry(entry: entry, hasDescriptor: flags & 8 != 0)
  }

  /// Returns the unpacked bytes of the entry whose header was read last; read them to their end, or skip the entry.
  ///
  /// - Throws: `unknownPacking` for a password, another method, and a stored entry of unknown length; `badPacking` for
  ///   damaged data.
  func pieces(of local: ZIPLocalEntry) throws(ImportFailure) -> Pieces {
    let entry = local.entry
    guard !entry.isEncrypted else { throw .unknownPacking(String(localized: "with a password")) }
    switch (entry.method, local.hasDescriptor) {
    case (0, false):
      let (stored, check) = (stretch(entry.packedBytes), ZIPCheck(of: entry))
      return { () throws(ImportFailure) in try check.passing(try stored()) }
    case (0, true): throw .unknownPacking(String(localized: "stored without its length"))
    case (8, false):
      let (inflation, check) = (
        try Inflation(.none, of: stretch(entry.packedBytes), within: budget), ZIPCheck(of: entry)
      )
      return { () throws(ImportFailure) in try check.passing(try inflation.next()) }
    case (8, true): return try described()
    default: throw .unknownPacking(String(localized: "compression method \(entry.method)"))
    }
  }

  /// Skips the entry whose header was read last.
  func skip(_ local: ZIPLocalEntry) throws(ImportFailure) {
    let pieces = local.hasDescriptor ? try self.pieces(of: local) : stretch(local.entry.packedBytes)
    while !(try pieces().isEmpty) {}
  }

  /// Reads the source to its end, so that the program that writes to the pipe is not stopped.
  func drain() throws(ImportFailure) {
    rest = []
    while !(try source().isEmpty) {}
  }
}

/// An entry as described by its local header.
struct ZIPLocalEntry {
  var entry: ZIPArchive.Entry
  /// Whether its sizes and its checksum follow its bytes, in a data descriptor, 4.3.9.
  var hasDescriptor: Bool
}

extension ZIPStream {
  /// Unpacks a deflated entry of unknown length: DEFLATE marks its own end, and the descriptor follows.
  private func described() throws(ImportFailure) -> Pieces {
    let inflation = try Inflation(
      .none,
      of: { [self] () throws(ImportFailure) in
        defer { rest = [] }
        return rest.isEmpty ? try source() : Array(rest)
      }, within: budget)
    var (checksum, count, isAtEnd): (UInt, Int, Bool) = (0, 0, false)
    return { [self] () throws(ImportFailure) in
      guard !isAtEnd else { return [] }
      let piece = try inflation.next()
      count += piece.count
      checksum = crc32(checksum, piece, UInt32(piece.count))
      if piece.isEmpty {
        isAtEnd = true
        rest = inflation.unread
        try checkDescriptor(checksum: checksum, packed: inflation.packedBytes, bytes: count)
      }
      return piece
    }
  }

  /// Checks and skips a data descriptor: with or without a signature, with sizes of four or eight bytes.
  private func checkDescriptor(checksum: UInt, packed: Int, bytes: Int) throws(ImportFailure) {
    _ = try fill(24)
    for (hasSignature, width) in [(true, 4), (true, 8), (false, 4), (false, 8)] {
      var fields = LittleEndianBytes(Array(rest.prefix(24)))
      if hasSignature { guard fields.integer(4) == 0x0807_4B50 else { continue } }
      let most = width == 4 ? 0xFFFF_FFFF : Int.max
      guard fields.integer(4).map({ UInt($0) }) == checksum, fields.integer(width) == packed & most,
        fields.integer(width) == bytes & most
      else { continue }
      rest = rest.dropFirst((hasSignature ? 4 : 0) + 4 + 2 * width)
      return
    }
    throw .badPacking(String(localized: "a checksum is wrong"))
  }

  /// Reads until there are at least `count` unread bytes; false if the source has fewer.
  private func fill(_ count: Int) throws(ImportFailure) -> Bool {
    while rest.count < count {
      let piece = try source()
      guard !piece.isEmpty else { return false }
      rest = rest.isEmpty ? piece[...] : (Array(rest) + piece)[...]
    }
    return true
  }

  private func take(_ count: Int) throws(ImportFailure) -> [UInt8] {
    guard try fill(count) else { throw .badPacking(String(localized: "it ends too early")) }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Returns the next `count` bytes, piece by piece.
  private func stretch(_ count: Int) -> Pieces {
    var left = count
    return { [self] () throws(ImportFailure) in
      guard left > 0 else { return [] }
      guard try fill(1) else { throw .badPacking(String(localized: "it ends too early")) }
      let piece = Array(rest.prefix(left))
      rest = rest.dropFirst(piece.count)
      left -= piece.count
      return piece
    }
  }
}
