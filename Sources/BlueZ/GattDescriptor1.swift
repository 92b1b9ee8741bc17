import BluetoothLE
import DBus

/// A descriptor of a characteristic, from the mirror.
///
/// Source: BlueZ 5.82, `doc/org.bluez.GattDescriptor.rst`.
struct GattDescriptor1 {
  static let interface = "org.bluez.GattDescriptor1"
  let properties: Properties

  /// The descriptor's name.
  var uuid: BluetoothUUID? { properties["UUID"]?.string.flatMap { BluetoothUUID($0) } }
}
