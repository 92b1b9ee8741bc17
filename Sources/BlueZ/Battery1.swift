import BluetoothLE
import DBus

/// The charge of a device whose Battery service BlueZ has claimed, from the mirror.
///
/// Source: BlueZ 5.82, `doc/org.bluez.Battery.rst`. The interface stands at the device's path and comes once BlueZ has read
/// the level, which may be after the services are resolved.
struct Battery1 {
  static let interface = "org.bluez.Battery1"
  let properties: Properties

  /// The value that a Battery Level characteristic would have: one byte, 0…100 %.
  var level: [UInt8]? {
    if case .byte(let percentage) = properties["Percentage"] { [percentage] } else { nil }
  }
}

extension ObjectTree {
  /// The battery of the device at `path`.
  func battery(_ path: ObjectPath) -> Battery1? {
    properties(path, Battery1.interface).map { Battery1(properties: $0) }
  }
}
