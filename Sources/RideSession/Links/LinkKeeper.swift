import BluetoothLE

/// Keeps one device linked for as long as a ride wants it.
struct LinkKeeper: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// The ride does not want it.
    case idle
    /// It is to be connected when its turn comes.
    case wanted
    /// It is to be connected, not before this point.
    case resting(until: MonotonicInstant)
    /// It is to be connected when the radio can be used again, not before this point.
    case awaitingRadio(notBefore: MonotonicInstant)
    /// It is to be connected when the measure against the radio has ended; if that did not help, not before this point.
    case mending(notBefore: MonotonicInstant)
    /// A connection is asked for, until this point; nil for without end.
    case connecting(until: MonotonicInstant?)
    /// The request is being withdrawn, to rest until this point; nil for no rest.
    case withdrawing(restUntil: MonotonicInstant?)
    /// It is linked.
    case linked
    /// The link is being closed; if the device made it useless, the error.
    case closing(uselessFor: LinkError?)
  }

  private(set) var state = State.idle
  /// Whether the ride wants it after whatever is under way now.
  private(set) var isWanted = false
  /// When the present link was made, or the last one was lost.
  private(set) var since: MonotonicInstant
  /// Why the last attempt or link ended; nil while linked.
  private(set) var lastError: LinkError?
  /// Why the device's last links were of no use; nil once one carries its data, and if the device is not reached any more.
  ///
  /// It outlives the next link, so that what people read does not change with each attempt.
  private(set) var fault: LinkError?
  /// When a connection was asked for last; nil if none was.
  private(set) var turnAt: MonotonicInstant?
  /// Whether the link, or the request for one, that is still ending is another device's, which had the role before.
  private(set) var isOfFormer = false
  private var backoff = ConnectBackoff()
  /// Whether the present link has carried the device's data.
  private(set) var isProven = false

  init(at now: MonotonicInstant) {
    since = now
  }

  var isLinked: Bool { state == .linked }

  /// Whether it is not linked, or linked anew after links that were of no use.
  var isAway: Bool { !isLinked || fault != nil }

  /// Why it is away; nil if that is not known.
  var trouble: LinkError? { fault ?? lastError }

  /// Whether it has the turn: only one connection at a time is asked for.
  var holdsTheTurn: Bool {
    switch state {
    case .connecting, .withdrawing: true
    case .idle, .wanted, .resting, .awaitingRadio, .mending, .linked, .closing: false
    }
  }

  var isConnecting: Bool { if case .connecting = state { true } else { false } }

  /// Whether there is a link, including one that is being closed.
  var hasLink: Bool { if case .closing = state { true } else { isLinked } }

  /// Why the device made the link that is being closed useless; nil for other links.
  var uselessness: LinkError? {
    guard case .closing(let error) = state else { return nil }
    return error
  }

  /// When a rest ends, or the time for which a connection is asked for.
  var deadline: MonotonicInstant? {
    switch state {
    case .resting(let until): until
    case .connecting(let until): until
    case .idle, .wanted, .awaitingRadio, .mending, .withdrawing, .linked, .closing: nil
    }
  }

  mutating func want(at now: MonotonicInstant) {
    guard !isWanted, !isOfFormer else { return }
    isWanted = true
    fault = nil
    backoff.reset()
    if state == .idle {
      since = now
      state = .wanted
    }
  }

  /// Call when the ride does not want it any more; the caller ends what is under way.
  mutating func release() {
    isWanted = false
    switch state {
    case .wanted, .resting, .awaitingRadio, .mending: state = .idle
    case .connecting, .withdrawing: state = .withdrawing(restUntil: nil)
    case .linked: state = .closing(uselessFor: nil)
    case .idle, .closing: break
    }
  }

  /// Call when another device takes the role; the caller ends what is under way, and the keeper waits for that.
  mutating func exchange(at now: MonotonicInstant) {
    release()
    (since, lastError, turnAt) = (now, nil, nil)
    isOfFormer = state != .idle
  }

  /// Forgets the former device of the role, since its link has ended.
  private mutating func formerEnded() {
    isOfFormer = false
    lastError = nil
  }

  /// Call when a connection is asked for, until `end` at most.
  mutating func turnCame(at now: MonotonicInstant, until end: MonotonicInstant? = nil) {
    guard state == .wanted else { return }
    turnAt = now
    state = .connecting(until: end)
  }

  /// Call when a useless link is closed; it is made again.
  ///
  /// - Parameter error: What is wrong with the device; nil if only the link is at fault.
  mutating func abandon(because error: LinkError? = nil) {
    guard state == .linked else { return }
    state = .closing(uselessFor: error)
    if let error { fault = error }
  }

  /// Call when the other device's turn comes first.
  mutating func turnTaken() {
    if isConnecting { state = .withdrawing(restUntil: nil) }
  }

  /// Whether the connection has been asked for long enough.
  func isAskedEnough(at now: MonotonicInstant) -> Bool {
    guard case .connecting(let until?) = state else { return false }
    return until <= now
  }

  /// Call when the request is withdrawn, to be made again after a rest.
  mutating func withdraw(toRestUntil end: MonotonicInstant) {
    if isConnecting { state = .withdrawing(restUntil: end) }
  }

  /// Keeps it from being asked for before `instant`.
  mutating func rest(until instant: MonotonicInstant) {
    if isBetweenAttempts { state = .resting(until: instant) }
  }

  /// Rests for longer than a device that may answer at once; the rests grow with the failures, up to `limit`.
  mutating func restLonger(atMost limit: Duration = .seconds(45), at now: MonotonicInstant) {
    rest(until: now.advanced(by: min(backoff.longPause, limit)))
  }

  mutating func linked(at now: MonotonicInstant) {
    state = isWanted ? .linked : .closing(uselessFor: nil)
    isProven = false
    since = now
    lastError = nil
  }

  /// Waits until the radio is back.
  ///
  /// The rest after the last attempt is kept: a radio that wrongly reports to be back would be asked without end.
  mutating func awaitRadio(at now: MonotonicInstant) {
    if isBetweenAttempts { state = .awaitingRadio(notBefore: deadline ?? now) }
  }

  /// Waits for the end of a measure against the radio.
  mutating func mend(at now: MonotonicInstant) {
    if isBetweenAttempts { state = .mending(notBefore: deadline ?? now) }
  }

  /// Call when the radio is back.
  mutating func radioCame(at now: MonotonicInstant) {
    guard case .awaitingRadio(let notBefore) = state else { return }
    rest(for: notBefore - now, at: now)
  }

  /// Call when the measure against the radio has ended; if it did not help, the rest after the last attempt remains.
  mutating func mended(isHelped: Bool, at now: MonotonicInstant) {
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

  /// Call when the link shows the services that a former one did not.
  mutating func servicesShown() { if fault?.recovery == .forget || fault?.recovery == .ladder { fault = nil } }

  /// Call when the link carries the device's data.
  mutating func proven() {
    isProven = true
    fault = nil
    backoff.reset()
  }

  mutating func connectFailed(_ error: LinkError, at now: MonotonicInstant) {
    let former = state
    guard isWanted else {
      state = .idle
      if isOfFormer { formerEnded() }
      return
    }
    if case .withdrawing(let restUntil) = former {
      // The device did not answer for as long as it was asked for.
      if restUntil != nil {
        lastError = LinkError(.timedOut, operation: error.operation, device: error.device)
        fault = nil
      }
      return rest(for: (restUntil ?? now) - now, at: now)
    }
    (lastError, fault) = (error, nil)
    rest(for: backoff.pause(after: error), at: now)
  }

  mutating func lost(_ error: LinkError, at now: MonotonicInstant) {
    since = now
    // The radio gives up a link by itself if the device refuses to renew its notifications.
    if error.isRefusal { fault = error }
    lastError = error
    defer { isProven = false }
    guard isWanted else {
      state = .idle
      if isOfFormer { formerEnded() }
      return
    }
    // A link that this side gave up would be given up again at once, and a link that carried nothing may do so again.
    let isSound = isProven && error.code != .closedHere && !error.isRefusal
    rest(for: isSound ? .zero : backoff.pause(after: error, hadLink: true), at: now)
  }

  mutating func advance(to now: MonotonicInstant) {
    if case .resting(let until) = state, until <= now { state = .wanted }
  }

  private mutating func rest(for pause: Duration, at now: MonotonicInstant) {
    state = pause <= .zero ? .wanted : .resting(until: now.advanced(by: pause))
  }
}

/// The pauses between attempts to connect: none at first, then ever longer up to four seconds.
///
/// Not longer: only an attempt shows that the adapter no longer answers. After links that carried no data they grow up to a
/// minute: the adapter answers, and each link costs the device's battery and the air of other links.
struct ConnectBackoff: Hashable, Sendable {
  private static let pauses: [Duration] = [
    .zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
  ]
  private static let pausesAfterLinks = pauses + [.seconds(8), .seconds(16), .seconds(32), .seconds(60)]

  /// The rests of a device that refuses, or fails while the trainer is linked: each attempt takes air time from its link.
  private static let longPauses: [Duration] = [1, 2, 4, 8, 16, 32, 45].map { .seconds($0) }

  private var failures = 0

  /// The rest after the failures so far.
  var longPause: Duration { Self.longPauses[min(max(0, failures - 1), Self.longPauses.count - 1)] }

  /// Returns the pause after one more failure.
  ///
  /// An attempt that timed out took its time already: the next one follows at once and stays pending, so that the first
  /// advertisement of a returning device connects it.
  /// `hadLink` says that the failure is the end of a link, which carried no data.
  mutating func pause(after error: LinkError, hadLink: Bool = false) -> Duration {
    if error.code == .timedOut { return .zero }
    defer { failures += 1 }
    let pauses = hadLink ? Self.pausesAfterLinks : Self.pauses
    return pauses[min(failures, pauses.count - 1)]
  }

  mutating func reset() {
    failures = 0
  }
}

/// How long a missing device is asked for beside a link that works, and how long the radio then rests.
///
/// A pending connection is a scan at full duty (Linux: `le_scan_window_connect` equals `le_scan_int_connect`): it takes air
/// time from the link, and on a shared antenna from Wi-Fi.
struct AskingRhythm: Hashable, Sendable {
  let asking: Duration
  let rest: Duration

  /// How long a device counts as just lost: it is asked for most of the time.
  private static let recently = Duration.seconds(120)

  /// The rhythm for a device that has been missing for this time.
  init(missingFor time: Duration) {
    (asking, rest) = time < Self.recently ? (.seconds(30), .seconds(5)) : (.seconds(15), .seconds(45))
  }
}
