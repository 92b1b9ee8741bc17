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

  /// Whether there is more to say about it than about a steady ride.
  package var isMoreThanSteady: Bool { name != nil || intervals.count > 1 || wantsHeartRate }

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

/// An interval that asks for a power which the trainer does not hold; it is ridden with the nearest that it does.
package struct UnheldInterval: Hashable, Sendable {
  /// Its place in the plan, from 1.
  package var number: Int
  /// What it asks for.
  package var watts: Int
  /// What the trainer holds, in watts.
  package var range: ClosedRange<Int>
}

extension RidePlan {
  /// The first interval that asks for a power beyond a range in watts; nil where none does.
  func firstUnheld(in range: ClosedRange<Int>) -> UnheldInterval? {
    for (index, interval) in intervals.enumerated() {
      let asked: [Int] =
        switch interval.aim {
        case .hold(let watts): [watts]
        case .ramp(let from, let to): [from, to]
        case .heartRate, .free: []
        }
      guard let watts = asked.first(where: { !range.contains($0) }) else { continue }
      return UnheldInterval(number: index + 1, watts: watts, range: range)
    }
    return nil
  }
}
