package import ControlWire
package import Rides

/// What the phones are told: takes what comes from jz2d, and the time, and says which events that makes.
///
/// Statuses come from one `Watch`; how many phones there are changes nothing about it.
package struct RideFeed: Hashable, Sendable {
  /// What happens.
  package enum Input: Sendable {
    /// jz2d told its status; the time of this computer as RFC 3339.
    case status(Status, at: String)
    /// The connection to jz2d is lost, or there is none.
    case lost(ControlError, at: String)
    /// The intervals of the ride in hand.
    case intervals(ride: Int, [IntervalStatus])
    /// The route of the ride in hand.
    case route(ride: Int, RouteLine)
    /// What changed in the library.
    case changes(ChangeList)
    case timePassed(at: String)
  }

  /// What is to be done.
  package enum Effect: Hashable, Sendable {
    /// Tell the phones.
    case tell(FeedEvent)
    /// Ask for all intervals of the ride.
    case askIntervals(ride: Int)
    /// Ask for the route of the ride's plan.
    case askRoute(ride: Int, plan: String)
  }

  /// How long jz2d may be silent while a ride is on, and while none is: it tells every second of a ride, and every five
  /// seconds else.
  static let silence = (riding: Duration.milliseconds(2000), idle: Duration.milliseconds(7000))

  /// The newest status; nil before the first, and while jz2d does not answer.
  package private(set) var status: FeedEvent?
  /// The last five minutes.
  package private(set) var trail = RideTrail()
  /// The intervals of the ride in hand; nil if they are not known.
  package private(set) var plan: FeedEvent?
  /// The route of the ride in hand; nil if there is none, or it is not known.
  package private(set) var route: FeedEvent?
  /// When jz2d is taken for silent.
  package private(set) var deadline: ContinuousClock.Instant?

  private var heardAt: String?
  private var asked: PlanState?
  private var routeAskedFor: Int?

  /// What the intervals of a ride depend on.
  private struct PlanState: Hashable {
    let ride: Int
    let number: Int?
    let intervals: Int?
    let bias: Int
    let lengthSeconds: Int?
    let handWatts: Int?
    let handFree: Bool?
  }

  package init() {}

  /// Takes an input at a time.
  package mutating func handle(_ input: Input, at now: ContinuousClock.Instant) -> [Effect] {
    switch input {
    case .status(let status, let time): return take(status, time, now)
    case .lost(let error, let time):
      deadline = nil
      return lose(error, time)
    case .timePassed(let time):
      guard let deadline, deadline <= now else { return [] }
      self.deadline = nil
      return lose(ControlError(.noAnswer), time)
    case .intervals(let ride, let intervals):
      guard asked?.ride == ride else { return [] }
      let event = FeedEvent.plan(ride: ride, intervals)
      plan = event
      return [.tell(event)]
    case .route(let ride, let line):
      guard routeAskedFor == ride else { return [] }
      let event = FeedEvent.route(ride: ride, line)
      route = event
      return [.tell(event)]
    case .changes(let list):
      // At its beginning jz2d has no cursor to go on from: a phone that was there before may have missed something.
      let changes = list.startsAnew == true ? [LibraryChange.library(.replaced)] : list.changes
      return changes.isEmpty ? [] : [.tell(.changes(changes))]
    }
  }

  private mutating func take(_ status: Status, _ time: String, _ now: ContinuousClock.Instant) -> [Effect] {
    heardAt = time
    deadline = now + (status.isRideOn ? Self.silence.riding : Self.silence.idle)
    trail.append(status)
    let event = FeedEvent.status(status, at: time)
    self.status = event
    return [.tell(event)] + questions(about: status)
  }

  /// Asks anew for what has changed in the ride's plan.
  private mutating func questions(about status: Status) -> [Effect] {
    guard let ride = status.ride else {
      (plan, route, asked, routeAskedFor) = (nil, nil, nil, nil)
      return []
    }
    var effects: [Effect] = []
    let interval = status.plan?.interval
    let state = PlanState(
      ride: ride.id, number: interval?.number, intervals: status.plan?.intervals, bias: ride.biasPercent ?? 0,
      lengthSeconds: interval.flatMap { interval in
        // Seconds of an interval and seconds of the ride are told at once, so their sum stands still.
        interval.remainingSeconds.map { $0 + interval.timerSeconds }
      }, handWatts: interval?.handWatts ?? (status.plan == nil ? ride.wantedWatts : nil),
      handFree: interval?.handFree)
    if state != asked {
      if asked?.ride != ride.id { plan = nil }
      asked = state
      effects.append(.askIntervals(ride: ride.id))
    }
    if routeAskedFor != ride.id {
      route = nil
      routeAskedFor = ride.id
      if let name = ride.plan ?? status.plan?.name { effects.append(.askRoute(ride: ride.id, plan: name)) }
    }
    return effects
  }

  private mutating func lose(_ error: ControlError, _ time: String) -> [Effect] {
    // Each attempt to connect tells it; once is enough.
    if case .lost(let known, _) = status, known.code == error.code { return [] }
    let since = if case .lost(_, let since) = status { since } else { heardAt ?? time }
    let event = FeedEvent.lost(error, since: since)
    status = event
    // What was asked for may never be answered.
    (asked, routeAskedFor) = (nil, nil)
    return [.tell(event)]
  }
}

extension Status {
  /// Whether a ride is on, so that jz2d tells its status every second.
  fileprivate var isRideOn: Bool { phase != .idle && ride != nil }
}
