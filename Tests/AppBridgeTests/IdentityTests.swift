import AppBridge
import Testing

@Suite struct IdentityTests {
  @Test func `a serial number is never 0, which MyWhoosh refuses`() {
    #expect(BridgeIdentity(serialNumber: 0, firmware: "0.3.0").serialNumber == 1)
    #expect(BridgeIdentity(serialNumber: 77, firmware: "0.3.0").serialNumber == 77)
  }
}
