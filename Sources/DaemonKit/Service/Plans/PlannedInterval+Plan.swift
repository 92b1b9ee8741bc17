import ControlWire
import RideSession

extension PlannedInterval {
  /// A part of a plan, as it is spoken.
  init(_ interval: PlanInterval) {
    self.init(
      label: interval.label, end: IntervalEndKind(interval.end), cadenceFrom: interval.cadence?.lowerBound,
      cadenceTo: interval.cadence?.upperBound,
      cues: interval.cues.isEmpty ? nil : interval.cues.map(PlannedCue.init))
    switch interval.end {
    case .timer(let seconds): self.seconds = seconds
    case .distance(let meters): self.meters = meters
    case .location(let place): (latitudeDegrees, longitudeDegrees) = (place.latitudeDegrees, place.longitudeDegrees)
    case .activity: break
    }
    switch interval.target {
    case .steady(let power): begin(at: power)
    case .ramp(let from, let to):
      begin(at: from)
      switch to {
      case .watts(let watts): toWatts = watts
      case .thresholdPercent(let percent): toThresholdPercent = percent
      }
    case .zone(let number, let start):
      zone = number
      if let start { begin(at: start) }
    case .free: break
    }
  }

  private mutating func begin(at power: Power) {
    switch power {
    case .watts(let watts): self.watts = watts
    case .thresholdPercent(let percent): thresholdPercent = percent
    }
  }
}

extension PlannedCue {
  fileprivate init(_ cue: PlanCue) { self.init(atSeconds: cue.atSeconds, seconds: cue.seconds, text: cue.text) }
}

extension PlannedGroup {
  /// A group of a plan, as it is spoken.
  init(_ group: PlanGroup) {
    self.init(repeats: group.repeats, intervals: group.intervals.map(PlannedInterval.init))
  }
}
