import ControlWire
import RideText

extension DoctorFacts {
  /// The checks in the reader's language, in the order in which things depend on each other.
  var checks: [Check] {
    [adapterCheck, rfkillCheck, bluetoothCheck, busCheck, serviceCheck, socketCheck, stateCheck, clockCheck]
  }

  private var adapterCheck: Check {
    guard let adapters else {
      return Check(name: "adapter", outcome: .unknown, message: String(localized: "/sys cannot be read."))
    }
    guard !adapters.isEmpty else {
      return Check(
        name: "adapter", outcome: .failed, message: String(localized: "There is no Bluetooth adapter."),
        remedy: String(localized: "Plug one in. On a Pi, remove disable-bt from /boot/firmware/config.txt."))
    }
    return Check(
      name: "adapter", outcome: .ok, message: String(localized: "Found \(adapters.joined(separator: ", "))."))
  }

  private var rfkillCheck: Check {
    guard let blocks else {
      return Check(name: "rfkill", outcome: .unknown, message: String(localized: "There is no rfkill here."))
    }
    if blocks.contains(where: \.isHard) {
      return Check(
        name: "rfkill", outcome: .failed, message: String(localized: "A switch or the firmware blocks Bluetooth."),
        remedy: String(localized: "Turn the machine's radio switch on, or allow Bluetooth in its firmware."))
    }
    if blocks.contains(where: \.isSoft) {
      return Check(
        name: "rfkill", outcome: .failed, message: String(localized: "Bluetooth is blocked by software."),
        remedy: "`sudo rfkill unblock bluetooth`")
    }
    return Check(name: "rfkill", outcome: .ok, message: String(localized: "Bluetooth is not blocked."))
  }

  /// Checks that the Bluetooth service runs and is new enough.
  private var bluetoothCheck: Check {
    let name = "bluetoothd"
    guard isBluetoothRunning == true else {
      let isKnown = isBluetoothRunning != nil
      return Check(
        name: name, outcome: isKnown ? .failed : .unknown,
        message: isKnown
          ? String(localized: "bluetoothd is not running.") : String(localized: "/proc cannot be read."),
        remedy: String(
          localized: "Start it: `sudo systemctl enable --now bluetooth`; if it is not installed: "
            + "`sudo apt install bluez`."))
    }
    guard let version = bluetoothVersion else {
      return Check(
        name: name, outcome: .warning, message: String(localized: "bluetoothd is running; its version is unknown."))
    }
    if version < .settingPower {
      let explanation = ProblemCode.serviceOutdated.explanation(detail: .text("BlueZ \(version)"))
      return Check(name: name, outcome: .failed, message: explanation.message, remedy: explanation.remedy)
    }
    if version < .tellingBattery {
      return Check(
        name: name, outcome: .warning,
        message: String(localized: "bluetoothd \(version) is too old to report battery levels."),
        remedy: BlueZVersion.remedy)
    }
    return Check(name: name, outcome: .ok, message: String(localized: "bluetoothd \(version) is running."))
  }

  private var busCheck: Check {
    guard hasBus else {
      return Check(
        name: "bus", outcome: .failed, message: String(localized: "There is no system bus at \(Self.busPath)."),
        remedy: String(
          localized: "Start it: `sudo systemctl start dbus`; if it is not installed: `sudo apt install dbus`."))
    }
    guard mayOpenBus else {
      return Check(
        name: "bus", outcome: .failed, message: String(localized: "You may not open the system bus."),
        remedy: String(localized: "Check that its socket has mode 0666: `ls -l \(Self.busPath)`."))
    }
    return Check(name: "bus", outcome: .ok, message: String(localized: "The system bus is open."))
  }

  private var clockCheck: Check {
    switch isClockSynchronised {
    case true: Check(name: "clock", outcome: .ok, message: String(localized: "The clock was set from the network."))
    case false:
      Check(
        name: "clock", outcome: .warning, message: String(localized: "The clock was not set from the network yet."),
        remedy: String(
          localized: "Connect this computer to the network, so that rides get the right date; "
            + "check with `timedatectl`."))
    default:
      Check(name: "clock", outcome: .unknown, message: String(localized: "It is unknown whether the clock is right."))
    }
  }

  private var serviceCheck: Check {
    guard let unitState else {
      return Check(name: "service", outcome: .unknown, message: String(localized: "systemd is not running here."))
    }
    if unitState == "active" {
      return Check(name: "service", outcome: .ok, message: String(localized: "jz2d.service is running."))
    }
    if socket == .answering {
      return Check(
        name: "service", outcome: .ok,
        message: String(localized: "jz2d.service is \(unitState.printable), but a daemon is running without it."))
    }
    let isFailed = unitState == "failed"
    return Check(
      name: "service", outcome: .failed, message: String(localized: "jz2d.service is \(unitState.printable)."),
      remedy: isFailed
        ? String(localized: "See why: `journalctl -u jz2d -e`; then `sudo systemctl restart jz2d`.")
        : "`sudo systemctl enable --now jz2d`")
  }

  private var socketCheck: Check {
    switch socket {
    case .answering:
      return Check(name: "socket", outcome: .ok, message: answer)
    case .missing:
      return Check(
        name: "socket", outcome: .failed, message: String(localized: "There is no socket at \(socketPath)."),
        remedy: String(
          localized: "Start the daemon: `sudo systemctl start jz2d`, or by hand without a trainer: "
            + "`jz2d --radio sim`."))
    case .silent:
      return Check(
        name: "socket", outcome: .failed, message: String(localized: "No program listens at \(socketPath)."),
        remedy: String(localized: "Start the daemon: `sudo systemctl restart jz2d`."))
    case .strange:
      let who = listener?.printable ?? String(localized: "another program")
      return Check(
        name: "socket", outcome: .failed,
        message: String(
          localized: "The socket \(socketPath) belongs to \(who), which does not answer like the daemon."),
        remedy: String(localized: "Check `--socket`, and check that daemon and client have the same version."))
    case .foreign(let explanation):
      return Check(name: "socket", outcome: .failed, message: explanation.message, remedy: explanation.remedy)
    case .denied:
      return Check(
        name: "socket", outcome: .failed, message: String(localized: "You may not open \(socketPath)."),
        remedy: membership.remedy(socket: socketPath))
    }
  }

  /// The address at which the daemon answers, and the requests that a narrower socket of the service allows.
  private var answer: String {
    let place =
      listener.map { String(localized: "The daemon answers at \(socketPath) (created by \($0.printable))") }
      ?? String(localized: "The daemon answers at \(socketPath)")
    return switch TrainerSocket(path: socketPath) {
    case .look: String(localized: "\(place); it only lets you look.")
    case .ride: String(localized: "\(place); it lets you look and ride.")
    case .library: String(localized: "\(place); it allows everything except administration.")
    case .sync: String(localized: "\(place); it is only for jz2sync.")
    case .all, nil: "\(place)."
    }
  }

  private var stateCheck: Check {
    guard let stateDirectory else {
      return Check(
        name: "state directory", outcome: .unknown,
        message: String(localized: "There is no state directory yet, or you may not open it."))
    }
    guard let freeBytes else {
      return Check(
        name: "state directory", outcome: .unknown,
        message: String(localized: "The free space of \(stateDirectory) is unknown."))
    }
    if let little = Check.littleRoom(in: stateDirectory, freeBytes: Int(clamping: freeBytes)) { return little }
    return Check(
      name: "state directory", outcome: .ok,
      message: String(localized: "\(stateDirectory) has \(freeBytes / 1_000_000) MB free."))
  }
}

/// The result of `doctor`: the daemon's checks and those made on this computer.
struct Diagnosis {
  /// The checks, local ones first; if both made one, the daemon's counts.
  let checks: [Check]

  /// Merges both lists.
  ///
  /// A daemon without an adapter check works without Bluetooth, so the local Bluetooth checks are left out.
  init(local: [Check], daemon: [Check]) {
    let isBluetoothUsed = daemon.isEmpty || daemon.contains { $0.name == "adapter" }
    let local = local.filter { isBluetoothUsed || !Self.bluetoothNames.contains($0.name) }
    let merged = local.map { check in daemon.first { $0.name == check.name } ?? check }
    checks = merged + daemon.filter { check in !local.contains { $0.name == check.name } }
  }

  private static let bluetoothNames: Set = ["adapter", "rfkill", "bluetoothd", "bus"]

  /// Whether no check has failed.
  var isHealthy: Bool {
    !checks.contains { $0.outcome == .failed }
  }

  /// Whether a ride would work, in one line.
  private var verdict: String {
    let failed = checks.filter { $0.outcome == .failed }.map(\.title.printable)
    guard failed.isEmpty else {
      return String(localized: "Not ready to ride; failed: \(failed.joined(separator: ", ")).")
    }
    switch checks.count(where: { $0.outcome == .warning }) {
    case 0: return String(localized: "Ready to ride.")
    case 1: return String(localized: "Ready to ride, with 1 warning.")
    case let count: return String(localized: "Ready to ride, with \(count) warnings.")
    }
  }

  /// The report for people: each check with outcome, name, observation and remedy; then the verdict.
  var text: String {
    let nameWidth = checks.map(\.title.count).max() ?? 0
    let lines = checks.map { check in
      let explanation = check.explanation
      let margin = String(repeating: " ", count: 9 + nameWidth + 2)
      let remedy = explanation.remedy.map { "\n\(margin)\($0.printable)" } ?? ""
      let label = "\(check.outcome.title.fitted(to: 7))  \(check.title.printable.fitted(to: nameWidth))"
      return "\(label)  \(explanation.message.printable)\(remedy)"
    }
    return lines.joined(separator: "\n") + "\n\n\(verdict)"
  }
}
