import Rides

// Messages about devices, their links and the radio.

extension ControlError {
  var deviceExplanation: Explanation {
    let device = subject ?? String(localized: "The device")
    return switch code {
    case .noTrainerInRange: noTrainerExplanation
    case .severalDevices: severalExplanation
    case .deviceRefused: (fault ?? .refused).explanation(of: device)
    case .deviceNotFound:
      fault?.explanation(of: device)
        ?? Explanation(
          "\(device) does not answer.",
          remedy: "Turn the pedals to wake it, close other programs that are connected to it, then look for it: "
            + "`jz2ctl scan`.")
    case .noFitnessMachine:
      Explanation(
        "\(device) cannot be controlled: it supports none of the protocols Fitness Machine (FTMS), Wahoo and Tacx. It "
          + "may be a power meter, or a trainer that only reports its power.",
        remedy:
          "If it is a trainer, turn the pedals to wake it and start again; if that does not help, update its firmware "
          + "with the maker's app. If it is a power meter, use it as one: `jz2ctl use ADDRESS --as power`. To ride it "
          + "without a target: `jz2ctl start --free`.")
    case .noPowerTargets:
      Explanation(
        "\(device) cannot hold a target: it has no ERG mode.",
        remedy: "Ride without a target (`jz2ctl start --free`), or choose another trainer (`jz2ctl use ADDRESS`).")
    case .modeUnsupported:
      reason as? TrainerMode == .resistance
        ? Explanation(
          "\(device) has no resistance mode.", remedy: "Ride with watts, or without a target: `jz2ctl watts free`.")
        : Explanation(
          "\(device) cannot simulate a slope.", remedy: "Ride with watts, or without a target: `jz2ctl watts free`.")
    case .calibrationUnsupported:
      subject.map {
        Explanation("\($0) cannot be calibrated from here.", remedy: "Calibrate it in its maker's app.")
      }
        ?? Explanation("No power meter is chosen.", remedy: "Choose one: `jz2ctl use ADDRESS --as power`.")
    case .targetRefused:
      Explanation(
        "\(subject ?? String(localized: "The trainer")) refused\(bracket((reason as? TargetRefusal)?.localized ?? detail)).",
        remedy: "Close other programs that control it, and start again.")
    case .unsuitableDevice: unsuitableExplanation(device)
    case .unknownDevice:
      Explanation(
        "\(device) is not one of your devices.",
        remedy: "List your devices: `jz2ctl devices`. Look for new ones: `jz2ctl scan`.")
    case .scanDuringRide: duringRideExplanation
    default:
      // The subject is the radio's operation, which no message needs.
      (reason as? ProblemCode)?.explanation() ?? ProblemCode.failed.explanation(detail: detail.map { .text($0) })
    }
  }

  private var fault: DeviceFault? { reason as? DeviceFault }

  private var noTrainerExplanation: Explanation {
    var explanation =
      detail.map {
        Explanation(
          "No trainer is chosen, and none is in range. Perhaps a power meter or an older trainer: \($0).",
          remedy: "If that is your trainer, choose it: `jz2ctl use ADDRESS`. Otherwise turn the pedals to wake your "
            + "trainer, and start again.")
      }
      ?? Explanation(
        "No trainer is chosen, and none is in range.",
        remedy: "Turn the pedals to wake your trainer, close other programs that are connected to it, and start "
          + "again.")
    if detail == nil {
      explanation.remedy +=
        " " + String(localized: "`jz2ctl scan --all` also lists devices that do not say what they are.")
    }
    if !devices.isEmpty {
      explanation.message += " " + String(localized: "These fitness machines are not bikes: \(Self.list(devices)).")
    }
    if let subject { explanation.remedy += " " + CheckFinding.searchWith(adapters: subject) }
    return explanation
  }

  private func unsuitableExplanation(_ device: String) -> Explanation {
    if let machine = devices.first?.kinds.lazy.compactMap(\.machine).first {
      return Explanation(
        "\(device) is not a bike but another fitness machine: \(machine).",
        remedy: "See what is in range: `jz2ctl scan`.")
    }
    guard let detail else {
      return Explanation(
        "\(device) cannot be used for that.", remedy: "See what is in range: `jz2ctl scan`.")
    }
    return Explanation(
      "\(device) cannot be used for that; its Bluetooth services are \(detail).",
      remedy: "See what is in range: `jz2ctl scan`.")
  }

  private var duringRideExplanation: Explanation {
    switch subject {
    case nil:
      Explanation(
        "A scan during a ride could break the connection to the trainer.",
        remedy: "Scan after the ride, or end it: `jz2ctl stop`.")
    case DeviceRole.trainer.rawValue?:
      Explanation(
        "The trainer cannot be changed during a ride: the pedals would lose their resistance.",
        remedy: "End the ride first: `jz2ctl stop`.")
    case let device?:
      Explanation(
        "\(device) does not say what it is, and a check during a ride could break the connection to the trainer.",
        remedy: "Say what it is, for example: `jz2ctl use ADDRESS --as heartRate`.")
    }
  }

  /// The explanation for users that have to choose.
  var severalExplanation: Explanation {
    let kind = subject.flatMap(DeviceRole.init)
    let rivals = devices.filter { kind == nil || $0.kinds.first?.role == kind }
    let others = devices.filter { !rivals.contains($0) }
    let also = others.isEmpty ? "" : " " + String(localized: "Also in range: \(Self.list(others)).")
    return Explanation(
      "\(Self.several(kind, rivals))\(also)",
      remedy: kind == .heartRate
        ? "Choose yours (`jz2ctl use ADDRESS`) and start again, or ride without one: `jz2ctl start --no-heart-rate`."
        : others.isEmpty
          ? "Choose yours (`jz2ctl use ADDRESS`), and start again."
          : "Choose yours and your strap (`jz2ctl use ADDRESS` for each), and start again.")
  }

  private static func several(_ kind: DeviceRole?, _ devices: [Device]) -> String {
    let message =
      switch kind {
      case .trainer: String(localized: "Several trainers are in range")
      case .heartRate: String(localized: "Several heart-rate straps are in range")
      case .power, .cadence, .fan, nil: String(localized: "Several devices are in range")
      }
    return message + (devices.isEmpty ? "." : ": \(list(devices)).")
  }

  private static func list(_ devices: [Device]) -> String { devices.map(\.localized).joined(separator: ", ") }
}

extension Device {
  /// `KICKR 5A21 (C0:FF:EE:00:00:01, -52 dBm)`, with the type of a fitness machine other than a bike.
  fileprivate var localized: String {
    let machine = kinds.lazy.compactMap(\.machine).first
    let figures = [address, rssi.map { "\($0) dBm" }, machine].compactMap(\.self).joined(separator: ", ")
    return name.map { "\($0) (\(figures))" } ?? figures
  }
}

extension DeviceKind {
  /// The name of a fitness machine other than a bike, within a sentence: `treadmill`; nil for any other kind.
  package var machine: String? {
    switch self {
    case .treadmill: String(localized: "treadmill")
    case .crossTrainer: String(localized: "cross trainer")
    case .stepClimber: String(localized: "step climber")
    case .stairClimber: String(localized: "stair climber")
    case .rower: String(localized: "rowing machine")
    case .trainer, .heartRate, .cyclingPower, .power, .cadence, .fan, .candidate: nil
    }
  }
}

extension ProblemCode {
  func radioExplanation(_ subject: String?, _ detail: ProblemDetail?) -> Explanation {
    switch self {
    case .adapterMissing:
      Explanation(
        "There is no Bluetooth adapter\(subject.map { " \($0)" } ?? "").",
        remedy: "Plug one in. `bluetoothctl list` shows the adapters that the system knows.")
    case .adapterOff:
      offExplanation(
        subject.map { String(localized: "The Bluetooth adapter \($0)") } ?? String(localized: "The Bluetooth adapter"),
        detail)
    case .adapterStuck:
      Explanation(
        "The Bluetooth adapter does not answer\(bracket(detail?.localized)).",
        remedy:
          "Wait: the daemon switches it off and on. If that does not help: `sudo rfkill block bluetooth && sudo rfkill "
          + "unblock bluetooth`; then unplug it, or reboot the computer.")
    case .serviceMissing:
      (detail?.localized).map {
        Explanation(
          "The Bluetooth service is not running and could not be started: \($0).",
          remedy: "See why: `systemctl status bluetooth`; start it: `sudo systemctl start bluetooth`.")
      } ?? Explanation("The Bluetooth service is not running.", remedy: "Start it: `sudo systemctl start bluetooth`.")
    case .notAllowed:
      Explanation(
        "The Bluetooth service denies access to jz2d.",
        remedy:
          "Add jz2d's user to the group bluetooth: `sudo usermod -aG bluetooth jz2`; then restart it: `sudo systemctl "
          + "restart jz2d`.")
    case .serviceOutdated:
      Explanation(
        "The Bluetooth service is too old to set a trainer's power\(bracket(detail?.localized)).",
        remedy: "\(BlueZVersion.remedy)")
    case .captureEnded:
      Explanation("The replayed capture has ended.", remedy: "End the ride: `jz2ctl stop`.")
    case .busy:
      Explanation("The Bluetooth adapter is busy.", remedy: "Wait a moment; the daemon tries again by itself.")
    default:
      Explanation(
        "Bluetooth does not work\(bracket(detail?.localized)).",
        remedy: "Find out more: `jz2ctl doctor`, `journalctl -u bluetooth`.")
    }
  }

  private func offExplanation(_ adapter: String, _ detail: ProblemDetail?) -> Explanation {
    switch detail {
    case .adapterOff(.switchedOff):
      Explanation("\(adapter) is switched off.", remedy: "Switch it on: `bluetoothctl power on`.")
    case .adapterOff(.softBlocked):
      Explanation("\(adapter) is blocked by rfkill.", remedy: "Unblock it: `sudo rfkill unblock bluetooth`.")
    case .adapterOff(.hardBlocked):
      Explanation(
        "\(adapter) is blocked by a switch or the firmware.",
        remedy: "Turn the machine's radio switch on, or allow Bluetooth in its firmware.")
    default:
      Explanation(
        "\(adapter) is switched off or blocked.",
        remedy: "Switch it on: `sudo rfkill unblock bluetooth`, then `bluetoothctl power on`.")
    }
  }
}

// MARK: - Lost links and versions

/// The reason why a link was lost; the raw values are the codes in a ride's incidents, those of the radio by name.
package enum LinkReason: String, Hashable, Sendable, CaseIterable {
  /// No packet arrived within the supervision timeout.
  case supervisionTimeout
  /// The device ended the link.
  case closedByPeer
  /// The daemon ended the link.
  case closedHere
  /// The reason is unknown.
  case lost
  /// The link was torn down while it was being established.
  case connectFailed
  /// The adapter was removed.
  case adapterMissing
  /// The adapter was switched off.
  case adapterOff
  /// `bluetoothd` or the bus ended.
  case serviceMissing
  /// The replayed capture ended.
  case captureEnded

  /// The reason, as text.
  package var localized: String {
    switch self {
    case .supervisionTimeout: String(localized: "out of range")
    case .closedByPeer: String(localized: "ended by the device")
    case .closedHere: String(localized: "ended by this computer")
    case .lost: String(localized: "for an unknown reason")
    case .connectFailed: String(localized: "failed while connecting")
    case .adapterMissing: String(localized: "the adapter was removed")
    case .adapterOff: String(localized: "the adapter was switched off")
    case .serviceMissing: String(localized: "the Bluetooth service stopped")
    case .captureEnded: String(localized: "the capture ended")
    }
  }
}

/// A version of BlueZ: 5.66.
package struct BlueZVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
  package let major: Int
  package let minor: Int

  package init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads the first line of a program's version output: `5.66`, or `bluetoothctl: 5.66`.
  package init?(text: String) {
    guard let word = text.split(whereSeparator: { " \t\n".contains($0) }).last(where: { $0.contains(".") }) else {
      return nil
    }
    let parts = word.split(separator: ".").map { Int($0) }
    guard parts.count >= 2, let major = parts[0], let minor = parts[1] else { return nil }
    self.init(major, minor)
  }

  /// The version as BlueZ writes it.
  package var description: String { "\(major).\(minor)" }

  /// Whether one version came before another.
  package static func < (left: BlueZVersion, right: BlueZVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}

extension BlueZVersion {
  /// The first version whose `WriteValue` has a `type`, and so can write with response, as the control point requires.
  package static let settingPower = BlueZVersion(5, 51)
  /// The first version that shows Battery Level (2A19) to programs.
  package static let tellingBattery = BlueZVersion(5, 55)

  /// The remedy for a version that is too old.
  package static var remedy: String {
    String(localized: "Update to a system with BlueZ \(tellingBattery) or later; Debian 12 has 5.66.")
  }
}
