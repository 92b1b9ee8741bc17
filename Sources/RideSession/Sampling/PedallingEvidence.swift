import BluetoothLE
import Rides

/// Whether the pedals turn, judged by the trainer's cadence, power and speed on its present link.
///
/// The first cadence above zero proves the cadence. After that, a zero is the fast sign of still pedals, unless power
/// continues, because some trainers only estimate a cadence, and lose it. A cadence that was never proven does not
/// count if power or speed holds, because some trainers send zero for values that they do not measure. The values of a
/// coasting flywheel do not hold: they fall within seconds.
struct PedallingEvidence: Hashable, Sendable {
  /// The reliability of the cadence.
  enum Cadence: Hashable, Sendable {
    /// Absent or zero so far, without a contradiction by power.
    case unproven
    case proven
    /// Absent, or a zero that means absent, because power continued for long enough.
    case missing
  }

  /// A mean power over `leastTime` that proves pedalling, at any cadence.
  private static let leastWatts = 20.0
  private static let leastTime = Duration.seconds(3)
  /// The power at which a trainer that measures cadence has sent one after `clearTime`.
  private static let clearWatts = 30.0
  private static let clearTime = Duration.seconds(5)
  /// The minimum share of the first half's power that legs give in the second half of that time.
  private static let shareOfWatts = 0.8
  /// A speed, in km/h, that holds for `speedTime` only with pedalling.
  ///
  /// A flywheel coasts for a minute and slows down steadily.
  private static let leastKmh = 5.0
  private static let speedTime = Duration.seconds(6)
  private static let shareOfSpeed = 0.97
  /// The maximum age of cadence or power when the other one arrives, if they arrive separately.
  private static let age = Duration.seconds(2)

  private(set) var cadence = Cadence.unproven
  /// Whether the pedals turn; nil while there is no evidence.
  private(set) var isPedalling: Bool?
  /// The time of the last movement of the legs: by power, cadence or a count of revolutions; nil if no movement was
  /// seen.
  private(set) var movedAt: MonotonicInstant?
  private var rpm = Reading<Double>(notOlderThan: age)
  private var watts = Reading<Double>(notOlderThan: age)
  private var power = Trail()
  private var speed = Trail()

  /// Handles values of the trainer.
  ///
  /// Values that it did not send are nil.
  ///
  /// - Parameters:
  ///   - rpm: The cadence, in revolutions a minute.
  ///   - watts: The power.
  ///   - kmh: The speed, in km/h.
  ///   - turnedAt: The time of the last crank revolution; nil if the trainer sends no counts.
  ///   - now: The time.
  mutating func observe(
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

  /// Returns the present cadence, in revolutions a minute; nil if it is unknown, and for a zero that is not proven or
  /// that power contradicts.
  func believedRpm(at now: MonotonicInstant) -> Double? {
    guard let rpm = rpm.value(at: now) else { return nil }
    return rpm > 0 || (cadence == .proven && isPedalling == false) ? rpm : nil
  }

  /// Returns the present power, in watts.
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
    // At low power, some trainers send neither cadence nor watts.
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

  /// The time that the values cover.
  private static let span = Duration.seconds(6)
  /// The minimum time between two values.
  ///
  /// Earlier ones are left out, because a peer may send at any rate.
  private static let step = Duration.milliseconds(50)
  /// The time without a value after which the earlier values no longer count.
  private static let gap = Duration.seconds(2)

  private var points: [Point] = []
  /// The time of the first value after the last gap.
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

  /// Returns whether all values of the last `time` were at least `least`.
  func stays(atLeast least: Double, for time: Duration, at now: MonotonicInstant) -> Bool {
    points(of: time, at: now).map { $0.allSatisfy { $0.value >= least } } ?? false
  }

  /// Returns whether the means of both halves of the last `time` are at least `least`, and the second one at least
  /// `share` of the first one.
  func holds(_ least: Double, for time: Duration, losingTo share: Double, at now: MonotonicInstant) -> Bool {
    guard let points = points(of: time, at: now) else { return false }
    var (before, after) = (Mean(), Mean())
    for point in points {
      if now - point.at > time / 2 { before.add(point.value) } else { after.add(point.value) }
    }
    guard let before = before.value, let after = after.value else { return false }
    return min(before, after) >= least && after >= before * share
  }

  /// Returns the values of the last `time`; nil if they do not cover it.
  private func points(of time: Duration, at now: MonotonicInstant) -> [Point]? {
    guard let last = points.last, now - last.at <= Self.gap, now - since >= time else { return nil }
    return points.filter { now - $0.at <= time }
  }
}

/// The time without pedalling, as far as the trainer reports it.
///
/// A silent trainer does not mean that the pedals are still.
struct PedallingWatch: Hashable, Sendable {
  /// The delay with which still pedals may be detected.
  ///
  /// `RevolutionRate` waits three seconds, and some trainers send once a second. A cadence shows it in less than a
  /// second.
  private static let waits = Duration.seconds(1)...(.seconds(4))

  /// The time of the last pedal stroke, or without a stroke, of the beginning of the watch.
  private(set) var strokeAt: MonotonicInstant
  private var stillSince: MonotonicInstant?
  private var lastReceived: MonotonicInstant?

  init(at now: MonotonicInstant) { strokeAt = now }

  /// Handles a report of the trainer.
  ///
  /// - Parameters:
  ///   - isPedalling: Whether the pedals turn.
  ///   - now: The time.
  ///   - movedAt: The time of the last movement of the legs, by the evidence; nil if it is unknown. If only a wait can
  ///     show that the pedals are still, they have been still since then.
  ///   - age: The time between two reports after which the earlier one no longer counts.
  mutating func observe(
    isPedalling: Bool, at now: MonotonicInstant, movedAt: MonotonicInstant? = nil,
    age: Duration = LiveReadings.trainerAge
  ) {
    if let lastReceived, now - lastReceived > age { stillSince = nil }
    lastReceived = now
    let stoodSince = movedAt.flatMap { Self.waits.contains(now - $0) ? $0 : nil } ?? now
    stillSince = isPedalling ? nil : stillSince ?? stoodSince
    if isPedalling { strokeAt = now }
  }

  /// Call when the trainer is gone.
  ///
  /// Its last report no longer counts.
  mutating func lostSight() { stillSince = nil }

  /// Returns the time that the pedals have been still by the last report; nil while they turn, or if it is unknown.
  func stillness(at now: MonotonicInstant) -> Duration? { stillSince.map { now - $0 } }
}
