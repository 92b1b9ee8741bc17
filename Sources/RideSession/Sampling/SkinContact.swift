package import BluetoothLE
package import FitnessGATT

/// Whether a strap that reports no skin contact is to be believed.
///
/// A reported contact on the present link proves the bit; from then on "no contact" counts. The bit of some straps is wrong for a
/// whole link: they count as worn once a heart shows, by a rate that varies or by RR intervals.
package struct SkinContact: Hashable, Sendable {
  /// How long a heart must show before the strap counts as worn.
  private static let proof = Duration.seconds(10)
  /// The longest time between two signs of a heart: even a steady rate varies by a beat now and then.
  private static let pause = Duration.seconds(10)
  /// A rate that stays the same for so long, without RR intervals, is not from a strap that is worn.
  private static let standing = Duration.seconds(60)

  private var isProven = false
  private var lastRate: UInt16?
  /// When a heart first and last showed; nil while none shows.
  private var heart: Shown?

  /// Nothing was heard on the present link.
  package init() {}

  private struct Shown: Hashable, Sendable {
    let since: MonotonicInstant
    var last: MonotonicInstant
    var isEnough = false
  }

  /// Takes a measurement; returns whether it is of a heart.
  package mutating func covers(_ measurement: HeartRateMeasurement, at now: MonotonicInstant) -> Bool {
    guard measurement.sensorContact == .notDetected else {
      heart = nil
      if measurement.sensorContact == .detected { isProven = true }
      return true
    }
    guard !isProven else { return false }
    look(at: measurement, at: now)
    return heart?.isEnough ?? false
  }

  private mutating func look(at measurement: HeartRateMeasurement, at now: MonotonicInstant) {
    let rate = measurement.heartRateBpm
    defer { lastRate = rate }
    guard PossibleValues.beatsPerMinute.contains(rate) else { return heart = nil }
    let moved = lastRate.map { $0 != rate } ?? false
    if let shown = heart, now - shown.last > (shown.isEnough ? Self.standing : Self.pause) { heart = nil }
    guard moved || !measurement.rrIntervalTicks.isEmpty else { return }
    var shown = heart ?? Shown(since: now, last: now)
    shown.last = now
    shown.isEnough = shown.isEnough || now - shown.since >= Self.proof
    heart = shown
  }
}
