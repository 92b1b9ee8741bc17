import BluetoothLE
import FitnessGATT

/// The heart rate that comes by the trainer's link: the trainer receives a strap and passes its values on.
struct RelayedHeartRate: Hashable, Sendable {
  /// Whether a heart rate has come in this ride.
  private(set) var isKnown = false
  /// Whether RR intervals have come on the present link.
  private(set) var hasIntervals = false
  /// By the trainer's own Heart Rate service.
  private var measured = Reading<Int>(notOlderThan: LiveReadings.heartRateAge)
  /// In the trainer's data.
  private var sent = Reading<Int>(notOlderThan: LiveReadings.heartRateAge)
  private var contact = SkinContact()

  /// The heart rate now, in beats a minute.
  func beatsPerMinute(at now: MonotonicInstant) -> Int? { measured.value(at: now) ?? sent.value(at: now) }

  /// Takes a heart rate of the trainer's data, in beats a minute.
  mutating func sent(_ beatsPerMinute: Int, at now: MonotonicInstant) {
    isKnown = true
    sent.set(beatsPerMinute, at: now)
  }

  /// Takes a Heart Rate Measurement; returns whether it is of a heart.
  mutating func measured(_ measurement: HeartRateMeasurement, at now: MonotonicInstant) -> Bool {
    guard contact.covers(measurement, at: now) else {
      measured.clear()
      return false
    }
    if !measurement.rrIntervalTicks.isEmpty { hasIntervals = true }
    guard PossibleValues.beatsPerMinute.contains(measurement.heartRateBpm) else { return true }
    isKnown = true
    measured.set(Int(measurement.heartRateBpm), at: now)
    return true
  }

  /// Forgets what belongs to the link; the last heart rate counts until it is too old.
  mutating func linkEnded() { (hasIntervals, contact) = (false, SkinContact()) }
}
