import BluetoothLE
import Rides

/// Whether the trainer applies the target that it acknowledged: its status reports the target, or the measured power
/// agrees.
///
/// A KICKR CORE was seen to acknowledge targets that it does not apply.
struct TargetConfirmation: Hashable, Sendable {
  /// The time limit for a target without either sign.
  static let patience = Duration.seconds(10)
  /// The time over which power is averaged.
  ///
  /// Legs push twice a revolution, and a changing brake passes through any value.
  private static let meanTime = Duration.seconds(3)
  /// The permitted difference of power.
  ///
  /// A brake is exact to a few percent, and legs vary by some watts.
  private static let toleranceShare = 0.08
  private static let toleranceWatts = 10.0

  /// Whether the acknowledged target is held; nil if there is no such target.
  private(set) var isConfirmed: Bool?
  /// The number of targets in a row that were not confirmed in time.
  private(set) var failures = 0

  /// Whether an answer is the only evidence for the present watts.
  private var isEchoAlone = false
  /// The watts before that answer; nil on a new link.
  private var doubtedFor: Int?
  private var watts: Int?
  /// The target that was last confirmed, in watts.
  private var heldWatts: Int?
  private var announcedWatts: Int?
  private var pedalledSince: MonotonicInstant?
  /// The time from which the pedals have turned at a power of 0.
  private var powerlessSince: MonotonicInstant?
  /// Whether a power of 0 contradicts the target.
  ///
  /// Then only power confirms the target, and an announcement does not.
  private var isPowerless = false
  private var mean = Mean()
  private var meanSince: MonotonicInstant?

  /// Call when the trainer acknowledges `watts`.
  ///
  /// An announcement of the same watts since the write confirms them.
  mutating func acknowledged(_ watts: Int) {
    if watts != self.watts { failures = 0 }
    self.watts = watts
    doubt()
    if announcedWatts == watts { confirm() }
    announcedWatts = nil
  }

  /// Call after `acknowledged` if the answer itself contained the target.
  ///
  /// A trainer that only repeats its target may not apply it. Power that stays at the previous target shows this, or on
  /// a new link, power away from the target. That evidence counts once, because a trainer that is not exact looks the
  /// same.
  mutating func isEchoed(after formerWatts: Int?) {
    guard isConfirmed == true, formerWatts != watts else { return }
    (isEchoAlone, doubtedFor) = (true, formerWatts)
  }

  /// Call before a target is written, because earlier announcements do not apply to it.
  mutating func written() { announcedWatts = nil }

  /// Handles a target from the trainer's status.
  ///
  /// A foreign target ends a confirmation.
  mutating func announced(_ watts: Int) {
    if watts == self.watts, isConfirmed != nil { return confirm() }
    announcedWatts = watts
    if isConfirmed == true { doubt() }
  }

  /// Handles the measured power.
  ///
  /// - Parameters:
  ///   - watts: The power, in watts; nil if the trainer sent no power.
  ///   - isPedalling: Whether the pedals turn. Otherwise no power can agree.
  ///   - now: The time.
  /// - Returns: Whether the target must be written again.
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

  /// Call when the trainer no longer has a target.
  mutating func forget() { self = TargetConfirmation() }

  /// The time limit.
  ///
  /// It grows with each failure, to limit the writes to a trainer that never agrees.
  private var patience: Duration { Self.patience * (1 << min(max(0, failures - 1), 4)) }

  /// Returns the mean power after it covers enough time.
  ///
  /// Then the next mean begins.
  private mutating func average(_ watts: Double, at now: MonotonicInstant) -> Double? {
    mean.add(watts)
    let since = meanSince ?? now
    meanSince = since
    guard now - since >= Self.meanTime else { return nil }
    defer { (mean, meanSince) = (Mean(), nil) }
    return mean.value
  }

  /// Ends a confirmation when the pedals have turned at a power of 0 for `patience`.
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

  /// Returns whether power agrees with the target.
  ///
  /// Power closer to the previous target shows that the trainer still holds that one.
  private func agrees(_ watts: Double, _ target: Int) -> Bool {
    guard watts > 0 else { return false }
    let distance = abs(watts - Double(target))
    let formerWatts = isEchoAlone ? doubtedFor : heldWatts
    if let formerWatts, formerWatts != target, abs(watts - Double(formerWatts)) < distance { return false }
    // An answer counts unless power indicates the previous target.
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
