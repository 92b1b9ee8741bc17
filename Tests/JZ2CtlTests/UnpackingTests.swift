import TestKit
import Testing

@testable import jz2ctl

@Suite struct UnpackingTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let text = (0..<40_000).flatMap { Array("trackpoint \($0 &* 7919 % 997)\n".utf8) }

  private func file(_ bytes: [UInt8]) throws -> PieceReader {
    let path = folder.path(of: "packed")
    try #require(FileWriting.replaceFile(at: path, with: bytes) == nil)
    return try PieceReader(path: path)
  }

  private func whole(_ pieces: Pieces) throws(ImportFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let piece = try pieces(), !piece.isEmpty { bytes += piece }
    return bytes
  }

  /// A source of pieces of a given size.
  private static func pieces(of bytes: [UInt8], size: Int) -> Pieces {
    var rest = bytes[...]
    return { () throws(ImportFailure) in
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  private func gunzip(
    _ bytes: [UInt8], size: Int = 1000, limits: UnpackingLimits = UnpackingLimits()
  ) throws(ImportFailure) -> [UInt8] {
    let inflation = try Inflation(.gzip, of: Self.pieces(of: bytes, size: size), within: UnpackingBudget(limits))
    return try whole { () throws(ImportFailure) in try inflation.next() }
  }

  private func unzip(
    _ bytes: [UInt8], limits: UnpackingLimits = UnpackingLimits()
  ) throws -> [(String, [UInt8])] {
    let archive = try ZIPArchive(file(bytes), limits)
    let budget = UnpackingBudget(limits)
    return try archive.entries.map { ($0.name, try whole(try archive.pieces(of: $0, within: budget))) }
  }

  @Test(arguments: [1, 7, 1000, .max])
  func `a gzip file unpacks from pieces of any size`(size: Int) throws {
    let text = size == 1 ? Array(Self.text.prefix(3000)) : Self.text
    #expect(try gunzip(PackedFiles.gzip(text), size: size) == text)
  }

  @Test(arguments: [1, 1000])
  func `several gzip members form one file, and bytes after them are ignored`(size: Int) throws {
    let (one, two) = (Array("one ".utf8), Array("two".utf8))
    let packed = PackedFiles.gzip(one) + PackedFiles.gzip(two) + [0, 0, 0]
    #expect(try gunzip(packed, size: size) == one + two)
  }

  @Test func `a truncated or damaged gzip file is refused`() {
    var damaged = PackedFiles.gzip(Self.text)
    #expect(throws: ImportFailure.badPacking("it ends too early")) { try gunzip(Array(damaged.dropLast(9))) }
    damaged[damaged.count - 6] ^= 1
    #expect(throws: ImportFailure.badPacking("incorrect data check")) { try gunzip(damaged) }
  }

  @Test func `a file that unpacks to a thousand times its size is refused`() {
    let bomb = PackedFiles.gzip([UInt8](repeating: 0, count: 8 << 20))
    #expect(throws: ImportFailure.tooLargePacked("more than 250 times its packed size")) { try gunzip(bomb) }
  }

  @Test func `an import that unpacks more than its total limit is refused`() {
    var limits = UnpackingLimits()
    limits.totalBytes = 1000
    #expect(throws: ImportFailure.self) { try gunzip(PackedFiles.gzip(Self.text), limits: limits) }
  }

  @Test func `a ZIP archive's deflated and stored entries are read`() throws {
    let entries = [
      PackedFiles.Entry("a/b.fit", Self.text), PackedFiles.Entry("ü.tcx", Array("stored".utf8), method: 0),
      PackedFiles.Entry("empty", []), PackedFiles.Entry("folder/", [], method: 0),
    ]
    for comment in ["", "PK\u{5}\u{6} a comment"] {
      let read = try unzip(PackedFiles.zip(entries, comment: comment))
      #expect(read.map(\.0) == entries.map(\.name))
      #expect(read.map(\.1) == entries.map(\.bytes))
    }
  }

  @Test func `a ZIP64 archive is read`() throws {
    var entry = PackedFiles.Entry("a.fit", Self.text)
    entry.isLarge = true
    let read = try unzip(PackedFiles.zip([entry], isLarge: true))
    #expect(read.map(\.1) == [Self.text])
  }

  private static let odd: [(PackedFiles.Entry, ImportFailure)] = [
    (changed { $0.checksum = 1 }, .badPacking("a checksum is wrong")),
    (changed { $0.packed = [0xFF, 0xFF] }, .badPacking("invalid block type")),
    (changed { $0.method = 14 }, .unknownPacking("compression method 14")),
    (changed { $0.flags = 1 }, .unknownPacking("with a password")),
    (changed { $0.offset = 7 }, .badPacking("an entry is not where the list of files says")),
    (changed { $0.offset = 1 << 20 }, .badPacking("its files overlap")),
  ]

  private static func changed(_ change: (inout PackedFiles.Entry) -> Void) -> PackedFiles.Entry {
    var entry = PackedFiles.Entry("a.fit", Array("some text".utf8))
    change(&entry)
    return entry
  }

  @Test(arguments: odd)
  func `a damaged or unsupported ZIP entry is refused`(_ entry: PackedFiles.Entry, _ failure: ImportFailure) {
    #expect(throws: failure) { try unzip(PackedFiles.zip([entry])) }
  }

  /// Archive bombs unpack one kernel repeatedly in this way.
  @Test func `a ZIP archive with overlapping entries is refused`() {
    let first = PackedFiles.Entry("a", Self.text)
    var second = PackedFiles.Entry("b", Self.text)
    second.offset = 0
    #expect(throws: ImportFailure.badPacking("its files overlap")) {
      try unzip(PackedFiles.zip([first, second]))
    }
  }

  @Test func `a ZIP archive with too many files is refused`() {
    var limits = UnpackingLimits()
    limits.entries = 2
    let entries = (0..<3).map { ("\($0).fit", [UInt8(1)]) }
    #expect(throws: ImportFailure.tooLargePacked("more than 2 files")) {
      try unzip(PackedFiles.zip(entries), limits: limits)
    }
  }

  /// A truncated archive or a changed byte does not make the program trap.
  @Test func `a damaged ZIP archive does not crash the reader`() throws {
    let archive = PackedFiles.zip([("a.fit", Array("some text".utf8)), ("b.fit", Array("other".utf8))])
    for count in archive.indices { _ = try? unzip(Array(archive.prefix(count))) }
    for index in archive.indices {
      for flip in [UInt8(0x01), 0x80, 0xFF] {
        var damaged = archive
        damaged[index] ^= flip
        _ = try? unzip(damaged)
      }
    }
  }
}
