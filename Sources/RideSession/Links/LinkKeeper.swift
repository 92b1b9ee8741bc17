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
    /// It is to be connected when the radio can be used again.
    case awaitingRadio
    /// It is to be connected when the measure under way against the radio has ended.
    case mending
    /// A connection is asked for.
    case connecting
    /// The connection that was asked for is being withdrawn.
    case withdrawing
    /// It is linked.
    case linked
    /// The link is being closed.
    case closing
  }

  package private(set) var state = State.idle
  /// Whether the ride still wants it when what is under way has ended.
  package private(set) var isWanted = false
  /// When the present link was made, or the last one lost.
  package private(set) var since: MonotonicInstant
  /// Why the last attempt or link ended; nil while linked.
  package private(set) var lastError: LinkError?
  private var backoff = Backoff()

  package init(at now: MonotonicInstant) {
    since = now
  }

  package var isLinked: Bool { state == .linked }

  /// Whether it holds the one place there is for a connection in the making.
  package var holdsTheTurn: Bool { state == .connecting || state == .withdrawing }

  /// When a pause ends.
  package var deadline: MonotonicInstant? {
    guard case .resting(let until) = state else { return nil }
    return until
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
    case .connecting: state = .withdrawing
    case .linked: state = .closing
    case .idle, .withdrawing, .closing: break
    }
  }

  package mutating func turnCame() {
    guard state == .wanted else { return }
    state = .connecting
  }

  /// The link is of no use: it is closed, and made again.
  package mutating func abandon() {
    guard state == .linked else { return }
    state = .closing
  }

  /// The other device's turn comes first.
  package mutating func turnTaken() {
    guard state == .connecting else { return }
    state = .withdrawing
  }

  package mutating func linked(at now: MonotonicInstant) {
    state = isWanted ? .linked : .closing
    since = now
    lastError = nil
  }

  /// Connecting brings nothing before the radio is there again.
  package mutating func awaitRadio() {
    if isBetweenAttempts { state = .awaitingRadio }
  }

  /// A measure against the radio is taken; the next attempt waits for its end.
  package mutating func mend() {
    if isBetweenAttempts { state = .mending }
  }

  /// What was waited for has come.
  package mutating func goAhead() {
    if state == .awaitingRadio || state == .mending { state = .wanted }
  }

  private var isBetweenAttempts: Bool {
    switch state {
    case .wanted, .resting: true
    case .idle, .awaitingRadio, .mending, .connecting, .withdrawing, .linked, .closing: false
    }
  }

  /// The link carries what it is there for.
  package mutating func proven() { backoff.reset() }

  package mutating func connectFailed(_ error: LinkError, at now: MonotonicInstant) {
    let withdrawn = state == .withdrawing
    guard isWanted else {
      state = .idle
      return
    }
    guard !withdrawn else {
      state = .wanted
      return
    }
    lastError = error
    rest(for: backoff.pause(after: error), at: now)
  }

  package mutating func lost(_ error: LinkError, at now: MonotonicInstant) {
    since = now
    lastError = error
    guard isWanted else {
      state = .idle
      return
    }
    // A link that this side gave up would be given up again at once.
    rest(for: error.code == .closedHere ? backoff.pause(after: error) : .zero, at: now)
  }

  package mutating func advance(to now: MonotonicInstant) {
    if let deadline, deadline <= now { state = .wanted }
  }

  private mutating func rest(for pause: Duration, at now: MonotonicInstant) {
    state = pause == .zero ? .wanted : .resting(until: now.advanced(by: pause))
  }
}
