import BluetoothLE
package import DBus
import Loop

/// Adds an adapter, a trainer and a strap with BlueZ's properties.
extension FakeBlueZ {
  package static let adapter: ObjectPath = "/org/bluez/hci0"
  package static let trainer: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01"
  package static let strap: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_02"
  package static let bikeData: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01/service0010/char0011"
  package static let controlPoint: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01/service0010/char0014"

  private static let device = "org.bluez.Device1"
  private static let base = "-0000-1000-8000-00805f9b34fb"

  package func addAdapter(_ path: ObjectPath = adapter, address: String = "00:1A:7D:DA:71:10", powered: Bool = true) {
    add(path, ["org.bluez.Adapter1": ["Address": .string(address), "Powered": .boolean(powered)]])
  }

  /// Adds a device that advertises and is not connected.
  package func addDevice(
    _ path: ObjectPath, _ address: String, name: String, rssi: Int16? = -60, of adapter: ObjectPath = adapter
  ) {
    var properties: [String: Variant] = [
      "Address": .string(address), "Name": .string(name), "Adapter": .objectPath(adapter),
      "Connected": .boolean(false), "ServicesResolved": .boolean(false), "UUIDs": .array([], of: "s"),
    ]
    if let rssi { properties["RSSI"] = .int16(rssi) }
    add(path, [Self.device: properties])
  }

  package func addTrainer(rssi: Int16? = -60, at path: ObjectPath = trainer, of adapter: ObjectPath = adapter) {
    addDevice(path, "C0:FF:EE:00:00:01", name: "KICKR CORE", rssi: rssi, of: adapter)
  }

  /// Adds the trainer's Fitness Machine service with two characteristics.
  package func addTrainerServices(to device: ObjectPath = trainer) {
    let places = ["service0010", "service0010/char0011", "service0010/char0014"]
    let paths = places.compactMap { ObjectPath("\(device)/\($0)") }
    guard paths.count == places.count else { return }
    let service = paths[0]
    add(service, ["org.bluez.GattService1": ["UUID": .string("00001826" + Self.base)]])
    for (path, uuid) in [(paths[1], "00002ad2"), (paths[2], "00002ad9")] {
      add(
        path,
        ["org.bluez.GattCharacteristic1": ["UUID": .string(uuid + Self.base), "Service": .objectPath(service)]])
    }
  }

  /// Makes `Connect` establish a link, and `Disconnect` end it.
  ///
  /// - Parameters:
  ///   - servicesCome: Whether the services are resolved when the link is established.
  ///   - disconnectTime: How long `Disconnect` takes, two seconds in BlueZ itself; meanwhile the device reads as
  ///     connected and rejects requests.
  package func obey(servicesCome: Bool = true, disconnectTime: Duration = .zero) {
    on("Connect") { bluez, call in
      guard let path = call.path else { return nil }
      bluez.set(path, Self.device, ["Connected": .boolean(true)])
      if servicesCome { bluez.resolve(path) }
      return call.reply()
    }
    on("Disconnect") { bluez, call in
      guard let path = call.path else { return nil }
      guard disconnectTime > .zero else {
        bluez.drop(path)
        return call.reply()
      }
      guard bluez.isConnected(path) else { return call.reply(error: "org.bluez.Error.NotConnected", "Not Connected") }
      bluez.leaving[path, default: []].append(call.reply())
      bluez.loop.schedule(at: bluez.loop.now.advanced(by: disconnectTime)) { [weak bluez] in
        bluez?.assumeIsolated { $0.left(path) }
      }
      return nil
    }
    on("StartNotify") { bluez, call in
      let isLeaving = bluez.leaving.keys.contains { call.path?.isBelow($0) == true }
      return isLeaving ? call.reply(error: "org.bluez.Error.NotConnected", "Not Connected") : call.reply()
    }
  }

  /// Simulates a `Disconnect` by another program, which BlueZ delays.
  package func beginLeaving(_ path: ObjectPath) { leaving[path, default: []] += [] }

  /// Simulates the end of the connection, reported by the kernel or caused by BlueZ's timer.
  package func left(_ path: ObjectPath) {
    let answers = leaving.removeValue(forKey: path) ?? []
    if isConnected(path) { drop(path) }
    answers.forEach(send)
  }

  private func isConnected(_ path: ObjectPath) -> Bool { property(path, Self.device, "Connected")?.boolean == true }

  /// Resolves the services of a device.
  package func resolve(_ path: ObjectPath) {
    if path.text.hasSuffix("dev_C0_FF_EE_00_00_01") { addTrainerServices(to: path) }
    set(path, Self.device, ["ServicesResolved": .boolean(true)])
  }

  /// Drops the link to a device.
  package func drop(_ path: ObjectPath) {
    set(path, Self.device, ["Connected": .boolean(false), "ServicesResolved": .boolean(false)])
  }

  /// Sends a notification.
  package func notify(_ path: ObjectPath, _ value: [UInt8]) {
    emit(
      path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string("org.bluez.GattCharacteristic1"), .properties(["Value": .bytes(value)]), .array([], of: "s")])
  }
}
