package import BluetoothLE

/// Eases a target while DFA alpha-1 says that the rider is past the aerobic threshold, and gives it back afterwards.
///
/// It moves with estimates of good confidence only: one that is not believed, or none, moves nothing and ends what has
/// lasted until then.
package struct AlphaGuard: Hashable, Sendable {
  /// Below `low` the rider is past the aerobic threshold; above `high` well within it.
  package static let (low, high) = (0.75, 0.80)
  /// One step, in percent of the target, and the least that is left.
  private static let (stepPercent, floorPercent) = (5, 50)
  /// How long alpha-1 must have been low for a step; then between steps, since each estimate looks back two minutes.
  private static let lowFor = Duration.seconds(60)
  /// How long it must have been high until a step is given back.
  private static let highFor = Duration.seconds(120)
  /// Estimates further apart say nothing about the time between.
  private static let gap = Duration.seconds(15)

  /// What is left of the target, 50…100.
  package private(set) var percent = 100
  private var lowSince: MonotonicInstant?
  private var highSince: MonotonicInstant?
  private var sawAt: MonotonicInstant?

  package init() {}

  package var isEasing: Bool { percent < 100 }

  /// What is left of `watts`.
  package func eased(_ watts: Int) -> Int { Int((Double(watts) * Double(percent) / 100).rounded()) }

  /// There is an estimate; whether the share has changed.
  package mutating func saw(_ estimate: AlphaEstimate, at now: MonotonicInstant) -> Bool {
    if let sawAt, now - sawAt > Self.gap { (lowSince, highSince) = (nil, nil) }
    sawAt = now
    let alpha1 = estimate.confidence == .good ? estimate.alpha1 : nil
    lowSince = alpha1.map { $0 < Self.low } == true ? lowSince ?? now : nil
    highSince = alpha1.map { $0 > Self.high } == true ? highSince ?? now : nil
    if let lowSince, now - lowSince >= Self.lowFor { return move(by: -Self.stepPercent, at: now) }
    if let highSince, now - highSince >= Self.highFor { return move(by: Self.stepPercent, at: now) }
    return false
  }

  /// Takes a step; the next one of its kind waits as long again.
  private mutating func move(by step: Int, at now: MonotonicInstant) -> Bool {
    if step < 0 { lowSince = now } else { highSince = now }
    let moved = min(100, max(Self.floorPercent, percent + step))
    guard moved != percent else { return false }
    percent = moved
    return true
  }
}
