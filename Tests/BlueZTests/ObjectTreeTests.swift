import BluetoothLE
import DBus
import Testing

@testable import BlueZ

@Suite struct ObjectTreeTests {
  private static let device: ObjectPath = "/org/bluez/hci0/dev_1"
  private static let interface = "org.bluez.Device1"

  private func tree(_ properties: Properties) -> ObjectTree {
    var tree = ObjectTree()
    _ = tree.replace(with: [Self.device: [Self.interface: properties]])
    return tree
  }

  @Test func `an added object appears`() {
    var tree = ObjectTree()
    let changes = tree.apply(.added(Self.device, [Self.interface: ["Connected": .boolean(true)]]))
    #expect(changes == [.appeared(Self.device, interface: Self.interface)])
    #expect(tree.device(Self.device)?.isConnected == true)
  }

  @Test func `a removed interface disappears, and an object disappears with its last interface`() {
    var tree = tree([:])
    _ = tree.apply(.added(Self.device, ["org.bluez.Battery1": [:]]))
    #expect(
      tree.apply(.removed(Self.device, ["org.bluez.Battery1", "x.Y"]))
        == [.disappeared(Self.device, interface: "org.bluez.Battery1")])
    #expect(tree.objects[Self.device] != nil)
    _ = tree.apply(.removed(Self.device, [Self.interface]))
    #expect(tree.objects.isEmpty)
  }

  @Test func `properties are set and invalidated`() {
    var tree = tree(["RSSI": .int16(-60), "Name": .string("a")])
    let signal = TreeSignal.changed(
      Self.device, interface: Self.interface, set: ["Name": .string("b")], invalidated: ["RSSI"])
    #expect(
      tree.apply(signal) == [.changed(Self.device, interface: Self.interface, names: ["Name", "RSSI"])])
    #expect(tree.properties(Self.device, Self.interface) == ["Name": .string("b")])
  }

  @Test func `a change of an unknown object changes nothing`() {
    var tree = ObjectTree()
    #expect(tree.apply(.changed("/x", interface: "a.B", set: ["c": .byte(1)], invalidated: [])) == [])
    #expect(tree.objects.isEmpty)
  }

  @Test func `a new list of objects reports only the differences`() {
    var tree = tree(["RSSI": .int16(-60), "Name": .string("a")])
    let changes = tree.replace(with: [
      Self.device: [Self.interface: ["Name": .string("b")]], "/new": ["a.B": [:]],
    ])
    #expect(
      changes == [
        .appeared("/new", interface: "a.B"),
        .changed(Self.device, interface: Self.interface, names: ["RSSI", "Name"]),
      ])
    #expect(tree.replace(with: tree.objects) == [])
    #expect(tree.replace(with: [:]).count == 2)
  }

  @Test func `the list of objects is read as BlueZ sends it`() {
    let body: [Variant] = [
      .dictionary(
        [
          .objectPath("/org/bluez"): .dictionary(
            [.string("org.bluez.AgentManager1"): .dictionary([:], of: "sv")], of: "sa{sv}"),
          .objectPath("/org/bluez/hci0"): .dictionary(
            [.string("org.bluez.Adapter1"): .properties(["Powered": .boolean(true)])], of: "sa{sv}"),
        ], of: "oa{sa{sv}}")
    ]
    let objects = managedObjects(body)
    #expect(objects?["/org/bluez/hci0"] == ["org.bluez.Adapter1": ["Powered": .boolean(true)]])
    #expect(objects?.count == 2)
    #expect(managedObjects([.string("x")]) == nil)
  }

  @Test func `a device has an advertisement only if it is heard or connected`() {
    let address: Properties = ["Address": .string("C0:FF:EE:00:00:01")]
    #expect(Device1(properties: address).advertisement == nil)
    let heard = Device1(properties: address.merging(["RSSI": .int16(-60)]) { $1 }).advertisement
    #expect(heard?.rssi == -60)
    let linked = Device1(properties: address.merging(["Connected": .boolean(true)]) { $1 }).advertisement
    #expect(linked?.isConnected == true)
    #expect(linked?.rssi == nil)
  }

  @Test(arguments: [
    ("7F:00:00:00:00:01", "random", false, true), ("7F:00:00:00:00:01", "public", false, false),
    ("C0:FF:EE:00:00:01", "random", false, false), ("3F:00:00:00:00:01", "random", false, false),
    ("7F:00:00:00:00:01", "random", true, false),
  ])
  func `a resolvable private address may change`(address: String, type: String, isPaired: Bool, changes: Bool) {
    let device = Device1(properties: [
      "Address": .string(address), "AddressType": .string(type), "Paired": .boolean(isPaired), "RSSI": .int16(-60),
    ])
    #expect(device.advertisement?.addressChanges == changes)
  }

  @Test func `the adapter and its number are read from a path`() {
    #expect(("/org/bluez/hci12/dev_C0_FF_EE_00_00_01" as ObjectPath).adapter == "/org/bluez/hci12")
    #expect(("/org/bluez/hci12/dev_C0_FF_EE_00_00_01" as ObjectPath).controllerNumber == 12)
    #expect(("/org/bluez" as ObjectPath).controllerNumber == nil)
    #expect(("/org/bluez/hci99999" as ObjectPath).controllerNumber == nil)
  }

  @Test func `the first adapter that is on is chosen, unless one was requested or used last`() {
    var tree = ObjectTree()
    #expect(tree.chosenAdapter(nil) == nil)
    for (number, isPowered) in [(0, false), (1, true), (2, true)] {
      let properties: Properties = [
        "Address": .string("00:00:00:00:00:0\(number)"), "Powered": .boolean(isPowered),
      ]
      _ = tree.apply(.added(ObjectPath("/org/bluez/hci\(number)") ?? "/", [Adapter1.interface: properties]))
    }
    #expect(tree.chosenAdapter(nil) == "/org/bluez/hci1")
    #expect(tree.chosenAdapter(DeviceAddress(2)) == "/org/bluez/hci2")
    #expect(tree.chosenAdapter(DeviceAddress(3)) == nil)
    #expect(tree.chosenAdapter(nil, keepingTo: DeviceAddress(2)) == "/org/bluez/hci2", "that of the last link")
    #expect(tree.chosenAdapter(nil, keepingTo: DeviceAddress(0)) == "/org/bluez/hci1", "which is off")
    #expect(tree.chosenAdapter(DeviceAddress(1), keepingTo: DeviceAddress(2)) == "/org/bluez/hci1")
  }
}
