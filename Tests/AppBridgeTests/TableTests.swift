import AppBridge
import BluetoothLE
import FitnessGATT
import Testing

@Suite struct TableTests {
  private func names(_ offers: BridgeOffers) -> [String] {
    Bench(offers: offers).bridge.services.map { service in
      "\(service.uuid): " + service.characteristics.map { "\($0.id.characteristic)" }.joined(separator: " ")
    }
  }

  @Test func `a trainer has its services, and heart rate without a strap`() {
    #expect(
      names(.trainer) == [
        "1826: 2ACC 2AD2 2AD3 2AD6 2AD8 2AD9 2ADA", "1818: 2A63 2A65 2A5D", "1816: 2A5B 2A5C 2A5D",
        "180D: 2A37 2A38", "180F: 2A19", "180A: 2A29 2A24 2A25 2A26",
      ])
  }

  @Test func `the strap alone has heart rate, battery and device information`() {
    #expect(names(.strap) == ["180D: 2A37 2A38", "180F: 2A19", "180A: 2A29 2A24 2A25 2A26"])
  }

  @Test(
    arguments: [
      (CharacteristicID(0x1826, 0x2ACC), [0x86, 0x54, 0, 0, 0x0C, 0x20, 0, 0]),
      (CharacteristicID(0x1826, 0x2AD6), [0, 0, 0xE8, 3, 1, 0]),
      (CharacteristicID(0x1826, 0x2AD8), [0, 0, 0xB8, 0x0B, 1, 0]),
      (CharacteristicID(0x1826, 0x2AD3), [0, 1]), (CharacteristicID(0x1818, 0x2A65), [8, 0, 0, 0]),
      (CharacteristicID(0x1816, 0x2A5C), [3, 0]), (CharacteristicID(0x1818, 0x2A5D), [13]),
      (CharacteristicID(0x180F, 0x2A19), [100]), (CharacteristicID(0x180A, 0x2A25), Array("77".utf8)),
      (CharacteristicID(0x180A, 0x2A24), Array("jz2".utf8)), (CharacteristicID(0x180A, 0x2A26), Array("0.3.0".utf8)),
    ] as [(CharacteristicID, [UInt8])])
  func `a read returns the value`(_ id: CharacteristicID, _ value: [UInt8]) {
    #expect(Bench().bridge.value(of: id) == value)
  }

  @Test func `values that are only notified, and unknown ones, cannot be read`() {
    let bridge = Bench().bridge
    #expect(bridge.value(of: .indoorBikeData) == nil)
    #expect(bridge.value(of: .fitnessMachineControlPoint) == nil)
    #expect(bridge.value(of: CharacteristicID(0x1826, 0x2ACD)) == nil)
    #expect(Bench(offers: .strap).bridge.value(of: .fitnessMachineFeature) == nil)
    #expect(Bench(offers: .strap).bridge.value(of: .batteryLevel) == nil)
  }

  @Test func `a serial number is never 0, which MyWhoosh refuses`() {
    #expect(BridgeIdentity(serialNumber: 0, firmware: "0.3.0").serialNumber == 1)
    #expect(BridgeIdentity(serialNumber: 77, firmware: "0.3.0").serialNumber == 77)
  }
}
