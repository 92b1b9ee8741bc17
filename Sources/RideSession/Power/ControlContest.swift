import BluetoothLE

/// Detects that control is taken away repeatedly, and increases the rests between requests.
///
/// Another program then also wants the trainer, and two programs that request control as soon as they lose it would do
/// so without end.
struct ControlContest: Hashable, Sendable {
  /// The time for which control must be kept before the next loss counts as the first.
  private static let soundTime = Duration.seconds(60)
  /// The rest after the second loss; it doubles with each further loss.
  private static let firstRest = Duration.seconds(2)
  private static let longestRest = Duration.seconds(60)

  /// The number of times in a row that control was lost soon after it was granted.
  private(set) var losses = 0
  private var grantedAt: MonotonicInstant?

  /// Returns whether control is contested: lost more than once, and not kept since.
  func isOn(at now: MonotonicInstant) -> Bool { losses > 1 && !isKept(at: now) }

  mutating func granted(at now: MonotonicInstant) { grantedAt = now }

  /// Call when control is lost.
  ///
  /// Returns the rest before the next request, zero after the first loss.
  mutating func lost(at now: MonotonicInstant) -> Duration {
    if isKept(at: now) { losses = 0 }
    grantedAt = nil
    losses += 1
    return losses > 1 ? min(Self.firstRest * (1 << min(losses - 2, 6)), Self.longestRest) : .zero
  }

  private func isKept(at now: MonotonicInstant) -> Bool {
    grantedAt.map { now - $0 >= Self.soundTime } ?? false
  }
}
