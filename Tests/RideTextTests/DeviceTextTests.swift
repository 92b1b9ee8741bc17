import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct DeviceTextTests {
  @Test func `a found device is reported with its kind and signal`() {
    let device = Device(address: "A", name: "KICKR", kinds: [.trainer], rssi: -50, known: false)
    #expect(DeviceText.news(of: device) == "Found KICKR (A), trainer, -50 dBm.")
  }

  @Test func `a device's name cannot control the terminal`() {
    let device = Device(address: "A", name: "\u{1B}[2Jx\u{202E}", kinds: [.trainer], rssi: -50, known: false)
    #expect(DeviceText.inRange([device], page: Samples.pipe).hasSuffix("1  A        -50 dBm  trainer  ?[2Jx?"))
  }

  @Test func `the device list begins with the strongest signal`() {
    let devices = [
      Device(address: "C0:FF:EE:00:00:02", name: "TICKR", kinds: [.heartRate], rssi: -71, known: true),
      Device(address: "C0:FF:EE:00:00:01", name: nil, kinds: [.trainer, .heartRate], rssi: -48, known: false),
    ]
    #expect(
      DeviceText.inRange(devices, page: Samples.pipe) == """
        #  Address             Signal  Kind                 Name
        1  C0:FF:EE:00:00:01  -48 dBm  trainer, heart rate  -
        2  C0:FF:EE:00:00:02  -71 dBm  heart rate           TICKR  in use
        """)
  }

  @Test func `a changing address is marked, and the remedy is pairing`() {
    let strap = Device(
      address: "7F:00:00:00:00:02", name: "Watch", kinds: [.heartRate], rssi: -71, known: false, addressChanges: true)
    let pairing = """
      7F:00:00:00:00:02 is a temporary address: in about 15 minutes, the device has another one.
      Pair with it first: `bluetoothctl pair 7F:00:00:00:00:02`. Then `jz2ctl scan` shows its permanent address.
      """
    #expect(
      DeviceText.inRange([strap], page: Samples.pipe) == """
        #  Address             Signal  Kind        Name
        1  7F:00:00:00:00:02  -71 dBm  heart rate  Watch  its address changes
        """ + "\n" + pairing)
    #expect(DeviceText.chosen(strap).hasSuffix("heart-rate strap.\n" + pairing))
  }
}
