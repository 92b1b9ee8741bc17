package import AppBridge
import BluetoothLE
import DBus

/// The services that BlueZ offers to apps for this process, as objects on the bus.
///
/// Source: BlueZ 5.82, `doc/org.bluez.GattService.rst`, `doc/org.bluez.GattCharacteristic.rst`.
package struct PeripheralServices: Sendable {
  static let service = "org.bluez.GattService1"
  static let characteristic = "org.bluez.GattCharacteristic1"
  /// The object that lists the services.
  static let root: ObjectPath = "/org/justzone2/bridge/gatt"
  /// The object of the advertisement, outside the list.
  static let advertisement: ObjectPath = "/org/justzone2/bridge/advertisement"

  private(set) var objects = ExportedObjects()
  private var characteristicsByPath: [ObjectPath: OfferedCharacteristic] = [:]
  private var pathsByID: [CharacteristicID: ObjectPath] = [:]

  /// - Parameters:
  ///   - offered: The services, in the order in which apps see them.
  ///   - advertisement: The advertisement by which apps find them.
  package init(_ offered: [OfferedService], advertisement: PeripheralAdvertisement) {
    objects.exportList(at: Self.root)
    objects.export(Self.advertisement, [PeripheralAdvertisement.interface: advertisement.properties])
    for (number, service) in offered.enumerated() {
      guard let path = Self.child(of: Self.root, "service", number) else { continue }
      objects.export(path, [Self.service: ["UUID": .string(service.uuid.fullText), "Primary": .boolean(true)]])
      for (number, characteristic) in service.characteristics.enumerated() {
        export(characteristic, at: Self.child(of: path, "characteristic", number), of: path)
      }
    }
  }

  /// The path of an object's child; its two digits keep the order of the table, in which BlueZ assigns the handles.
  private static func child(of parent: ObjectPath, _ kind: String, _ number: Int) -> ObjectPath? {
    ObjectPath("\(parent)/\(kind)\(number < 10 ? "0" : "")\(number)")
  }

  private mutating func export(_ characteristic: OfferedCharacteristic, at path: ObjectPath?, of service: ObjectPath) {
    guard let path else { return }
    let flags = Self.flags.filter { characteristic.properties.contains($0.property) }
    objects.export(
      path,
      [
        Self.characteristic: [
          "UUID": .string(characteristic.id.characteristic.fullText), "Service": .objectPath(service),
          "Flags": .array(flags.map { .string($0.name) }, of: "s"),
        ]
      ])
    characteristicsByPath[path] = characteristic
    pathsByID[characteristic.id] = path
  }

  /// BlueZ's names of the properties.
  private static let flags: [(property: OfferedCharacteristic.Properties, name: String)] = [
    (.read, "read"), (.write, "write"), (.notify, "notify"), (.indicate, "indicate"),
  ]

  /// Returns the characteristic of the object at `path`; nil for any other object.
  func characteristic(at path: ObjectPath?) -> OfferedCharacteristic? { path.flatMap { characteristicsByPath[$0] } }

  /// Returns the object of a characteristic; nil if it is not offered.
  func path(of id: CharacteristicID) -> ObjectPath? { pathsByID[id] }
}
