/// The one clock of a radio and a ride.
///
/// It may be real, scaled or moved by hand: its users cannot tell, and use no other.
public protocol RideClock: Sendable {
  /// The present point.
  var now: MonotonicInstant { get }

  /// Returns at `deadline`, or at once if that has passed.
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

/// A point on the ride clock: time since an origin that never moves; time in suspend counts.
///
/// On the machine that is the time since boot (`CLOCK_BOOTTIME`); a simulation or a test chooses its own origin.
public struct MonotonicInstant: InstantProtocol, Sendable {
  /// The time since the clock's origin.
  public let sinceOrigin: Duration

  /// The point that lies `sinceOrigin` after the clock's origin.
  public init(sinceOrigin: Duration) {
    self.sinceOrigin = sinceOrigin
  }

  /// The point that lies `nanoseconds` after the clock's origin.
  public init(nanoseconds: Int64) {
    self.init(sinceOrigin: .nanoseconds(nanoseconds))
  }

  /// The clock's origin.
  public static let origin = MonotonicInstant(sinceOrigin: .zero)

  /// The point `duration` later.
  public func advanced(by duration: Duration) -> Self { Self(sinceOrigin: sinceOrigin + duration) }

  /// How much later `other` is.
  public func duration(to other: Self) -> Duration { other.sinceOrigin - sinceOrigin }

  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool { left.sinceOrigin < right.sinceOrigin }

  /// How much later `left` is.
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
