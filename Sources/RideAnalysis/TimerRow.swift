internal import RideSession

/// What analysis looks at of a second of timer time.
///
/// Values of a file may be anything: what no trainer and no heart can give is taken for the nearest that one can.
struct TimerRow: Hashable, Sendable {
  /// The most that TCX and FIT can hold.
  private static let highestWatts = 65535.0

  /// In seconds from the ride's start.
  let second: Int
  /// In watts, 0…65535; nil where none is known.
  let watts: Double?
  /// In beats a minute, 1…255; nil where none is known.
  let beatsPerMinute: Int?

  /// Nil while the timer stands.
  init?(_ sample: RideSample) {
    guard sample.timerRunning else { return nil }
    second = sample.second
    watts = sample.powerWatts.flatMap { $0.isFinite ? min(max(0, $0), Self.highestWatts) : nil }
    beatsPerMinute = sample.knownBeatsPerMinute
  }
}

extension RideSample {
  /// In beats a minute; above 255 it is 255, and nil where none is known.
  var knownBeatsPerMinute: Int? {
    beatsPerMinute.flatMap { $0 > 0 ? min($0, HeartRateCount.highest) : nil }
  }
}
