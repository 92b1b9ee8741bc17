import BluetoothLE
package import DBus
import Loop

/// Lets a trainer and a strap be ridden: they respond and notify like real devices.
extension FakeBlueZ {
  package static let heartRate: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_02/service0010/char0011"

  private static let device = "org.bluez.Device1"
  private static let characteristic = "org.bluez.GattCharacteristic1"
  private static let base = "-0000-1000-8000-00805f9b34fb"

  /// Adds a strap that advertises the Heart Rate service.
  package func addStrap() {
    addDevice(Self.strap, "C0:FF:EE:00:00:02", name: "HRM")
    set(Self.strap, Self.device, ["UUIDs": .array([.string("0000180d" + Self.base)], of: "s")])
  }

  /// Adds a service with one characteristic to a device.
  package func addService(_ service: String, with characteristic: String, to device: ObjectPath) {
    guard let place = ObjectPath("\(device)/service0010"), let path = ObjectPath("\(place)/char0011") else { return }
    add(place, ["org.bluez.GattService1": ["UUID": .string("0000\(service)" + Self.base)]])
    add(
      path,
      [Self.characteristic: ["UUID": .string("0000\(characteristic)" + Self.base), "Service": .objectPath(place)]])
  }

  /// Makes trainer and strap rideable, from `Connect` to the control point.
  ///
  /// - Parameter services: Adds the services of a device whose link is established; the device has no other services.
  package func ride(_ services: @escaping @Sendable (isolated FakeBlueZ, ObjectPath) -> Void = { $0.addUsual(to: $1) })
  {
    obey(servicesCome: false)
    on("Connect") { bluez, call in
      guard let path = call.path else { return nil }
      bluez.set(path, Self.device, ["Connected": .boolean(true)])
      services(bluez, path)
      bluez.set(path, Self.device, ["ServicesResolved": .boolean(true)])
      return call.reply()
    }
    on("StartNotify") { bluez, call in
      if let path = call.path { bluez.beginSending(path) }
      return call.reply()
    }
    on("WriteValue") { bluez, call in
      guard let path = call.path, let opCode = call.body.first?.bytes?.first else { return nil }
      bluez.send(call.reply())
      bluez.notify(path, [0x80, opCode, 0x01])
      return nil
    }
  }

  /// Adds the usual services of a trainer or a strap.
  package func addUsual(to device: ObjectPath) {
    if device == Self.strap { addService("180d", with: "2a37", to: device) } else { addTrainerServices(to: device) }
  }

  /// Sends four notifications per second until the link ends.
  private func beginSending(_ path: ObjectPath) {
    let value: [UInt8]
    switch path {
    case Self.bikeData: value = [0x44, 0x00, 0xF0, 0x0A, 0xB0, 0x00, 0x96, 0x00]
    case Self.heartRate: value = [0x00, 0x7C]
    default: return
    }
    sending[path, default: 0] += 1
    send(value, from: path, number: sending[path] ?? 0)
  }

  private func send(_ value: [UInt8], from path: ObjectPath, number: Int) {
    loop.schedule(at: loop.now.advanced(by: .milliseconds(250))) { [weak self] in
      self?.assumeIsolated { bluez in
        let devices = [Self.trainer, Self.strap].filter { path.isBelow($0) }
        let isUp = devices.contains { bluez.property($0, Self.device, "Connected")?.boolean == true }
        guard isUp, bluez.sending[path] == number else { return }
        bluez.notify(path, value)
        bluez.send(value, from: path, number: number)
      }
    }
  }
}
