package import BluetoothLE

/// Keeps one device linked for as long as a ride wants it.
package struct LinkKeeper: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// Nobody wants it.
    case idle
    /// It is to be connected as soon as it is its turn.
    case wanted
    /// It is to be connected, but not before this point.
    case resting(until: MonotonicInstant)
    /// It is to be connected when the radio can be used again, but not before this point.
    case awaitingRadio(notBefore: MonotonicInstant)
    /// It is to be connected when the measure under way against the radio has ended; if that did not help, not before this
    /// point.
    case mending(notBefore: MonotonicInstant)
    /// A connection is asked for, until this point if there is one.
    case connecting(until: MonotonicInstant?)
    /// The connection that was asked for is being withdrawn, to rest until this point if there is one.
    case withdrawing(restUntil: MonotonicInstant?)
    /// It is linked.
    case linked
    /// The link is being closed; where it was the device that made it useless, how.
    case closing(uselessFor: LinkError?)
  }

  package private(set) var state = State.idle
  /// Whether the ride still wants it when what is under way has ended.
  package private(set) var isWanted = false
  /// When the present link was made, or the last one lost.
  package private(set) var since: MonotonicInstant
  /// Why the last attempt or link ended; nil while linked.
  package private(set) var lastError: LinkError?
  private var backoff = Backoff()
  /// Whether the present link has carried what it is there for.
  private var isProven = false

  package init(at now: MonotonicInstant) {
    since = now
  }

  package var isLinked: Bool { state == .linked }

  /// Whether it holds the one place there is for a connection in the making.
  package var holdsTheTurn: Bool {
    switch state {
    case .connecting, .withdrawing: true
    case .idle, .wanted, .resting, .awaitingRadio, .mending, .linked, .closing: false
    }
  }

  package var isConnecting: Bool { if case .connecting = state { true } else { false } }

  /// Whether there is a link, be it one that is being closed.
  package var hasLink: Bool { if case .closing = state { true } else { isLinked } }

  /// What made the link useless that is being closed, where it was the device.
  package var uselessness: LinkError? {
    guard case .closing(let error) = state else { return nil }
    return error
  }

  /// When a pause ends, or the time for which a connection is asked for.
  package var deadline: MonotonicInstant? {
    switch state {
    case .resting(let until): until
    case .connecting(let until): until
    case .idle, .wanted, .awaitingRadio, .mending, .withdrawing, .linked, .closing: nil
    }
  }

  package mutating func want(at now: MonotonicInstant) {
    guard !isWanted else { return }
    isWanted = true
    backoff.reset()
    if state == .idle {
      since = now
      state = .wanted
    }
  }

  /// The ride wants it no more; the caller ends what is under way.
  package mutating func release() {
    isWanted = false
    switch state {
    case .wanted, .resting, .awaitingRadio, .mending: state = .idle
    case .connecting, .withdrawing: state = .withdrawing(restUntil: nil)
    case .linked: state = .closing(uselessFor: nil)
    case .idle, .closing: break
    }
  }

  /// A connection is asked for, until `end` at most.
  package mutating func turnCame(until end: MonotonicInstant? = nil) {
    guard state == .wanted else { return }
    state = .connecting(until: end)
  }

  /// The link is of no use: it is closed, and made again.
  ///
  /// - Parameter error: What is wrong with the device behind it; nil where the link itself is.
  package mutating func abandon(because error: LinkError? = nil) {
    guard state == .linked else { return }
    state = .closing(uselessFor: error)
  }

  /// The other device's turn comes first.
  package mutating func turnTaken() {
    if isConnecting { state = .withdrawing(restUntil: nil) }
  }

  /// Whether it has been asked for long enough.
  package func isAskedEnough(at now: MonotonicInstant) -> Bool {
    guard case .connecting(let until?) = state else { return false }
    return until <= now
  }

  /// It was asked for long enough: the request is withdrawn, and made again after a rest.
  package mutating func withdraw(toRestUntil end: MonotonicInstant) {
    if isConnecting { state = .withdrawing(restUntil: end) }
  }

  /// It is not to be asked for before `instant`.
  package mutating func rest(until instant: MonotonicInstant) {
    if isBetweenAttempts { state = .resting(until: instant) }
  }

  package mutating func linked(at now: MonotonicInstant) {
    state = isWanted ? .linked : .closing(uselessFor: nil)
    isProven = false
    since = now
    lastError = nil
  }

  /// Connecting brings nothing before the radio is there again.
  ///
  /// The pause that the last attempt earned is kept: a radio that says it is there and is not would be asked without end.
  package mutating func awaitRadio(at now: MonotonicInstant) {
    if isBetweenAttempts { state = .awaitingRadio(notBefore: deadline ?? now) }
  }

  /// A measure against the radio is taken; the next attempt waits for its end.
  package mutating func mend(at now: MonotonicInstant) {
    if isBetweenAttempts { state = .mending(notBefore: deadline ?? now) }
  }

  /// The radio is there again.
  package mutating func radioCame(at now: MonotonicInstant) {
    guard case .awaitingRadio(let notBefore) = state else { return }
    rest(for: notBefore - now, at: now)
  }

  /// The measure against the radio has ended; one that did not help leaves the pause that the last attempt earned.
  package mutating func mended(isHelped: Bool, at now: MonotonicInstant) {
    guard case .mending(let notBefore) = state else { return }
    if isHelped, lastError?.code == .adapterStuck { lastError = nil }
    rest(for: isHelped ? .zero : notBefore - now, at: now)
  }

  private var isBetweenAttempts: Bool {
    switch state {
    case .wanted, .resting: true
    case .idle, .awaitingRadio, .mending, .connecting, .withdrawing, .linked, .closing: false
    }
  }

  /// The link carries what it is there for.
  package mutating func proven() {
    isProven = true
    backoff.reset()
  }

  package mutating func connectFailed(_ error: LinkError, at now: MonotonicInstant) {
    let former = state
    guard isWanted else {
      state = .idle
      return
    }
    if case .withdrawing(let restUntil) = former {
      // Nobody answered for as long as was asked.
      if restUntil != nil { lastError = LinkError(.timedOut, operation: error.operation, device: error.device) }
      return rest(for: (restUntil ?? now) - now, at: now)
    }
    lastError = error
    rest(for: backoff.pause(after: error), at: now)
  }

  package mutating func lost(_ error: LinkError, at now: MonotonicInstant) {
    since = now
    lastError = error
    defer { isProven = false }
    guard isWanted else {
      state = .idle
      return
    }
    // A link that this side gave up would be given up again at once, and one that was never of use may be so again.
    rest(for: isProven && error.code != .closedHere ? .zero : backoff.pause(after: error), at: now)
  }

  package mutating func advance(to now: MonotonicInstant) {
    if case .resting(let until) = state, until <= now { state = .wanted }
  }

  private mutating func rest(for pause: Duration, at now: MonotonicInstant) {
    state = pause <= .zero ? .wanted : .resting(until: now.advanced(by: pause))
  }
}

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

/// For how long a missing device is asked for beside a link that works, and how long that link is then left in peace.
///
/// A connection that is asked for is a scan at full duty for as long as it is pending (Linux: `le_scan_window_connect` equals
/// `le_scan_int_connect`): it takes air from the link, and on a shared antenna from Wi-Fi.
package struct AskingRhythm: Hashable, Sendable {
  package let asking: Duration
  package let rest: Duration

  /// For how long a device counts as just lost: it is asked for most of the time.
  private static let recently = Duration.seconds(120)

  /// The rhythm for a device that has been missing for so long.
  package init(missingFor time: Duration) {
    (asking, rest) = time < Self.recently ? (.seconds(30), .seconds(5)) : (.seconds(15), .seconds(45))
  }
}
