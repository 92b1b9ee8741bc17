import ControlWire
import RideSession

/// That an interval, as it is spoken, says two things at once, or half of one.
struct IntervalContradiction: Error, Hashable {
  /// What goes with what, in the words of the interface.
  let detail: String
}

extension PlanInterval {
  /// A part of a plan from what is spoken; what no ride could make of it is for `check` to say.
  ///
  /// A ramp may begin in watts and end in percent. Cues are put in order of time.
  /// - Throws: Where it has the measure of another end, or none of its own; two powers to begin at, a ramp without one, or a
  ///   ramp within a heart-rate zone; half of a cadence.
  init(_ planned: PlannedInterval) throws(IntervalContradiction) {
    self.init(
      label: planned.label, end: try IntervalEnd(planned), target: try IntervalTarget(planned),
      cadence: try Self.cadence(planned),
      cues: (planned.cues ?? []).map { PlanCue(atSeconds: $0.atSeconds, seconds: $0.seconds, text: $0.text) }
        .sorted { $0.atSeconds < $1.atSeconds })
  }

  private static func cadence(_ planned: PlannedInterval) throws(IntervalContradiction) -> ClosedRange<Int>? {
    switch (planned.cadenceFrom, planned.cadenceTo) {
    case (nil, nil): return nil
    case (let from?, let to?) where from <= to: return from...to
    case (.some, .some): throw IntervalContradiction(detail: "cadenceFrom above cadenceTo")
    default: throw IntervalContradiction(detail: "cadenceFrom and cadenceTo go together")
    }
  }
}

extension IntervalEnd {
  fileprivate init(_ planned: PlannedInterval) throws(IntervalContradiction) {
    let given: [(IntervalEndKind, String, Bool)] = [
      (.timer, "seconds", planned.seconds != nil), (.distance, "meters", planned.meters != nil),
      (.location, "latitudeDegrees", planned.latitudeDegrees != nil),
      (.location, "longitudeDegrees", planned.longitudeDegrees != nil),
    ]
    for (end, name, isGiven) in given where isGiven != (end == planned.end) {
      throw IntervalContradiction(detail: "\(planned.end.rawValue) \(isGiven ? "with" : "without") \(name)")
    }
    switch planned.end {
    case .timer: self = .timer(seconds: planned.seconds ?? 0)
    case .distance: self = .distance(meters: planned.meters ?? 0)
    case .location:
      self = .location(
        Place(latitudeDegrees: planned.latitudeDegrees ?? 0, longitudeDegrees: planned.longitudeDegrees ?? 0))
    case .activity: self = .activity
    }
  }
}

extension IntervalTarget {
  fileprivate init(_ planned: PlannedInterval) throws(IntervalContradiction) {
    let start = try Power.one(of: planned.watts, planned.thresholdPercent, "watts and thresholdPercent")
    let end = try Power.one(of: planned.toWatts, planned.toThresholdPercent, "toWatts and toThresholdPercent")
    switch (planned.zone, start, end) {
    case (nil, nil, nil): self = .free
    case (nil, let power?, nil): self = .steady(power)
    case (nil, let from?, let to?): self = .ramp(from: from, to: to)
    case (let zone?, let start, nil): self = .zone(zone, start: start)
    case (nil, nil, .some): throw IntervalContradiction(detail: "a ramp without a power to begin at")
    case (.some, _, .some): throw IntervalContradiction(detail: "a zone and a ramp")
    }
  }
}

extension Power {
  fileprivate static func one(
    of watts: Int?, _ percent: Double?, _ both: String
  ) throws(IntervalContradiction) -> Power? {
    switch (watts, percent) {
    case (.some, .some): throw IntervalContradiction(detail: both)
    case (let watts?, nil): .watts(watts)
    case (nil, let percent?): .thresholdPercent(percent)
    case (nil, nil): nil
    }
  }
}
