import BluetoothLE

/// Notices that the load grinds the legs to a halt (the "spiral of death"), and that they have recovered.
///
/// At a fixed power, torque grows as cadence falls: a rider who slows down is slowed down more. The way out is to release the
/// target for a while.
struct SpiralOfDeathGuard: Hashable, Sendable {
  enum Change: Hashable, Sendable {
    case released
    case restored
  }

  /// Below this cadence the legs may be collapsing, in revolutions a minute.
  private static let collapsingRpm = 50.0
  /// Above this cadence they have recovered.
  private static let recoveredRpm = 60.0
  /// Below this cadence they collapse even if cadence no longer sinks.
  private static let lostRpm = 40.0
  /// Nobody turns so slowly on purpose: legs that sink below this cadence are at their end, whatever power they still give.
  private static let endRpm = 30.0
  /// Variation of cadence that means nothing.
  private static let wobbleRpm = 2.0
  /// Power below this share of the target is the legs' fault: a brake is less exact than this.
  private static let shareHeld = 0.95
  /// The time over which readings are compared.
  private static let span = Duration.seconds(2)
  private static let proofOfCollapse = Duration.milliseconds(750)
  private static let proofOfRecovery = Duration.seconds(2)
  /// A collapse so soon after the last restore doubles the time for which recovery must be proven.
  private static let relapse = Duration.seconds(60)
  private static let longestProof = Duration.seconds(16)

  /// Whether the target is released.
  private var isReleased = false
  private var readings: [Reading] = []
  /// Since when collapse, or recovery, has been seen without interruption.
  private var seenSince: MonotonicInstant?
  private var restoredAt: MonotonicInstant?
  private var proof = Self.proofOfRecovery

  private struct Reading: Hashable, Sendable {
    let at: MonotonicInstant
    let rpm: Double
    let watts: Double
  }

  /// Takes a reading of the trainer.
  ///
  /// - Parameters:
  ///   - rpm: The cadence, in revolutions a minute.
  ///   - watts: The power, in watts.
  ///   - targetWatts: What the trainer is to hold, released or not.
  ///   - now: The time of the reading.
  /// - Returns: Whether the target is to be released or restored now; nil if nothing changed.
  mutating func saw(rpm: Double, watts: Double, targetWatts: Int, at now: MonotonicInstant) -> Change? {
    readings.removeAll { now - $0.at > Self.span }
    // After a gap, what was seen before proves nothing.
    if readings.isEmpty { seenSince = nil }
    defer { readings.append(Reading(at: now, rpm: rpm, watts: watts)) }
    let isSeen = isReleased ? rpm > Self.recoveredRpm : isCollapsing(rpm, watts, targetWatts)
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
    // Legs that are only just too weak reach the target in single readings, but not in the mean.
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
