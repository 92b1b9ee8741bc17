/// An interval of a ride that is over.
package struct EndedInterval: Hashable, Sendable, Codable {
  /// Its place in the plan, from 1.
  package var number: Int
  package var label: String?
  /// What was to end it.
  package var end: IntervalEnd
  package var outcome: IntervalOutcome
  /// When, in seconds from the ride's start.
  package var atSecond: Int
  /// Seconds of timer time that it took.
  package var timerSeconds: Int
  /// Virtual metres that it took.
  package var meters: Double

  package init(
    number: Int, label: String?, end: IntervalEnd, outcome: IntervalOutcome, atSecond: Int, timerSeconds: Int,
    meters: Double
  ) {
    self.number = number
    self.label = label
    self.end = end
    self.outcome = outcome
    self.atSecond = atSecond
    self.timerSeconds = timerSeconds
    self.meters = meters
  }
}

/// Something that happened to the plan of a ride.
package struct PlanEvent: Hashable, Sendable {
  /// Counts up from 1 within a process, ride after ride.
  package var serial: Int
  package var kind: PlanEventKind
  /// What is over; at the plan's end its last interval.
  package var ended: EndedInterval
  /// What begins; nil at the end.
  package var next: IntervalStanding?

  package init(serial: Int, kind: PlanEventKind, ended: EndedInterval, next: IntervalStanding?) {
    self.serial = serial
    self.kind = kind
    self.ended = ended
    self.next = next
  }
}
