import BluetoothLE
import DBus
import Testing

@testable import BlueZ

@Suite struct PlaceTests {
  private static let device: ObjectPath = "/org/bluez/hci0/dev_1"
  private static let base = "-0000-1000-8000-00805f9b34fb"

  private func uuid(_ assigned: String) -> Variant { .string("0000\(assigned)\(Self.base)") }

  private func tree(_ bikeData: ObjectPath, configuration: ObjectPath) -> ObjectTree {
    let service: ObjectPath = "/org/bluez/hci0/dev_1/service0010"
    let flags = Variant.array([.string("notify"), .string("read"), .string("authorize")], of: "s")
    var tree = ObjectTree()
    _ = tree.replace(with: [
      service: [GattService1.interface: ["UUID": uuid("1826")]],
      bikeData: [
        GattCharacteristic1.interface: ["UUID": uuid("2ad2"), "Service": .objectPath(service), "Flags": flags]
      ],
      configuration: [GattDescriptor1.interface: ["UUID": uuid("2902")]],
      "/org/bluez/hci0/dev_1/service0010/char0015": [
        GattCharacteristic1.interface: ["UUID": uuid("2ad9"), "Service": .objectPath(service)]
      ],
      "/org/bluez/hci0/dev_1/service0010/char0015/desc0018": [GattDescriptor1.interface: ["UUID": uuid("2901")]],
    ])
    return tree
  }

  @Test func `handles are read from the objects' paths`() {
    let tree = tree(
      "/org/bluez/hci0/dev_1/service0010/char001a",
      configuration: "/org/bluez/hci0/dev_1/service0010/char001a/desc001c")
    #expect(
      tree.places(of: tree.characteristics(of: Self.device)) == [
        CharacteristicPlace(
          .fitnessMachineControlPoint, service: 0x10, declaration: 0x15, value: 0x16, configuration: nil,
          properties: 0),
        CharacteristicPlace(
          .indoorBikeData, service: 0x10, declaration: 0x1A, value: 0x1B, configuration: 0x1C, properties: 0x12),
      ])
  }

  @Test(arguments: ["char", "chair001a", "char1", "char00001", "charffff", "char00-1"])
  func `a characteristic whose path has no handle is left out`(name: String) throws {
    let path = try #require(ObjectPath("/org/bluez/hci0/dev_1/service0010/\(name.replacing("-", with: "_"))"))
    let tree = tree(path, configuration: "/org/bluez/hci0/dev_1/service0010/char0015/desc0017")
    let places = tree.places(of: tree.characteristics(of: Self.device))
    #expect(places.map(\.id) == [.fitnessMachineControlPoint])
    #expect(places.first?.configuration == 0x17)
  }
}
