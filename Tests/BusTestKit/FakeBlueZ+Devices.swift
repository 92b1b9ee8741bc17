package import DBus

/// One adapter, a trainer and a strap, as BlueZ shows them.
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

  /// A device that is heard, not connected.
  package func addDevice(_ path: ObjectPath, _ address: String, name: String, rssi: Int16? = -60) {
    var properties: [String: Variant] = [
      "Address": .string(address), "Name": .string(name), "Adapter": .objectPath(Self.adapter),
      "Connected": .boolean(false), "ServicesResolved": .boolean(false), "UUIDs": .array([], of: "s"),
    ]
    if let rssi { properties["RSSI"] = .int16(rssi) }
    add(path, [Self.device: properties])
  }

  package func addTrainer(rssi: Int16? = -60) {
    addDevice(Self.trainer, "C0:FF:EE:00:00:01", name: "KICKR CORE", rssi: rssi)
  }

  /// The trainer's Fitness Machine service with two characteristics.
  package func addTrainerServices() {
    let service: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01/service0010"
    add(service, ["org.bluez.GattService1": ["UUID": .string("00001826" + Self.base)]])
    for (path, uuid) in [(Self.bikeData, "00002ad2"), (Self.controlPoint, "00002ad9")] {
      add(
        path,
        ["org.bluez.GattCharacteristic1": ["UUID": .string(uuid + Self.base), "Service": .objectPath(service)]])
    }
  }

  /// Lets `Connect` bring a link up, and `Disconnect` take it down.
  ///
  /// - Parameter servicesCome: Whether the services become known with it.
  package func obey(servicesCome: Bool = true) {
    on("Connect") { bluez, call in
      guard let path = call.path else { return nil }
      bluez.set(path, Self.device, ["Connected": .boolean(true)])
      if servicesCome { bluez.resolve(path) }
      return call.reply()
    }
    on("Disconnect") { bluez, call in
      guard let path = call.path else { return nil }
      bluez.drop(path)
      return call.reply()
    }
  }

  /// Lets the services of a device become known.
  package func resolve(_ path: ObjectPath) {
    if path == Self.trainer { addTrainerServices() }
    set(path, Self.device, ["ServicesResolved": .boolean(true)])
  }

  /// Lets the link to a device go.
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
