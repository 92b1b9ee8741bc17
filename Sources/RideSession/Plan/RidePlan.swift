/// A plan as one rider rides it: its groups laid out, every power in watts, every zone in beats a minute.
///
/// A steady ride is a plan of one interval.
package struct RidePlan: Hashable, Sendable, Codable {
  /// The plan's name; nil of a ride that was asked for without one.
  package var name: String?
  /// The intervals in the order in which they are ridden, one at least.
  package var intervals: [RideInterval]
  package var route: Route?

  package init(name: String? = nil, intervals: [RideInterval], route: Route? = nil) {
    self.name = name
    self.intervals = intervals
    self.route = route
  }

  /// A ride at one power.
  package static func steady(watts: Int, seconds: Int) -> RidePlan {
    RidePlan(intervals: [RideInterval(end: .timer(seconds: seconds), aim: .hold(watts: watts))])
  }

  /// A ride in one heart-rate zone.
  package static func heartRate(_ target: HeartRateTarget, seconds: Int) -> RidePlan {
    RidePlan(intervals: [RideInterval(end: .timer(seconds: seconds), aim: .heartRate(target))])
  }

  /// Seconds that the timer is to run; nil where an interval does not end by it.
  package var timerSeconds: Int? {
    var sum = 0
    for interval in intervals {
      guard case .timer(let seconds) = interval.end else { return nil }
      sum += seconds
    }
    return sum
  }

  /// Whether the heart rate steers any of it.
  package var wantsHeartRate: Bool {
    intervals.indices.contains(where: isSteered)
  }

  /// Whether the heart rate steers the interval at an index; false where there is none.
  func isSteered(at index: Int) -> Bool {
    if intervals.indices.contains(index), case .heartRate = intervals[index].aim { true } else { false }
  }
}

/// A part of a plan as one rider rides it.
package struct RideInterval: Hashable, Sendable, Codable {
  package var label: String?
  package var end: IntervalEnd
  package var aim: IntervalAim
  package var cadence: ClosedRange<Int>?
  package var cues: [PlanCue]

  package init(
    label: String? = nil, end: IntervalEnd, aim: IntervalAim, cadence: ClosedRange<Int>? = nil, cues: [PlanCue] = []
  ) {
    self.label = label
    self.end = end
    self.aim = aim
    self.cadence = cadence
    self.cues = cues
  }
}

/// What an interval asks of the trainer.
package enum IntervalAim: Hashable, Sendable, Codable {
  case hold(watts: Int)
  case ramp(fromWatts: Int, toWatts: Int)
  case heartRate(HeartRateTarget)
  case free
}

/// Heart rates to stay in, and the power to do it with.
package struct HeartRateTarget: Hashable, Sendable {
  /// The zone's number, 1…5.
  package var zone: Int
  /// The heart rates of the zone, in beats a minute, both bounds within.
  package var beatsPerMinute: ClosedRange<Int>
  package var start: ZoneStart
  /// What the watts may be, whatever the heart says.
  package var watts: ClosedRange<Int>

  package init(zone: Int, beatsPerMinute: ClosedRange<Int>, start: ZoneStart, watts: ClosedRange<Int>) {
    self.zone = zone
    self.beatsPerMinute = beatsPerMinute
    self.start = start
    self.watts = watts
  }

  /// Whether its numbers are of those that anybody could have meant, whatever became of the file that it was kept in.
  package var isSound: Bool {
    [beatsPerMinute.lowerBound, beatsPerMinute.upperBound, watts.lowerBound, watts.upperBound, start.watts]
      .allSatisfy((0...65_535).contains)
  }
}

/// The power to begin a zone at, in watts.
package enum ZoneStart: Hashable, Sendable {
  /// The rider or the plan says it: it is begun at, whatever was held before.
  case planned(watts: Int)
  /// Nobody says it: where the heart steers already it steers on, and what it has learnt of the zone goes before.
  case usual(watts: Int)

  package var watts: Int {
    switch self {
    case .planned(let watts), .usual(let watts): watts
    }
  }
}

extension HeartRateTarget: Codable {
  private enum CodingKeys: CodingKey {
    case zone, beatsPerMinute, startWatts, isStartPlanned, watts
  }

  /// Of a target that says only `startWatts`, as all did that were kept by earlier versions, the start is the usual one.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let startWatts = try values.decode(Int.self, forKey: .startWatts)
    let isPlanned = try values.decodeIfPresent(Bool.self, forKey: .isStartPlanned) ?? false
    self.init(
      zone: try values.decode(Int.self, forKey: .zone),
      beatsPerMinute: try values.decode(ClosedRange<Int>.self, forKey: .beatsPerMinute),
      start: isPlanned ? .planned(watts: startWatts) : .usual(watts: startWatts),
      watts: try values.decode(ClosedRange<Int>.self, forKey: .watts))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(zone, forKey: .zone)
    try values.encode(beatsPerMinute, forKey: .beatsPerMinute)
    try values.encode(start.watts, forKey: .startWatts)
    if case .planned = start { try values.encode(true, forKey: .isStartPlanned) }
    try values.encode(watts, forKey: .watts)
  }
}
