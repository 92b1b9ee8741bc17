import ControlWire
import RideText
import Rides

/// What the live view shows, and what becomes of it at a status, at a key and as time passes.
///
/// Knows neither terminal nor clock: times are seconds of a monotonic clock, handed in.
struct LiveScene {
  /// What the view has to do after a key.
  enum Response: Equatable {
    case nothing
    /// Ask the daemon.
    case ask(RideAction)
    case leave
  }

  /// What is asked of the daemon beside the statuses, to complete the picture.
  enum Question: Hashable, Sendable {
    /// The intervals of the ride in hand.
    case intervals
    /// The stored seconds of a ride, from one on.
    case seconds(ride: Int, from: Int)
    /// The rider's zones.
    case zones
  }

  /// An answer to a question.
  enum Answer: Sendable {
    case intervals(IntervalList)
    case seconds(ride: Int, rows: [RideSample])
    case zones([HeartRateZone])
  }

  /// How long the answer to a key is shown, in seconds.
  private static let noteSeconds = 6
  /// After how long without a word a daemon counts as lost, in seconds: in a ride it sends a status each second.
  private static let (ridingSilence, idleSilence) = (5, 12)

  private(set) var status: Status?
  private var last: RideSummary?
  private var review: RideReview?
  private var isFinished = false
  /// When the connection was lost; nil while it is up.
  private var detachedAt: Int?
  /// When the daemon was heard last.
  private var heardAt = 0
  private var intervals: IntervalList?
  /// The changes of the plan that the intervals were asked for.
  private var planned: Outline?
  private var trace = RideTrace()
  private var zones: [HeartRateZone] = []
  private var overlay: LiveFrame.Overlay?
  private var note: (note: LiveFrame.Note, until: Int)?

  /// Whether keys steer the ride.
  var hasKeys = false
  /// Whether big digits are shown in a smaller terminal, too.
  var prefersBig = false

  /// What changes the outline of a plan.
  private struct Outline: Equatable {
    let ride: Int
    let number: Int?
    let bias: Int
    /// The seconds of the present interval; 0 if it does not end by the timer.
    let length: Int
  }

  /// Whether a ride is on, as far as the view knows.
  var hasRide: Bool { status?.ride != nil && !isFinished }

  /// Takes a status.
  ///
  /// - Returns: What is to be asked to complete the picture.
  mutating func show(_ status: Status, at now: Int) -> [Question] {
    let before = self.status
    (self.status, detachedAt, heardAt) = (status, nil, now)
    trace.add(status)
    var questions: [Question] = before == nil ? [.zones] : []
    guard let ride = status.ride else {
      (intervals, planned) = (nil, nil)
      if overlay == .stopQuestion { overlay = nil }
      return questions
    }
    if before?.ride?.id != ride.id, ride.elapsedSeconds > 0 {
      questions.append(.seconds(ride: ride.id, from: max(0, ride.elapsedSeconds - RideTrace.seconds)))
    }
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
    }
  }

  /// Takes note of a word of the daemon that changes nothing.
  mutating func hear(at now: Int) { (detachedAt, heardAt) = (nil, now) }

  mutating func detach(at now: Int) { detachedAt = detachedAt ?? now }

  /// Shows a ride that is over.
  mutating func rest(after ride: RideSummary, _ review: RideReview?) {
    (last, self.review) = (ride, review)
  }

  /// Marks the ride that was followed as over.
  mutating func finish() {
    (isFinished, overlay, note) = (true, nil, nil)
  }

  /// Whether a bell belongs to the status that was shown last: one of the last seconds of an interval.
  func isCountedDown(since before: Status?) -> Bool {
    guard let status, status.phase == .riding, let plan = status.plan, plan.next != nil,
      let left = plan.interval?.remainingSeconds
    else { return false }
    return (1...LiveFrame.countdown).contains(left) && left != before?.plan?.interval?.remainingSeconds
  }

  /// The view for a terminal of this size, with the time of day if it is given; nil until the first status.
  func frame(at now: Int, time: LocalMoment?, columns: Int, glyphs: Glyphs) -> LiveFrame? {
    guard let status else { return nil }
    var frame = LiveFrame(status: status, news: news(at: now), columns: columns, glyphs: glyphs, last: last)
    (frame.review, frame.trace, frame.zones, frame.now) = (review, trace, zones, time)
    if let intervals, intervals.ride == status.ride?.id { frame.intervals = intervals.intervals }
    (frame.hasKeys, frame.prefersBig, frame.overlay) = (hasKeys, prefersBig, overlay)
    frame.note = note.flatMap { $0.until > now ? $0.note : nil }
    return frame
  }

  private func news(at now: Int) -> LiveFrame.News {
    if isFinished { return .finished }
    if let detachedAt { return .detached(seconds: now - detachedAt) }
    let silence = now - heardAt
    return silence >= (hasRide ? Self.ridingSilence : Self.idleSilence) ? .detached(seconds: silence) : .fresh
  }
}

// MARK: - Keys

extension LiveScene {
  /// Takes a key.
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
    // After the last interval comes the end, which is asked for.
    case .act(.skip) where status?.plan != nil && status?.plan?.next == nil && hasRide: overlay = .stopQuestion
    case .act(let action): return .ask(action)
    case .leave: return .leave
    case .help: overlay = wasHelp ? nil : .keys
    case .stop:
      // The daemon says best why there is nothing to stop.
      guard hasRide else { return .ask(.stop) }
      overlay = .stopQuestion
    case .yes, .none: break
    }
    return .nothing
  }

  /// Shows what a key has changed.
  mutating func say(_ text: String, isRefusal: Bool = false, at now: Int) {
    note = (LiveFrame.Note(text, isRefusal: isRefusal), now + Self.noteSeconds)
  }
}
