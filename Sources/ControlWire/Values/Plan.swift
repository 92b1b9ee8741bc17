package import Rides

/// A plan in figures.
package struct PlanSummary: Codable, Hashable, Sendable {
  /// The rider's name for it.
  package var name: String
  /// Its purpose.
  package var summary: String?
  /// Its author.
  package var author: String?
  /// The number of intervals to ride, each as often as it repeats.
  package var intervals: Int
  /// The length of the intervals that end by the timer, in seconds.
  package var timerSeconds: Int
  /// Whether other intervals end otherwise, so that the whole length is unknown.
  package var openEnded: Bool
  /// The length of its route, in metres; absent where it has none.
  package var routeMeters: Double?
  /// The day that it is planned for, `2026-11-25`; of a workout from a service's calendar.
  package var day: String?
  /// The service that plans it; absent of an ordinary plan.
  package var source: String?
  /// Whether a ride of it is in the library; of a workout from a service's calendar.
  package var ridden: Bool?
  /// RFC 3339: until when a deleted plan can be restored; absent for one that is not deleted.
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

/// A plan and its intervals.
package struct PlanDetails: Codable, Hashable, Sendable {
  /// The plan in figures.
  package var plan: PlanSummary
  /// The groups of intervals, in order.
  package var groups: [PlannedGroup]
  /// The functional threshold power that its percentages are ridden by, in watts; absent where none is known.
  package var thresholdWatts: Int?
  /// The named places of its route; absent where it has none.
  package var waypoints: [NamedPlace]?

  package init(
    plan: PlanSummary, groups: [PlannedGroup], thresholdWatts: Int? = nil, waypoints: [NamedPlace]? = nil
  ) {
    self.plan = plan
    self.groups = groups
    self.thresholdWatts = thresholdWatts
    self.waypoints = waypoints
  }
}

/// A place of a route, with its name.
package struct NamedPlace: Codable, Hashable, Sendable {
  package var name: String
  package var latitudeDegrees: Double
  package var longitudeDegrees: Double

  package init(name: String, latitudeDegrees: Double, longitudeDegrees: Double) {
    self.name = name
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
  }
}

/// An interval of a plan.
///
/// A target is `watts` or `thresholdPercent`; with its `to…`, a ramp; `zone`, or `bpmFrom` and `bpmTo`, with either of the
/// first two as the power to begin at; none of them is free riding.
package struct PlannedInterval: Codable, Hashable, Sendable {
  /// The rider's name for it.
  package var label: String?
  /// The kind of its end.
  @Word package var end: IntervalEndKind
  /// Of a `timer`.
  package var seconds: Int?
  /// Of a `distance`.
  package var meters: Double?
  /// Of a `location`.
  package var latitudeDegrees: Double?
  /// Of a `location`.
  package var longitudeDegrees: Double?
  /// Of a `location`: the name of a waypoint of the plan's route, in place of the two; a reply has it beside them.
  package var place: String?
  /// The power to hold, or to begin at.
  package var watts: Int?
  /// The power at the end of a ramp.
  package var toWatts: Int?
  /// The power to hold, or to begin at, in percent of the functional threshold power.
  package var thresholdPercent: Double?
  /// The power at the end of a ramp, in percent of the functional threshold power.
  package var toThresholdPercent: Double?
  /// The heart-rate zone to stay in, 1…5.
  package var zone: Int?
  /// The least heart rate to stay in, in beats a minute.
  package var bpmFrom: Int?
  /// The greatest heart rate to stay in, in beats a minute.
  package var bpmTo: Int?
  /// The least cadence to turn, in revolutions a minute.
  package var cadenceFrom: Int?
  /// The greatest cadence to turn, in revolutions a minute.
  package var cadenceTo: Int?
  /// Texts to show the rider on the way.
  package var cues: [PlannedCue]?

  package init(
    label: String? = nil, end: IntervalEndKind, seconds: Int? = nil, meters: Double? = nil,
    latitudeDegrees: Double? = nil,
    longitudeDegrees: Double? = nil, place: String? = nil, watts: Int? = nil, toWatts: Int? = nil,
    thresholdPercent: Double? = nil,
    toThresholdPercent: Double? = nil, zone: Int? = nil, bpmFrom: Int? = nil, bpmTo: Int? = nil,
    cadenceFrom: Int? = nil,
    cadenceTo: Int? = nil, cues: [PlannedCue]? = nil
  ) {
    self.label = label
    self.end = end
    self.seconds = seconds
    self.meters = meters
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.place = place
    self.watts = watts
    self.toWatts = toWatts
    self.thresholdPercent = thresholdPercent
    self.toThresholdPercent = toThresholdPercent
    self.zone = zone
    self.bpmFrom = bpmFrom
    self.bpmTo = bpmTo
    self.cadenceFrom = cadenceFrom
    self.cadenceTo = cadenceTo
    self.cues = cues
  }
}

/// A text to show the rider.
package struct PlannedCue: Codable, Hashable, Sendable {
  /// Seconds from the interval's beginning.
  package var atSeconds: Int
  /// Seconds that it is shown.
  package var seconds: Int
  /// The text.
  package var text: String

  package init(atSeconds: Int, seconds: Int, text: String) {
    self.atSeconds = atSeconds
    self.seconds = seconds
    self.text = text
  }
}

/// Intervals that are ridden one after the other, so many times.
package struct PlannedGroup: Codable, Hashable, Sendable {
  /// The number of repetitions; 1 for a single interval.
  package var repeats: Int
  /// The intervals.
  package var intervals: [PlannedInterval]

  package init(repeats: Int, intervals: [PlannedInterval]) {
    self.repeats = repeats
    self.intervals = intervals
  }
}
