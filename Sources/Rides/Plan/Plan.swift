/// A workout as a rider writes it: intervals in order, some of them in groups that repeat.
///
/// Powers and zones are relative to a rider; a `RidePlan` resolves them for one rider.
package struct Plan: Hashable, Sendable {
  /// The name from the rider.
  package var name: String
  /// The purpose; nil if not stated.
  package var summary: String?
  /// The author; nil if not stated.
  package var author: String?
  /// The functional threshold power for which its percentages were written, in watts; nil if not stated.
  ///
  /// It applies to riders without a threshold power of their own.
  package var thresholdWatts: Int?
  /// The test of FTP that it is; nil for other workouts.
  package var test: PlanTest?
  package var groups: [PlanGroup]
  /// The road that the virtual distance follows; nil without a route.
  package var route: Route?

  package init(
    name: String, summary: String? = nil, author: String? = nil, thresholdWatts: Int? = nil,
    test: PlanTest? = nil, groups: [PlanGroup] = [], route: Route? = nil
  ) {
    self.name = name
    self.summary = summary
    self.author = author
    self.thresholdWatts = thresholdWatts
    self.test = test
    self.groups = groups
    self.route = route
  }

  /// The intervals as they are ridden, each as often as its group repeats.
  package var intervals: [PlanInterval] { groups.flatMap(\.ridden) }
}

/// Intervals that are ridden one after the other, several times; a single interval is a group of its own.
package struct PlanGroup: Hashable, Sendable {
  /// The number of repetitions, from 1.
  package var repeats: Int
  package var intervals: [PlanInterval]

  package init(repeats: Int = 1, _ intervals: [PlanInterval]) {
    self.repeats = repeats
    self.intervals = intervals
  }

  /// The intervals as they are ridden.
  fileprivate var ridden: [PlanInterval] { (0..<max(0, repeats)).flatMap { _ in intervals } }
}

/// A part of a workout: its target and its end.
package struct PlanInterval: Hashable, Sendable {
  package var label: String?
  package var end: IntervalEnd
  package var target: IntervalTarget
  /// The cadence to aim for, in revolutions a minute, shown and not enforced; nil for any cadence.
  package var cadence: ClosedRange<Int>?
  /// The cues for the rider, in order of time.
  package var cues: [PlanCue]

  package init(
    label: String? = nil, end: IntervalEnd, target: IntervalTarget = .free, cadence: ClosedRange<Int>? = nil,
    cues: [PlanCue] = []
  ) {
    self.label = label
    self.end = end
    self.target = target
    self.cadence = cadence
    self.cues = cues
  }
}

/// The event that ends an interval.
///
/// `IntervalEndKind` is only the kind: completed intervals, and intervals in messages, store their lengths separately.
package enum IntervalEnd: Hashable, Sendable, Codable {
  /// A length of timer time.
  case timer(seconds: Int)
  /// A virtual distance.
  case distance(meters: Double)
  /// The place on the route that is nearest to this one, to within `Route.radiusMeters`.
  case location(Place)
  /// Only the rider's `Done`.
  case activity

  package var kind: IntervalEndKind {
    switch self {
    case .timer: .timer
    case .distance: .distance
    case .location: .location
    case .activity: .activity
    }
  }
}

/// The intensity of an interval.
package enum IntervalTarget: Hashable, Sendable, Codable {
  case steady(Power)
  /// From one power to another in a straight line over the interval's time or distance.
  case ramp(from: Power, to: Power)
  /// The heart rates of this zone, 1…5 by the rider's settings, from a start power; nil for the power of the last such
  /// ride.
  case zone(Int, start: Power?)
  /// These heart rates, in beats a minute, independent of the rider's zones; with a start power as for a zone.
  case heartRate(ClosedRange<Int>, start: Power?)
  /// Free riding: the trainer simulates a flat road.
  case free
}

/// A power, absolute or relative to the rider.
package enum Power: Hashable, Sendable, Codable {
  case watts(Int)
  /// Percent of the functional threshold power.
  case thresholdPercent(Double)
}

/// A text that is shown to the rider.
package struct PlanCue: Hashable, Sendable {
  /// When it is shown, in seconds of timer time from the interval's beginning.
  package var atSeconds: Int
  /// How long it is shown, in seconds.
  package var seconds: Int
  package var text: String

  /// The display time of a cue if its file does not state one, in seconds.
  package static let usualSeconds = 10

  package init(atSeconds: Int, seconds: Int = Self.usualSeconds, text: String) {
    self.atSeconds = atSeconds
    self.seconds = seconds
    self.text = text
  }
}

/// A place on the globe (WGS 84), in degrees.
package struct Place: Hashable, Sendable {
  package var latitudeDegrees: Double
  package var longitudeDegrees: Double

  package init(latitudeDegrees: Double, longitudeDegrees: Double) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
  }
}

// MARK: - Members

extension Plan: Tabled, Codable {
  package static let blank = Plan(name: "")
  package static let members: Members<Self> = [
    .text("name", { $0.name }, { $0.name = $1 }).required,
    .text("summary", { $0.summary }, { $0.summary = $1 }),
    .text("author", { $0.author }, { $0.author = $1 }),
    .integer("thresholdWatts", { $0.thresholdWatts }, { $0.thresholdWatts = $1 }),
    .text("test", of: PlanTest.init, { $0.test?.rawValue }, { $0.test = $1 }),
    .parts("groups", most: Limits.intervals, { $0.groups }, { $0.groups = $1 }).required,
    .part("route", { $0.route }, { $0.route = $1 }),
  ]
}

extension PlanGroup: Tabled, Codable {
  package static let blank = PlanGroup([])
  package static let members: Members<Self> = [
    .integer("repeats", { $0.repeats }, { $0.repeats = $1 }).required,
    .parts(
      "intervals", most: Limits.intervals, { $0.intervals.map(PlannedInterval.init) },
      { group, planned in
        let intervals = planned.compactMap { try? PlanInterval($0) }
        group.intervals = intervals.count == planned.count ? intervals : []
      }
    ).required,
  ]

  /// A group without one of its intervals would be another workout.
  package var fault: String? { intervals.isEmpty ? "a group whose intervals are missing or contradictory" : nil }
}

extension PlanCue: Tabled, Codable {
  package static let blank = PlanCue(atSeconds: 0, text: "")
  package static let members: Members<Self> = [
    .integer("atSeconds", { $0.atSeconds }, { $0.atSeconds = $1 }).required,
    .integer("seconds", { $0.seconds }, { $0.seconds = $1 }).required,
    .text("text", { $0.text }, { $0.text = $1 }).required,
  ]
}

extension Place: Tabled, Codable {
  package static let blank = Place(latitudeDegrees: 0, longitudeDegrees: 0)
  package static let members: Members<Self> = [
    .number("latitudeDegrees", { $0.latitudeDegrees }, { $0.latitudeDegrees = $1 }).required,
    .number("longitudeDegrees", { $0.longitudeDegrees }, { $0.longitudeDegrees = $1 }).required,
  ]
}
