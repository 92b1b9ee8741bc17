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
