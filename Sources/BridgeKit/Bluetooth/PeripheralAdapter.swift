package import BluetoothLE
import DBus

/// An adapter, and its ability to be a peripheral for apps while it is a central for the trainer.
///
/// Source: BlueZ 5.82, `doc/org.bluez.Adapter.rst`, `doc/org.bluez.LEAdvertisingManager.rst`.
struct PeripheralAdapter: Hashable {
  static let interface = "org.bluez.Adapter1"
  static let advertising = "org.bluez.LEAdvertisingManager1"
  static let gatt = "org.bluez.GattManager1"

  let path: ObjectPath
  let address: DeviceAddress?
  let isPowered: Bool
  /// `central`, `peripheral`, and `central-peripheral` if it can be both at once.
  let roles: Set<String>
  /// Whether it accepts services and advertisements of programs.
  let hasManagers: Bool
  /// How many more advertisements it accepts.
  let freeInstances: Int

  /// Reads an adapter from its interfaces; nil if the object is no adapter.
  init?(_ path: ObjectPath, _ interfaces: [String: Variant]) {
    guard let adapter = interfaces[Self.interface]?.properties else { return nil }
    self.path = path
    address = adapter["Address"]?.string.flatMap { DeviceAddress($0) }
    isPowered = adapter["Powered"]?.boolean ?? false
    roles = Set((adapter["Roles"]?.array ?? []).compactMap(\.string))
    hasManagers = interfaces[Self.gatt] != nil && interfaces[Self.advertising] != nil
    freeInstances = interfaces[Self.advertising]?.properties?["SupportedInstances"]?.integer ?? 0
  }

  /// `hci0`.
  var name: String { path.text.split(separator: "/").last.map(String.init) ?? path.text }

  /// Examines whether the adapter can serve apps.
  ///
  /// - Parameters:
  ///   - isNamed: Whether an administrator named this adapter, which then serves apps alone.
  ///   - isOurs: Whether it has this process' advertisement, which uses one of the instances.
  /// - Returns: The reason why it cannot be used; nil if it can.
  func obstacle(isNamed: Bool, isOurs: Bool) -> PeripheralObstacle? {
    if !isPowered { return .off(name) }
    if !hasManagers || !(roles.contains("peripheral") || roles.contains("central-peripheral")) {
      return .noPeripheral(name)
    }
    if !isNamed, !roles.contains("central-peripheral") { return .oneRole(name) }
    return freeInstances > 0 || isOurs ? nil : .noInstance(name)
  }
}

/// The reason why apps cannot find jz2 over Bluetooth.
package enum PeripheralObstacle: Error, Hashable, Sendable {
  /// `bluetoothd` is not running.
  case noService
  /// The bus or `bluetoothd` denies access to this account.
  case denied
  /// The computer has no adapter.
  case noAdapter
  /// The adapter that an administrator named is not there.
  case noSuchAdapter(DeviceAddress)
  /// The adapter is switched off.
  case off(String)
  /// The adapter cannot be a peripheral at all.
  case noPeripheral(String)
  /// The adapter cannot keep the trainer's link while it is a peripheral.
  case oneRole(String)
  /// Other programs use all advertisements of the adapter.
  case noInstance(String)
  /// `bluetoothd` refused the services or the advertisement.
  case refused(String)
}

extension PeripheralObstacle: CustomStringConvertible {
  /// A line for the journal: the reason, and the remedy.
  package var description: String {
    switch self {
    case .noService: "bluetoothd is not running. Start it: `sudo systemctl start bluetooth`."
    case .denied: "The system bus denies access to bluetoothd. The service needs the group bluetooth."
    case .noAdapter: "This computer has no Bluetooth adapter. Plug one in."
    case .noSuchAdapter(let address): "The adapter \(address) is not there. Plug it in, or name another one."
    case .off(let name): "The adapter \(name) is off. Switch it on: `bluetoothctl power on`."
    case .noPeripheral(let name): "The adapter \(name) cannot offer services to apps. Use another adapter."
    case .oneRole(let name):
      "The adapter \(name) cannot keep the trainer's link while apps use it, so apps don't find jz2 over "
        + "Bluetooth. docs/bridge.md names the setting of bluetoothd, and how to use a second adapter."
    case .noInstance(let name): "Other programs use all advertisements of the adapter \(name). End one of them."
    case .refused(let detail): "bluetoothd refused the services for apps: \(detail)"
    }
  }
}

/// Chooses the adapter that serves apps: the one with the address `named`, otherwise the first that can be used.
///
/// - Parameters:
///   - adapters: All adapters of the computer.
///   - named: The address that an administrator named; nil for any adapter that can be central and peripheral at once.
///   - ours: The adapter that has this process' advertisement.
/// - Returns: Its object.
/// - Throws: The obstacle of the first adapter.
func peripheralAdapter(
  of adapters: [PeripheralAdapter], named: DeviceAddress?, ours: ObjectPath?
) throws(PeripheralObstacle) -> ObjectPath {
  let candidates = adapters.filter { named == nil || $0.address == named }.sorted { $0.path < $1.path }
  guard let first = candidates.first else { throw named.map { .noSuchAdapter($0) } ?? .noAdapter }
  let obstacle = { (adapter: PeripheralAdapter) in
    adapter.obstacle(isNamed: named != nil, isOurs: adapter.path == ours)
  }
  let usable = candidates.filter { obstacle($0) == nil }
  if let kept = usable.first(where: { $0.path == ours }) ?? usable.first { return kept.path }
  throw obstacle(first) ?? .noAdapter
}
