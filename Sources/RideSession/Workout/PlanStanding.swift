/// Where a ride stands in its plan, for people.
package struct PlanStanding: Hashable, Sendable {
  package var name: String?
  /// How many intervals there are.
  package var intervals: Int
  /// The interval that is ridden; nil once all are over.
  package var interval: IntervalStanding?
  /// The one after it.
  package var next: IntervalStanding?
  /// The intervals that ended last, the latest last.
  package var ended: [EndedInterval]
  package var endedCount: Int
  package var biasPercent: Int
  /// Seconds of timer time still to ride; nil where an interval does not end by the timer.
  package var remainingSeconds: Int?
  /// How much of the whole is ridden, 0…1.
  package var share: Double
}

/// An interval of a ride, for people.
package struct IntervalStanding: Hashable, Sendable {
  /// Its place in the plan, from 1.
  package var number: Int
  package var label: String?
  package var interval: RideInterval
  /// Its watts as planned, raised as the rider wants it; nil where it is free.
  ///
  /// Of a zone those that the heart begins to steer from: where it steers on from the interval before, those held now.
  package var watts: Int?
  /// The watts at the end of a ramp.
  package var toWatts: Int?
  /// The watts that the rider asked for in their place; nil where none are, and of other intervals than the present one.
  package var handWatts: Int?
  /// Seconds of timer time, and virtual metres, since it began.
  package var timerSeconds = 0
  package var meters = 0.0
  package var remainingSeconds: Int?
  package var remainingMeters: Double?
  package var share: Double?
  /// What the rider is to be told now.
  package var cue: String?
}

extension PlanRun {
  /// Where the ride stands, after so many seconds of timer time.
  package func standing(riddenSeconds: Int) -> PlanStanding {
    PlanStanding(
      name: plan.name, intervals: plan.intervals.count, interval: current, next: planned(at: progress.index + 1),
      ended: progress.ended, endedCount: progress.endedCount, biasPercent: progress.biasPercent,
      remainingSeconds: remainingSecondsInAll, share: shareInAll(riddenSeconds: riddenSeconds))
  }

  /// The interval that is ridden.
  package var current: IntervalStanding? {
    guard var standing = planned(at: progress.index) else { return nil }
    standing.timerSeconds = progress.timerSeconds
    standing.meters = progress.meters
    standing.remainingSeconds = remainingSeconds
    standing.remainingMeters = remainingMeters
    standing.share = share
    standing.handWatts = handWatts
    standing.cue = standing.interval.cues.text(atSeconds: progress.timerSeconds)
    return standing
  }

  /// An interval that is not ridden yet: all of it remains.
  func planned(at index: Int) -> IntervalStanding? {
    guard let interval = interval(at: index) else { return nil }
    var standing = IntervalStanding(number: index + 1, label: label(at: index), interval: interval)
    switch interval.end {
    case .timer(let seconds): standing.remainingSeconds = seconds
    case .distance(let meters): standing.remainingMeters = meters
    case .location, .activity: break
    }
    switch interval.aim {
    case .hold(let watts): standing.watts = biased(watts)
    case .ramp(let from, let to): (standing.watts, standing.toWatts) = (biased(from), biased(to))
    case .heartRate(let target): standing.watts = startWatts(of: target, at: index)
    case .free: break
    }
    return standing
  }

  private func startWatts(of target: HeartRateTarget, at index: Int) -> Int {
    guard case .usual = target.start, let steering = progress.steering, plan.isSteered(at: index - 1),
      (progress.index...progress.index + 1).contains(index)
    else { return firstWatts(of: target) }
    return steering.watts
  }
}

extension [PlanCue] {
  /// What they say now: those that began last, in one, as a line too long for the screen is written as two of one time.
  ///
  /// - Returns: As many characters as one cue may have at most; nil where none is due.
  fileprivate func text(atSeconds now: Int) -> String? {
    let due = filter { now >= $0.atSeconds && now - $0.atSeconds < $0.seconds }
    guard let latest = due.last else { return nil }
    let text = due.lazy.filter { $0.atSeconds == latest.atSeconds }.map(\.text).joined(separator: " ")
    return String(text.prefix(Limits.textLength))
  }
}

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
