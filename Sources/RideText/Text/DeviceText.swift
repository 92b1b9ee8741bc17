package import ControlWire
import Rides

/// Texts about devices.
package enum DeviceText {
  /// The answer to `scan`: the devices, strongest signal first, numbered for `use`.
  package static func inRange(_ devices: [Device], page: Page) -> String {
    guard !devices.isEmpty else {
      let lines = [
        String(localized: "No trainer or heart-rate strap found."),
        String(
          localized: "Turn the pedals and put on the strap. Close any other app that is connected to them."),
        String(localized: "`jz2ctl scan --all` also lists devices that do not say what they are."),
      ]
      return lines.joined(separator: "\n")
    }
    let columns: [Table.Column] = [
      .init("#", .right, drop: 4), .init(String(localized: "Address")),
      .init(String(localized: "Signal"), .right, drop: 3),
      .init(String(localized: "Kind"), drop: 2), .init(String(localized: "Name"), cutTo: 8), .init("", drop: 1),
    ]
    let table = Table(
      columns: columns,
      rows: devices.strongestFirst.enumerated().map { index, device in
        let signal = device.rssi.map { "\($0) dBm" } ?? "-"
        return [
          "\(index + 1)", device.address.printable, signal, kinds(of: device), name(of: device), remark(on: device),
        ]
      })
    let doubtful = devices.contains { $0.kinds == [.cyclingPower] }
    let unknown = devices.contains { $0.kinds.isEmpty || $0.kinds.first == .candidate }
    let changing = devices.first { $0.addressChanges == true }
    return [table.text(on: page), doubtful ? findingOut : nil, unknown ? looking : nil, changing.map(pairing)]
      .compactMap(\.self)
      .joined(separator: "\n")
  }

  /// Reports a device that was found.
  ///
  /// `Found KICKR (C0:FF:EE:00:00:01), trainer, -50 dBm.`
  package static func news(of device: Device) -> String {
    let name = named(device.name, device.address)
    let parts = [name, kinds(of: device), device.rssi.map { "\($0) dBm" }].compactMap(\.self)
    return String(localized: "Found \(parts.joined(separator: ", ")).")
  }

  /// The answer to `devices`: the devices used in rides, numbered for `forget`.
  package static func known(_ devices: [Device], page: Page) -> String {
    guard !devices.isEmpty else {
      return String(
        localized: "No device is chosen. `jz2ctl start` uses the only trainer in range; `jz2ctl use ADDRESS` chooses "
          + "one.")
    }
    return Table(
      columns: [
        .init("#", .right, drop: 2), .init(String(localized: "Address")), .init(String(localized: "Kind"), drop: 1),
        .init(String(localized: "Name"), cutTo: 8),
      ],
      rows: devices.enumerated().map { ["\($0 + 1)", $1.address.printable, kinds(of: $1), name(of: $1)] }
    ).text(on: page)
  }

  /// The answer to `use`.
  package static func chosen(_ device: Device) -> String {
    let answer = isNow(named(device.name, device.address), device.kinds)
    return device.addressChanges == true ? answer + "\n" + pairing(device) : answer
  }

  private static func isNow(_ name: String, _ kinds: [DeviceKind]) -> String {
    switch (kinds.contains(.trainer), kinds.contains(.heartRate)) {
    case (true, true): String(localized: "\(name) is now the trainer and the heart-rate strap.")
    case (true, false): String(localized: "\(name) is now the trainer.")
    case (false, true): String(localized: "\(name) is now the heart-rate strap.")
    case (false, false):
      switch kinds.first?.role {
      case .power: String(localized: "\(name) is now the power meter; later rides use its power.")
      case .cadence: String(localized: "\(name) is now the cadence sensor.")
      case .fan: String(localized: "\(name) is now the fan; `jz2ctl settings --fan` sets its speed.")
      case .trainer, .heartRate, nil: String(localized: "\(name) is saved.")
      }
    }
  }

  /// Describes a device that `start` chose automatically; nil for one that the rider chose earlier.
  static func taken(_ device: RiddenDevice) -> String? {
    let reason: String
    switch device.reason {
    case .chosen: return nil
    case .onlyOne: reason = String(localized: "the only one in range")
    case .onlyKnown: reason = String(localized: "the only one in range that was used before")
    }
    let choice = "\(named(device.name, device.address)), \(reason)"
    return String(localized: "\(device.kind.heading): \(choice).")
  }

  /// The line of `start` if no strap was found.
  static var noStrap: String {
    String(
      localized: "Heart rate: no strap in range. Put it on and choose it for later rides: `jz2ctl scan`, then "
        + "`jz2ctl use ADDRESS`.")
  }

  /// The line of `start` if it did not search for a strap.
  static var noStrapChosen: String {
    String(
      localized: "Heart rate: no strap is chosen; this ride goes without. Choose one for later rides: `jz2ctl scan`, "
        + "then `jz2ctl use ADDRESS`.")
  }

  private static func remark(on device: Device) -> String {
    if device.known { return String(localized: "in use") }
    return device.addressChanges == true ? String(localized: "its address changes") : ""
  }

  /// Explains how to get a stable address for a device that changes its address.
  private static func pairing(_ device: Device) -> String {
    let address = device.address.printable
    let lines = [
      String(
        localized: "\(address) is a temporary address: in about 15 minutes, the device has another one."),
      String(
        localized: "Pair with it first: `bluetoothctl pair \(address)`. Then `jz2ctl scan` shows its permanent "
          + "address."),
    ]
    return lines.joined(separator: "\n")
  }

  /// Explains devices whose kind is only known after a connection.
  private static var findingOut: String {
    String(
      localized: "A device that sends power is a power meter or an older trainer; `jz2ctl use ADDRESS` finds out "
        + "which. Choose a meter with `jz2ctl use ADDRESS --as power`; until then, only rides without a target use it.")
  }

  /// Explains devices that do not advertise their kind.
  private static var looking: String {
    String(localized: "Some devices do not say what they are: `jz2ctl use ADDRESS` finds out.")
  }

  private static func named(_ name: String?, _ address: String) -> String {
    name.map { "\($0.printable) (\(address.printable))" } ?? address.printable
  }

  private static func kinds(of device: Device) -> String {
    device.kinds.isEmpty ? String(localized: "unknown") : device.kinds.map(\.title).joined(separator: ", ")
  }

  private static func name(of device: Device) -> String {
    device.name?.printable ?? "-"
  }
}
