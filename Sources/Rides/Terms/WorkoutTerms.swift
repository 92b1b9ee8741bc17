/// How an interval ended.
public enum IntervalOutcome: String, Codable, Hashable, Sendable, CaseIterable {
  /// As planned.
  case expired
  /// The rider skipped it.
  case skipped
  /// The rider returned to the interval's beginning or to the interval before.
  case left
}

/// An event of the current workout.
public enum PlanEventKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// An interval is over, as planned or not, and another one starts.
  case intervalEnded
  /// The workout is over.
  case planEnded
}

/// Change of an interval's length; a negative value shortens it.
package enum IntervalExtension: Hashable, Sendable {
  case seconds(Int)
  case meters(Double)
}

/// The kind of an interval's end.
public enum IntervalEndKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A length of timer time.
  case timer
  /// A virtual distance.
  case distance
  /// A place on the plan's route.
  case location
  /// Only `Done`.
  case activity
}

/// A day relative to the rider's today.
public enum PlannedDay: String, Codable, Hashable, Sendable, CaseIterable {
  case today
  case tomorrow
}

extension PlannedDay: OpenEnum {
  package static var unrecognized: PlannedDay { .today }
}

/// A test of the functional threshold power (FTP).
public enum PlanTest: String, Codable, Hashable, Sendable, CaseIterable {
  /// Steps of a minute, each 20 W harder, until the legs give up; FTP is 75 % of the best minute.
  case ramp
  /// As hard as possible for 20 minutes; FTP is 95 % of their mean power.
  case twentyMinutes

  /// FTP as a share of the decisive mean power: of a minute, or of 20 minutes.
  package var thresholdShare: Double {
    switch self {
    case .ramp: 0.75
    case .twentyMinutes: 0.95
    }
  }

  /// The length of the decisive mean power, in seconds.
  package var decisiveSeconds: Int {
    switch self {
    case .ramp: 60
    case .twentyMinutes: 1200
    }
  }
}

extension PlanTest: OpenEnum {
  package static var unrecognized: PlanTest { .twentyMinutes }
}

/// The kind of a workout of the package, in the order of lists.
public enum PlanKind: String, Codable, Hashable, Sendable, CaseIterable {
  case recovery
  case endurance
  case tempo
  case sweetSpot
  case threshold
  case overUnder
  case vo2max
  case anaerobic
  case test
}

extension PlanKind: OpenEnum {
  package static var unrecognized: PlanKind { .endurance }
}

/// The reason why decoupling and drift of a ride are not judged.
public enum EnduranceRefusal: String, Codable, Hashable, Sendable, CaseIterable {
  /// Intervals of power: the plan's, or laps that differ from the mean power.
  case intervals
  /// The power varies too much.
  case unsteady
  /// Less than 20 minutes of steady work with power and heart rate.
  case short
}

extension EnduranceRefusal: OpenEnum {
  package static var unrecognized: EnduranceRefusal { .unsteady }
}
