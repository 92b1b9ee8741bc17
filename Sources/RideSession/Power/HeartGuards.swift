package import BluetoothLE

/// Eases a target while the heart beats faster than it may, and gives it back when the heart has calmed.
///
/// It moves with each heart rate that arrives: a strap that says nothing, or has no contact, moves nothing.
package struct HeartRateCeiling: Hashable, Sendable {
  /// One step, in percent of the target.
  private static let stepPercent = 5
  /// The least that is left.
  private static let floorPercent = 50
  /// How long the heart must have been too fast for the first step; then between steps, since it answers slowly.
  private static let firstAfter = Duration.seconds(5)
  private static let thenEach = Duration.seconds(15)
  /// How far below the ceiling, in beats a minute, and how long, until a step is taken back.
  private static let margin = 3
  private static let calmFor = Duration.seconds(60)
  /// Heart rates further apart say nothing about the time between.
  private static let gap = LiveReadings.heartRateAge

  /// In beats a minute.
  package let maximumBeatsPerMinute: Int
  /// What is left of the target, 50…100.
  package private(set) var percent = 100
  private var highSince: MonotonicInstant?
  private var calmSince: MonotonicInstant?
  private var steppedAt: MonotonicInstant?
  private var heardAt: MonotonicInstant?

  package init(maximumBeatsPerMinute: Int) {
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
  }

  package var isEasing: Bool { percent < 100 }

  /// What is left of `targetWatts`.
  package func eased(_ targetWatts: Int) -> Int { Int((Double(targetWatts) * Double(percent) / 100).rounded()) }

  /// A heart rate arrived; whether the share has changed.
  package mutating func heard(beatsPerMinute: Int, at now: MonotonicInstant) -> Bool {
    if let heardAt, now - heardAt > Self.gap { (highSince, calmSince) = (nil, nil) }
    heardAt = now
    highSince = beatsPerMinute > maximumBeatsPerMinute ? highSince ?? now : nil
    calmSince = beatsPerMinute <= maximumBeatsPerMinute - Self.margin ? calmSince ?? now : nil
    if let highSince, now - highSince >= Self.firstAfter {
      return move(by: -Self.stepPercent, notBefore: Self.thenEach, at: now)
    }
    if let calmSince, now - calmSince >= Self.calmFor {
      return move(by: Self.stepPercent, notBefore: Self.calmFor, at: now)
    }
    return false
  }

  private mutating func move(by step: Int, notBefore pause: Duration, at now: MonotonicInstant) -> Bool {
    if let steppedAt, now - steppedAt < pause { return false }
    let moved = min(100, max(Self.floorPercent, percent + step))
    guard moved != percent else { return false }
    percent = moved
    steppedAt = now
    return true
  }
}

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
