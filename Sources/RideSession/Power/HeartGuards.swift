import BluetoothLE

/// Eases the target while the heart rate is above its ceiling, and gives the share back once the heart has calmed.
///
/// Only heart rates that arrive change the share: a strap that is silent, or has no contact, changes nothing.
struct HeartRateCeiling: Hashable, Sendable {
  /// One step, in percent of the target.
  private static let stepPercent = 5
  /// The least that is left, in percent of the target.
  private static let floorPercent = 50
  /// How long the heart rate must be above the ceiling before the first step, and between steps: the heart answers slowly.
  private static let firstAfter = Duration.seconds(5)
  private static let thenEach = Duration.seconds(15)
  /// How far below the ceiling, in beats a minute, and how long the heart rate must be before a step is taken back.
  private static let margin = 3
  private static let calmFor = Duration.seconds(60)
  /// Heart rates further apart than this say nothing about the time between them.
  private static let gap = LiveReadings.heartRateAge

  /// The ceiling, in beats a minute.
  let maximumBeatsPerMinute: Int
  /// The share of the target that is left, 50…100.
  private var percent = 100
  private var highSince: MonotonicInstant?
  private var calmSince: MonotonicInstant?
  private var steppedAt: MonotonicInstant?
  private var heardAt: MonotonicInstant?

  init(maximumBeatsPerMinute: Int) {
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
  }

  var isEasing: Bool { percent < 100 }

  /// The share of `watts` that is left, in watts.
  func eased(_ watts: Int) -> Int { Int((Double(watts) * Double(percent) / 100).rounded()) }

  /// Takes a heart rate; returns whether the share has changed.
  mutating func heard(beatsPerMinute: Int, at now: MonotonicInstant) -> Bool {
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

/// Eases the target while DFA alpha-1 says that the rider is above the aerobic threshold, and gives the share back afterwards.
///
/// Only estimates of good confidence change the share. A missing or doubtful estimate changes nothing and restarts the hold
/// times.
struct Alpha1Guard: Hashable, Sendable {
  /// Below `low` the rider is above the aerobic threshold; above `high` well below it.
  private static let (low, high) = (0.75, 0.80)
  /// One step, and the least that is left, in percent of the target.
  private static let (stepPercent, floorPercent) = (5, 50)
  /// How long alpha-1 must be low before a step, and between steps: each estimate looks back over two minutes.
  private static let lowFor = Duration.seconds(60)
  /// How long alpha-1 must be high before a step is taken back.
  private static let highFor = Duration.seconds(120)
  /// Estimates further apart than this say nothing about the time between them.
  private static let gap = Duration.seconds(15)

  /// The share of the target that is left, 50…100.
  private(set) var percent = 100
  private var lowSince: MonotonicInstant?
  private var highSince: MonotonicInstant?
  private var sawAt: MonotonicInstant?

  var isEasing: Bool { percent < 100 }

  /// The share of `watts` that is left, in watts.
  func eased(_ watts: Int) -> Int { Int((Double(watts) * Double(percent) / 100).rounded()) }

  /// Takes an estimate; returns whether the share has changed.
  mutating func saw(_ estimate: AlphaEstimate, at now: MonotonicInstant) -> Bool {
    if let sawAt, now - sawAt > Self.gap { (lowSince, highSince) = (nil, nil) }
    sawAt = now
    let alpha1 = estimate.confidence == .good ? estimate.alpha1 : nil
    lowSince = alpha1.map { $0 < Self.low } == true ? lowSince ?? now : nil
    highSince = alpha1.map { $0 > Self.high } == true ? highSince ?? now : nil
    if let lowSince, now - lowSince >= Self.lowFor { return move(by: -Self.stepPercent, at: now) }
    if let highSince, now - highSince >= Self.highFor { return move(by: Self.stepPercent, at: now) }
    return false
  }

  /// Takes a step; the next step of the same direction waits as long again.
  private mutating func move(by step: Int, at now: MonotonicInstant) -> Bool {
    if step < 0 { lowSince = now } else { highSince = now }
    let moved = min(100, max(Self.floorPercent, percent + step))
    guard moved != percent else { return false }
    percent = moved
    return true
  }
}
