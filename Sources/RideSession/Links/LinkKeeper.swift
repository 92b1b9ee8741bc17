import BluetoothLE

/// Keeps one device linked for as long as the ride wants it.
struct LinkKeeper: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// The ride does not want the device.
    case idle
    /// The device waits for its turn to be connected.
    case wanted
    /// The device rests until this time, and then waits for its turn.
    case resting(until: MonotonicInstant)
    /// The device waits for a usable radio, and is not connected before this time.
    case awaitingRadio(notBefore: MonotonicInstant)
    /// The device waits for the end of a measure against the radio. If the measure does not help, it is not connected
    /// before this time.
    case mending(notBefore: MonotonicInstant)
    /// A connection is requested, until this time; nil for no limit.
    case connecting(until: MonotonicInstant?)
    /// The request is being withdrawn, and a rest follows until this time; nil for no rest.
    case withdrawing(restUntil: MonotonicInstant?)
    case linked
    /// The link is being closed. If the device made it useless, the error says why.
    case closing(uselessFor: LinkError?)
  }

  private(set) var state = State.idle
  /// Whether the ride wants the device after the present operation.
  private(set) var isWanted = false
  /// The time when the present link was made, or the last one was lost.
  private(set) var since: MonotonicInstant
  /// The reason for the end of the last attempt or link; nil while linked.
  private(set) var lastError: LinkError?
  /// The reason why the device's last links were useless; nil after a link carries its data, and if the device can no
  /// longer be reached.
  ///
  /// It survives the next link, so that the text for people does not change with each attempt.
  private(set) var fault: LinkError?
  /// The time of the last connection request; nil if there was none.
  private(set) var turnAt: MonotonicInstant?
  /// Whether the link or request that is still ending belongs to the previous device of the role.
  private(set) var isOfFormer = false
  private var backoff = ConnectBackoff()
  /// Whether the present link has carried the device's data.
  private(set) var isProven = false

  init(at now: MonotonicInstant) {
    since = now
  }

  var isLinked: Bool { state == .linked }

  /// Whether the device is not linked, or is linked again after useless links.
  var isAway: Bool { !isLinked || fault != nil }

  /// The reason why the device is away; nil if it is unknown.
  var trouble: LinkError? { fault ?? lastError }

  /// Whether the device has the turn.
  ///
  /// Only one connection is requested at a time.
  var holdsTheTurn: Bool {
    switch state {
    case .connecting, .withdrawing: true
    case .idle, .wanted, .resting, .awaitingRadio, .mending, .linked, .closing: false
    }
  }

  var isConnecting: Bool { if case .connecting = state { true } else { false } }

  /// Whether there is a link, including one that is being closed.
  var hasLink: Bool { if case .closing = state { true } else { isLinked } }

  /// The reason why the device made the closing link useless; nil for other links.
  var uselessness: LinkError? {
    guard case .closing(let error) = state else { return nil }
    return error
  }

  /// The end of a rest, or of a connection request.
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

  /// Call when the ride no longer wants the device.
  ///
  /// The caller ends the present operation.
  mutating func release() {
    isWanted = false
    switch state {
    case .wanted, .resting, .awaitingRadio, .mending: state = .idle
    case .connecting, .withdrawing: state = .withdrawing(restUntil: nil)
    case .linked: state = .closing(uselessFor: nil)
    case .idle, .closing: break
    }
  }

  /// Call when another device takes the role.
  ///
  /// The caller ends the present operation, and the keeper waits for that.
  mutating func exchange(at now: MonotonicInstant) {
    release()
    (since, lastError, turnAt) = (now, nil, nil)
    isOfFormer = state != .idle
  }

  /// Forgets the previous device of the role, because its link has ended.
  private mutating func formerEnded() {
    isOfFormer = false
    lastError = nil
  }

  /// Call when a connection is requested, until `end` at the latest.
  mutating func turnCame(at now: MonotonicInstant, until end: MonotonicInstant? = nil) {
    guard state == .wanted else { return }
    turnAt = now
    state = .connecting(until: end)
  }

  /// Call when a useless link is closed, to be made again.
  ///
  /// - Parameter error: The device's fault; nil if only the link is at fault.
  mutating func abandon(because error: LinkError? = nil) {
    guard state == .linked else { return }
    state = .closing(uselessFor: error)
    if let error { fault = error }
  }

  /// Call when the other device's turn comes first.
  mutating func turnTaken() {
    if isConnecting { state = .withdrawing(restUntil: nil) }
  }

  /// Returns whether the connection has been requested for long enough.
  func isAskedEnough(at now: MonotonicInstant) -> Bool {
    guard case .connecting(let until?) = state else { return false }
    return until <= now
  }

  /// Call when the request is withdrawn, to be repeated after a rest.
  mutating func withdraw(toRestUntil end: MonotonicInstant) {
    if isConnecting { state = .withdrawing(restUntil: end) }
  }

  /// Prevents a connection request before `instant`.
  mutating func rest(until instant: MonotonicInstant) {
    if isBetweenAttempts { state = .resting(until: instant) }
  }

  /// Rests for longer than a device that may answer soon.
  ///
  /// The rests grow with the failures, up to `limit`.
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
  /// The rest after the last attempt is kept. Otherwise a radio that wrongly reports its return would get requests
  /// without end.
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

  /// Call when the measure against the radio has ended.
  ///
  /// If it did not help, the rest after the last attempt remains.
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

  /// Call when the link shows the services that an earlier one did not show.
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
      // The device did not answer during the whole request.
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
    // The radio drops a link by itself if the device refuses to renew its notifications.
    if error.isRefusal { fault = error }
    lastError = error
    defer { isProven = false }
    guard isWanted else {
      state = .idle
      if isOfFormer { formerEnded() }
      return
    }
    // If this side dropped the link, it would drop the next one soon too. A link that carried no data may fail again as
    // well.
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

/// The pauses between attempts to connect: none at first, then growing up to four seconds.
///
/// They are not longer, because only an attempt shows that the adapter no longer answers. After links without data,
/// they grow up to a minute, because the adapter answers, and each link costs the device's battery and the air time of
/// other links.
struct ConnectBackoff: Hashable, Sendable {
  private static let pauses: [Duration] = [
    .zero, .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
  ]
  private static let pausesAfterLinks = pauses + [.seconds(8), .seconds(16), .seconds(32), .seconds(60)]

  /// The rests of a device that refuses, or fails while the trainer is linked.
  ///
  /// Each attempt takes air time from the trainer's link.
  private static let longPauses: [Duration] = [1, 2, 4, 8, 16, 32, 45].map { .seconds($0) }

  private var failures = 0

  /// The rest after the failures so far.
  var longPause: Duration { Self.longPauses[min(max(0, failures - 1), Self.longPauses.count - 1)] }

  /// Returns the pause after one more failure.
  ///
  /// An attempt that timed out has already taken its time. The next one follows immediately and stays pending, so that
  /// the first advertisement of a returning device connects it. `hadLink` is true if the failure is the end of a link
  /// without data.
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

/// The time for which a missing device is requested while another link works, and the radio's rest after it.
///
/// A pending connection is a scan at full duty (Linux: `le_scan_window_connect` equals `le_scan_int_connect`). It takes
/// air time from the link, and on a shared antenna from Wi-Fi.
struct AskingRhythm: Hashable, Sendable {
  let asking: Duration
  let rest: Duration

  /// The time during which a device counts as just lost.
  ///
  /// Its connection is then requested most of the time.
  private static let recently = Duration.seconds(120)

  /// Creates the rhythm for a device that has been missing for this time.
  init(missingFor time: Duration) {
    (asking, rest) = time < Self.recently ? (.seconds(30), .seconds(5)) : (.seconds(15), .seconds(45))
  }
}
