import Compression
import Testing

@Suite struct GzipTests {
  private let text = Array(String(repeating: "150 W, 131 bpm. ", count: 50_000).utf8)

  @Test(arguments: [0, 1, 100, 1 << 18, 800_000]) func `packed bytes unpack to the same bytes`(count: Int) throws {
    let bytes = Array(text.prefix(count))
    let packed = try #require(Gzip.packed(bytes))
    #expect(packed.starts(with: [0x1F, 0x8B]))
    #expect(Gzip.unpacked(packed, most: count) == bytes)
  }

  /// Decompresses gzip in pieces; nil if it is damaged.
  private func joined(_ packed: [UInt8]) -> [UInt8]? {
    let pieces = Gzip.Pieces(packed)
    var bytes: [UInt8] = []
    do throws(Gzip.Pieces.Damage) {
      while let piece = try pieces.next() {
        #expect(1...Gzip.Pieces.most ~= piece.count)
        bytes += piece
      }
    } catch {
      return nil
    }
    return bytes
  }

  @Test(arguments: [0, 1, Gzip.Pieces.most - 1, Gzip.Pieces.most, Gzip.Pieces.most + 1, 800_000])
  func `unpacking in pieces of at most 64 KiB gives the same bytes`(count: Int) throws {
    let bytes = Array(text.prefix(count))
    #expect(joined(try #require(Gzip.packed(bytes))) == bytes)
  }

  @Test func `data that unpacks to more than the limit is refused`() throws {
    let packed = try #require(Gzip.packed(text, .most))
    #expect(Gzip.unpacked(packed, most: text.count) != nil)
    #expect(Gzip.unpacked(packed, most: text.count - 1) == nil)
    #expect(Gzip.unpacked(packed, most: 0) == nil)
  }

  @Test func `gzip that is cut off, damaged or extended is refused, as is other data`() throws {
    let packed = try #require(Gzip.packed(Array(text.prefix(1000))))
    for count in packed.indices {
      let cut = Array(packed.prefix(count))
      #expect(Gzip.unpacked(cut, most: 1000) == nil && joined(cut) == nil)
    }
    #expect(Gzip.unpacked(packed + [0], most: 1000) == nil && joined(packed + [0]) == nil)
    #expect(Gzip.unpacked(text, most: 1 << 20) == nil && joined(text) == nil)
    for place in [packed.count / 2, packed.count - 6, packed.count - 2] {
      var damaged = packed
      damaged[place] ^= 0x55
      #expect(Gzip.unpacked(damaged, most: 1000) == nil && joined(damaged) == nil, "byte \(place)")
    }
  }
}
