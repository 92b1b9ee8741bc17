import Testing

@testable import RideFiles

@Suite struct FITBaseTypeTests {
  /// FIT Protocol, "FIT Base Types": size and invalid value.
  @Test(
    arguments: [
      (.enumeration, 1, 0xFF), (.sint8, 1, 0x7F), (.uint8, 1, 0xFF), (.sint16, 2, 0x7FFF), (.uint16, 2, 0xFFFF),
      (.sint32, 4, 0x7FFF_FFFF), (.uint32, 4, 0xFFFF_FFFF), (.string, 1, 0), (.float32, 4, 0xFFFF_FFFF),
      (.float64, 8, 0xFFFF_FFFF_FFFF_FFFF), (.uint8z, 1, 0), (.uint16z, 2, 0), (.uint32z, 4, 0), (.byte, 1, 0xFF),
      (.sint64, 8, 0x7FFF_FFFF_FFFF_FFFF), (.uint64, 8, 0xFFFF_FFFF_FFFF_FFFF), (.uint64z, 8, 0),
    ] as [(FITBaseType, Int, UInt64)])
  func `each FIT base type has its size and its invalid value`(_ type: FITBaseType, _ size: Int, _ invalid: UInt64) {
    #expect(type.size == size)
    #expect(type.value(ofBits: invalid) == nil)
    #expect(type.bits(of: nil) == invalid)
    #expect(FITBaseType(definition: type.rawValue) == type)
    #expect(FITBaseType(definition: type.rawValue & 0x1F) == type)
  }

  @Test(
    arguments: [
      (.uint8, 254.4, 254), (.uint8, 1e9, 254), (.uint8, -1, 0), (.uint16, 149.5, 150), (.uint16, 149.49, 149),
      (.uint32z, 0, 0), (.uint32z, 1e12, 0xFFFF_FFFF), (.sint8, -40, 0xD8), (.sint8, 1000, 126), (.sint8, -1000, 0x80),
      (.sint32, -1, 0xFFFF_FFFF), (.uint16, .nan, 0xFFFF), (.uint16, .infinity, 0xFFFF),
    ] as [(FITBaseType, Double, UInt64)])
  func `a value of a FIT type is rounded half up and limited to its range`(
    _ type: FITBaseType, _ value: Double, _ bits: UInt64
  ) {
    #expect(type.bits(of: value) == bits)
  }

  @Test(
    arguments: [
      (.sint8, 0xD8, -40), (.sint16, 0xFFFE, -2), (.sint32, 0x8000_0000, -2_147_483_648), (.uint32, 7, 7),
      (.sint64, 0xFFFF_FFFF_FFFF_FFFF, -1), (.float32, 0x4148_0000, 12.5), (.float64, 0x4029_0000_0000_0000, 12.5),
    ] as [(FITBaseType, UInt64, Double)])
  func `the bits of a FIT value are read with their sign`(_ type: FITBaseType, _ bits: UInt64, _ value: Double) {
    #expect(type.value(ofBits: bits) == value)
  }

  @Test(arguments: [(.float32, 0x7F80_0000), (.float64, 0x7FF8_0000_0000_0000)] as [(FITBaseType, UInt64)])
  func `a FIT float that is not finite counts as absent`(_ type: FITBaseType, _ bits: UInt64) {
    #expect(type.value(ofBits: bits) == nil)
  }
}

@Suite struct FITChecksumTests {
  @Test(arguments: [("", 0), ("123456789", 0xBB3D), ("\0", 0), ("A", 0x30C0)] as [(String, UInt16)])
  func `the FIT checksum is CRC-16 ARC`(_ text: String, _ checksum: UInt16) {
    #expect(FITChecksum(of: text.utf8).value == checksum)
  }

  @Test func `the checksum over a whole FIT file is zero`() {
    #expect(FITChecksum(of: FITEncoderTests.encoder.encode(ride(goldenSamples))).value == 0)
  }
}
