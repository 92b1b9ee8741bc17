import ControlWire

/// A status in one line of `key=value`, for a log or a pipe.
enum StatusLine {
  /// The line, without its end; what is not known is left out.
  static func text(_ status: Status) -> String {
    let ride = status.ride
    let trainer = status.trainer
    let pairs: [(String, String?)] = [
      ("phase", status.phase.rawValue), ("ride", ride.map { "\($0.id)" }),
      ("timer", ride.map { "\(ClockTime($0.timerSeconds))" }),
      ("remaining", ride.map { "\(ClockTime($0.remainingSeconds))" }),
      ("elapsed", ride.map { "\(ClockTime($0.elapsedSeconds))" }), ("target", ride.map { "\($0.targetWatts)W" }),
      ("power", trainer?.powerWatts.map { "\($0)W" }),
      ("cadence", trainer?.cadenceRpm.map { "\(Figure.short($0))rpm" }),
      ("speed", trainer?.speedKmh.map { "\(Figure.text($0, decimals: 1))km/h" }),
      ("heart", status.heartRate?.beatsPerMinute.map { "\($0)bpm" }), ("trainer", trainer?.state.rawValue),
      ("strap", status.heartRate?.state.rawValue),
      ("problems", status.problems.isEmpty ? nil : status.problems.map(\.code.printable).joined(separator: ",")),
    ]
    return pairs.compactMap { key, value in value.map { "\(key)=\($0)" } }.joined(separator: " ")
  }
}
