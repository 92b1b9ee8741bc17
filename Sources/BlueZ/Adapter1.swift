import BluetoothLE
import DBus

/// A Bluetooth adapter, read from the mirror.
///
/// Source: BlueZ 5.82, `doc/org.bluez.Adapter.rst`. Methods used, with their possible errors: `SetDiscoveryFilter`
/// (NotReady, NotSupported, Failed), `StartDiscovery` (NotReady, Failed, InProgress), `StopDiscovery` (NotReady,
/// Failed, NotAuthorized).
struct Adapter1 {
  static let interface = "org.bluez.Adapter1"
  let properties: Properties

  /// The adapter's own address.
  var address: DeviceAddress? { properties["Address"]?.string.flatMap { DeviceAddress($0) } }

  /// Whether it is switched on.
  var isPowered: Bool { properties["Powered"]?.boolean ?? false }

  /// Whether rfkill prevents switching it on; known since BlueZ 5.65, experimental until 5.75.
  var isBlocked: Bool { properties["PowerState"]?.string == "off-blocked" }
}

extension ObjectTree {
  /// Returns the adapter at `path`.
  func adapter(_ path: ObjectPath) -> Adapter1? {
    properties(path, Adapter1.interface).map { Adapter1(properties: $0) }
  }

  /// Returns the adapter to use: if `asked` is given, the adapter with that address; otherwise, of the adapters that
  /// are on, the one with the address `last`, else the first; if all are off, the first.
  ///
  /// Call it again each time, since an adapter that is plugged in again gets another number: `hci0` returns as `hci1`.
  func chosenAdapter(_ asked: DeviceAddress?, keepingTo last: DeviceAddress? = nil) -> ObjectPath? {
    let adapters = objects.keys.filter { adapter($0) != nil }.sorted()
    if let asked { return adapters.first { adapter($0)?.address == asked } }
    let usable = adapters.filter { adapter($0)?.isPowered == true }
    return usable.first { adapter($0)?.address == last } ?? usable.first ?? adapters.first
  }

  /// Returns the adapters that are on, except the one at `used`.
  func otherAdapters(than used: ObjectPath?) -> [RadioAdapter] {
    objects.keys.sorted().compactMap { path in
      guard path != used, let adapter = adapter(path), adapter.isPowered, let address = adapter.address else {
        return nil
      }
      return RadioAdapter(name: path.text.split(separator: "/").last.map(String.init) ?? path.text, address: address)
    }
  }

  /// Returns the address of the adapter that a device is connected to; nil if it is not connected.
  func adapterHolding(_ address: DeviceAddress) -> DeviceAddress? {
    devicePaths(address).first { device($0)?.isConnected == true }.flatMap { adapter($0.adapter)?.address }
  }
}

extension ObjectPath {
  /// The adapter that the object at this path belongs to: `/org/bluez/hci0` for
  /// `/org/bluez/hci0/dev_C0_FF_EE_00_00_01`.
  var adapter: ObjectPath {
    let parts = text.split(separator: "/").prefix(3)
    return ObjectPath("/" + parts.joined(separator: "/")) ?? self
  }

  /// The kernel's number of that adapter's controller; nil if the path is outside all adapters.
  var controllerNumber: UInt16? {
    let name = text.split(separator: "/").dropFirst(2).first
    return name.flatMap { $0.hasPrefix("hci") ? UInt16($0.dropFirst(3)) : nil }
  }
}
