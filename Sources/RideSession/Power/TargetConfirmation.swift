package import BluetoothLE

/// Whether the trainer does what it acknowledged: Fitness Machine Status names the target, or the measured power agrees.
///
/// A KICKR CORE was seen to acknowledge targets that it does not apply.
package struct TargetConfirmation: Hashable, Sendable {
  /// How long a target may stay without either.
  package static let patience = Duration.seconds(10)
  /// How long power is averaged: legs push twice a turn, and a brake swings through any value.
  private static let meanTime = Duration.seconds(3)
  /// By how much power may differ: a brake holds a few percent, legs swing by some watts.
  private static let toleranceShare = 0.08
  private static let toleranceWatts = 10.0

  /// Whether the acknowledged target is being held; nil while there is none.
  package private(set) var isConfirmed: Bool?
  /// How often in a row a target was not confirmed in time.
  package private(set) var failures = 0

  private var watts: Int?
  /// The target that was confirmed last.
  private var heldWatts: Int?
  private var announcedWatts: Int?
  private var pedalledSince: MonotonicInstant?
  private var mean = Mean()
  private var meanSince: MonotonicInstant?

  package init() {}

  /// The trainer took `watts`; a target that it named in the same breath is confirmed by that.
  package mutating func acknowledged(_ watts: Int) {
    if watts != self.watts { failures = 0 }
    self.watts = watts
    doubt()
    if announcedWatts == watts { confirm() }
    announcedWatts = nil
  }

  /// A target is about to be written: what was said before is not about it.
  package mutating func written() { announcedWatts = nil }

  /// The trainer's status names its target; one that nobody asked for here puts an end to what was confirmed.
  package mutating func announced(_ watts: Int) {
    if watts == self.watts, isConfirmed != nil { return confirm() }
    announcedWatts = watts
    if isConfirmed == true { doubt() }
  }

  /// The trainer tells what is pedalled.
  ///
  /// - Parameters:
  ///   - watts: The power, in watts; nil where it does not say.
  ///   - isPedalling: Whether the pedals turn; without that no power can agree.
  ///   - now: When.
  /// - Returns: Whether the target has to be written again.
  package mutating func measured(_ watts: Double?, isPedalling: Bool, at now: MonotonicInstant) -> Bool {
    guard isConfirmed == false, let target = self.watts, isPedalling else {
      restart()
      return false
    }
    let since = pedalledSince ?? now
    pedalledSince = since
    if let watts, let meanWatts = average(watts, at: now), agrees(meanWatts, target) {
      confirm()
      return false
    }
    guard now - since >= patience else { return false }
    failures += 1
    restart()
    return true
  }

  /// The target is no more.
  package mutating func forget() { self = TargetConfirmation() }

  /// It grows with what was in vain, so that a trainer which never agrees is not written to without end.
  private var patience: Duration { Self.patience * (1 << min(max(0, failures - 1), 4)) }

  /// The mean, once it is one over long enough; then the next begins.
  private mutating func average(_ watts: Double, at now: MonotonicInstant) -> Double? {
    mean.add(watts)
    let since = meanSince ?? now
    meanSince = since
    guard now - since >= Self.meanTime else { return nil }
    defer { (mean, meanSince) = (Mean(), nil) }
    return mean.value
  }

  private mutating func doubt() {
    isConfirmed = false
    restart()
  }

  private mutating func restart() { (pedalledSince, mean, meanSince) = (nil, Mean(), nil) }

  /// Power that is nearer to the target before says that the trainer still holds that one.
  private func agrees(_ watts: Double, _ target: Int) -> Bool {
    let distance = abs(watts - Double(target))
    if let heldWatts, heldWatts != target, abs(watts - Double(heldWatts)) < distance { return false }
    return distance <= max(Self.toleranceWatts, Double(target) * Self.toleranceShare)
  }

  private mutating func confirm() {
    isConfirmed = true
    heldWatts = watts
    failures = 0
  }
}
