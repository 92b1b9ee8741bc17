import ControlWire
import RideSession

extension PlanStatus {
  /// Where a ride stands in its plan, as it is spoken.
  init(_ standing: PlanStanding) {
    self.init(
      name: standing.name, intervals: standing.intervals, interval: standing.interval.map(IntervalStatus.init),
      next: standing.next.map(IntervalStatus.init), expired: standing.ended.map(ExpiredInterval.init),
      expiredCount: standing.endedCount, biasPercent: standing.biasPercent,
      remainingSeconds: standing.remainingSeconds, share: standing.share)
  }
}

extension IntervalStatus {
  init(_ standing: IntervalStanding) {
    self.init(
      number: standing.number, label: standing.label, end: IntervalEndKind(standing.interval.end),
      timerSeconds: standing.timerSeconds, meters: standing.meters)
    remainingSeconds = standing.remainingSeconds
    remainingMeters = standing.remainingMeters
    share = standing.share
    watts = standing.watts
    toWatts = standing.toWatts
    handWatts = standing.handWatts
    if case .heartRate(let target) = standing.interval.aim {
      zone = target.zone
      zoneFrom = target.beatsPerMinute.lowerBound
      zoneTo = target.beatsPerMinute.upperBound
    }
    cadenceFrom = standing.interval.cadence?.lowerBound
    cadenceTo = standing.interval.cadence?.upperBound
    cue = standing.cue
  }
}

extension ExpiredInterval {
  init(_ ended: EndedInterval) {
    self.init(
      number: ended.number, label: ended.label, end: IntervalEndKind(ended.end), outcome: ended.outcome,
      atSeconds: ended.atSecond, timerSeconds: ended.timerSeconds, meters: ended.meters)
  }
}

extension IntervalEndKind {
  init(_ end: IntervalEnd) {
    self =
      switch end {
      case .timer: .timer
      case .distance: .distance
      case .location: .location
      case .activity: .activity
      }
  }
}

extension PlanNews {
  init(_ event: PlanEvent) {
    self.init(kind: event.kind, interval: ExpiredInterval(event.ended), next: event.next.map(IntervalStatus.init))
  }
}

extension Alpha1Status {
  init(_ estimate: AlphaEstimate) {
    self.init(
      value: estimate.alpha1, beats: estimate.beats, artefactPercent: estimate.artefactPercent,
      confidence: estimate.confidence)
  }
}
