import Compression
import Testing

@Suite struct GzipTests {
  private let text = Array(String(repeating: "150 W, 131 bpm. ", count: 50_000).utf8)

  @Test(arguments: [0, 1, 100, 1 << 18, 800_000]) func `packed bytes unpack to what they were`(count: Int) throws {
    let bytes = Array(text.prefix(count))
    let packed = try #require(Gzip.packed(bytes))
    #expect(packed.starts(with: [0x1F, 0x8B]))
    #expect(Gzip.unpacked(packed, most: count) == bytes)
  }

  @Test func `what unpacks to more than is allowed, by one byte or by gigabytes, is refused`() throws {
    let packed = try #require(Gzip.packed(text, .most))
    #expect(Gzip.unpacked(packed, most: text.count) != nil)
    #expect(Gzip.unpacked(packed, most: text.count - 1) == nil)
    #expect(Gzip.unpacked(packed, most: 0) == nil)
  }

  @Test func `what is cut, damaged, continued or no gzip is refused`() throws {
    let packed = try #require(Gzip.packed(Array(text.prefix(1000))))
    for count in packed.indices { #expect(Gzip.unpacked(Array(packed.prefix(count)), most: 1000) == nil) }
    #expect(Gzip.unpacked(packed + [0], most: 1000) == nil)
    #expect(Gzip.unpacked(text, most: 1 << 20) == nil)
    for place in [packed.count / 2, packed.count - 6, packed.count - 2] {
      var damaged = packed
      damaged[place] ^= 0x55
      #expect(Gzip.unpacked(damaged, most: 1000) == nil, "byte \(place)")
    }
  }
}
