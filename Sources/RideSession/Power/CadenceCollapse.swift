package import BluetoothLE

/// Notices legs that the load grinds to a halt, and when they are back.
///
/// At a fixed power the torque grows as cadence falls, so that who slows down is slowed down more: the "spiral of death". The
/// way out is to let go of the target for a while.
package struct CadenceCollapse: Hashable, Sendable {
  /// Below this cadence the legs may be collapsing, in revolutions a minute.
  package static let collapsingRpm = 50.0
  /// Above this one they are back.
  package static let recoveredRpm = 60.0
  /// Below this one they need not even be sinking any more.
  private static let lostRpm = 40.0
  /// Nobody turns so slowly on purpose: legs that sink below this one are at their end, whatever they still give.
  private static let endRpm = 30.0
  /// By how much cadence goes up and down by itself.
  private static let wobbleRpm = 2.0
  /// What power may be short of the target by, before the legs are the reason: a brake is not more exact than this.
  private static let shareHeld = 0.95
  /// How far apart two readings are that are compared.
  private static let span = Duration.seconds(2)
  private static let proofOfCollapse = Duration.milliseconds(750)
  private static let proofOfRecovery = Duration.seconds(2)
  /// A collapse so soon after the last doubles the time that legs must prove themselves.
  private static let relapse = Duration.seconds(60)
  private static let longestProof = Duration.seconds(16)

  /// Whether the target is released.
  package private(set) var isReleased = false
  private var readings: [Reading] = []
  private var condition: MonotonicInstant?
  private var restoredAt: MonotonicInstant?
  private var proof = Self.proofOfRecovery

  private struct Reading: Hashable, Sendable {
    let at: MonotonicInstant
    let rpm: Double
    let watts: Double
  }

  package init() {}

  /// The trainer told of cadence and power.
  ///
  /// - Parameters:
  ///   - rpm: The cadence, in revolutions a minute.
  ///   - watts: The power, in watts.
  ///   - targetWatts: What the trainer was to hold, released or not.
  ///   - now: When.
  /// - Returns: Whether the target has just been released, or is restored; nil where nothing changed.
  package mutating func saw(rpm: Double, watts: Double, targetWatts: Int, at now: MonotonicInstant) -> Change? {
    readings.removeAll { now - $0.at > Self.span }
    // Nothing was heard for so long: what held before proves nothing.
    if readings.isEmpty { condition = nil }
    defer { readings.append(Reading(at: now, rpm: rpm, watts: watts)) }
    let holds = isReleased ? rpm > Self.recoveredRpm : isCollapsing(rpm, watts, targetWatts)
    guard holds else {
      condition = nil
      return nil
    }
    let since = condition ?? now
    condition = since
    guard now - since >= (isReleased ? proof : Self.proofOfCollapse) else { return nil }
    condition = nil
    return isReleased ? restore(at: now) : release(at: now)
  }

  package enum Change: Hashable, Sendable {
    case released
    case restored
  }

  /// Nobody pedals, or the trainer is gone: what was is over.
  package mutating func reset() { self = CadenceCollapse() }

  private func isCollapsing(_ rpm: Double, _ watts: Double, _ targetWatts: Int) -> Bool {
    guard rpm > 0, rpm < Self.collapsingRpm, let first = readings.first, let highest = readings.map(\.rpm).max() else {
      return false
    }
    let isSinking = rpm < highest - Self.wobbleRpm
    if isSinking, rpm < Self.endRpm { return true }
    // Legs that have little too little hold it by a reading now and then, and not in the mean.
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
