import AppBridge
import BluetoothLE
import DBus

/// Answers the calls of `bluetoothd`, which passes on the requests of apps.
///
/// Source: BlueZ 5.82, `doc/org.bluez.GattCharacteristic.rst`, `doc/org.bluez.LEAdvertisement.rst`.
extension BluetoothPeripheral {
  /// Answers a call; only `bluetoothd` may make calls other than the standard ones.
  func answer(_ call: BusMessage) {
    if call.interface == PeripheralAdvertisement.interface, call.member == "Release", call.sender == bluez {
      post(call.reply())
      return advertisementReleased()
    }
    guard call.interface == PeripheralServices.characteristic,
      let characteristic = services.characteristic(at: call.path)
    else { return post(services.objects.answer(call)) }
    guard let sender = call.sender, sender == bluez else {
      return post(call.reply(error: BlueZError.notAuthorized, "only bluetoothd reads and writes"))
    }
    switch call.member {
    case "ReadValue": read(characteristic, call)
    case "WriteValue": write(characteristic, call)
    case "StartNotify":
      post(call.reply())
      pass(app.subscribe(characteristic.id))
    case "StopNotify":
      post(call.reply())
      pass(app.unsubscribe(characteristic.id))
    case "Confirm": post(call.reply())
    default: post(services.objects.answer(call))
    }
  }

  private func read(_ characteristic: OfferedCharacteristic, _ call: BusMessage) {
    guard characteristic.properties.contains(.read) else {
      return post(call.reply(error: BlueZError.notPermitted, "not readable"))
    }
    guard let value = owner.value(characteristic.id) else {
      return post(call.reply(error: BlueZError.failed, "no value"))
    }
    let offset = call.body.first?.properties?["offset"]?.integer ?? 0
    guard 0...value.count ~= offset else {
      return post(call.reply(error: BlueZError.invalidOffset, "\(offset) of \(value.count) bytes"))
    }
    post(call.reply([.bytes(Array(value.dropFirst(offset)))]))
  }

  private func write(_ characteristic: OfferedCharacteristic, _ call: BusMessage) {
    guard characteristic.properties.contains(.write) else {
      return post(call.reply(error: BlueZError.notPermitted, "not writable"))
    }
    guard let value = call.body.first?.bytes, value.count <= Self.mostBytes else {
      return post(call.reply(error: BlueZError.invalidLength, "not a value of at most \(Self.mostBytes) bytes"))
    }
    let options = call.body.dropFirst().first?.properties ?? [:]
    guard (options["offset"]?.integer ?? 0) == 0 else {
      return post(call.reply(error: BlueZError.invalidOffset, "values are written as a whole"))
    }
    guard writes.count < Self.mostWrites else {
      return post(call.reply(error: BlueZError.inProgress, "too many writes wait for an answer"))
    }
    writes.append(call)
    let device = options["device"]?.objectPath
    followLink(of: device)
    pass(app.write(value, to: characteristic.id, by: device))
  }

  /// Subscribes to the end of the writer's link: the changes of other devices, such as signal strengths during a scan,
  /// would only wake the process.
  private func followLink(of device: ObjectPath?) {
    guard let device, device != app.writer else { return }
    if let last = app.writer { post(.removeMatch(PeripheralClient.linkChanges(of: last))) }
    post(.addMatch(PeripheralClient.linkChanges(of: device)))
  }

  /// Handles the end of a device's link.
  func linkEnded(of device: ObjectPath) {
    if device == app.writer { post(.removeMatch(PeripheralClient.linkChanges(of: device))) }
    pass(app.deviceLeft(device))
  }

  /// The longest value of an attribute (Core 5.4, Vol 3, Part F, §3.2.9).
  private static let mostBytes = 512
  /// Every device has at most one write request without a response; an adapter has a handful of links.
  private static let mostWrites = 32
}

/// The errors that BlueZ translates into those of the Attribute Protocol.
private enum BlueZError {
  private static let family = "org.bluez.Error."
  static let failed = family + "Failed"
  static let inProgress = family + "InProgress"
  static let notPermitted = family + "NotPermitted"
  static let notAuthorized = family + "NotAuthorized"
  static let invalidLength = family + "InvalidValueLength"
  static let invalidOffset = family + "InvalidOffset"
}

/// A device that uses the services, as an object of BlueZ.
enum PeripheralClient {
  static let interface = "org.bluez.Device1"

  /// The signals of a device that include the end of its link.
  static func linkChanges(of device: ObjectPath) -> MatchRule {
    MatchRule(
      sender: BluetoothPeripheral.service, interface: StandardInterface.properties, member: "PropertiesChanged",
      path: device, firstArgument: interface)
  }

  /// Returns the device that a signal reports as gone; nil for any other signal.
  static func departed(_ signal: borrowing IncomingMessage) -> ObjectPath? {
    guard signal.isSignal(StandardInterface.properties, "PropertiesChanged") else { return nil }
    let body = signal.body
    guard body.first?.string == interface, body.count > 1, body[1].properties?["Connected"] == .boolean(false)
    else { return nil }
    return signal.path
  }
}

extension PeripheralAdapter {
  /// Whether a signal may change the choice of the adapter: an adapter or one of its properties changes.
  static func mayChange(_ signal: borrowing IncomingMessage) -> Bool {
    if signal.isSignal(StandardInterface.properties, "PropertiesChanged") {
      let name = signal.body.first?.string
      return name == interface || name == advertising
    }
    guard
      signal.isSignal(StandardInterface.objectManager, "InterfacesAdded")
        || signal.isSignal(StandardInterface.objectManager, "InterfacesRemoved")
    else { return false }
    let body = signal.body
    guard body.count == 2 else { return false }
    let names = body[1].properties.map { Set($0.keys) } ?? Set((body[1].array ?? []).compactMap(\.string))
    return !names.isDisjoint(with: [interface, advertising, gatt])
  }
}
