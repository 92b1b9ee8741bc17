import FitnessGATT
import Testing

/// The Pedal Power Balance of Cycling Power Measurement (CPS 1.1, §3.2): 0.5 % in byte 4, if bit 0 of the flags is
/// set; of the left pedal if bit 1 is set, otherwise of an unknown one.
@Suite struct PedalBalanceVectorTests {
  @Test(
    arguments: [
      ([0x03, 0x00, 0xC8, 0x00, 0x61], 48.5), ([0x03, 0x00, 0xC8, 0x00, 0x00], 0),
      ([0x03, 0x00, 0xC8, 0x00, 0xC8], 100),
      ([0x03, 0x00, 0xC8, 0x00, 0xC9], nil), ([0x01, 0x00, 0xC8, 0x00, 0x61], nil), ([0x02, 0x00, 0xC8, 0x00], nil),
      ([0x00, 0x00, 0xC8, 0x00], nil), ([0x23, 0x00, 0x0B, 0x00, 0x61, 0x0D, 0x00, 0xD7, 0xFC], 48.5),
    ] as [([UInt8], Double?)])
  func `the left pedal's share is known only if the meter names the left pedal`(
    _ bytes: [UInt8], _ percent: Double?
  ) throws {
    let measurement = try CyclingPowerMeasurement(decoding: bytes)
    #expect(measurement.leftPercent == percent)
    #expect(measurement.encoded() == bytes)
  }
}
