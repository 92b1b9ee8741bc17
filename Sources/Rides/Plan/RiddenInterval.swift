/// A stored interval of one rider's workout: the form of a plan's interval, with the power limits of heart-rate
/// targets.
struct RiddenInterval: Sendable {
  private var planned: PlannedInterval
  /// Whether the start power of a heart-rate target was planned, and is not the usual one.
  private var isStartPlanned = false
  private var leastWatts: Int?
  private var mostWatts: Int?

  init(_ interval: RideInterval) {
    planned = PlannedInterval(
      PlanInterval(label: interval.label, end: interval.end, cadence: interval.cadence, cues: interval.cues))
    switch interval.aim {
    case .hold(let watts): planned.watts = watts
    case .ramp(let from, let to): (planned.watts, planned.toWatts) = (from, to)
    case .heartRate(let target):
      planned.zone = target.zone
      (planned.bpmFrom, planned.bpmTo) = (target.beatsPerMinute.lowerBound, target.beatsPerMinute.upperBound)
      planned.watts = target.start.watts
      if case .planned = target.start { isStartPlanned = true }
      (leastWatts, mostWatts) = (target.watts.lowerBound, target.watts.upperBound)
    case .free: break
    }
  }

  private init(_ planned: PlannedInterval) { self.planned = planned }

  /// - Throws: If members contradict each other, or one is missing.
  fileprivate func aim() throws(IntervalContradiction) -> IntervalAim {
    guard let beatsPerMinute = try IntervalContradiction.range(planned.bpmFrom, planned.bpmTo, "bpmFrom", "bpmTo")
    else {
      guard let from = planned.watts else { return .free }
      return planned.toWatts.map { .ramp(fromWatts: from, toWatts: $0) } ?? .hold(watts: from)
    }
    let bounds = try IntervalContradiction.range(leastWatts, mostWatts, "leastWatts", "mostWatts")
    guard let start = planned.watts, let bounds else {
      throw IntervalContradiction(detail: "heart rates without watts")
    }
    return .heartRate(
      HeartRateTarget(
        zone: planned.zone, beatsPerMinute: beatsPerMinute,
        start: isStartPlanned ? .planned(watts: start) : .usual(watts: start), watts: bounds))
  }

  /// The end, the cadence and the cues, which have the same form in a plan.
  fileprivate func surroundings() throws(IntervalContradiction) -> PlanInterval {
    var shared = planned
    (shared.zone, shared.bpmFrom, shared.bpmTo, shared.watts, shared.toWatts) = (nil, nil, nil, nil, nil)
    return try PlanInterval(shared)
  }
}

extension RideInterval {
  /// - Throws: If members contradict each other, or one is missing.
  init(_ ridden: RiddenInterval) throws(IntervalContradiction) {
    let shared = try ridden.surroundings()
    self.init(
      label: shared.label, end: shared.end, aim: try ridden.aim(), cadence: shared.cadence, cues: shared.cues)
  }
}

extension RiddenInterval: Tabled, Codable {
  static let blank = RiddenInterval(.blank)
  static let members =
    of(PlannedInterval.ends) + of(PlannedInterval.powers)
    + [
      .mark("startPlanned", { $0.isStartPlanned }, { $0.isStartPlanned = $1 }),
      .integer("leastWatts", { $0.leastWatts }, { $0.leastWatts = $1 }),
      .integer("mostWatts", { $0.mostWatts }, { $0.mostWatts = $1 }),
    ] + of(PlannedInterval.surroundings)

  var fault: String? {
    do throws(IntervalContradiction) {
      _ = try RideInterval(self)
      return nil
    } catch {
      return "an interval with missing numbers: \(error.detail)"
    }
  }

  private static func of(_ members: Members<PlannedInterval>) -> Members<Self> {
    Members(members.all.map { $0.lifted({ $0.planned }, { $1(&$0.planned) }) })
  }
}
