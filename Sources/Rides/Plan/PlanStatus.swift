/// The ride's position in its plan.
package struct PlanStatus: Codable, Hashable, Sendable {
  /// The plan's name; absent of a ride that was asked for without one.
  package var name: String?
  /// The number of intervals.
  package var intervals: Int
  /// The interval that is ridden; absent once all are over.
  package var interval: IntervalStatus?
  /// The one after it; absent of the last.
  package var next: IntervalStatus?
  /// The intervals that are over, the latest last, 20 at most.
  package var expired: [ExpiredInterval]
  /// The number of intervals that are over.
  package var expiredCount: Int
  /// The bias of all watts, in percent.
  package var biasPercent: Int
  /// Seconds of timer time still to ride; absent where an interval does not end by the timer.
  package var remainingSeconds: Int?
  /// The share of the whole that is ridden, 0…1: by time if that is known, else by intervals.
  package var share: Double

  package init(
    name: String? = nil, intervals: Int, interval: IntervalStatus? = nil, next: IntervalStatus? = nil,
    expired: [ExpiredInterval] = [], expiredCount: Int = 0, biasPercent: Int = 0, remainingSeconds: Int? = nil,
    share: Double
  ) {
    self.name = name
    self.intervals = intervals
    self.interval = interval
    self.next = next
    self.expired = expired
    self.expiredCount = expiredCount
    self.biasPercent = biasPercent
    self.remainingSeconds = remainingSeconds
    self.share = share
  }
}

/// An interval of the ride in hand.
package struct IntervalStatus: Codable, Hashable, Sendable {
  /// Its place in the plan, from 1.
  package var number: Int
  /// The rider's name for it.
  package var label: String?
  /// The kind of its end.
  @Word package var end: IntervalEndKind
  /// Seconds of timer time since it began.
  package var timerSeconds: Int
  /// Virtual metres since it began.
  package var meters: Double
  /// Seconds of timer time still to ride; of a `timer`.
  package var remainingSeconds: Int?
  /// Virtual metres still to ride; of a `distance`, and of a `location`.
  package var remainingMeters: Double?
  /// The share that is ridden, 0…1; absent for an `activity`.
  package var share: Double?
  /// The power at its beginning, in watts, as planned; absent where it is free.
  package var watts: Int?
  /// The power at the end of a ramp, in watts, as planned.
  package var toWatts: Int?
  /// The power that the rider asked for in place of the planned one until the interval ends, in watts, moved by what the
  /// bias has changed since; absent where none was.
  package var handWatts: Int?
  /// True while the rider rides free in place of the planned power; else absent.
  package var handFree: Bool?
  /// The heart-rate zone to stay in; absent where the plan states heart rates.
  package var zone: Int?
  /// The least heart rate to stay in, of that zone or of the plan, in beats a minute.
  package var zoneFrom: Int?
  /// The greatest heart rate to stay in, of that zone or of the plan, in beats a minute.
  package var zoneTo: Int?
  /// The least cadence to turn, in revolutions a minute.
  package var cadenceFrom: Int?
  /// The greatest cadence to turn, in revolutions a minute.
  package var cadenceTo: Int?
  /// The text to show the rider now.
  package var cue: String?

  package init(number: Int, label: String? = nil, end: IntervalEndKind, timerSeconds: Int = 0, meters: Double = 0) {
    self.number = number
    self.label = label
    self.end = end
    self.timerSeconds = timerSeconds
    self.meters = meters
  }

  /// An interval as it is planned, of which nothing is ridden.
  package init(number: Int, label: String?, interval: RideInterval) {
    self.init(number: number, label: label, end: interval.end.kind)
    if case .timer(let seconds) = interval.end { remainingSeconds = seconds }
    if case .distance(let meters) = interval.end { remainingMeters = meters }
    if case .heartRate(let target) = interval.aim {
      (zone, zoneFrom, zoneTo) = (target.zone, target.beatsPerMinute.lowerBound, target.beatsPerMinute.upperBound)
    }
    (cadenceFrom, cadenceTo) = (interval.cadence?.lowerBound, interval.cadence?.upperBound)
  }
}

/// An interval that is over.
package struct ExpiredInterval: Codable, Hashable, Sendable {
  /// Its place in the plan, from 1.
  package var number: Int
  /// The rider's name for it.
  package var label: String?
  /// The kind of its planned end.
  @Word package var end: IntervalEndKind
  /// The outcome.
  @Word package var outcome: IntervalOutcome
  /// Seconds of the ride.
  package var atSeconds: Int
  /// Seconds of timer time that it took.
  package var timerSeconds: Int
  /// Virtual metres that it took.
  package var meters: Double
  /// The mean power, in watts; absent where none is known.
  package var averageWatts: Double?
  /// The mean of the watts that were asked for; absent where riding was free.
  package var targetWatts: Double?

  package init(
    number: Int, label: String?, end: IntervalEndKind, outcome: IntervalOutcome, atSeconds: Int, timerSeconds: Int,
    meters: Double, averageWatts: Double? = nil, targetWatts: Double? = nil
  ) {
    self.number = number
    self.label = label
    self.end = end
    self.outcome = outcome
    self.atSeconds = atSeconds
    self.timerSeconds = timerSeconds
    self.meters = meters
    self.averageWatts = averageWatts
    self.targetWatts = targetWatts
  }
}

/// An event of a plan; only the first reply to `Watch` after it has it.
package struct PlanNews: Codable, Hashable, Sendable {
  /// The kind of event.
  @Word package var kind: PlanEventKind
  /// The interval that is over; of a plan's end, its last.
  package var interval: ExpiredInterval?
  /// The interval that begins now; absent at the end.
  package var next: IntervalStatus?

  package init(kind: PlanEventKind, interval: ExpiredInterval?, next: IntervalStatus? = nil) {
    self.kind = kind
    self.interval = interval
    self.next = next
  }
}

/// An event of the workout that is being ridden.
package struct PlanEvent: Hashable, Sendable {
  /// A number that counts up from 1 within a process, from ride to ride.
  package var serial: Int
  package var news: PlanNews

  package init(serial: Int, news: PlanNews) {
    self.serial = serial
    self.news = news
  }
}
