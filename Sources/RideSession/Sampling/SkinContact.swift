package import BluetoothLE
package import FitnessGATT

/// Whether a strap that reports no skin contact is right.
///
/// A reported contact on the present link proves the bit, and after that "no contact" counts. Some straps send a wrong
/// bit for a whole link. They count as worn when a heart shows in a varying rate, or in RR intervals.
package struct SkinContact: Hashable, Sendable {
  /// The time that a heart must show before the strap counts as worn.
  private static let proof = Duration.seconds(10)
  /// The longest time between two signs of a heart.
  ///
  /// Even a steady rate varies by a beat now and then.
  private static let pause = Duration.seconds(10)
  /// A rate that stays the same for this time, without RR intervals, does not come from a worn strap.
  private static let standing = Duration.seconds(60)

  private var isProven = false
  private var lastRate: UInt16?
  /// The first and last sign of a heart; nil while there is no sign.
  private var heart: Shown?

  /// Creates the state of a link without any notification.
  package init() {}

  private struct Shown: Hashable, Sendable {
    let since: MonotonicInstant
    var last: MonotonicInstant
    var isEnough = false
  }

  /// Handles a measurement.
  ///
  /// Returns whether it comes from a heart.
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
