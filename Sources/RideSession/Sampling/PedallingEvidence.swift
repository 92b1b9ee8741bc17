package import BluetoothLE

/// Whether the pedals turn, by what a trainer has shown of cadence, power and speed on its present link.
///
/// A cadence is proven by the first that is not zero; then a zero is the fast sign of pedals that stand, unless power goes
/// on: there are trainers that only estimate a cadence, and lose it. One that was never proven counts for nothing beside
/// power or speed that holds: there are trainers that send a zero for what they do not measure. What a flywheel that
/// coasts still shows does not hold, it falls within seconds.
package struct PedallingEvidence: Hashable, Sendable {
  /// What the cadence is worth.
  package enum Cadence: Hashable, Sendable {
    /// None, or zero, and power said nothing against that yet.
    case unproven
    case proven
    /// None, or a zero that means none: power went on for long enough beside it.
    case missing
  }

  /// Watts from which on somebody pedals, whatever the cadence says, in the mean of so long.
  private static let leastWatts = 20.0
  private static let leastTime = Duration.seconds(3)
  /// Watts beside which a trainer that measures a cadence shows one, and after how long at the latest.
  private static let clearWatts = 30.0
  private static let clearTime = Duration.seconds(5)
  /// How much of power is left from one half of that time to the other, as long as it is legs that give it.
  private static let shareOfWatts = 0.8
  /// Speed in km/h that nobody keeps up for so long without pedalling; a flywheel that is let go coasts for a minute.
  private static let leastKmh = 5.0
  private static let speedTime = Duration.seconds(6)
  private static let shareOfSpeed = 0.97
  /// How old the one of cadence and power may be beside the other, where they come apart.
  private static let age = Duration.seconds(2)

  package private(set) var cadence = Cadence.unproven
  /// Whether the pedals turn; nil while nothing tells.
  package private(set) var isPedalling: Bool?
  private var rpm = Reading<Double>(notOlderThan: age)
  private var watts = Reading<Double>(notOlderThan: age)
  private var power = Trail()
  private var speed = Trail()

  package init() {}

  /// The trainer told something; nil stands for what it did not tell.
  ///
  /// - Parameters:
  ///   - rpm: The cadence, in revolutions a minute.
  ///   - watts: The power.
  ///   - kmh: The speed, in km/h.
  ///   - now: When.
  package mutating func saw(rpm: Double?, watts: Double?, kmh: Double?, at now: MonotonicInstant) {
    if let rpm { self.rpm.set(rpm, at: now) }
    if let watts {
      self.watts.set(watts, at: now)
      power.add(watts, at: now)
    }
    if let kmh { speed.add(kmh, at: now) }
    prove(at: now)
    isPedalling = judge(at: now)
  }

  /// The cadence of now, in revolutions a minute; nil where there is none, and for a zero that is not proven or that power
  /// contradicts.
  package func believedRpm(at now: MonotonicInstant) -> Double? {
    guard let rpm = rpm.value(at: now) else { return nil }
    return rpm > 0 || (cadence == .proven && isPedalling == false) ? rpm : nil
  }

  /// The power of now, in watts.
  package func watts(at now: MonotonicInstant) -> Double? { watts.value(at: now) }

  private mutating func prove(at now: MonotonicInstant) {
    if rpm.value(at: now) ?? 0 > 0 {
      cadence = .proven
    } else if cadence == .unproven, power.stays(atLeast: Self.clearWatts, for: Self.clearTime, at: now),
      powerHolds(for: Self.clearTime, at: now)
    {
      cadence = .missing
    }
  }

  private func judge(at now: MonotonicInstant) -> Bool? {
    let (rpm, watts) = (rpm.value(at: now), watts.value(at: now))
    if let rpm, rpm > 0 { return true }
    if let watts, watts > 0, rpm == nil || cadence == .missing { return true }
    if let watts, watts >= Self.leastWatts, powerHolds(for: Self.leastTime, at: now) { return true }
    // At low power there are trainers that show neither cadence nor watts.
    if cadence != .proven, speed.holds(Self.leastKmh, for: Self.speedTime, losingTo: Self.shareOfSpeed, at: now) {
      return true
    }
    return rpm == nil && watts == nil ? nil : false
  }

  private func powerHolds(for time: Duration, at now: MonotonicInstant) -> Bool {
    power.holds(Self.leastWatts, for: time, losingTo: Self.shareOfWatts, at: now)
  }
}

/// What a quantity was in the last seconds.
private struct Trail: Hashable, Sendable {
  private struct Point: Hashable, Sendable {
    let at: MonotonicInstant
    let value: Double
  }

  /// The longest time that is looked back on.
  private static let span = Duration.seconds(6)
  /// What comes sooner after the last tells nothing more: a peer may send as often as it likes.
  private static let step = Duration.milliseconds(50)
  /// After so long without a value nothing is known of the time between.
  private static let gap = Duration.seconds(2)

  private var points: [Point] = []
  /// Since when values have come without a gap.
  private var since = MonotonicInstant.origin

  mutating func add(_ value: Double, at now: MonotonicInstant) {
    if let last = points.last, now - last.at <= Self.gap {
      guard now - last.at >= Self.step else { return }
    } else {
      points = []
      since = now
    }
    points.removeAll { now - $0.at > Self.span }
    points.append(Point(at: now, value: value))
  }

  /// Whether no value of so long was less than `least`.
  func stays(atLeast least: Double, for time: Duration, at now: MonotonicInstant) -> Bool {
    points(of: time, at: now).map { $0.allSatisfy { $0.value >= least } } ?? false
  }

  /// Whether the mean of either half of so long is `least` or more, and that of the second at least `share` of the first's.
  func holds(_ least: Double, for time: Duration, losingTo share: Double, at now: MonotonicInstant) -> Bool {
    guard let points = points(of: time, at: now) else { return false }
    var (before, after) = (Mean(), Mean())
    for point in points {
      if now - point.at > time / 2 { before.add(point.value) } else { after.add(point.value) }
    }
    guard let before = before.value, let after = after.value else { return false }
    return min(before, after) >= least && after >= before * share
  }

  /// The values of so long; nil where they do not reach back so far.
  private func points(of time: Duration, at now: MonotonicInstant) -> [Point]? {
    guard let last = points.last, now - last.at <= Self.gap, now - since >= time else { return nil }
    return points.filter { now - $0.at <= time }
  }
}

/// How long nobody has pedalled, as far as the trainer says so: silence is not standing still.
package struct PedallingWatch: Hashable, Sendable {
  private var stillSince: MonotonicInstant?
  private var lastHeard: MonotonicInstant?

  package init() {}

  /// The trainer spoke.
  package mutating func saw(isPedalling: Bool, at now: MonotonicInstant) {
    if let lastHeard, now - lastHeard > LiveReadings.trainerAge { stillSince = nil }
    lastHeard = now
    stillSince = isPedalling ? nil : stillSince ?? now
  }

  /// The trainer is gone: what it said last counts no more.
  package mutating func lostSight() { stillSince = nil }

  /// How long the pedals have stood still, by what was last heard; nil while they turn or nothing is known.
  package func stillness(at now: MonotonicInstant) -> Duration? { stillSince.map { now - $0 } }
}
