package import BluetoothLE

/// Decides when the parameters of one connection are asked for, until the controller shows that it has them.
///
/// A request may come to nothing: a controller that is at another procedure of the link layer refuses it, a peripheral may
/// reject it, and what libbluetooth calls a success may be the update of another connection. So what counts is the event
/// of the connection itself, and without one the request is repeated.
///
/// A peripheral may ask for others, and the kernel grants that: its battery is its own affair, but a timeout under two
/// seconds loses rides. It is asked back a few times and no more, since two who insist would do nothing else.
package struct ConnectionUpkeep: Hashable, Sendable {
  /// A supervision timeout below this is not left as it is.
  package static let shortestTimeout = Duration.seconds(2)
  /// How long a connection may take to show what was asked for.
  package static let patience = Duration.seconds(2)
  /// How long a request that came to nothing is let rest, the first times; then it is the last of them.
  package static let pauses: [Duration] = [.milliseconds(500), .milliseconds(1500), .seconds(4), .seconds(60)]
  /// How often what the peripheral has changed is asked back within ``window``.
  package static let limit = 3
  package static let window = Duration.seconds(60)

  private enum State: Hashable {
    /// A request was made, or is to be made again, at `deadline` at the latest.
    case wanting(tries: Int, isUnderWay: Bool, deadline: MonotonicInstant)
    /// The connection has what was asked for.
    case satisfied
  }

  private var state: State
  private var askedBackAt: [MonotonicInstant] = []

  /// A connection that has just come up: it is to be asked for at once.
  package init(at now: MonotonicInstant) {
    state = .wanting(tries: 0, isUnderWay: false, deadline: now)
  }

  /// When ``isDue(at:)`` is to be asked next; nil where nothing is outstanding.
  package var deadline: MonotonicInstant? {
    guard case .wanting(_, _, let deadline) = state else { return nil }
    return deadline
  }

  /// Whether to ask now; if so, it counts as asked.
  package mutating func isDue(at now: MonotonicInstant) -> Bool {
    guard case .wanting(let tries, let isUnderWay, let deadline) = state, deadline <= now else { return false }
    if isUnderWay {
      rest(afterTry: tries, at: now)
      return false
    }
    state = .wanting(tries: tries + 1, isUnderWay: true, deadline: now.advanced(by: Self.patience))
    return true
  }

  /// The request that was made has failed.
  package mutating func failed(at now: MonotonicInstant) {
    guard case .wanting(let tries, true, _) = state else { return }
    rest(afterTry: tries, at: now)
  }

  /// The connection shows a new supervision timeout.
  package mutating func updated(supervisionTimeout: Duration, at now: MonotonicInstant) {
    guard supervisionTimeout < Self.shortestTimeout else { return state = .satisfied }
    guard state == .satisfied else { return }
    askedBackAt.removeAll { now - $0 >= Self.window }
    guard askedBackAt.count < Self.limit else { return }
    askedBackAt.append(now)
    state = .wanting(tries: 0, isUnderWay: false, deadline: now)
  }

  private mutating func rest(afterTry tries: Int, at now: MonotonicInstant) {
    let pause = Self.pauses[min(max(tries, 1), Self.pauses.count) - 1]
    state = .wanting(tries: tries, isUnderWay: false, deadline: now.advanced(by: pause))
  }
}
