package import ControlWire
package import Rides

/// Turns jz2d's statuses, and the passing of time, into events for phones.
///
/// Statuses come from one `Watch`, however many phones there are.
package struct RideFeed: Hashable, Sendable {
  /// An input of the feed.
  package enum Input: Sendable {
    /// jz2d sent its status; the time is this computer's, as RFC 3339.
    case status(Status, at: String)
    /// The connection to jz2d is lost or cannot be made.
    case lost(ControlError, at: String)
    /// The intervals of the current ride.
    case intervals(ride: Int, [IntervalStatus])
    /// The route of the current ride.
    case route(ride: Int, RouteLine)
    /// Changes in the library.
    case changes(ChangeList)
    case timePassed(at: String)
  }

  /// An action for the caller.
  package enum Effect: Hashable, Sendable {
    /// Send an event to the phones.
    case publish(FeedEvent)
    /// Request all intervals of the ride.
    case askIntervals(ride: Int)
    /// Request the route of the ride's plan.
    case askRoute(ride: Int, plan: String)
  }

  /// How long jz2d may be silent with and without a ride: it sends its status every second during a ride, else every
  /// five seconds.
  static let silence = (riding: Duration.milliseconds(2000), idle: Duration.milliseconds(7000))

  /// The newest status or loss of jz2d; nil before the first of them.
  package private(set) var status: FeedEvent?
  /// The last five minutes of the ride.
  package private(set) var trail = RideTrail()
  /// The intervals of the current ride; nil if they are not known.
  package private(set) var plan: FeedEvent?
  /// The route of the current ride; nil if the ride has no route, or it is not known.
  package private(set) var route: FeedEvent?
  /// When jz2d counts as silent; nil if no status is expected.
  package private(set) var deadline: ContinuousClock.Instant?

  private var receivedAt: String?
  private var asked: PlanState?
  private var routeAskedFor: Int?

  /// The values that determine a ride's intervals.
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

  /// Handles an input at a time.
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
      return [.publish(event)]
    case .route(let ride, let line):
      guard routeAskedFor == ride else { return [] }
      let event = FeedEvent.route(ride: ride, line)
      route = event
      return [.publish(event)]
    case .changes(let list):
      // A list that starts anew has no cursor to continue from, so a phone that was already connected may have missed
      // changes.
      let changes = list.startsAnew == true ? [LibraryChange.library(.replaced)] : list.changes
      return changes.isEmpty ? [] : [.publish(.changes(changes))]
    }
  }

  private mutating func take(_ status: Status, _ time: String, _ now: ContinuousClock.Instant) -> [Effect] {
    receivedAt = time
    deadline = now + (status.isRideOn ? Self.silence.riding : Self.silence.idle)
    trail.append(status)
    let event = FeedEvent.status(status, at: time)
    self.status = event
    return [.publish(event)] + questions(about: status)
  }

  /// Requests again the data that a change of the ride's plan affects.
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
        // The interval's seconds and the ride's seconds are updated together, so their sum stays constant.
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
    // Each attempt to connect reports the loss; one event is enough.
    if case .lost(let known, _) = status, known.code == error.code { return [] }
    let since = if case .lost(_, let since) = status { since } else { receivedAt ?? time }
    let event = FeedEvent.lost(error, since: since)
    status = event
    // Open requests may never be answered.
    (asked, routeAskedFor) = (nil, nil)
    return [.publish(event)]
  }
}

extension Status {
  /// Whether a ride is on, so that jz2d sends its status every second.
  fileprivate var isRideOn: Bool { phase != .idle && ride != nil }
}
