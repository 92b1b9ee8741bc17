import BluetoothLE

/// How the time of a capture lies on the ride clock.
struct ReplayTimeline: Sendable {
  /// Where the replay's zero lies on the clock.
  let zero: MonotonicInstant

  /// The point of the clock that lies `nanoseconds` after zero.
  func instant(_ nanoseconds: Int64) -> MonotonicInstant {
    zero.advanced(by: .nanoseconds(nanoseconds))
  }

  /// The nanoseconds from zero to `instant`.
  func nanoseconds(_ instant: MonotonicInstant) -> Int64 {
    (instant - zero).nanoseconds
  }
}
