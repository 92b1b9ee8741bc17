import BluetoothLE

/// Distance in timer time: the integrated speed, corrected by the trainer's own count.
///
/// Without a speed, it is the count alone.
///
/// A count increases in whole metres or larger steps, so that the distance of each second would be a sawtooth. An
/// integrated speed drifts within an hour. So the error between them, measured when the count changes, is spread over
/// the following rows. A speed that is wrong by a constant factor is corrected by that factor (`CountScale`). Some
/// trainers send a Total Distance that never changes, or stops during the ride. It does not correct the speed.
struct Odometer: Hashable, Sendable {
  private struct Count: Hashable, Sendable {
    var meters: Int
    var at: MonotonicInstant
  }

  /// The distance so far, in metres; nil until the trainer sends a distance or a speed.
  private(set) var meters: Double?

  /// The time over which an error is spread, in seconds.
  private static let steeringSeconds = 30.0
  /// The maximum correction of a second's distance, as a share of it.
  private static let mostSteering = 0.5

  private var lastCount: Count?
  /// The increase of the count since the row began, in metres.
  private var grownMeters = 0.0
  /// The lead of the count over the integrated speed since they were last set equal, with and without the timer.
  private var aheadMeters = 0.0
  /// The part of the lead that is still to be corrected.
  ///
  /// It is set to the whole lead when the count changes, because only then the lead is exact.
  private var owedMeters = 0.0
  /// The distance since the count last changed.
  private var metersSinceMove = 0.0
  private var scale = CountScale()
  /// Whether distance and count are set equal at the next change of the count.
  ///
  /// At first, the position of the count within its step is unknown.
  private var isUnsettled = true

  /// - Parameter meters: The distance so far; nil if there is no distance yet.
  init(meters: Double? = nil) {
    self.meters = meters
  }

  /// Whether the trainer's count has increased since the row began.
  var hasCounted: Bool { grownMeters > 0 }

  /// Handles a Total Distance in metres.
  ///
  /// A count that decreased, or increased faster than any rider, has started again.
  mutating func received(totalMeters: Int, at now: MonotonicInstant) {
    defer { lastCount = Count(meters: totalMeters, at: now) }
    guard let lastCount, totalMeters != lastCount.meters else { return }
    let grown = Double(totalMeters - lastCount.meters)
    if grown > 0, grown <= mostGrowth(since: lastCount.at, at: now) {
      grownMeters += grown
    } else {
      isUnsettled = true
    }
  }

  /// Returns the maximum increase.
  ///
  /// A count in large steps increases at once by the distance since its last step.
  private func mostGrowth(since last: MonotonicInstant, at now: MonotonicInstant) -> Double {
    // Several counts may arrive together after a silence, so the time between them counts as at least a second.
    let byTime = PossibleValues.metersPerSecond * max(1, (now - last).seconds)
    return max(byTime, 2 * metersSinceMove + PossibleValues.metersPerSecond)
  }

  /// Call when the link is lost.
  ///
  /// The trainer may have restarted, so its count is unrelated to the distance meanwhile.
  mutating func linkLost() {
    lastCount = nil
    isUnsettled = true
  }

  /// Ends a row of one second with its speed; nil if the speed is unknown.
  mutating func endRow(speedKmh: Double?, timerRunning: Bool) {
    scale.endRow(metersBySpeed: speedKmh.map { $0 / 3.6 })
    let covered = speedKmh.map { way(bySpeed: $0 / 3.6 * scale.factor, timerRunning: timerRunning) } ?? wayByCount
    aheadMeters += grownMeters - (covered ?? 0)
    metersSinceMove += covered ?? 0
    if hasCounted { settle() }
    grownMeters = 0
    guard let covered else { return }
    meters = (meters ?? 0) + (timerRunning ? covered : 0)
  }

  /// Ends a row of one second on a simulated road, which the trainer's count does not follow; nil if the speed is
  /// unknown.
  mutating func endRow(roadKmh: Double?, timerRunning: Bool) {
    (grownMeters, aheadMeters, owedMeters, metersSinceMove, isUnsettled) = (0, 0, 0, 0, true)
    scale.interrupted()
    guard let roadKmh else { return }
    meters = (meters ?? 0) + (timerRunning ? roadKmh / 3.6 : 0)
  }

  private mutating func way(bySpeed meters: Double, timerRunning: Bool) -> Double {
    guard timerRunning else { return meters }
    let most = meters * Self.mostSteering
    let steering = min(max(owedMeters / Self.steeringSeconds, -most), most)
    owedMeters -= steering
    return meters + steering
  }

  /// The distance of the row by the count alone; nil if the count did not change.
  private var wayByCount: Double? {
    guard hasCounted else { return nil }
    return isUnsettled ? grownMeters : max(0, aheadMeters + grownMeters)
  }

  /// Call when the count has changed.
  ///
  /// Its lead is then corrected, unless the count has stopped for a while.
  private mutating func settle() {
    let stoodStill = grownMeters + PossibleValues.metersPerSecond < metersSinceMove / 2
    if isUnsettled || stoodStill {
      aheadMeters = 0
      scale.interrupted()
    } else {
      scale.counted(meters: grownMeters)
    }
    owedMeters = aheadMeters
    metersSinceMove = 0
    isUnsettled = false
  }
}

/// The ratio between the trainer's count and the distance by its speed.
///
/// Some trainers send half of their speed, twice their speed, or miles an hour. The steering corrects small
/// differences. Two windows must agree, so that a single wrong count does not change the factor.
private struct CountScale: Hashable, Sendable {
  /// The minimum length of a window, in seconds.
  ///
  /// Each window begins and ends with a change of the count.
  private static let windowSeconds = 15
  /// The maximum difference of two windows that agree, as a share.
  private static let agreement = 0.1
  /// The ratios that the steering corrects.
  private static let steered = 0.9...1.1
  /// Other ratios are faults.
  private static let possible = 0.1...10.0

  private(set) var factor = 1.0
  /// The ratio of the previous window; nil if it had no ratio.
  private var formerRatio: Double?
  private var (countMeters, speedMeters, seconds) = (0.0, 0.0, 0)
  /// Whether the speed of a row is unknown.
  private var isBroken = false

  /// Adds the distance of a row by the speed alone; nil if it is unknown.
  mutating func endRow(metersBySpeed: Double?) {
    seconds += 1
    if let metersBySpeed { speedMeters += metersBySpeed } else { isBroken = true }
  }

  /// Adds the increase of the count since its last change.
  mutating func counted(meters: Double) {
    guard !isBroken else { return interrupted() }
    countMeters += meters
    guard seconds >= Self.windowSeconds, speedMeters > 0 else { return }
    let (ratio, former) = (countMeters / speedMeters, formerRatio)
    interrupted()
    guard Self.possible.contains(ratio) else { return }
    formerRatio = ratio
    guard let former, abs(ratio - former) <= ratio * Self.agreement else { return }
    let mean = (ratio + former) / 2
    factor = Self.steered.contains(mean) ? 1 : mean
  }

  /// Begins a window at a change of the count that is not comparable with the previous one.
  mutating func interrupted() {
    (countMeters, speedMeters, seconds) = (0, 0, 0)
    (formerRatio, isBroken) = (nil, false)
  }
}
