import BluetoothLE
import ControlSocket
import DirectConnect
import Testing

@testable import BridgeKit

@Suite struct AnnouncedTrainerTests {
  private static func trainer(_ text: String..., name: String = "KICKR") throws -> AnnouncedTrainer {
    AnnouncedTrainer(
      named: name, at: try #require(TrainerPlace("192.168.1.20:36866")), text: text.map { Array($0.utf8) })
  }

  /// A KICKR BIKE SHIFT's own text, and those of other programs.
  @Test(
    arguments: [
      ("ble-service-uuids=0xFC82,0x1818,0x1826", [0xFC82, 0x1818, 0x1826]),
      ("ble-service-uuids=00001826-0000-1000-8000-00805F9B34FB", [0x1826]),
      ("BLE-Service-UUIDs=FC82, 1826", [0xFC82, 0x1826]), ("ble-services-uuids=0x1826", [0x1826]),
      ("ble-service-uuids=", []), ("ble-service-uuids", []), ("ble-service-uuids=0x18,zwift,1826", [0x1826]),
    ] as [(String, [UInt16])])
  func `the announced services are read in each form`(_ text: String, _ services: [UInt16]) throws {
    #expect(try Self.trainer(text).offer.services == services.map { BluetoothUUID($0) })
  }

  @Test func `the address stays the same while hardware address and name do`() throws {
    let address = try Self.trainer("mac-address=24:DC:C3:E3:B5:5A", "serial-number=1").offer.address
    #expect(address.isOnNetwork)
    #expect(try Self.trainer("serial-number=2", "mac-address=24-DC-C3-E3-B5-5A").offer.address == address)
    #expect(try Self.trainer("mac-address=24:DC:C3:E3:B5:5B").offer.address != address)
    #expect(try Self.trainer("mac-address=24:DC:C3:E3:B5:5A", name: "KICKR 2").offer.address != address)
    let serial = try Self.trainer("mac-address=00:00:00:00:00:00", "serial-number=7").offer.address
    #expect(try Self.trainer("serial-number=7").offer.address == serial)
    #expect(try Self.trainer().offer.address != serial)
  }

  @Test(arguments: [
    ("192.168.1.20:36867", "192.168.1.20:36867"), ("10.0.0.1", "10.0.0.1:36866"), ("127.0.0.1:1", "127.0.0.1:1"),
    ("8.8.8.8:36866", nil), ("192.168.1.20:0", nil), ("192.168.1.20:70000", nil), ("kickr.local", nil), ("", nil),
    ("fe80::1", nil),
  ])
  func `a trainer is in the local network, and has an IPv4 address`(_ text: String, _ place: String?) {
    #expect(TrainerPlace(text)?.description == place)
  }
}
