package import BluetoothLE

/// A target that grows in a straight line, so that legs and flywheel can follow.
package struct PowerRamp: Hashable, Sendable {
  /// The time from the first to the last watt.
  package static let duration = Duration.seconds(10)

  private let fromWatts: Int
  private let start: MonotonicInstant

  /// A ramp from half of `targetWatts`, begun at `now`.
  package init(to targetWatts: Int, at now: MonotonicInstant) {
    self.init(fromWatts: Self.firstWatts(of: targetWatts), at: now)
  }

  /// A ramp from `fromWatts`, begun at `now`.
  package init(fromWatts: Int, at now: MonotonicInstant) {
    self.fromWatts = fromWatts
    start = now
  }

  /// The watts at which a ramp to `targetWatts` begins.
  package static func firstWatts(of targetWatts: Int) -> Int { (targetWatts + 1) / 2 }

  /// The watts at `now` on the way to `targetWatts`, which may have moved since the ramp began.
  ///
  /// They change once a second, so that a ramp costs the trainer ten writes and not forty.
  package func watts(to targetWatts: Int, at now: MonotonicInstant) -> Int {
    let share = min(1, max(0, (now - start).seconds.rounded(.down) / Self.duration.seconds))
    return fromWatts + Int((Double(targetWatts - fromWatts) * share).rounded())
  }

  package func isOver(at now: MonotonicInstant) -> Bool { now - start >= Self.duration }
}
