import ControlWire

/// A status in one line of `key=value`, for a log or a pipe.
enum StatusLine {
  /// The line, without its end; what is not known is left out.
  static func text(_ status: Status) -> String {
    let ride = status.ride
    let trainer = status.trainer
    let interval = status.plan?.interval
    let pairs: [(String, String?)] = [
      ("phase", status.phase.rawValue), ("ride", ride.map { "\($0.id)" }),
      ("timer", ride.map { "\(ClockTime($0.timerSeconds))" }),
      ("remaining", ride?.remainingSeconds.map { "\(ClockTime($0))" }),
      ("elapsed", ride.map { "\(ClockTime($0.elapsedSeconds))" }), ("target", ride?.targetWatts.map { "\($0)W" }),
      ("wanted", ride?.wantedWatts.map { "\($0)W" }), ("eased", ride?.easedBy?.rawValue),
      ("interval", interval.map { "\($0.number)" }), ("of", status.plan.map { "\($0.intervals)" }),
      ("label", interval?.label.map(NewsText.quoted)), ("left", interval.flatMap(left)),
      ("bias", (ride?.biasPercent ?? status.plan?.biasPercent).map { "\(Figure.signed($0))%" }),
      ("power", trainer?.powerWatts.map { "\($0)W" }),
      ("cadence", trainer?.cadenceRpm.map { "\(Figure.short($0))rpm" }),
      ("speed", trainer?.speedKmh.map { "\(Figure.text($0, decimals: 1))km/h" }),
      ("heart", status.heartRate?.beatsPerMinute.map { "\($0)bpm" }),
      ("alpha1", status.alpha1.flatMap(Alpha1Text.value)), ("trainer", trainer?.state.rawValue),
      ("strap", status.heartRate?.state.rawValue),
      ("problems", status.problems.isEmpty ? nil : status.problems.map(\.code.printable).joined(separator: ",")),
    ]
    return pairs.compactMap { key, value in value.map { "\(key)=\($0)" } }.joined(separator: " ")
  }

  /// What is left of an interval: `0:40`, `12m`; nil where only the rider's word ends it.
  private static func left(_ interval: IntervalStatus) -> String? {
    interval.remainingSeconds.map { "\(ClockTime($0))" }
      ?? interval.remainingMeters.map { "\(Figure.text($0, decimals: 0))m" }
  }
}
