/// What a rider means to ride: intervals in order, some of them in groups that repeat.
package struct Plan: Hashable, Sendable, Codable {
  /// What the rider calls it.
  package var name: String
  /// What it is for; nil where nobody said.
  package var summary: String?
  /// Who made it; nil where nobody said.
  package var author: String?
  /// The functional threshold power that its percents were reckoned with, in watts; nil where nobody said.
  ///
  /// They are percent of it where the rider has set none.
  package var thresholdWatts: Int?
  package var groups: [PlanGroup]
  /// The road that the virtual distance travels; nil where it has none.
  package var route: Route?

  package init(
    name: String, summary: String? = nil, author: String? = nil, thresholdWatts: Int? = nil,
    groups: [PlanGroup] = [], route: Route? = nil
  ) {
    self.name = name
    self.summary = summary
    self.author = author
    self.thresholdWatts = thresholdWatts
    self.groups = groups
    self.route = route
  }

  /// Its intervals as they are ridden, each as often as its group repeats.
  package var intervals: [PlanInterval] { groups.flatMap(\.ridden) }
}

/// Intervals that are ridden one after the other, so many times; a lone interval is a group of itself.
package struct PlanGroup: Hashable, Sendable, Codable {
  /// How often, from 1.
  package var repeats: Int
  package var intervals: [PlanInterval]

  package init(repeats: Int = 1, _ intervals: [PlanInterval]) {
    self.repeats = repeats
    self.intervals = intervals
  }

  /// Its intervals as they are ridden.
  fileprivate var ridden: [PlanInterval] { (0..<max(0, repeats)).flatMap { _ in intervals } }
}

/// A part of a plan: what to hold, and until when.
package struct PlanInterval: Hashable, Sendable, Codable {
  package var label: String?
  package var end: IntervalEnd
  package var target: IntervalTarget
  /// The cadence to turn, in revolutions a minute, shown and not enforced; nil where any will do.
  package var cadence: ClosedRange<Int>?
  /// What to tell the rider on the way, in order of time.
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

/// What ends an interval.
package enum IntervalEnd: Hashable, Sendable, Codable {
  /// So many seconds of timer time.
  case timer(seconds: Int)
  /// So many metres of virtual distance.
  case distance(meters: Double)
  /// The place on the route that is nearest to this one, to within `Route.radiusMeters`.
  case location(Place)
  /// The rider's word alone.
  case activity
}

/// What an interval is ridden at.
package enum IntervalTarget: Hashable, Sendable, Codable {
  case steady(Power)
  /// From one to the other in a straight line; of the interval's time, or its distance.
  case ramp(from: Power, to: Power)
  /// The heart rates of this zone, 1…5 by the rider's settings, begun at a power; nil for the one that they last took.
  case zone(Int, start: Power?)
  /// Whatever the legs do: the brake is a flat road.
  case free
}

/// A power, absolute or for the rider.
package enum Power: Hashable, Sendable, Codable {
  case watts(Int)
  /// Percent of the functional threshold power.
  case thresholdPercent(Double)
}

/// Something to tell the rider.
package struct PlanCue: Hashable, Sendable, Codable {
  /// When, in seconds of timer time from the interval's beginning.
  package var atSeconds: Int
  /// For how long it is shown, in seconds.
  package var seconds: Int
  package var text: String

  /// For how long a cue is shown whose file does not say, in seconds.
  package static let usualSeconds = 10

  package init(atSeconds: Int, seconds: Int = Self.usualSeconds, text: String) {
    self.atSeconds = atSeconds
    self.seconds = seconds
    self.text = text
  }
}

/// A place on the globe (WGS 84), in degrees.
package struct Place: Hashable, Sendable, Codable {
  package var latitudeDegrees: Double
  package var longitudeDegrees: Double

  package init(latitudeDegrees: Double, longitudeDegrees: Double) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
  }
}
