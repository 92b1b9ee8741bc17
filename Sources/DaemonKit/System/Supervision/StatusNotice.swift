package import ControlWire

/// The line that `systemctl status` shows, and when it is to be another.
package struct StatusNotice: Sendable {
  /// How long a line stands while only the time goes on.
  private static let interval = Duration.seconds(60)

  private var last: (state: State, text: String, at: SuspendingClock.Instant)?

  private struct State: Hashable {
    let phase: RidePhase
    let problems: [String]
  }

  package init() {}

  /// Takes the status at `now`; returns the line to show, nil where the last one may stand.
  package mutating func take(_ status: Status, at now: SuspendingClock.Instant) -> String? {
    let state = State(phase: status.phase, problems: status.problems.map(\.message))
    let text = Self.text(of: status)
    if let last, last.state == state, last.text == text || now - last.at < Self.interval { return nil }
    last = (state, text, now)
    return text
  }

  /// Problems first, then where the ride stands.
  static func text(of status: Status) -> String {
    (status.problems.map(\.message) + [phase(of: status) + "."]).joined(separator: " ")
  }

  private static func phase(of status: Status) -> String {
    switch status.phase {
    case .idle: "Idle"
    case .connecting: "Connecting to the trainer"
    case .ready: "Ready for the first pedal stroke"
    case .riding:
      "Riding" + ((status.ride?.wantedWatts ?? status.ride?.targetWatts).map { " at \($0) W" } ?? "")
        + minute(of: status)
    case .paused: "Paused" + minute(of: status)
    case .reconnecting: "Waiting for the trainer" + minute(of: status)
    case .finishing: "Finishing the ride"
    }
  }

  private static func minute(of status: Status) -> String {
    guard let ride = status.ride else { return "" }
    let minute = ride.timerSeconds / 60 + 1
    guard let remaining = ride.remainingSeconds else { return ", minute \(minute)" }
    let planned = (ride.timerSeconds + remaining + 59) / 60
    return ", minute \(min(minute, planned)) of \(planned)"
  }
}
