/// The one clock that a radio and a ride live by.
///
/// Real, scaled or moved by hand: who holds it cannot tell, and asks no other.
public protocol RideClock: Sendable {
  /// The present point.
  var now: MonotonicInstant { get }

  /// Returns at `deadline`, or at once where that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until deadline: MonotonicInstant) async throws
}

extension RideClock {
  /// Returns `duration` from now.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: now.advanced(by: duration))
  }
}
