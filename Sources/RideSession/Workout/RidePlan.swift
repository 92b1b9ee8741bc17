/// A workout for one rider: its groups laid out, every power in watts, every zone in beats a minute.
///
/// A steady ride is a workout of one interval.
package struct RidePlan: Hashable, Sendable, Codable {
  /// The workout's name; nil for a ride that was asked for without one.
  package var name: String?
  /// The intervals in the order in which they are ridden, at least one.
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

  /// The planned timer time in seconds; nil if an interval does not end by the timer.
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

  /// Whether the heart rate steers any interval.
  package var wantsHeartRate: Bool {
    intervals.indices.contains(where: isSteered)
  }

  /// Whether the heart rate steers the interval at an index; false if there is no such interval.
  func isSteered(at index: Int) -> Bool {
    if intervals.indices.contains(index), case .heartRate = intervals[index].aim { true } else { false }
  }
}

/// A part of a workout for one rider.
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

/// The demand of an interval.
package enum IntervalAim: Hashable, Sendable, Codable {
  case hold(watts: Int)
  case ramp(fromWatts: Int, toWatts: Int)
  case heartRate(HeartRateTarget)
  case free
}

/// An interval whose power the trainer cannot hold; it is ridden with the nearest power that the trainer can.
package struct UnheldInterval: Hashable, Sendable {
  /// The place in the workout, from 1.
  package var number: Int
  /// The power that the interval asks for.
  package var watts: Int
  /// The watts that the trainer can hold.
  package var range: ClosedRange<Int>
}

extension RidePlan {
  /// The first interval that asks for a power outside a range in watts; nil if none does.
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
