import ControlWire
import RideText

extension DoctorFacts {
  /// Where the system bus listens, if nothing else is said (D-Bus specification, Well-known Message Bus Instances).
  static let busPath = "/run/dbus/system_bus_socket"

  var serviceCheck: Check {
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

  var socketCheck: Check {
    switch socket {
    case .answering:
      let by = listener.map { ", made by \($0.printable)" } ?? ""
      return Check(name: "socket", outcome: .ok, message: "The daemon answers at \(socketPath)\(by).")
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

  var stateCheck: Check {
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
