package import BluetoothLE
package import FitnessGATT

/// Whether a strap that says that it touches no skin is to be believed.
///
/// A contact that was told on the present link proves the bit, and then its "not" counts. There are straps whose bit is
/// wrong for a whole link: they are taken for worn once a heart shows, in a rate that moves or in RR intervals.
package struct SkinContact: Hashable, Sendable {
  /// How long a heart must show.
  private static let proof = Duration.seconds(10)
  /// The longest that a heart shows nothing: one that goes steadily moves by a beat now and then.
  private static let pause = Duration.seconds(10)
  /// A rate that stands for so long, without intervals, is none of a strap that is worn.
  private static let standing = Duration.seconds(60)

  private var isProven = false
  private var lastRate: UInt16?
  /// Since when a heart has shown, and when it did last; nil while it does not.
  private var heart: Shown?

  private struct Shown: Hashable, Sendable {
    let since: MonotonicInstant
    var last: MonotonicInstant
    var isEnough = false
  }

  package init() {}

  /// Whether what was measured is of a heart.
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
