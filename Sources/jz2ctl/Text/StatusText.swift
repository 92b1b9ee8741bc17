import ControlWire

/// A status as people read it.
enum StatusText {
  /// The answer to `status`: a heading, then a line for each thing known.
  static func full(_ status: Status, glyphs: Glyphs = .ascii) -> String {
    var rows = status.plan.map { self.rows(of: $0, glyphs) } ?? []
    rows += status.ride.map(self.rows) ?? []
    rows += [("Trainer", device(status.trainer) ?? absent("none chosen; `jz2ctl start` takes the only one", status))]
    rows += [("Heart rate", device(status.heartRate) ?? absent("no strap chosen", status))]
    if let alpha1 = status.alpha1 {
      rows += [("Alpha-1", "\(Alpha1Text.value(alpha1) ?? "-"), \(Alpha1Text.confidence(alpha1))")]
    }
    let lines = rows.map { "\($0.0.fitted(to: 10))  \($0.1)" }
    let problems = status.problems.map { "\nProblem: \($0.message.printable)\n         \($0.remedy.printable)" }
    let expired = status.plan.flatMap(expired).map { ["\n\($0)"] } ?? []
    return ([heading(status)] + lines + expired + problems).joined(separator: "\n")
  }

  /// Where a ride stands, in words.
  static func standing(_ status: Status) -> String {
    status.autoPaused == true ? "Paused, pedal to go on" : phrase(status.phase)
  }

  /// A phase in words.
  private static func phrase(_ phase: Status.Phase) -> String {
    switch phase {
    case .idle: "Idle"
    case .connecting: "Connecting to the trainer"
    case .ready: "Ready, pedal to begin"
    case .riding: "Riding"
    case .paused: "Paused"
    case .reconnecting: "Trainer gone, reconnecting"
    case .finishing: "Finishing"
    }
  }

  /// A link's state in words.
  static func phrase(_ state: DeviceStatus.State) -> String {
    switch state {
    case .away: "not connected"
    case .connecting: "connecting"
    case .preparing: "preparing"
    case .connected: "connected"
    }
  }

  /// A device that is not there; without one, a start looks for it.
  private static func absent(_ text: String, _ status: Status) -> String {
    status.phase == .connecting && status.trainer == nil ? "looking for one" : text
  }

  private static func heading(_ status: Status) -> String {
    guard let ride = status.ride else { return "\(standing(status))." }
    // The rows of a plan have its bias.
    let bias = status.plan == nil ? ride.biasPercent.map { ", bias \(Figure.signed($0)) %" } ?? "" : ""
    return "\(standing(status)): ride \(ride.id)\(aim(ride, status))\(bias)."
  }

  private static func aim(_ ride: RideStatus, _ status: Status) -> String {
    if let held = RideText.held(ride) { return " at \(held)" }
    guard let wanted = ride.wantedWatts else { return status.plan == nil ? "" : ", free" }
    return status.phase == .finishing ? "" : ", \(wanted) W when it goes on"
  }

  private static func rows(of ride: RideStatus) -> [(String, String)] {
    let paused = ride.elapsedSeconds > ride.timerSeconds ? ", \(ClockTime(ride.elapsedSeconds)) elapsed" : ""
    let remaining = ride.remainingSeconds.map { ", \(ClockTime($0)) to go" } ?? ""
    return [("Time", "\(ClockTime(ride.timerSeconds)) done\(remaining)\(paused)")]
  }

  private static func device(_ device: DeviceStatus?) -> String? {
    guard let device else { return nil }
    let parts = [
      device.powerWatts.map { "\($0) W" }, device.cadenceRpm.map { "\(Figure.text($0, decimals: 0)) rpm" },
      device.speedKmh.map { "\(Figure.text($0, decimals: 1)) km/h" }, device.beatsPerMinute.map { "\($0) bpm" },
      device.batteryPercent.map { "battery \($0) %" },
    ]
    let name = (device.name ?? device.address).printable
    return "\(name): \(([phrase(device.state)] + parts.compactMap(\.self)).joined(separator: ", "))"
  }
}
