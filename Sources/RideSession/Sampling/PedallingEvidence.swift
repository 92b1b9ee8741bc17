import BluetoothLE
import Rides

/// Whether the pedals turn, judged by the cadence, power and speed that a trainer has shown on its present link.
///
/// The first cadence that is not zero proves the cadence. From then on a zero is the fast sign of pedals that stand still,
/// unless power goes on: some trainers only estimate a cadence, and lose it. A cadence that was never proven counts for
/// nothing beside power or speed that holds: some trainers send zero for what they do not measure. Values of a coasting
/// flywheel do not hold: they fall within seconds.
struct PedallingEvidence: Hashable, Sendable {
  /// The worth of the cadence.
  enum Cadence: Hashable, Sendable {
    /// Absent or zero so far, and power did not contradict.
    case unproven
    case proven
    /// Absent, or a zero that means absent: power went on for long enough beside it.
    case missing
  }

  /// A mean power over `leastTime` that proves pedalling, whatever the cadence says.
  private static let leastWatts = 20.0
  private static let leastTime = Duration.seconds(3)
  /// After `clearTime` at this power, a trainer that measures cadence has shown one.
  private static let clearWatts = 30.0
  private static let clearTime = Duration.seconds(5)
  /// The least share of the power of the first half of that time that legs give in the second half.
  private static let shareOfWatts = 0.8
  /// A speed, in km/h, that holds for `speedTime` only with pedalling; a flywheel coasts for a minute, ever slower.
  private static let leastKmh = 5.0
  private static let speedTime = Duration.seconds(6)
  private static let shareOfSpeed = 0.97
  /// How old one of cadence and power may be beside the other, if they arrive separately.
  private static let age = Duration.seconds(2)

  private(set) var cadence = Cadence.unproven
  /// Whether the pedals turn; nil while there is no evidence.
  private(set) var isPedalling: Bool?
  /// When the legs last moved: by power, by a cadence, or by a count of turns; nil if none of these showed it.
  private(set) var movedAt: MonotonicInstant?
  private var rpm = Reading<Double>(notOlderThan: age)
  private var watts = Reading<Double>(notOlderThan: age)
  private var power = Trail()
  private var speed = Trail()

  /// Takes values of the trainer; nil for those that it did not send.
  ///
  /// - Parameters:
  ///   - rpm: The cadence, in revolutions a minute.
  ///   - watts: The power.
  ///   - kmh: The speed, in km/h.
  ///   - turnedAt: When the crank last turned; nil if the trainer sends no counts.
  ///   - now: The time.
  mutating func saw(
    rpm: Double?, watts: Double?, kmh: Double?, turnedAt: MonotonicInstant? = nil, at now: MonotonicInstant
  ) {
    if let rpm { self.rpm.set(rpm, at: now) }
    if let watts {
      self.watts.set(watts, at: now)
      power.add(watts, at: now)
    }
    if let kmh { speed.add(kmh, at: now) }
    prove(at: now)
    isPedalling = judge(at: now)
    let hasPower = watts ?? 0 >= Self.leastWatts
    if let turned = hasPower || (turnedAt == nil && rpm ?? 0 > 0) ? now : turnedAt {
      movedAt = max(movedAt ?? turned, turned)
    }
  }

  /// The present cadence, in revolutions a minute; nil if there is none, and for a zero that is not proven or that power
  /// contradicts.
  func believedRpm(at now: MonotonicInstant) -> Double? {
    guard let rpm = rpm.value(at: now) else { return nil }
    return rpm > 0 || (cadence == .proven && isPedalling == false) ? rpm : nil
  }

  /// The present power, in watts.
  func watts(at now: MonotonicInstant) -> Double? { watts.value(at: now) }

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
    // At low power some trainers show neither cadence nor watts.
    if cadence != .proven, speed.holds(Self.leastKmh, for: Self.speedTime, losingTo: Self.shareOfSpeed, at: now) {
      return true
    }
    return rpm == nil && watts == nil ? nil : false
  }

  private func powerHolds(for time: Duration, at now: MonotonicInstant) -> Bool {
    power.holds(Self.leastWatts, for: time, losingTo: Self.shareOfWatts, at: now)
  }
}

/// The values of a quantity in the last seconds.
private struct Trail: Hashable, Sendable {
  private struct Point: Hashable, Sendable {
    let at: MonotonicInstant
    let value: Double
  }

  /// How far it looks back.
  private static let span = Duration.seconds(6)
  /// A value that comes sooner after the last one is left out: a peer may send as often as it likes.
  private static let step = Duration.milliseconds(50)
  /// After a longer time without a value nothing is known about the time between.
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

  /// Whether no value of the last `time` was below `least`.
  func stays(atLeast least: Double, for time: Duration, at now: MonotonicInstant) -> Bool {
    points(of: time, at: now).map { $0.allSatisfy { $0.value >= least } } ?? false
  }

  /// Whether the means of both halves of the last `time` are at least `least`, and the second one at least `share` of the
  /// first one.
  func holds(_ least: Double, for time: Duration, losingTo share: Double, at now: MonotonicInstant) -> Bool {
    guard let points = points(of: time, at: now) else { return false }
    var (before, after) = (Mean(), Mean())
    for point in points {
      if now - point.at > time / 2 { before.add(point.value) } else { after.add(point.value) }
    }
    guard let before = before.value, let after = after.value else { return false }
    return min(before, after) >= least && after >= before * share
  }

  /// The values of the last `time`; nil if they do not reach back so far.
  private func points(of time: Duration, at now: MonotonicInstant) -> [Point]? {
    guard let last = points.last, now - last.at <= Self.gap, now - since >= time else { return nil }
    return points.filter { now - $0.at <= time }
  }
}

/// How long nobody has pedalled, as far as the trainer reports it: silence does not mean that the pedals stand still.
struct PedallingWatch: Hashable, Sendable {
  /// How late pedals may be noticed to stand.
  ///
  /// `RevolutionRate` waits three seconds, and some trainers send once a second. In less than a second a cadence shows it.
  private static let waits = Duration.seconds(1)...(.seconds(4))

  /// When the last pedal stroke was seen; without one, when the watch began.
  private(set) var strokeAt: MonotonicInstant
  private var stillSince: MonotonicInstant?
  private var lastHeard: MonotonicInstant?

  init(at now: MonotonicInstant) { strokeAt = now }

  /// Takes what the trainer reported.
  ///
  /// - Parameters:
  ///   - isPedalling: Whether the pedals turn.
  ///   - now: The time.
  ///   - movedAt: When the legs last moved, by the evidence; nil if that is not known. Where that pedals stand is only noticed
  ///     by waiting, they have stood since then.
  ///   - age: The time between two reports after which the earlier one no longer counts.
  mutating func saw(
    isPedalling: Bool, at now: MonotonicInstant, movedAt: MonotonicInstant? = nil,
    age: Duration = LiveReadings.trainerAge
  ) {
    if let lastHeard, now - lastHeard > age { stillSince = nil }
    lastHeard = now
    let stoodSince = movedAt.flatMap { Self.waits.contains(now - $0) ? $0 : nil } ?? now
    stillSince = isPedalling ? nil : stillSince ?? stoodSince
    if isPedalling { strokeAt = now }
  }

  /// Call when the trainer is gone: its last report no longer counts.
  mutating func lostSight() { stillSince = nil }

  /// How long the pedals have stood still by the last report; nil while they turn or nothing is known.
  func stillness(at now: MonotonicInstant) -> Duration? { stillSince.map { now - $0 } }
}
