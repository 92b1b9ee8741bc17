/// How an interval ended.
public enum IntervalOutcome: String, Codable, Hashable, Sendable, CaseIterable {
  /// As planned.
  case expired
  /// The rider skipped it.
  case skipped
  /// The rider went back, to its beginning or to the interval before.
  case left
}

/// The news of a workout that is being ridden.
public enum PlanEventKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// An interval is over, as planned or not, and another begins.
  case intervalEnded
  /// The workout is over.
  case planEnded
}

/// The length that is added to an interval; a negative one shortens it.
package enum IntervalExtension: Hashable, Sendable {
  case seconds(Int)
  case meters(Double)
}

/// What ends an interval.
public enum IntervalEndKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A length of timer time.
  case timer
  /// A virtual distance.
  case distance
  /// A place on the plan's route.
  case location
  /// `Done` alone.
  case activity
}

/// A day, seen from the rider.
public enum PlannedDay: String, Codable, Hashable, Sendable, CaseIterable {
  case today
  case tomorrow
}

extension PlannedDay: WireWord {
  package static var unknownWord: PlannedDay { .today }
}
