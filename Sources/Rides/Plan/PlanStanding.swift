/// The place of a ride in its workout, for people.
package struct PlanStanding: Hashable, Sendable {
  package var name: String?
  /// The number of intervals.
  package var intervals: Int
  /// The present interval; nil once all are over.
  package var interval: IntervalStanding?
  /// The interval after it.
  package var next: IntervalStanding?
  /// The latest intervals that ended, in order.
  package var ended: [EndedInterval]
  package var endedCount: Int
  package var biasPercent: Int
  /// Seconds of timer time still to ride; nil if an interval does not end by the timer.
  package var remainingSeconds: Int?
  /// The share of the workout that is ridden, 0…1.
  package var share: Double

  package init(
    name: String?, intervals: Int, interval: IntervalStanding?, next: IntervalStanding?, ended: [EndedInterval],
    endedCount: Int, biasPercent: Int, remainingSeconds: Int?, share: Double
  ) {
    self.name = name
    self.intervals = intervals
    self.interval = interval
    self.next = next
    self.ended = ended
    self.endedCount = endedCount
    self.biasPercent = biasPercent
    self.remainingSeconds = remainingSeconds
    self.share = share
  }
}

/// An interval of a ride, for people.
package struct IntervalStanding: Hashable, Sendable {
  /// The place in the workout, from 1.
  package var number: Int
  package var label: String?
  package var interval: RideInterval
  /// The planned watts with the rider's bias; nil for free riding.
  ///
  /// For a zone, the watts at which steering begins; if it steers on from the interval before, the watts that are held now.
  package var watts: Int?
  /// The watts at the end of a ramp.
  package var toWatts: Int?
  /// The watts that the rider asked for instead; nil if there are none, and for other intervals than the present one.
  package var handWatts: Int?
  /// Whether the rider rides it free, though it asks for a power.
  package var isFreed = false
  /// Seconds of timer time, and virtual metres, since it began.
  package var timerSeconds = 0
  package var meters = 0.0
  package var remainingSeconds: Int?
  package var remainingMeters: Double?
  package var share: Double?
  /// The cue that is shown now.
  package var cue: String?

  package init(number: Int, label: String?, interval: RideInterval, watts: Int? = nil, toWatts: Int? = nil) {
    self.number = number
    self.label = label
    self.interval = interval
    self.watts = watts
    self.toWatts = toWatts
  }
}

/// An interval of a ride that is over.
package struct EndedInterval: Hashable, Sendable, Codable {
  /// The place in the workout, from 1.
  package var number: Int
  package var label: String?
  /// The planned end.
  package var end: IntervalEnd
  package var outcome: IntervalOutcome
  /// The time of its end, in seconds from the ride's start.
  package var atSecond: Int
  /// Its length in seconds of timer time.
  package var timerSeconds: Int
  /// Its length in virtual metres.
  package var meters: Double
  /// The mean power, in watts; nil if none is known.
  package var averageWatts: Double?
  /// The mean of the watts that were asked for; nil for free riding.
  package var askedWatts: Double?

  package init(
    number: Int, label: String?, end: IntervalEnd, outcome: IntervalOutcome, atSecond: Int, timerSeconds: Int,
    meters: Double, averageWatts: Double? = nil, askedWatts: Double? = nil
  ) {
    self.number = number
    self.label = label
    self.end = end
    self.outcome = outcome
    self.atSecond = atSecond
    self.timerSeconds = timerSeconds
    self.meters = meters
    self.averageWatts = averageWatts
    self.askedWatts = askedWatts
  }
}

/// An event of the workout that is being ridden.
package struct PlanEvent: Hashable, Sendable {
  /// A number that counts up from 1 within a process, from ride to ride.
  package var serial: Int
  package var kind: PlanEventKind
  /// The interval that ended.
  package var ended: EndedInterval
  /// The interval that begins; nil at the end of the workout.
  package var next: IntervalStanding?

  package init(serial: Int, kind: PlanEventKind, ended: EndedInterval, next: IntervalStanding?) {
    self.serial = serial
    self.kind = kind
    self.ended = ended
    self.next = next
  }
}
