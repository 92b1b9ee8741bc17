import BluetoothLE

/// Distance in timer time: the integrated speed, corrected by the trainer's own count; the count alone if there is no speed.
///
/// A count comes in whole metres or larger steps, which would make the distance of each second a sawtooth; an integrated speed
/// drifts within an hour. So the error between them, taken when the count moves, is spread over the following rows. A speed
/// that is wrong by a constant factor is corrected by that factor (`CountScale`). Some trainers send a Total Distance that
/// never moves, or stops on the way: it does not correct the speed.
struct Odometer: Hashable, Sendable {
  private struct Count: Hashable, Sendable {
    var meters: Int
    var at: MonotonicInstant
  }

  /// Metres so far; nil until the trainer sent a distance or a speed.
  private(set) var meters: Double?

  /// The time over which an error is spread, in seconds.
  private static let steeringSeconds = 30.0
  /// The greatest correction of a second's distance, as a share of it.
  private static let mostSteering = 0.5

  private var lastCount: Count?
  /// The growth of the count since the row began.
  private var grownMeters = 0.0
  /// The lead of the count over the integrated speed, timer or not, since they were last set equal.
  private var aheadMeters = 0.0
  /// The part of the lead that is still to be corrected; the whole when the count moves, since only then it is exact.
  private var owedMeters = 0.0
  /// The distance since the count last moved.
  private var metersSinceMove = 0.0
  private var scale = CountScale()
  /// Whether distance and count are set equal when the count next moves: the place of the count within its step is unknown at
  /// first.
  private var isUnsettled = true

  /// - Parameter meters: The distance that it shows already; nil for none.
  init(meters: Double? = nil) {
    self.meters = meters
  }

  /// Whether the trainer's count has grown since the row began.
  var hasCounted: Bool { grownMeters > 0 }

  /// Takes a Total Distance in metres; a count that fell back, or grew faster than anybody rides, has started again.
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

  /// A count in large steps grows in an instant by the distance since its last step.
  private func mostGrowth(since last: MonotonicInstant, at now: MonotonicInstant) -> Double {
    // Several may arrive at once after a moment without any: the time between counts as at least a second.
    let byTime = PossibleValues.metersPerSecond * max(1, (now - last).seconds)
    return max(byTime, 2 * metersSinceMove + PossibleValues.metersPerSecond)
  }

  /// Call when the link was lost: the trainer may have restarted, and its count says nothing about the time between.
  mutating func linkLost() {
    lastCount = nil
    isUnsettled = true
  }

  /// Ends a row of one second with its speed; nil if that is not known.
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

  private mutating func way(bySpeed meters: Double, timerRunning: Bool) -> Double {
    guard timerRunning else { return meters }
    let most = meters * Self.mostSteering
    let steering = min(max(owedMeters / Self.steeringSeconds, -most), most)
    owedMeters -= steering
    return meters + steering
  }

  /// The distance of the row by the count alone; nil if the count did not move.
  private var wayByCount: Double? {
    guard hasCounted else { return nil }
    return isUnsettled ? grownMeters : max(0, aheadMeters + grownMeters)
  }

  /// Call when the count has moved: its lead is to be corrected, unless it stood still on the way.
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

/// How many metres the trainer counts for a metre by its speed.
///
/// Some trainers send half of their speed, twice of it, or miles an hour. Small differences are left to the steering. Two
/// windows must agree, so that a single count that is wrong changes no factor.
private struct CountScale: Hashable, Sendable {
  /// The shortest window, in seconds; each begins and ends with a move of the count.
  private static let windowSeconds = 15
  /// The greatest difference of two windows that agree, as a share.
  private static let agreement = 0.1
  /// The ratios that are left to the steering.
  private static let steered = 0.9...1.1
  /// Other ratios are faults.
  private static let possible = 0.1...10.0

  private(set) var factor = 1.0
  /// The ratio of the window before; nil if it had none.
  private var formerRatio: Double?
  private var (countMeters, speedMeters, seconds) = (0.0, 0.0, 0)
  /// Whether the speed of a row is not known.
  private var isBroken = false

  /// Takes the distance of a row by the speed alone; nil if that is not known.
  mutating func endRow(metersBySpeed: Double?) {
    seconds += 1
    if let metersBySpeed { speedMeters += metersBySpeed } else { isBroken = true }
  }

  /// Takes the growth of the count since its last move.
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

  /// Begins a window at a move of the count that is not comparable with the former one.
  mutating func interrupted() {
    (countMeters, speedMeters, seconds) = (0, 0, 0)
    (formerRatio, isBroken) = (nil, false)
  }
}
