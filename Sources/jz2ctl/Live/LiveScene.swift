import ControlWire
import RideText
import Rides

/// The contents of the live view, updated by statuses, keys and the passing of time.
///
/// It uses neither the terminal nor a clock; the caller passes times in seconds of a monotonic clock.
struct LiveScene {
  /// The action of the view after a key.
  enum Response: Equatable {
    case nothing
    /// Send a request to the daemon.
    case ask(RideAction)
    case leave
  }

  /// A further request to the daemon, for data that statuses do not contain.
  enum Question: Hashable, Sendable {
    /// The intervals of the current ride.
    case intervals
    /// The stored seconds of a ride, starting with the given one.
    case seconds(ride: Int, from: Int)
    /// The rider's zones.
    case zones
    /// The route of a plan.
    case route(plan: String)
    /// Whether a ride uses DFA alpha-1.
    case alpha1(ride: Int)
  }

  /// A response to a question.
  enum Answer: Sendable {
    case intervals(IntervalList)
    case seconds(ride: Int, rows: [RideSample])
    case zones([HeartRateZone])
    case route(RouteLine)
    case alpha1(isUsed: Bool)
  }

  /// How long the result of a key is shown, in seconds.
  private static let noteSeconds = 6
  /// The time without a message after which the daemon counts as lost, in seconds; during a ride it sends a status each
  /// second.
  private static let (ridingSilence, idleSilence) = (5, 12)

  private(set) var status: Status?
  private var last: RideSummary?
  private var review: RideReview?
  private var isFinished = false
  /// The time at which the connection was lost; nil while it is up.
  private var detachedAt: Int?
  /// The time of the daemon's last message.
  private var receivedAt = 0
  private var intervals: IntervalList?
  /// The outline for which the intervals were requested.
  private var planned: Outline?
  /// The route of the current ride.
  private var route: RouteLine?
  private var trace = RideTrace()
  private var zones: [HeartRateZone] = []
  private var usesAlpha1 = false
  /// Whether the daemon shut down during the ride.
  private var isSuspended = false
  private var overlay: LiveFrame.Overlay?
  private var note: (note: LiveFrame.Note, until: Int)?

  /// Whether keys control the ride.
  var hasKeys = false
  /// Whether big digits are also shown in a smaller terminal.
  var prefersBig = false

  /// The values on which the outline of a plan depends.
  private struct Outline: Equatable {
    let ride: Int
    let number: Int?
    let bias: Int
    /// The length of the current interval, in seconds; 0 if it does not end by the timer.
    let length: Int
  }

  /// Whether a ride is on, according to the last status.
  var hasRide: Bool { status?.ride != nil && !isFinished }

  /// Stores a status.
  ///
  /// - Returns: The questions to ask for a complete view.
  mutating func show(_ status: Status, at now: Int) -> [Question] {
    let before = self.status
    (self.status, detachedAt, receivedAt, isSuspended) = (status, nil, now, false)
    trace.add(status)
    var questions: [Question] = before == nil ? [.zones] : []
    guard let ride = status.ride else {
      (intervals, planned, route) = (nil, nil, nil)
      if overlay == .stopQuestion { overlay = nil }
      return questions
    }
    if before?.ride?.id != ride.id, ride.elapsedSeconds > 0 {
      questions.append(.seconds(ride: ride.id, from: max(0, ride.elapsedSeconds - RideTrace.seconds)))
    }
    if before?.ride?.id != ride.id || before?.alpha1 == nil {
      usesAlpha1 = usesAlpha1 && before?.ride?.id == ride.id
      if status.alpha1 != nil { questions.append(.alpha1(ride: ride.id)) }
    }
    if before?.ride?.id != ride.id { route = nil }
    if ride.road != nil, before?.ride?.road == nil, let plan = ride.name { questions.append(.route(plan: plan)) }
    let outline = Self.outline(of: ride, status.plan)
    if outline != planned, (status.plan?.intervals ?? 1) > 1 { questions.append(.intervals) }
    planned = outline
    return questions
  }

  private static func outline(of ride: RideStatus, _ plan: PlanStatus?) -> Outline {
    let interval = plan?.interval
    let length = interval.flatMap { interval in interval.remainingSeconds.map { interval.timerSeconds &+ $0 } } ?? 0
    return Outline(ride: ride.id, number: interval?.number, bias: plan?.biasPercent ?? 0, length: length)
  }

  mutating func take(_ answer: Answer) {
    switch answer {
    case .intervals(let list): intervals = list
    case .seconds(let ride, let rows): trace.precede(with: rows, ofRide: ride)
    case .zones(let zones): self.zones = zones
    case .route(let route): self.route = route
    case .alpha1(let isUsed): usesAlpha1 = isUsed
    }
  }

  /// Records a message of the daemon that does not change the contents.
  mutating func hear(at now: Int) { (detachedAt, receivedAt) = (nil, now) }

  mutating func detach(_ reason: ControlError, at now: Int) {
    detachedAt = detachedAt ?? now
    if reason.code == .shuttingDown || status?.phase == .finishing { isSuspended = true }
  }

  /// Stores the last ride, which is shown while no ride is on.
  mutating func rest(after ride: RideSummary, _ review: RideReview?) {
    (last, self.review) = (ride, review)
  }

  /// Marks the followed ride as finished.
  mutating func finish() {
    (isFinished, overlay, note) = (true, nil, nil)
  }

  /// Returns whether the last status needs a bell, which sounds in the last seconds of an interval.
  func isCountedDown(since before: Status?) -> Bool {
    guard let status, status.phase == .riding, let plan = status.plan, plan.next != nil,
      let left = plan.interval?.remainingSeconds
    else { return false }
    return (1...LiveFrame.countdown).contains(left) && left != before?.plan?.interval?.remainingSeconds
  }

  /// Returns the frame for a terminal of this width, with the time of day if it is given; nil until the first status.
  func frame(at now: Int, time: LocalMoment?, columns: Int, glyphs: Glyphs) -> LiveFrame? {
    guard let status else { return nil }
    var frame = LiveFrame(status: status, news: news(at: now), columns: columns, glyphs: glyphs, last: last)
    (frame.review, frame.trace, frame.zones, frame.now) = (review, trace, zones, time)
    frame.route = status.ride?.road == nil ? nil : route
    (frame.usesAlpha1, frame.isSuspended) = (usesAlpha1, isSuspended)
    if let intervals, intervals.ride == status.ride?.id { frame.intervals = intervals.intervals }
    (frame.hasKeys, frame.prefersBig, frame.overlay) = (hasKeys, prefersBig, overlay)
    frame.note = note.flatMap { $0.until > now ? $0.note : nil }
    return frame
  }

  private func news(at now: Int) -> LiveFrame.News {
    if isFinished { return .finished }
    if let detachedAt { return .detached(seconds: now - detachedAt) }
    let silence = now - receivedAt
    return silence >= (hasRide ? Self.ridingSilence : Self.idleSilence) ? .detached(seconds: silence) : .fresh
  }
}

// MARK: - Keys

extension LiveScene {
  /// Handles a key.
  mutating func press(_ key: RideKey, at now: Int) -> Response {
    if overlay == .stopQuestion {
      overlay = nil
      if key == .yes { return .ask(.stop) }
      say(KeyText.ridingOn, at: now)
      return key == .leave ? .leave : .nothing
    }
    let wasHelp = overlay == .keys
    overlay = nil
    switch key {
    // Skipping the last interval ends the ride, which needs a confirmation.
    case .act(.skip) where status?.plan != nil && status?.plan?.next == nil && hasRide: overlay = .stopQuestion
    case .act(let action): return .ask(action)
    case .leave: return .leave
    case .help: overlay = wasHelp ? nil : .keys
    case .stop:
      // The daemon's error explains best why there is no ride to stop.
      guard hasRide else { return .ask(.stop) }
      overlay = .stopQuestion
    case .yes, .none: break
    }
    return .nothing
  }

  /// Shows the result of a key.
  mutating func say(_ text: String, isRefusal: Bool = false, at now: Int) {
    note = (LiveFrame.Note(text, isRefusal: isRefusal), now + Self.noteSeconds)
  }
}
