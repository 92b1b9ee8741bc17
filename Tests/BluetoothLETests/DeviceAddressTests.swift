import BluetoothLE
import Testing

@Suite struct DeviceAddressTests {
  @Test func `a device on the network has the same address each time, and one that shows where it is`() {
    let address = DeviceAddress(onNetwork: "KICKR BIKE SHIFT A8E6")
    #expect(address == DeviceAddress(onNetwork: "KICKR BIKE SHIFT A8E6"))
    #expect(address != DeviceAddress(onNetwork: "KICKR BIKE SHIFT A8E7"))
    #expect(address.description.hasPrefix("8A:DC:"))
    #expect(address.isOnNetwork)
    #expect(DeviceAddress(address.description) == address)
  }

  /// FNV-1a of "a" is E40C292C.
  @Test func `the address is a hash of the identity`() {
    #expect(DeviceAddress(onNetwork: "a").description == "8A:DC:E4:0C:29:2C")
    #expect(DeviceAddress(onNetwork: "").description == "8A:DC:81:1C:9D:C5")
  }

  @Test(arguments: ["C0:FF:EE:00:00:01", "8A:DD:00:00:00:00", "00:8A:DC:00:00:00", "FF:FF:FF:FF:FF:FF"])
  func `a Bluetooth address is not on the network`(_ text: String) {
    #expect(DeviceAddress(text)?.isOnNetwork == false)
  }
}
