package import BluetoothLE

/// Control that is taken away again and again: another program wants the trainer too, and two that ask at once whenever they
/// lose it would ask without end.
package struct ControlContest: Hashable, Sendable {
  /// How long control must have been kept for the next loss to count as the first.
  private static let soundTime = Duration.seconds(60)
  /// The rest after the second loss; it doubles with each more.
  private static let firstRest = Duration.seconds(2)
  private static let longestRest = Duration.seconds(60)

  /// How often in a row control was lost soon after it was granted.
  package private(set) var losses = 0
  private var grantedAt: MonotonicInstant?

  package init() {}

  /// Whether control is contested: it was lost more than once, and not kept since.
  package func isOn(at now: MonotonicInstant) -> Bool { losses > 1 && !isKept(at: now) }

  package mutating func granted(at now: MonotonicInstant) { grantedAt = now }

  /// Control is lost; returns how long to leave it at that, which is not at all for the first time.
  package mutating func lost(at now: MonotonicInstant) -> Duration {
    if isKept(at: now) { losses = 0 }
    grantedAt = nil
    losses += 1
    return losses > 1 ? min(Self.firstRest * (1 << min(losses - 2, 6)), Self.longestRest) : .zero
  }

  private func isKept(at now: MonotonicInstant) -> Bool {
    grantedAt.map { now - $0 >= Self.soundTime } ?? false
  }
}
