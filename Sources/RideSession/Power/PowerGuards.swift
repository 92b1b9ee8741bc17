import BluetoothLE
import Rides

// The guards that lower a rider's target: for the heart, and for the legs.

/// Eases the target while the heart rate is above its ceiling, and restores the share after the heart rate has fallen.
///
/// Only heart rates that arrive change the share. A strap that is silent, or has no contact, does not change it.
struct HeartRateCeiling: Hashable, Sendable {
  /// One step, in percent of the target.
  private static let stepPercent = 5
  /// The minimum share that is left, in percent of the target.
  private static let floorPercent = 50
  /// The time that the heart rate must be above the ceiling before the first step, and the time between steps.
  ///
  /// The heart responds slowly.
  private static let firstAfter = Duration.seconds(5)
  private static let thenEach = Duration.seconds(15)
  /// The distance below the ceiling, in beats a minute, and the time that the heart rate must stay there before a step
  /// is undone.
  private static let margin = 3
  private static let calmFor = Duration.seconds(60)
  /// The ceiling, in beats a minute.
  let maximumBeatsPerMinute: Int
  /// The share of the target that is left, 50…100.
  private var percent = 100
  private var highSince: MonotonicInstant?
  private var calmSince: MonotonicInstant?
  private var steppedAt: MonotonicInstant?
  private var receivedAt: MonotonicInstant?

  init(maximumBeatsPerMinute: Int) {
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
  }

  var isEasing: Bool { percent < 100 }

  /// Returns the share of `watts` that is left, in watts.
  func eased(_ watts: Int) -> Int { Int((Double(watts) * Double(percent) / 100).rounded()) }

  /// Handles a heart rate.
  ///
  /// Returns whether the share has changed.
  ///
  /// A time longer than `gap` between two heart rates restarts the hold times.
  mutating func receive(
    beatsPerMinute: Int, at now: MonotonicInstant, gap: Duration = LiveReadings.heartRateAge
  ) -> Bool {
    if let receivedAt, now - receivedAt > gap { (highSince, calmSince) = (nil, nil) }
    receivedAt = now
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

/// Eases the target while DFA alpha-1 shows that the rider is above the aerobic threshold, and restores the share
/// afterwards.
///
/// Only estimates of good confidence change the share. A missing or doubtful estimate keeps it and restarts the hold
/// times.
struct Alpha1Guard: Hashable, Sendable {
  /// Below `low`, the rider is above the aerobic threshold; above `high`, well below it.
  private static let (low, high) = (0.75, 0.80)
  /// One step, and the minimum share that is left, in percent of the target.
  private static let (stepPercent, floorPercent) = (5, 50)
  /// The time that alpha-1 must be low before a step, and the time between steps.
  ///
  /// Each estimate covers two minutes.
  private static let lowFor = Duration.seconds(60)
  /// The time that alpha-1 must be high before a step is undone.
  private static let highFor = Duration.seconds(120)
  /// The time between two estimates above which the hold times restart.
  private static let gap = Duration.seconds(15)

  /// The share of the target that is left, 50…100.
  private(set) var percent = 100
  private var lowSince: MonotonicInstant?
  private var highSince: MonotonicInstant?
  private var sawAt: MonotonicInstant?

  var isEasing: Bool { percent < 100 }

  /// Returns the share of `watts` that is left, in watts.
  func eased(_ watts: Int) -> Int { Int((Double(watts) * Double(percent) / 100).rounded()) }

  /// Handles an estimate.
  ///
  /// Returns whether the share has changed.
  mutating func observe(_ estimate: Alpha1Status, at now: MonotonicInstant) -> Bool {
    if let sawAt, now - sawAt > Self.gap { (lowSince, highSince) = (nil, nil) }
    sawAt = now
    let alpha1 = estimate.confidence == .good ? estimate.value : nil
    lowSince = alpha1.map { $0 < Self.low } == true ? lowSince ?? now : nil
    highSince = alpha1.map { $0 > Self.high } == true ? highSince ?? now : nil
    if let lowSince, now - lowSince >= Self.lowFor { return move(by: -Self.stepPercent, at: now) }
    if let highSince, now - highSince >= Self.highFor { return move(by: Self.stepPercent, at: now) }
    return false
  }

  /// Takes a step.
  ///
  /// The next step in the same direction must wait for the same time again.
  private mutating func move(by step: Int, at now: MonotonicInstant) -> Bool {
    if step < 0 { lowSince = now } else { highSince = now }
    let moved = min(100, max(Self.floorPercent, percent + step))
    guard moved != percent else { return false }
    percent = moved
    return true
  }
}

/// Detects that the load brings the legs to a halt (the "spiral of death"), and that they have recovered.
///
/// At a fixed power, torque grows as cadence falls, so a rider who slows down is slowed down more. Releasing the target
/// for a while breaks the spiral.
struct SpiralOfDeathGuard: Hashable, Sendable {
  enum Change: Hashable, Sendable {
    case released
    case restored
  }

  /// Below this cadence the legs may be collapsing, in revolutions a minute.
  private static let collapsingRpm = 50.0
  /// Above this cadence, they have recovered, in revolutions a minute.
  private static let recoveredRpm = 60.0
  /// Below this cadence, they collapse even if cadence no longer falls, in revolutions a minute.
  private static let lostRpm = 40.0
  /// The cadence that no rider chooses, in revolutions a minute.
  ///
  /// Legs that fall below it are exhausted, at any power.
  private static let endRpm = 30.0
  /// The variation of cadence that is ignored, in revolutions a minute.
  private static let wobbleRpm = 2.0
  /// The share of the target below which the legs are at fault.
  ///
  /// A brake is more exact than this.
  private static let shareHeld = 0.95
  /// The time over which readings are compared.
  private static let span = Duration.seconds(2)
  private static let proofOfCollapse = Duration.milliseconds(750)
  private static let proofOfRecovery = Duration.seconds(2)
  /// The time after a restore in which a collapse doubles the required proof of recovery.
  private static let relapse = Duration.seconds(60)
  private static let longestProof = Duration.seconds(16)

  /// Whether the target is released.
  private var isReleased = false
  private var readings: [Reading] = []
  /// The start of an uninterrupted collapse, or recovery.
  private var seenSince: MonotonicInstant?
  private var restoredAt: MonotonicInstant?
  private var proof = Self.proofOfRecovery

  private struct Reading: Hashable, Sendable {
    let at: MonotonicInstant
    let rpm: Double
    let watts: Double
  }

  /// Handles a reading of the trainer.
  ///
  /// - Parameters:
  ///   - rpm: The cadence, in revolutions a minute.
  ///   - watts: The power, in watts.
  ///   - targetWatts: The trainer's target, released or not.
  ///   - isTooSlow: Whether the trainer reports that it turns too slowly for its target.
  ///   - now: The time of the reading.
  /// - Returns: Whether to release or restore the target now; nil for no change.
  mutating func observe(
    rpm: Double, watts: Double, targetWatts: Int, isTooSlow: Bool, at now: MonotonicInstant
  ) -> Change? {
    readings.removeAll { now - $0.at > Self.span }
    // After a gap, earlier readings prove nothing.
    if readings.isEmpty { seenSince = nil }
    defer { readings.append(Reading(at: now, rpm: rpm, watts: watts)) }
    // Legs that turn well are not exhausted. In that case a higher gear helps.
    let isSlow = isTooSlow && rpm > 0 && rpm < Self.collapsingRpm
    let isSeen = isReleased ? rpm > Self.recoveredRpm : isSlow || isCollapsing(rpm, watts, targetWatts)
    guard isSeen else {
      seenSince = nil
      return nil
    }
    let since = seenSince ?? now
    seenSince = since
    guard now - since >= (isReleased ? proof : Self.proofOfCollapse) else { return nil }
    seenSince = nil
    return isReleased ? restore(at: now) : release(at: now)
  }

  private func isCollapsing(_ rpm: Double, _ watts: Double, _ targetWatts: Int) -> Bool {
    guard rpm > 0, rpm < Self.collapsingRpm, let first = readings.first, let highest = readings.map(\.rpm).max() else {
      return false
    }
    let isSinking = rpm < highest - Self.wobbleRpm
    if isSinking, rpm < Self.endRpm { return true }
    // Legs that are only slightly too weak reach the target in single readings, but not in the mean.
    let mean = (readings.reduce(watts) { $0 + $1.watts }) / Double(readings.count + 1)
    guard min(watts, mean) < Double(targetWatts) * Self.shareHeld else { return false }
    return isSinking || (rpm < Self.lostRpm && rpm <= first.rpm)
  }

  private mutating func release(at now: MonotonicInstant) -> Change {
    isReleased = true
    let isRelapse = restoredAt.map { now - $0 < Self.relapse } ?? false
    proof = isRelapse ? min(proof * 2, Self.longestProof) : Self.proofOfRecovery
    return .released
  }

  private mutating func restore(at now: MonotonicInstant) -> Change {
    isReleased = false
    restoredAt = now
    return .restored
  }
}
