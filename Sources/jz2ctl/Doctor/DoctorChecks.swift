import ControlWire
import RideText

extension DoctorFacts {
  /// The checks, in the order in which things depend on each other.
  var checks: [Check] {
    [adapterCheck, rfkillCheck, bluetoothCheck, busCheck, serviceCheck, socketCheck, stateCheck, clockCheck]
  }

  private var adapterCheck: Check {
    guard let adapters else { return Check(name: "adapter", outcome: .unknown, message: "/sys cannot be read.") }
    guard !adapters.isEmpty else {
      return Check(
        name: "adapter", outcome: .failed, message: "There is no Bluetooth adapter.",
        remedy: "Plug one in; on a Pi, see that /boot/firmware/config.txt does not say disable-bt.")
    }
    return Check(name: "adapter", outcome: .ok, message: "There is \(adapters.joined(separator: ", ")).")
  }

  private var rfkillCheck: Check {
    guard let blocks else { return Check(name: "rfkill", outcome: .unknown, message: "There is no rfkill here.") }
    if blocks.contains(where: \.isHard) {
      return Check(
        name: "rfkill", outcome: .failed, message: "A switch or the firmware blocks Bluetooth.",
        remedy: "Turn the machine's radio switch on, or allow Bluetooth in its firmware.")
    }
    if blocks.contains(where: \.isSoft) {
      return Check(
        name: "rfkill", outcome: .failed, message: "Bluetooth is blocked by software.",
        remedy: "`sudo rfkill unblock bluetooth`")
    }
    return Check(name: "rfkill", outcome: .ok, message: "Nothing blocks Bluetooth.")
  }

  /// Checks that the Bluetooth service runs and is new enough.
  private var bluetoothCheck: Check {
    let name = "bluetoothd"
    guard isBluetoothRunning == true else {
      let isKnown = isBluetoothRunning != nil
      return Check(
        name: name, outcome: isKnown ? .failed : .unknown,
        message: isKnown ? "bluetoothd does not run." : "/proc cannot be read.",
        remedy: "`sudo systemctl enable --now bluetooth`; if it is not there, `sudo apt install bluez`.")
    }
    guard let version = bluetoothVersion else {
      return Check(name: name, outcome: .warning, message: "bluetoothd runs; its version is not known.")
    }
    if version < .settingPower {
      let sentence = ProblemCode.serviceOutdated.sentence(detail: "BlueZ \(version)")
      return Check(name: name, outcome: .failed, message: sentence.message, remedy: sentence.remedy)
    }
    if version < .tellingBattery {
      return Check(
        name: name, outcome: .warning, message: "bluetoothd is \(version); it hides the charge of batteries.",
        remedy: BlueZVersion.remedy)
    }
    return Check(name: name, outcome: .ok, message: "bluetoothd \(version) runs.")
  }

  private var busCheck: Check {
    guard hasBus else {
      return Check(
        name: "bus", outcome: .failed, message: "There is no system bus at \(Self.busPath).",
        remedy: "`sudo systemctl start dbus`; if it is not there, `sudo apt install dbus`.")
    }
    guard mayOpenBus else {
      return Check(
        name: "bus", outcome: .failed, message: "You may not open the system bus.",
        remedy: "Its socket should have mode 0666: `ls -l \(Self.busPath)`.")
    }
    return Check(name: "bus", outcome: .ok, message: "The system bus is open.")
  }

  private var clockCheck: Check {
    switch isClockSynchronised {
    case true: Check(name: "clock", outcome: .ok, message: "The clock was set from the network.")
    case false:
      Check(
        name: "clock", outcome: .warning, message: "The clock was not set from the network yet.",
        remedy: "Connect the machine to the network: `timedatectl`. Rides are dated right once it was.")
    default: Check(name: "clock", outcome: .unknown, message: "Nothing says whether the clock is right.")
    }
  }

  private var serviceCheck: Check {
    guard let unitState else {
      return Check(name: "service", outcome: .unknown, message: "systemd does not run here.")
    }
    if unitState == "active" { return Check(name: "service", outcome: .ok, message: "jz2d.service runs.") }
    if socket == .answering {
      return Check(
        name: "service", outcome: .ok, message: "jz2d.service is \(unitState.printable); a daemon runs without it.")
    }
    let isFailed = unitState == "failed"
    return Check(
      name: "service", outcome: .failed, message: "jz2d.service is \(unitState.printable).",
      remedy: isFailed
        ? "See why: `journalctl -u jz2d -e`; then `sudo systemctl restart jz2d`."
        : "`sudo systemctl enable --now jz2d`")
  }

  private var socketCheck: Check {
    switch socket {
    case .answering:
      let by = listener.map { ", made by \($0.printable)" } ?? ""
      return Check(name: "socket", outcome: .ok, message: "The daemon answers at \(socketPath)\(by)\(scope).")
    case .missing:
      return Check(
        name: "socket", outcome: .failed, message: "There is no socket at \(socketPath).",
        remedy: "Start the daemon: `sudo systemctl start jz2d`, or by hand without a trainer: `jz2d --radio sim`.")
    case .silent:
      return Check(
        name: "socket", outcome: .failed, message: "Nobody listens at \(socketPath).",
        remedy: "Start the daemon: `sudo systemctl restart jz2d`.")
    case .strange:
      let who = listener?.printable ?? "somebody else"
      return Check(
        name: "socket", outcome: .failed, message: "At \(socketPath), \(who) does not answer as the daemon does.",
        remedy: "Check `--socket`, and that daemon and client are of the same version; see `journalctl -u jz2d -e`.")
    case .denied:
      return Check(
        name: "socket", outcome: .failed, message: "You may not open \(socketPath).",
        remedy: membership.remedy(socket: socketPath))
    }
  }

  /// The calls that a narrower socket of the service allows.
  private var scope: String {
    switch TrainerSocket(path: socketPath) {
    case .look: "; it lets you look only"
    case .ride: "; it lets you look and ride"
    case .library: "; it lets you do all but administration"
    case .sync: "; it is for synchronising"
    case .all, nil: ""
    }
  }

  private var stateCheck: Check {
    guard let stateDirectory else {
      return Check(
        name: "state directory", outcome: .unknown, message: "There is none yet, or you may not see it.")
    }
    guard let freeBytes else {
      return Check(name: "state directory", outcome: .unknown, message: "\(stateDirectory) cannot be looked at.")
    }
    let room = "\(freeBytes / 1_000_000) MB free"
    if let little = Check.littleRoom(in: stateDirectory, freeBytes: Int(clamping: freeBytes)) { return little }
    return Check(name: "state directory", outcome: .ok, message: "\(stateDirectory) has \(room).")
  }
}

/// The result of `doctor`: the daemon's checks and those of this computer.
struct Diagnosis: Encodable {
  /// The checks, local ones first; if both made one, the daemon's counts.
  let checks: [Check]
  let jsonVersion = JSONVersion.current

  /// Merges both lists.
  ///
  /// A daemon without an adapter check rides without Bluetooth, so the local checks of Bluetooth do not matter then.
  init(local: [Check], daemon: [Check]) {
    let isBluetoothUsed = daemon.isEmpty || daemon.contains { $0.name == "adapter" }
    let local = local.filter { isBluetoothUsed || !Self.bluetoothNames.contains($0.name) }
    let merged = local.map { check in daemon.first { $0.name == check.name } ?? check }
    checks = merged + daemon.filter { check in !local.contains { $0.name == check.name } }
  }

  private static let bluetoothNames: Set = ["adapter", "rfkill", "bluetoothd", "bus"]

  /// Whether nothing has failed.
  var isHealthy: Bool {
    !checks.contains { $0.outcome == .failed }
  }

  /// Whether a ride would work, in one line.
  private var verdict: String {
    let failed = checks.filter { $0.outcome == .failed }.map(\.name.printable)
    guard failed.isEmpty else { return "Not ready to ride; failed: \(failed.joined(separator: ", "))." }
    switch checks.count(where: { $0.outcome == .warning }) {
    case 0: return "Ready to ride."
    case 1: return "Ready to ride, with 1 warning."
    case let count: return "Ready to ride, with \(count) warnings."
    }
  }

  /// The checks as people read them, outcome, name, observation and remedy; and the verdict.
  var text: String {
    let nameWidth = checks.map(\.name.count).max() ?? 0
    let lines = checks.map { check in
      let margin = String(repeating: " ", count: 9 + nameWidth + 2)
      let remedy = check.remedy.map { "\n\(margin)\($0.printable)" } ?? ""
      let label = "\(check.outcome.rawValue.fitted(to: 7))  \(check.name.printable.fitted(to: nameWidth))"
      return "\(label)  \(check.message.printable)\(remedy)"
    }
    return lines.joined(separator: "\n") + "\n\n\(verdict)"
  }
}
