import RideSession
import Testing

@testable import RideFiles

/// What a file may be cut into, and what is made of a file that is not sound.
@Suite struct FITDecoderTests {
  private static let whole = goldenFIT

  @Test func itIsTheSameRideInPiecesOfAnySize() throws {
    let expected = try decodeFIT(Self.whole)
    for size in 1...Self.whole.count {
      #expect(try decodeFIT(Self.whole, pieces: size) == expected, "pieces of \(size)")
    }
  }

  @Test func itIsTheSameRideWhereverItIsSplit() throws {
    let expected = try decodeFIT(Self.whole)
    for split in 0...Self.whole.count {
      var decoder = FITDecoder()
      try decoder.feed(Self.whole[..<split])
      try decoder.feed(Self.whole[split...])
      let ride = try decoder.finish().rides[0]
      #expect(ride == expected, "split at \(split)")
    }
  }

  @Test func everyPrefixIsRefusedAsCutAtItsEnd() {
    for length in 0..<Self.whole.count {
      let failure = refusal(of: Array(Self.whole.prefix(length)))
      #expect(failure?.code == .cut, "\(length) bytes")
      #expect(failure?.place == RideFileError.Place(byte: length))
    }
  }

  /// The header's checksum is its own; 0 would be none, and no flip of one bit makes it 0.
  @Test func everyFlippedBitIsFound() {
    for index in Self.whole.indices {
      for bit in 0..<8 {
        var bytes = Self.whole
        bytes[index] ^= 1 << bit
        #expect(refusal(of: bytes) != nil, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func aWrongChecksumIsNamedWithItsPlace() {
    var bytes = Self.whole
    bytes[bytes.count - 1] ^= 1
    #expect(refusal(of: bytes)?.code == .wrongChecksum)
    #expect(refusal(of: bytes)?.place == RideFileError.Place(byte: bytes.count - 2))
    bytes = Self.whole
    bytes[12] ^= 1
    #expect(refusal(of: bytes)?.code == .wrongChecksum)
    #expect(refusal(of: bytes)?.place == RideFileError.Place(byte: 12))
  }

  @Test func aHeaderWithoutChecksumIsTaken() throws {
    let expected = try decodeFIT(FITFile.short.bytes())
    #expect(try decodeFIT(FITFile.short.bytes(headerSize: 12)) == expected)
    var bytes = FITFile.short.bytes()
    bytes.replaceSubrange(12..<14, with: [0, 0])
    bytes.replaceSubrange((bytes.count - 2)..., with: FITFile.checksum(Array(bytes.dropLast(2))))
    #expect(try decodeFIT(bytes) == expected)
  }

  @Test(
    arguments: [
      [0x3C, 0x3F], Array("PK\u{3}\u{4}".utf8), [0], [14] + Array(repeating: 0, count: 40), [255],
    ] as [[UInt8]])
  func whatIsNoFITIsNotTakenForIt(_ bytes: [UInt8]) {
    #expect(refusal(of: bytes)?.code == .notThisFormat)
    #expect(refusal(of: bytes)?.place == RideFileError.Place(byte: 0))
  }

  @Test func aNewerProtocolIsNotRead() {
    #expect(refusal(of: FITFile.short.bytes(protocolVersion: 0x30))?.code == .notThisFormat)
    #expect(refusal(of: FITFile.short.bytes(protocolVersion: 0x2F)) == nil)
  }

  @Test func aSizeThatIsALieIsRefused() {
    let size = FITFile.short.messages.count
    #expect(refusal(of: FITFile.short.bytes(dataSize: size + 1))?.code == .cut)
    #expect(refusal(of: FITFile.short.bytes(dataSize: size - 1))?.code == .malformed)
    #expect(refusal(of: FITFile.short.bytes(dataSize: 0))?.code == .wrongChecksum)
    let claim = refusal(of: FITFile.short.bytes(dataSize: 0xFFFF_FFFF))
    #expect(claim?.code == .tooLarge && claim?.place == RideFileError.Place(byte: 4))
  }

  @Test func aMessageThatRunsPastTheEndIsRefusedWhereItBegins() {
    var file = FITFile.short
    let place = 14 + file.messages.count
    file.define(20, [.init(253, .uint32, 0)])
    file.messages += [0, 1, 2, 3]
    #expect(refusal(of: file.bytes())?.code == .malformed)
    #expect(refusal(of: file.bytes())?.place == RideFileError.Place(byte: place + 9))
  }

  @Test func dataThatNothingDefinesIsRefused() {
    var file = FITFile.short
    let place = 14 + file.messages.count
    file.messages += [0x05, 1]
    #expect(refusal(of: file.bytes())?.code == .malformed)
    #expect(refusal(of: file.bytes())?.place == RideFileError.Place(byte: place))
  }

  @Test func onlyAnActivityIsTaken() {
    var course = FITFile()
    course.add(0, [.init(0, .enumeration, 6)])
    course.record(0, heartRate: 100)
    #expect(refusal(of: course.bytes())?.code == .noActivity)
    #expect(refusal(of: FITFile.empty.bytes())?.code == .noActivity)
    var nameless = FITFile()
    nameless.record(0, heartRate: 100)
    #expect(refusal(of: nameless.bytes())?.code == .noActivity)
  }

  @Test func whatGoesBeyondTheLimitsIsRefused() {
    let bytes = FITFile.short.bytes()
    #expect(refusal(of: bytes, limits: ImportLimits(bytes: bytes.count)) == nil)
    #expect(refusal(of: bytes, limits: ImportLimits(bytes: bytes.count - 1))?.code == .tooLarge)
    #expect(refusal(of: bytes, limits: ImportLimits(seconds: 3)) == nil)
    #expect(refusal(of: bytes, limits: ImportLimits(seconds: 2))?.code == .tooLong)
  }

  /// A definition may claim 255 fields of 255 bytes and as many of a developer: nothing is kept but what came.
  @Test func aClaimCostsNothing() {
    var file = FITFile.empty
    file.messages += [0x60, 0, 0, 20, 0, 255]
    for number in 0..<255 { file.messages += [UInt8(number), 255, 13] }
    file.messages.append(255)
    for number in 0..<255 { file.messages += [UInt8(number), 255, 0] }
    file.messages.append(0)
    #expect(refusal(of: file.bytes())?.code == .malformed)
    #expect(refusal(of: file.bytes(dataSize: 50_000_000))?.code == .cut)
  }
}
