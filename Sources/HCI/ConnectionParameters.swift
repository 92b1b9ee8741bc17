package import BluetoothLE

/// The connection interval, latency and supervision timeout of a connection.
///
/// Source: Bluetooth Core 5.4, Vol 4, Part E, §7.8.18.
package struct ConnectionParameters: Hashable, Sendable {
  /// The time between two connection events, 7.5 ms…4 s; the controller chooses it within these bounds.
  package var interval: ClosedRange<Duration>
  /// How many connection events the peripheral may skip, 0…499.
  package var latency: UInt16
  /// The length of silence after which the connection is lost, 100 ms…32 s.
  package var supervisionTimeout: Duration

  package init(interval: ClosedRange<Duration>, latency: UInt16, supervisionTimeout: Duration) {
    self.interval = interval
    self.latency = latency
    self.supervisionTimeout = supervisionTimeout
  }

  /// The parameters of a ride's links.
  ///
  /// BlueZ requests 30–50 ms and a timeout of 0.42 s, with which half a second of Wi-Fi on the same chip ends the link.
  /// On the rig a fade of 2 s does no harm with 4 s. A longer timeout would: the host can reconnect to a rebooted
  /// peripheral only after the timeout, and the rig's trainer advertises again after 4 s.
  package static let riding = ConnectionParameters(
    interval: .milliseconds(20)...(.milliseconds(30)), latency: 0, supervisionTimeout: .seconds(4))

  /// The parameters of a link that does not need a short interval, or whose device ended an earlier link because of
  /// one: BlueZ's interval, with the longer timeout.
  ///
  /// A strap sends once a second, from a coin cell.
  package static let unhurried = ConnectionParameters(
    interval: .milliseconds(30)...(.milliseconds(50)), latency: 0, supervisionTimeout: .seconds(4))
}

extension Duration {
  /// Returns the number of units of `unit` microseconds, the form in which controllers count time.
  func units(ofMicroseconds unit: Int64) -> UInt16 {
    UInt16(clamping: self / .microseconds(unit))
  }
}

extension UInt16 {
  fileprivate init(clamping value: Double) {
    self = value.isFinite ? UInt16(clamping: Int64(value.rounded())) : 0
  }
}

/// Decides when to request the parameters of a connection, until the controller shows that they apply.
///
/// A request may have no effect: a controller that is busy with another link-layer procedure refuses it, a peripheral
/// may reject it, and the success that libbluetooth reports may be the update of another connection. So only the event
/// of the connection itself counts, and without it the request is repeated.
///
/// A peripheral may request other parameters, and the kernel grants them. An interval that saves its battery is
/// accepted, but a timeout under two seconds loses rides. The original timeout is requested again only a few times: two
/// sides that insist would never stop.
package struct ConnectionUpkeep: Hashable, Sendable {
  /// A shorter supervision timeout is not accepted.
  package static let shortestTimeout = Duration.seconds(2)
  /// How long a connection may take to show the requested parameters.
  package static let patience = Duration.seconds(2)
  /// The pauses after the first requests without effect; the last one applies to all later ones.
  package static let pauses: [Duration] = [.milliseconds(500), .milliseconds(1500), .seconds(4), .seconds(60)]
  /// How often parameters that the peripheral has changed are requested again within ``window``.
  package static let limit = 3
  package static let window = Duration.seconds(60)

  private enum State: Hashable {
    /// A request is pending or will be repeated; `deadline` is the time of the next check.
    case wanting(tries: Int, isUnderWay: Bool, deadline: MonotonicInstant)
    /// The connection has the parameters.
    case satisfied
  }

  private var state: State
  private var askedBackAt: [MonotonicInstant] = []

  /// Creates the upkeep of a new connection; its parameters are due at once.
  package init(at now: MonotonicInstant) {
    state = .wanting(tries: 0, isUnderWay: false, deadline: now)
  }

  /// The time of the next call of ``isDue(at:)``; nil if no request is outstanding.
  package var deadline: MonotonicInstant? {
    guard case .wanting(_, _, let deadline) = state else { return nil }
    return deadline
  }

  /// Returns whether to send a request now; if so, it counts as sent.
  package mutating func isDue(at now: MonotonicInstant) -> Bool {
    guard case .wanting(let tries, let isUnderWay, let deadline) = state, deadline <= now else { return false }
    if isUnderWay {
      rest(afterTry: tries, at: now)
      return false
    }
    state = .wanting(tries: tries + 1, isUnderWay: true, deadline: now.advanced(by: Self.patience))
    return true
  }

  /// Records that the request failed.
  package mutating func failed(at now: MonotonicInstant) {
    guard case .wanting(let tries, true, _) = state else { return }
    rest(afterTry: tries, at: now)
  }

  /// Records the connection's new supervision timeout.
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
