package import BluetoothLE

/// Distance in timer time: that of the speed, steered to the trainer's own count; that count alone where there is no speed.
///
/// A count comes in whole metres or larger steps, which would make a saw of every second's way; speed summed up for an hour
/// drifts. So the error between them, as it is when the count moves, is spread over the rows that follow. Some trainers
/// send a Total Distance that stands still for ever, or stops on the way: it steers nothing.
package struct Odometer: Hashable, Sendable {
  private struct Count: Hashable, Sendable {
    var meters: Int
    var at: MonotonicInstant
  }

  /// Metres so far; nil until the trainer sent a distance or a speed.
  package private(set) var meters: Double?

  /// The seconds over which an error is spread.
  private static let steeringSeconds = 30.0
  /// The most that a second's way is lengthened or shortened by, as a share of it.
  private static let mostSteering = 0.5

  private var lastCount: Count?
  /// What the count has grown by since the row began.
  private var grownMeters = 0.0
  /// How far the count is ahead of the way, timer or not, since they were last set equal.
  private var aheadMeters = 0.0
  /// What of it is to be made good: the whole when the count moves, since one that moves in steps is right only then.
  private var owedMeters = 0.0
  /// The way since the count last moved.
  private var metersSinceMove = 0.0
  /// Whether the way and the count are set equal when the count next moves: at first nobody knows where within its step it
  /// stands.
  private var isUnsettled = true

  package init() {}

  /// An odometer that shows `meters` already.
  package init(meters: Double?) {
    self.meters = meters
  }

  /// Whether the trainer's count has grown since the row began.
  var hasCounted: Bool { grownMeters > 0 }

  /// Takes a Total Distance in metres; a count that fell back, or grew faster than anybody rides, began anew.
  package mutating func received(totalMeters: Int, at now: MonotonicInstant) {
    defer { lastCount = Count(meters: totalMeters, at: now) }
    guard let lastCount, totalMeters != lastCount.meters else { return }
    let grown = Double(totalMeters - lastCount.meters)
    if grown > 0, grown <= mostGrowth(since: lastCount.at, at: now) {
      grownMeters += grown
    } else {
      isUnsettled = true
    }
  }

  /// A count in large steps grows by the way since its last one, in no time.
  private func mostGrowth(since last: MonotonicInstant, at now: MonotonicInstant) -> Double {
    // Several may arrive at once after a moment without any, so the time between is no less than a second.
    let byTime = PossibleValues.metersPerSecond * max(1, (now - last).seconds)
    return max(byTime, 2 * metersSinceMove + PossibleValues.metersPerSecond)
  }

  /// The trainer is another one, or the same after a restart: its count says nothing about the time between.
  package mutating func linkLost() {
    lastCount = nil
    isUnsettled = true
  }

  /// Ends a row of one second with its speed; nil where that is not known.
  package mutating func endRow(speedKmh: Double?, timerRunning: Bool) {
    let covered = speedKmh.map { way(bySpeed: $0 / 3.6, timerRunning: timerRunning) } ?? wayByCount
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

  /// What the count says beyond the way so far; nil while it stands.
  private var wayByCount: Double? {
    guard hasCounted else { return nil }
    return isUnsettled ? grownMeters : max(0, aheadMeters + grownMeters)
  }

  /// The count has moved: what it is ahead by is owed, unless it stood still on the way, and said nothing of it.
  private mutating func settle() {
    let stoodStill = grownMeters + PossibleValues.metersPerSecond < metersSinceMove / 2
    if isUnsettled || stoodStill { aheadMeters = 0 }
    owedMeters = aheadMeters
    metersSinceMove = 0
    isUnsettled = false
  }
}
