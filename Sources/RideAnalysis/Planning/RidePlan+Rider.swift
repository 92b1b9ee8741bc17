package import RideSession

extension RidePlan {
  /// A plan as one rider rides it.
  ///
  /// - Throws: What keeps this rider from riding it, with the interval, as it is ridden, where it is one's.
  package init(_ plan: Plan, for rider: PlanRider) throws(PlanError) {
    try plan.check()
    let planned = plan.intervals
    guard !planned.isEmpty else { throw PlanError(.empty) }
    try Self.checkPlaces(of: planned, on: plan.route)
    var rider = rider
    rider.planThresholdWatts = plan.thresholdWatts
    var ridden: [RideInterval] = []
    for (index, interval) in planned.enumerated() {
      do throws(PlanError) {
        ridden.append(try RideInterval(interval, for: rider))
      } catch {
        throw PlanError(error.code, interval: index + 1, detail: error.detail)
      }
    }
    self.init(name: plan.name, intervals: ridden, route: plan.route)
  }

  private static func checkPlaces(of intervals: [PlanInterval], on route: Route?) throws(PlanError) {
    try route?.check()
    let course = route.map { RouteCourse($0) }
    for (index, interval) in intervals.enumerated() {
      guard case .location(let place) = interval.end else { continue }
      guard let course else { throw PlanError(.noRoute, interval: index + 1) }
      do throws(PlanError) {
        try course.check(place)
      } catch {
        throw PlanError(error.code, interval: index + 1, detail: error.detail)
      }
    }
  }
}

extension RideInterval {
  fileprivate init(_ interval: PlanInterval, for rider: PlanRider) throws(PlanError) {
    self.init(
      label: interval.label, end: interval.end, aim: try Self.aim(interval.target, for: rider),
      cadence: interval.cadence, cues: interval.cues)
  }

  private static func aim(_ target: IntervalTarget, for rider: PlanRider) throws(PlanError) -> IntervalAim {
    switch target {
    case .steady(let power): .hold(watts: try rider.watts(power))
    case .ramp(let from, let to): .ramp(fromWatts: try rider.watts(from), toWatts: try rider.watts(to))
    case .zone(let number, let start): .heartRate(try rider.target(zone: number, start: start))
    case .free: .free
    }
  }
}
