import ControlWire
import RideText

/// What `doctor` found: the daemon's checks and those made here.
struct Diagnosis: Encodable {
  /// The checks, those made here first; where both looked at a thing, the daemon's word counts.
  let checks: [Check]

  /// Puts both together.
  ///
  /// A daemon that names no adapter rides without Bluetooth, so what is missing for that is no trouble then.
  init(local: [Check], daemon: [Check]) {
    let isBluetoothUsed = daemon.isEmpty || daemon.contains { $0.name == "adapter" }
    let local = local.filter { isBluetoothUsed || !Self.bluetoothNames.contains($0.name) }
    let merged = local.map { check in daemon.first { $0.name == check.name } ?? check }
    checks = merged + daemon.filter { check in !local.contains { $0.name == check.name } }
  }

  private static let bluetoothNames: Set = ["adapter", "rfkill", "bluetoothd", "bus"]

  /// Whether a ride works, as far as can be seen.
  var isHealthy: Bool {
    !checks.contains { $0.outcome == .failed }
  }

  /// The checks as people read them: outcome, name, what was seen, and what to do.
  var text: String {
    let nameWidth = checks.map(\.name.count).max() ?? 0
    let lines = checks.map { check in
      let margin = String(repeating: " ", count: 9 + nameWidth + 2)
      let remedy = check.remedy.map { "\n\(margin)\($0.printable)" } ?? ""
      let label = "\(check.outcome.rawValue.fitted(to: 7))  \(check.name.printable.fitted(to: nameWidth))"
      return "\(label)  \(check.message.printable)\(remedy)"
    }
    return lines.joined(separator: "\n")
  }
}
