import BluetoothLE
import Captures
import Testing

@Suite struct AttributeMapTests {
  @Test func everyFormOfALineIsRead() throws {
    let map = try AttributeMap(
      parsing: """
        # the trainer
        0x0012 1826/2AD2

        25 2AD9   # decimal, service left out\r
        C0:FF:EE:00:00:12 0x0012 180D/2A37
        0x20 a026ee0b-0a7d-4ab3-97fa-f1500f9feb8b/a026e005-0a7d-4ab3-97fa-f1500f9feb8b
        """)
    let trainer = DeviceAddress(1)
    #expect(map.characteristic(at: 0x12, of: trainer) == .indoorBikeData)
    #expect(map.characteristic(at: 25, of: trainer) == .fitnessMachineControlPoint)
    #expect(map.characteristic(at: 0x12, of: DeviceAddress(0xC0FF_EE00_0012)) == .heartRateMeasurement)
    #expect(map.characteristic(at: 0x20, of: trainer)?.service.assigned == nil)
    #expect(map.characteristic(at: 0x13, of: trainer) == nil)
  }

  @Test(arguments: [
    "0x12", "0x12 2AD2 extra words", "x 2AD2", "0 2AD2", "0x10000 2AD2", "0x12 FE01", "0x12 1826/2AD2/1",
    "C0:FF 0x12 2AD2", "0x12 /2AD2", "-1 2AD2",
  ]) func aBadLineIsNamed(_ line: String) {
    let failure = #expect(throws: CaptureFailure.self) { try AttributeMap(parsing: "0x01 2AD2\n\(line)\n") }
    #expect(failure?.line == 2)
    #expect(failure?.offset == 10)
  }
}
