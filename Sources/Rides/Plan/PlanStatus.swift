/// The ride's position in its plan.
package struct PlanStatus: Codable, Hashable, Sendable {
  /// The plan's name; absent for a ride without a named plan.
  package var name: String?
  package var intervals: Int
  /// The current interval; absent after the last one.
  package var interval: IntervalStatus?
  /// The next interval; absent in the last one.
  package var next: IntervalStatus?
  /// The intervals that are over, the latest last; at most 20.
  package var expired: [ExpiredInterval]
  /// The number of intervals that are over.
  package var expiredCount: Int
  /// The bias of all watts, in percent.
  package var biasPercent: Int
  /// Seconds of timer time still to ride; absent if an interval does not end by the timer.
  package var remainingSeconds: Int?
  /// The share of the plan that has been ridden, 0…1: by time if that is known, otherwise by intervals.
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

/// An interval of the current ride.
package struct IntervalStatus: Codable, Hashable, Sendable {
  /// Its number in the plan, from 1.
  package var number: Int
  /// The rider's name for it.
  package var label: String?
  /// The kind of its end.
  @OpenValue package var end: IntervalEndKind
  /// Seconds of timer time since its start.
  package var timerSeconds: Int
  /// Virtual metres since its start.
  package var meters: Double
  /// Seconds of timer time still to ride, for a `timer`.
  package var remainingSeconds: Int?
  /// Virtual metres still to ride, for a `distance` and a `location`.
  package var remainingMeters: Double?
  /// The share that has been ridden, 0…1; absent for an `activity`.
  package var share: Double?
  /// The planned power at its start, in watts; absent in free riding.
  package var watts: Int?
  /// The planned power at the end of a ramp, in watts.
  package var toWatts: Int?
  /// The power that the rider set instead of the planned one until the interval ends, in watts, adjusted by later
  /// changes of the bias; absent if the rider set no power.
  package var handWatts: Int?
  /// True while the rider rides free instead of the planned power; otherwise absent.
  package var handFree: Bool?
  /// The heart-rate zone to stay in; absent if the plan states heart rates.
  package var zone: Int?
  /// The least heart rate to stay in, of the zone or the plan, in beats a minute.
  package var zoneFrom: Int?
  /// The greatest heart rate to stay in, of the zone or the plan, in beats a minute.
  package var zoneTo: Int?
  /// The least cadence to aim for, in revolutions a minute.
  package var cadenceFrom: Int?
  /// The greatest cadence to aim for, in revolutions a minute.
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

  /// A planned interval that has not started.
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
  /// Its number in the plan, from 1.
  package var number: Int
  /// The rider's name for it.
  package var label: String?
  /// The kind of its planned end.
  @OpenValue package var end: IntervalEndKind
  /// How the interval ended.
  @OpenValue package var outcome: IntervalOutcome
  /// The second of the ride at which it ended.
  package var atSeconds: Int
  /// Its length in seconds of timer time.
  package var timerSeconds: Int
  /// Its length in virtual metres.
  package var meters: Double
  /// The mean power, in watts; absent if unknown.
  package var averageWatts: Double?
  /// The mean of the target power, in watts; absent in free riding.
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

/// An event of a plan; only the first reply to `Watch` after the event contains it.
package struct PlanNews: Codable, Hashable, Sendable {
  @OpenValue package var kind: PlanEventKind
  /// The interval that is over; at a plan's end, its last one.
  package var interval: ExpiredInterval?
  /// The interval that starts now; absent at the end.
  package var next: IntervalStatus?

  package init(kind: PlanEventKind, interval: ExpiredInterval?, next: IntervalStatus? = nil) {
    self.kind = kind
    self.interval = interval
    self.next = next
  }
}

/// An event of the current workout.
package struct PlanEvent: Hashable, Sendable {
  /// A serial number within a process, from 1; it continues from ride to ride.
  package var serial: Int
  package var news: PlanNews

  package init(serial: Int, news: PlanNews) {
    self.serial = serial
    self.news = news
  }
}
