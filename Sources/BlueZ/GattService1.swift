import BluetoothLE
import DBus

/// A service of a connected device, from the mirror.
///
/// Source: BlueZ 5.82, `doc/org.bluez.GattService.rst`. Services that a plug-in of BlueZ claims, Battery for one, have
/// no such object.
struct GattService1 {
  static let interface = "org.bluez.GattService1"
  let properties: Properties

  /// The service's name.
  var uuid: BluetoothUUID? { properties["UUID"]?.string.flatMap { BluetoothUUID($0) } }
}

extension ObjectTree {
  /// The service at `path`.
  func service(_ path: ObjectPath) -> GattService1? {
    properties(path, GattService1.interface).map { GattService1(properties: $0) }
  }
}
