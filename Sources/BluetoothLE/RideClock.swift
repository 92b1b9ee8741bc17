/// The clock shared by a radio and a ride.
///
/// It may be real, scaled or moved by hand: its users cannot tell the difference, and use no other clock.
public protocol RideClock: Sendable {
  /// The current time.
  var now: MonotonicInstant { get }

  /// Returns at `deadline`, or at once if that has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func sleep(until deadline: MonotonicInstant) async throws
}

extension RideClock {
  /// Returns after `duration`.
  public func sleep(for duration: Duration) async throws {
    try await sleep(until: now.advanced(by: duration))
  }
}

/// A point on the ride clock: the time since an origin that never moves, including time in suspend.
///
/// On a machine that is the time since boot (`CLOCK_BOOTTIME`); a simulation or a test chooses its own origin.
public struct MonotonicInstant: InstantProtocol, Sendable {
  /// The time since the clock's origin.
  public let sinceOrigin: Duration

  /// Creates the point `sinceOrigin` after the clock's origin.
  public init(sinceOrigin: Duration) {
    self.sinceOrigin = sinceOrigin
  }

  /// Creates the point `nanoseconds` after the clock's origin.
  public init(nanoseconds: Int64) {
    self.init(sinceOrigin: .nanoseconds(nanoseconds))
  }

  /// The clock's origin.
  public static let origin = MonotonicInstant(sinceOrigin: .zero)

  /// Returns the point `duration` later.
  public func advanced(by duration: Duration) -> Self { Self(sinceOrigin: sinceOrigin + duration) }

  /// Returns how much later `other` is.
  public func duration(to other: Self) -> Duration { other.sinceOrigin - sinceOrigin }

  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool { left.sinceOrigin < right.sinceOrigin }

  /// Returns how much later `left` is.
  public static func - (left: Self, right: Self) -> Duration { left.sinceOrigin - right.sinceOrigin }
}

extension Duration {
  /// The duration as a number of seconds.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The duration in whole nanoseconds, rounded towards zero; `Int64.min` or `Int64.max` if it does not fit.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000
  }
}
