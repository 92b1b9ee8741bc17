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
package struct HeartRateTarget: Hashable, Sendable, Codable {
  /// The zone's number, 1…5.
  package var zone: Int
  /// The heart rates of the zone, in beats a minute, both bounds within.
  package var beatsPerMinute: ClosedRange<Int>
  /// The power to begin at.
  package var startWatts: Int
  /// What the watts may be, whatever the heart says.
  package var watts: ClosedRange<Int>

  package init(zone: Int, beatsPerMinute: ClosedRange<Int>, startWatts: Int, watts: ClosedRange<Int>) {
    self.zone = zone
    self.beatsPerMinute = beatsPerMinute
    self.startWatts = startWatts
    self.watts = watts
  }

  /// Whether its numbers are of those that anybody could have meant, whatever became of the file that it was kept in.
  package var isSound: Bool {
    [beatsPerMinute.lowerBound, beatsPerMinute.upperBound, watts.lowerBound, watts.upperBound, startWatts]
      .allSatisfy((0...65_535).contains)
  }
}
