package import Rides

/// The key figures of a plan.
package struct PlanSummary: Codable, Hashable, Sendable {
  /// The rider's name for it.
  package var name: String
  /// Its purpose.
  package var summary: String?
  package var author: String?
  /// The number of intervals, counting each repetition.
  package var intervals: Int
  /// The length of the intervals that end by the timer, in seconds.
  package var timerSeconds: Int
  /// Whether some intervals do not end by the timer, so that the whole length is unknown.
  package var openEnded: Bool
  /// The length of its route, in metres; absent without a route.
  package var routeMeters: Double?
  /// The day that it is planned for, `2026-11-25`; only for a workout from a service's calendar.
  package var day: String?
  /// The service that plans it; absent for an ordinary plan.
  package var source: String?
  /// Whether a ride of it is in the library; only for a workout from a service's calendar.
  package var ridden: Bool?
  /// The kind of a workout of the package; absent for other plans.
  @OptionalOpenValue package var kind: PlanKind?
  /// Its Intensity Factor; only for a workout of the package.
  package var intensityFactor: Double?
  /// Its Training Stress Score; only for a workout of the package.
  package var trainingStressScore: Double?
  /// The time until a deleted plan can be restored, RFC 3339; absent for a plan that is not deleted.
  package var deletedUntil: String?

  package init(
    name: String, summary: String? = nil, author: String? = nil, intervals: Int, timerSeconds: Int, openEnded: Bool,
    routeMeters: Double? = nil, day: String? = nil, source: String? = nil, ridden: Bool? = nil,
    deletedUntil: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.author = author
    self.intervals = intervals
    self.timerSeconds = timerSeconds
    self.openEnded = openEnded
    self.routeMeters = routeMeters
    self.day = day
    self.source = source
    self.ridden = ridden
    self.deletedUntil = deletedUntil
  }
}

extension PlanSummary {
  /// The purpose, in the reader's language for a workout of the package; absent if it is not stated.
  package var localizedSummary: String? {
    kind == nil ? summary : summary.map { String(localized: Message(stringLiteral: $0)) }
  }
}

/// A plan and its intervals.
package struct PlanDetails: Codable, Hashable, Sendable {
  package var plan: PlanSummary
  /// The groups of intervals, in order.
  package var groups: [PlannedGroup]
  /// The functional threshold power that its percentages refer to, in watts; absent if it is not known.
  package var thresholdWatts: Int?
  /// The named places of its route; absent without named places.
  package var waypoints: [Waypoint]?

  package init(
    plan: PlanSummary, groups: [PlannedGroup], thresholdWatts: Int? = nil, waypoints: [Waypoint]? = nil
  ) {
    self.plan = plan
    self.groups = groups
    self.thresholdWatts = thresholdWatts
    self.waypoints = waypoints
  }
}

/// Intervals that are ridden one after the other, a number of times.
package struct PlannedGroup: Codable, Hashable, Sendable {
  /// The number of repetitions; 1 for a single interval.
  package var repeats: Int
  package var intervals: [PlannedInterval]

  package init(repeats: Int, intervals: [PlannedInterval]) {
    self.repeats = repeats
    self.intervals = intervals
  }
}
