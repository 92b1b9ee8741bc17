import BluetoothLE
import Rides

/// Whether the trainer applies the target that it acknowledged: Fitness Machine Status names it, or the measured power agrees.
///
/// A KICKR CORE was seen to acknowledge targets that it does not apply.
struct TargetConfirmation: Hashable, Sendable {
  /// How long a target may stay without either sign.
  static let patience = Duration.seconds(10)
  /// The time over which power is averaged: legs push twice a turn, and a brake swings through any value.
  private static let meanTime = Duration.seconds(3)
  /// The allowed difference of power: a brake is exact to a few percent, legs vary by some watts.
  private static let toleranceShare = 0.08
  private static let toleranceWatts = 10.0

  /// Whether the acknowledged target is held; nil while there is none.
  private(set) var isConfirmed: Bool?
  /// How often in a row a target was not confirmed in time.
  private(set) var failures = 0

  /// Whether an answer alone speaks for the present watts.
  private var isEchoAlone = false
  /// The watts that were held before that answer; nil on a new link.
  private var doubtedFor: Int?
  private var watts: Int?
  /// The target that was last confirmed.
  private var heldWatts: Int?
  private var announcedWatts: Int?
  private var pedalledSince: MonotonicInstant?
  /// Since when the pedals have turned at a power of 0.
  private var powerlessSince: MonotonicInstant?
  /// Whether a power of 0 contradicts the target: then only power confirms it, and no announcement does.
  private var isPowerless = false
  private var mean = Mean()
  private var meanSince: MonotonicInstant?

  /// Call when the trainer acknowledged `watts`; an announcement of the same watts since the write confirms them.
  mutating func acknowledged(_ watts: Int) {
    if watts != self.watts { failures = 0 }
    self.watts = watts
    doubt()
    if announcedWatts == watts { confirm() }
    announcedWatts = nil
  }

  /// Call after `acknowledged` if it was the answer itself that named the target.
  ///
  /// A trainer that only repeats what it was told may not apply it. Power that stays at the former target shows that or, on a
  /// new link, power away from the target; it is believed once, since a trainer that is not exact looks the same.
  mutating func isEchoed(after formerWatts: Int?) {
    guard isConfirmed == true, formerWatts != watts else { return }
    (isEchoAlone, doubtedFor) = (true, formerWatts)
  }

  /// Call before writing a target: earlier announcements do not apply to it.
  mutating func written() { announcedWatts = nil }

  /// Takes the target that the trainer's status names; a foreign target ends a confirmation.
  mutating func announced(_ watts: Int) {
    if watts == self.watts, isConfirmed != nil { return confirm() }
    announcedWatts = watts
    if isConfirmed == true { doubt() }
  }

  /// Takes the measured power.
  ///
  /// - Parameters:
  ///   - watts: The power, in watts; nil if the trainer sent none.
  ///   - isPedalling: Whether the pedals turn; otherwise no power can agree.
  ///   - now: The time.
  /// - Returns: Whether the target has to be written again.
  mutating func measured(_ watts: Double?, isPedalling: Bool, at now: MonotonicInstant) -> Bool {
    observePower(watts, isPedalling: isPedalling, at: now)
    guard isConfirmed == false || isEchoAlone, let target = self.watts, isPedalling else {
      restart()
      return false
    }
    let since = pedalledSince ?? now
    pedalledSince = since
    if let watts, let meanWatts = average(watts, at: now), agrees(meanWatts, target) {
      isEchoAlone = false
      confirm()
      return false
    }
    guard now - since >= patience else { return false }
    failures += 1
    isEchoAlone = false
    restart()
    return true
  }

  /// Call when the trainer holds no target any more.
  mutating func forget() { self = TargetConfirmation() }

  /// Grows with each failure, so that a trainer that never agrees is not written to without end.
  private var patience: Duration { Self.patience * (1 << min(max(0, failures - 1), 4)) }

  /// The mean power, once it covers enough time; then the next mean begins.
  private mutating func average(_ watts: Double, at now: MonotonicInstant) -> Double? {
    mean.add(watts)
    let since = meanSince ?? now
    meanSince = since
    guard now - since >= Self.meanTime else { return nil }
    defer { (mean, meanSince) = (Mean(), nil) }
    return mean.value
  }

  /// Ends a confirmation once the pedals have turned at a power of 0 for `patience`.
  private mutating func observePower(_ watts: Double?, isPedalling: Bool, at now: MonotonicInstant) {
    guard isPedalling, let watts else {
      if !isPedalling { powerlessSince = nil }
      return
    }
    guard watts <= 0 else { return (powerlessSince, isPowerless) = (nil, false) }
    let since = powerlessSince ?? now
    powerlessSince = since
    guard !isPowerless, now - since >= Self.patience else { return }
    isPowerless = true
    if isConfirmed == true { (isConfirmed, pedalledSince) = (false, since) }
  }

  private mutating func doubt() {
    (isConfirmed, isEchoAlone) = (false, false)
    restart()
  }

  private mutating func restart() { (pedalledSince, mean, meanSince) = (nil, Mean(), nil) }

  /// Whether power agrees with the target; power nearer to the former target shows that the trainer still holds that one.
  private func agrees(_ watts: Double, _ target: Int) -> Bool {
    guard watts > 0 else { return false }
    let distance = abs(watts - Double(target))
    let formerWatts = isEchoAlone ? doubtedFor : heldWatts
    if let formerWatts, formerWatts != target, abs(watts - Double(formerWatts)) < distance { return false }
    // An answer counts unless power speaks for the former target.
    if isEchoAlone, doubtedFor != nil { return true }
    return distance <= max(Self.toleranceWatts, Double(target) * Self.toleranceShare)
  }

  private mutating func confirm() {
    guard !isPowerless else { return }
    isConfirmed = true
    heldWatts = watts
    failures = 0
  }
}
