import BluetoothLE
import DBus

/// A characteristic of a connected device, from the mirror; its `Value` is not mirrored.
///
/// Source: BlueZ 5.82, `doc/org.bluez.GattCharacteristic.rst`. Methods used, with their possible errors: `ReadValue`
/// and `WriteValue` (Failed, InProgress, NotPermitted, NotAuthorized, InvalidOffset, InvalidValueLength,
/// NotSupported), `StartNotify` (Failed, NotPermitted, InProgress, NotConnected, NotSupported).
struct GattCharacteristic1 {
  static let interface = "org.bluez.GattCharacteristic1"
  let properties: Properties

  /// The characteristic's name.
  var uuid: BluetoothUUID? { properties["UUID"]?.string.flatMap { BluetoothUUID($0) } }

  /// The service that it belongs to.
  var service: ObjectPath? { properties["Service"]?.objectPath }

  /// The property bits of its declaration (Bluetooth Core 5.4, Vol 3, Part G, §3.3.1.1), as far as `Flags` tells them.
  var propertyBits: UInt8 {
    let flags = (properties["Flags"]?.array ?? []).compactMap(\.string)
    return flags.reduce(0) { $0 | (Self.propertyBits[$1] ?? 0) }
  }

  private static let propertyBits: [String: UInt8] = [
    "broadcast": 0x01, "read": 0x02, "write-without-response": 0x04, "write": 0x08, "notify": 0x10, "indicate": 0x20,
    "authenticated-signed-writes": 0x40, "extended-properties": 0x80,
  ]
}

extension ObjectTree {
  /// The characteristics of the device at `device` and where each is; of two alike, the first.
  func characteristics(of device: ObjectPath) -> [CharacteristicID: ObjectPath] {
    var found: [CharacteristicID: ObjectPath] = [:]
    for path in objects.keys where path.isBelow(device) {
      guard let properties = properties(path, GattCharacteristic1.interface) else { continue }
      let characteristic = GattCharacteristic1(properties: properties)
      guard let uuid = characteristic.uuid, let service = characteristic.service.flatMap({ self.service($0)?.uuid })
      else { continue }
      let id = CharacteristicID(service: service, characteristic: uuid)
      if let other = found[id], other < path { continue }
      found[id] = path
    }
    return found
  }
}
