package import ControlWire

/// Devices as people read them.
package enum DeviceText {
  /// The answer to `scan`: the devices, strongest signal first.
  package static func heard(_ devices: [Device], page: Page) -> String {
    guard !devices.isEmpty else {
      return """
        Neither a trainer nor a strap was heard.
        Wake them: pedal a few strokes, put the strap on; and see that no other program is connected to them.
        """
    }
    let columns: [Table.Column] = [
      .init("Address"), .init("Signal", .right, drop: 3), .init("Kind", drop: 2), .init("Name", cutTo: 8),
      .init("", drop: 1),
    ]
    let table = Table(
      columns: columns,
      rows: devices.strongestFirst.map { device in
        let signal = device.rssi.map { "\($0) dBm" } ?? "-"
        return [device.address.printable, signal, kinds(of: device), name(of: device), remark(on: device)]
      })
    guard let changing = devices.first(where: { $0.addressChanges == true }) else { return table.text(on: page) }
    return table.text(on: page) + "\n" + pairing(changing)
  }

  /// Says that a device was heard.
  ///
  /// `Heard KICKR (C0:FF:EE:00:00:01), trainer, -50 dBm.`
  package static func news(of device: Device) -> String {
    let name = device.name.map { "\($0.printable) (\(device.address.printable))" } ?? device.address.printable
    let parts = [name, kinds(of: device), device.rssi.map { "\($0) dBm" }].compactMap(\.self)
    return "Heard \(parts.joined(separator: ", "))."
  }

  /// The answer to `devices`: the devices that rides use.
  package static func known(_ devices: [Device], page: Page) -> String {
    guard !devices.isEmpty else {
      return "No device is chosen. `jz2ctl start` takes the only trainer in range; `jz2ctl use ADDRESS` chooses."
    }
    return Table(
      columns: [.init("Address"), .init("Kind", drop: 1), .init("Name", cutTo: 8)],
      rows: devices.map { [$0.address.printable, kinds(of: $0), name(of: $0)] }
    ).text(on: page)
  }

  /// The answer to `use`.
  package static func chosen(_ device: Device) -> String {
    let name = device.name.map { "\($0.printable) (\(device.address.printable))" } ?? device.address.printable
    let role = device.kinds.map { $0 == .trainer ? "the trainer" : "the heart-rate strap" }
    let answer = "\(name) is now \(role.isEmpty ? "known" : role.joined(separator: " and "))."
    return device.addressChanges == true ? answer + "\n" + pairing(device) : answer
  }

  /// Describes a device that `start` chose by itself; nil for one that the rider chose before.
  static func taken(_ device: RiddenDevice) -> String? {
    let reason: String
    switch device.reason {
    case .chosen: return nil
    case .onlyOne: reason = "the only one in range"
    case .onlyKnown: reason = "the only one in range that was used before"
    }
    let name = device.name.map { "\($0.printable) (\(device.address.printable))" } ?? device.address.printable
    return "\(device.kind == .trainer ? "Trainer" : "Heart rate"): \(name), \(reason)."
  }

  /// The line of `start` that says that no strap was found.
  static let noStrap =
    "Heart rate: no strap in range; put it on, and `jz2ctl scan` and `jz2ctl use ADDRESS` take it for later rides."

  /// The line of `start` that says that it looked for no strap.
  static let noStrapChosen =
    "Heart rate: no strap is chosen, riding without; `jz2ctl scan` and `jz2ctl use ADDRESS` take one for later rides."

  private static func remark(on device: Device) -> String {
    if device.known { return "in use" }
    return device.addressChanges == true ? "its address changes" : ""
  }

  /// Explains how to get a stable address for a device that changes its address.
  private static func pairing(_ device: Device) -> String {
    """
    \(device.address.printable) is another address in a quarter of an hour, and the device is not found by it then.
    Pair with it first, `bluetoothctl pair \(device.address.printable)`, and `jz2ctl scan` shows the address that stays.
    """
  }

  private static func kinds(of device: Device) -> String {
    device.kinds.map { $0 == .trainer ? "trainer" : "heart rate" }.joined(separator: ", ")
  }

  private static func name(of device: Device) -> String {
    device.name?.printable ?? "-"
  }
}
