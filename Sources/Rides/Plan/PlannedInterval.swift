/// An interval of a plan as it is written: flat, because Varlink has no sum types, and they would make a file hard to
/// read.
///
/// A target is `watts` or `thresholdPercent`; with its `to…`, a ramp; `zone`, or `bpmFrom` and `bpmTo`, with either of
/// the first two as the start power; without all of these it is free riding.
package struct PlannedInterval: Hashable, Sendable {
  /// The rider's name for it.
  package var label: String?
  /// The kind of its end.
  @OpenValue package var end: IntervalEndKind
  /// For a `timer`.
  package var seconds: Int?
  /// For a `distance`.
  package var meters: Double?
  /// For a `location`.
  package var latitudeDegrees: Double?
  /// For a `location`.
  package var longitudeDegrees: Double?
  /// For a `location`: the name of a waypoint of the plan's route, instead of the coordinates; a reply has both.
  package var place: String?
  /// The power to hold, or to begin at, in watts.
  package var watts: Int?
  /// The power at the end of a ramp, in watts.
  package var toWatts: Int?
  /// The power to hold, or to begin at, in percent of the functional threshold power.
  package var thresholdPercent: Double?
  /// The power at the end of a ramp, in percent of the functional threshold power.
  package var toThresholdPercent: Double?
  /// The heart-rate zone to stay in, 1…5.
  package var zone: Int?
  /// The least heart rate to stay in, in beats a minute.
  package var bpmFrom: Int?
  /// The greatest heart rate to stay in, in beats a minute.
  package var bpmTo: Int?
  /// The least cadence to aim for, in revolutions a minute.
  package var cadenceFrom: Int?
  /// The greatest cadence to aim for, in revolutions a minute.
  package var cadenceTo: Int?
  /// Texts to show the rider during the interval.
  package var cues: [PlanCue]?

  package init(
    label: String? = nil, end: IntervalEndKind, seconds: Int? = nil, meters: Double? = nil,
    latitudeDegrees: Double? = nil,
    longitudeDegrees: Double? = nil, place: String? = nil, watts: Int? = nil, toWatts: Int? = nil,
    thresholdPercent: Double? = nil,
    toThresholdPercent: Double? = nil, zone: Int? = nil, bpmFrom: Int? = nil, bpmTo: Int? = nil,
    cadenceFrom: Int? = nil,
    cadenceTo: Int? = nil, cues: [PlanCue]? = nil
  ) {
    self.label = label
    self.end = end
    self.seconds = seconds
    self.meters = meters
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.place = place
    self.watts = watts
    self.toWatts = toWatts
    self.thresholdPercent = thresholdPercent
    self.toThresholdPercent = toThresholdPercent
    self.zone = zone
    self.bpmFrom = bpmFrom
    self.bpmTo = bpmTo
    self.cadenceFrom = cadenceFrom
    self.cadenceTo = cadenceTo
    self.cues = cues
  }
}

extension PlannedInterval: Tabled, Codable {
  package static let blank = PlannedInterval(end: .activity)
  package static let members = ends + powers + percents + surroundings

  /// The label and the end.
  static let ends: Members<Self> = [
    .text("label", { $0.label }, { $0.label = $1 }),
    .word("end", { $0._end }, { $0._end = $1 }).required,
    .integer("seconds", { $0.seconds }, { $0.seconds = $1 }),
    .number("meters", { $0.meters }, { $0.meters = $1 }),
    .number("latitudeDegrees", { $0.latitudeDegrees }, { $0.latitudeDegrees = $1 }),
    .number("longitudeDegrees", { $0.longitudeDegrees }, { $0.longitudeDegrees = $1 }),
  ]
  static let powers: Members<Self> = [
    .integer("zone", { $0.zone }, { $0.zone = $1 }),
    .integer("bpmFrom", { $0.bpmFrom }, { $0.bpmFrom = $1 }),
    .integer("bpmTo", { $0.bpmTo }, { $0.bpmTo = $1 }),
    .integer("watts", { $0.watts }, { $0.watts = $1 }),
    .integer("toWatts", { $0.toWatts }, { $0.toWatts = $1 }),
  ]
  /// The members that an interval resolved for one rider no longer has.
  private static let percents: Members<Self> = [
    .number("thresholdPercent", { $0.thresholdPercent }, { $0.thresholdPercent = $1 }),
    .number("toThresholdPercent", { $0.toThresholdPercent }, { $0.toThresholdPercent = $1 }),
    .text("place", { $0.place }, { $0.place = $1 }),
  ]
  static let surroundings: Members<Self> = [
    .integer("cadenceFrom", { $0.cadenceFrom }, { $0.cadenceFrom = $1 }),
    .integer("cadenceTo", { $0.cadenceTo }, { $0.cadenceTo = $1 }),
    .parts("cues", most: .max, { $0.cues }, { $0.cues = $1 }),
  ]
}

// MARK: - To intervals

/// The error of a planned interval whose members contradict each other or are incomplete.
package struct IntervalContradiction: Error, Hashable {
  /// The names of the contradictory parameters.
  package let detail: String

  /// Returns the range of two parameters that belong together; nil if both are absent.
  static func range(
    _ from: Int?, _ to: Int?, _ fromName: String, _ toName: String
  ) throws(Self) -> ClosedRange<Int>? {
    switch (from, to) {
    case (nil, nil): return nil
    case (let from?, let to?) where from <= to: return from...to
    case (.some, .some): throw Self(detail: "\(fromName) above \(toName)")
    default: throw Self(detail: "\(fromName) or \(toName) is missing")
    }
  }
}

extension PlanInterval {
  /// Converts an interval as it was written; `check` finds values that cannot be ridden.
  ///
  /// A ramp may begin in watts and end in percent. Cues are sorted by time.
  /// - Throws: If it has the length of another kind of end, or lacks its own; if it has two start powers, a ramp
  ///   without one, a zone and heart rates, or a ramp within them; if it has half of a cadence or of heart rates.
  package init(_ planned: PlannedInterval) throws(IntervalContradiction) {
    self.init(
      label: planned.label, end: try IntervalEnd(planned), target: try IntervalTarget(planned),
      cadence: try IntervalContradiction.range(planned.cadenceFrom, planned.cadenceTo, "cadenceFrom", "cadenceTo"),
      cues: (planned.cues ?? []).sorted { $0.atSeconds < $1.atSeconds })
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
    let heartRates = try IntervalContradiction.range(planned.bpmFrom, planned.bpmTo, "bpmFrom", "bpmTo")
    if let heartRates {
      guard planned.zone == nil else { throw IntervalContradiction(detail: "a zone and heart rates") }
      guard end == nil else { throw IntervalContradiction(detail: "heart rates and a ramp") }
      self = .heartRate(heartRates, start: start)
      return
    }
    switch (planned.zone, start, end) {
    case (nil, nil, nil): self = .free
    case (nil, let power?, nil): self = .steady(power)
    case (nil, let from?, let to?): self = .ramp(from: from, to: to)
    case (let zone?, let start, nil): self = .zone(zone, start: start)
    case (nil, nil, .some): throw IntervalContradiction(detail: "a ramp without a start power")
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

// MARK: - From intervals

extension PlannedInterval {
  package init(_ interval: PlanInterval) {
    self.init(
      label: interval.label, end: interval.end.kind, cadenceFrom: interval.cadence?.lowerBound,
      cadenceTo: interval.cadence?.upperBound,
      cues: interval.cues.isEmpty ? nil : interval.cues)
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
    case .heartRate(let range, let start):
      (bpmFrom, bpmTo) = (range.lowerBound, range.upperBound)
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
