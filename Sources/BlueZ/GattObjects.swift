import BluetoothLE
import DBus

/// A service of a connected device, read from the mirror.
///
/// Source: BlueZ 5.82, `doc/org.bluez.GattService.rst`. A service that a BlueZ plug-in claims, for example Battery, has
/// no such object.
struct GattService1 {
  static let interface = "org.bluez.GattService1"
  let properties: Properties

  var uuid: BluetoothUUID? { properties["UUID"]?.string.flatMap { BluetoothUUID($0) } }
}

/// A characteristic of a connected device, read from the mirror; its `Value` is not mirrored.
///
/// Source: BlueZ 5.82, `doc/org.bluez.GattCharacteristic.rst`. Methods used, with their possible errors: `ReadValue`
/// and `WriteValue` (Failed, InProgress, NotPermitted, NotAuthorized, InvalidOffset, InvalidValueLength,
/// NotSupported), `StartNotify` (Failed, NotPermitted, InProgress, NotConnected, NotSupported).
struct GattCharacteristic1 {
  static let interface = "org.bluez.GattCharacteristic1"
  let properties: Properties

  var uuid: BluetoothUUID? { properties["UUID"]?.string.flatMap { BluetoothUUID($0) } }

  /// The service that the characteristic belongs to.
  var service: ObjectPath? { properties["Service"]?.objectPath }

  /// The property bits of its declaration (Bluetooth Core 5.4, Vol 3, Part G, §3.3.1.1) that `Flags` contains.
  var propertyBits: UInt8 {
    let flags = (properties["Flags"]?.array ?? []).compactMap(\.string)
    return flags.reduce(0) { $0 | (Self.propertyBits[$1] ?? 0) }
  }

  private static let propertyBits: [String: UInt8] = [
    "broadcast": 0x01, "read": 0x02, "write-without-response": 0x04, "write": 0x08, "notify": 0x10, "indicate": 0x20,
    "authenticated-signed-writes": 0x40, "extended-properties": 0x80,
  ]
}

/// A descriptor of a characteristic, read from the mirror.
///
/// Source: BlueZ 5.82, `doc/org.bluez.GattDescriptor.rst`.
struct GattDescriptor1 {
  static let interface = "org.bluez.GattDescriptor1"
  let properties: Properties

  var uuid: BluetoothUUID? { properties["UUID"]?.string.flatMap { BluetoothUUID($0) } }
}

/// The charge of a device whose Battery service BlueZ has claimed, read from the mirror.
///
/// Source: BlueZ 5.82, `doc/org.bluez.Battery.rst`. The interface is at the device's path and appears once BlueZ has
/// read the level, possibly after the services are resolved.
struct Battery1 {
  static let interface = "org.bluez.Battery1"
  let properties: Properties

  /// The value that a Battery Level characteristic would have: one byte, 0…100 %.
  var level: [UInt8]? {
    if case .byte(let percentage) = properties["Percentage"] { [percentage] } else { nil }
  }
}

extension ObjectTree {
  /// Returns the battery of the device at `path`.
  func battery(_ path: ObjectPath) -> Battery1? {
    properties(path, Battery1.interface).map { Battery1(properties: $0) }
  }

  /// Returns the service at `path`.
  func service(_ path: ObjectPath) -> GattService1? {
    properties(path, GattService1.interface).map { GattService1(properties: $0) }
  }

  /// Returns the characteristics of a device and their objects; of two with the same ID, the first.
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

  /// Returns the handles of the characteristics at `paths`, in order; characteristics whose path has no handle are
  /// skipped.
  ///
  /// BlueZ names objects by the handles of their declarations, `service0010/char0011/desc0013` (BlueZ 5.66,
  /// `src/gatt-client.c`); in every known device, a characteristic's value directly follows its declaration.
  func places(of paths: [CharacteristicID: ObjectPath]) -> [CharacteristicPlace] {
    let places = paths.compactMap { id, path -> CharacteristicPlace? in
      guard let properties = properties(path, GattCharacteristic1.interface) else { return nil }
      let characteristic = GattCharacteristic1(properties: properties)
      guard let declaration = path.handle(after: "char"), declaration < .max,
        let service = characteristic.service?.handle(after: "service")
      else { return nil }
      return CharacteristicPlace(
        id, service: service, declaration: declaration, value: declaration + 1,
        configuration: configuration(of: path), properties: characteristic.propertyBits)
    }
    return places.sorted { $0.declaration < $1.declaration }
  }

  /// Returns the handle of a characteristic's Client Characteristic Configuration; nil if the descriptor is missing.
  private func configuration(of characteristic: ObjectPath) -> UInt16? {
    let path = objects.keys.first { path in
      guard path.isBelow(characteristic), let properties = properties(path, GattDescriptor1.interface) else {
        return false
      }
      return GattDescriptor1(properties: properties).uuid == BluetoothUUID(0x2902)
    }
    return path?.handle(after: "desc")
  }
}

extension ObjectPath {
  /// Returns the handle at the end of the path, `0x0011` of `…/char0011`; nil if the last part is of another kind.
  fileprivate func handle(after kind: String) -> UInt16? {
    guard let name = text.split(separator: "/").last, name.hasPrefix(kind) else { return nil }
    let digits = name.dropFirst(kind.count)
    return digits.count == 4 ? UInt16(digits, radix: 16) : nil
  }
}
