import Rides

// Tests of FTP, resolved for a rider, possibly without an FTP.

extension PlanTest {
  /// The rise of each step of a ramp, in watts.
  private static let stepWatts = 20
  /// The last step of a ramp reaches this share of the threshold power, in percent: the legs end the test.
  private static let mostPercent = 200
  /// The power that the last step reaches without a threshold power, in watts.
  private static let usualMostWatts = 600
  /// The threshold power, in watts, to which percentages refer without one of the rider's: a ramp begins at 100 W.
  private static let usualThresholdWatts = 200

  /// The threshold power, in watts, for the percentages of this test without one of the rider's; nil if those intervals are
  /// ridden without a target.
  var assumedThresholdWatts: Int? {
    switch self {
    case .ramp: Self.usualThresholdWatts
    case .twentyMinutes: nil
    }
  }

  /// Returns the intervals as they are written, without targets in percent if no threshold power is known.
  ///
  /// The threshold power, in watts, may be assumed.
  func intervals(of plan: Plan, thresholdWatts: Int?) -> [PlanInterval] {
    guard thresholdWatts == nil else { return plan.intervals }
    return plan.intervals.map { interval in
      var interval = interval
      if interval.target.isRelative { interval.target = .free }
      return interval
    }
  }

  /// Returns the ridden intervals; those of a ramp with all its steps.
  ///
  /// The step of a ramp is the last interval with the label of tests. `thresholdWatts` is the rider's own; nil if it is
  /// not known.
  func steps(in intervals: [RideInterval], thresholdWatts: Int?) -> [RideInterval] {
    guard self == .ramp, let index = intervals.lastIndex(where: { $0.label == RidePlan.testLabel }),
      case .hold(let firstWatts) = intervals[index].aim
    else { return intervals }
    let mostWatts = min(
      Limits.watts.upperBound, thresholdWatts.map { $0 * Self.mostPercent / 100 } ?? Self.usualMostWatts)
    var steps = [intervals[index]]
    var watts = firstWatts
    while watts < mostWatts {
      watts = min(watts + Self.stepWatts, Limits.watts.upperBound)
      // Only the first step explains the test.
      steps.append(RideInterval(label: RidePlan.testLabel, end: intervals[index].end, aim: .hold(watts: watts)))
    }
    var ridden = intervals
    ridden.replaceSubrange(index...index, with: steps)
    return ridden
  }
}

extension IntervalTarget {
  /// Whether it has a power in percent of the threshold power.
  fileprivate var isRelative: Bool {
    let powers: [Power?] =
      switch self {
      case .steady(let power): [power]
      case .ramp(let from, let to): [from, to]
      case .zone(_, let start), .heartRate(_, let start): [start]
      case .free: []
      }
    return powers.contains { if case .thresholdPercent = $0 { true } else { false } }
  }
}
