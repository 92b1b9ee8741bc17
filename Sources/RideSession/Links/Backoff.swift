package import BluetoothLE

/// How long to wait before the next attempt to connect: at once at first, then ever longer up to four seconds.
///
/// Not longer, since it is by an attempt that an adapter which answers no more is known, and nothing else helps that.
package struct Backoff: Hashable, Sendable {
  private static let pauses: [Duration] = [
    .zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
  ]

  private var failures = 0

  package init() {}

  /// The pause after one more failure.
  ///
  /// An attempt that ended because nobody answered took its time already, so the next one follows at once and stays
  /// pending: the first advertisement of a device that is back connects it.
  package mutating func pause(after error: LinkError) -> Duration {
    if error.code == .timedOut { return .zero }
    defer { failures += 1 }
    return Self.pauses[min(failures, Self.pauses.count - 1)]
  }

  package mutating func reset() {
    failures = 0
  }
}
