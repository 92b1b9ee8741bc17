package import BluetoothLE

/// Decides when the parameters of one connection are asked for, the first time and again.
///
/// A peripheral may ask for others, and the kernel grants that: its battery is its own affair, but a timeout under two
/// seconds loses rides. It is asked back a few times and no more, since two who insist would do nothing else.
package struct ConnectionUpkeep: Hashable, Sendable {
  /// A supervision timeout below this is not left as it is.
  package static let shortestTimeout = Duration.seconds(2)
  /// How often to ask within ``window``.
  package static let limit = 3
  package static let window = Duration.seconds(60)

  private var askedAt: [MonotonicInstant] = []

  package init() {}

  /// Whether to ask now, the connection having just come up.
  package mutating func begun(at now: MonotonicInstant) -> Bool { mayAsk(at: now) }

  /// Whether to ask now, the connection having got a new supervision timeout.
  package mutating func updated(supervisionTimeout: Duration, at now: MonotonicInstant) -> Bool {
    supervisionTimeout < Self.shortestTimeout && mayAsk(at: now)
  }

  private mutating func mayAsk(at now: MonotonicInstant) -> Bool {
    askedAt.removeAll { now - $0 >= Self.window }
    guard askedAt.count < Self.limit else { return false }
    askedAt.append(now)
    return true
  }
}
