import Testing

@testable import RideFiles

@Suite struct FITChecksumTests {
  @Test(arguments: [("", 0), ("123456789", 0xBB3D), ("\0", 0), ("A", 0x30C0)] as [(String, UInt16)])
  func itIsCRC16ARC(_ text: String, _ checksum: UInt16) {
    #expect(FITChecksum(of: text.utf8).value == checksum)
  }

  @Test func overAWholeFileItIsZero() {
    #expect(FITChecksum(of: FITEncoderTests.encoder.encode(ride(goldenSamples))).value == 0)
  }
}
