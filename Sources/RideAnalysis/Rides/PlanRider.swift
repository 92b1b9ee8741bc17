package import Rides

/// The facts about a rider that a plan depends on.
package struct PlanRider: Hashable, Sendable {
  package var settings: RiderSettings
  /// The power that recently kept the rider in Zone 2, in watts; nil if no ride has learnt it.
  package var learntWatts: Int?
  /// Whether a strap, or the trainer in place of one, may send the ride a heart rate.
  package var hasStrap: Bool
  /// The plan's functional threshold power, in watts; used for percentages if the settings have no threshold power.
  fileprivate var planThresholdWatts: Int?

  package init(settings: RiderSettings, learntWatts: Int?, hasStrap: Bool) {
    self.settings = settings
    self.learntWatts = learntWatts
    self.hasStrap = hasStrap
  }
}

extension PlanRider {
  /// Lower limit of steered power, in watts: below it a flywheel does not run smoothly.
  private static let leastWatts = 50
  /// The upper power bounds of zones 1 to 5, as fractions of the functional threshold power (Coggan).
  private static let zoneEnds = TrainingZones.usualPower.prefix(5).map { $0 / 100 }
  /// Upper limit of steered power, as a fraction of the zone's upper power bound.
  private static let mostOfZoneEnd = 1.1
  /// The start powers of zones 1 to 5 if only the functional threshold power is known, as fractions of it.
  private static let starts = [0.44, 0.60, 0.85, 0.97, 1.06]

  /// The threshold power to which a plan's percentages refer, in watts; nil if it is not known.
  fileprivate var thresholdWatts: Int? { settings.thresholdWatts ?? planThresholdWatts }

  /// Returns a power in watts.
  ///
  /// - Throws: `noThreshold` if it is a percentage and no threshold power is known; `powerOutOfRange`.
  fileprivate func watts(_ power: Power) throws(PlanFault) -> Int {
    switch power {
    case .watts(let watts): return watts
    case .thresholdPercent(let percent):
      guard let threshold = thresholdWatts else {
        throw PlanFault(.noThreshold, detail: "\(percent) %")
      }
      let watts = (Double(threshold) * percent / 100).rounded()
      guard watts.isFinite, watts <= Double(Limits.watts.upperBound) else {
        throw PlanFault(.powerOutOfRange, detail: "\(percent) %")
      }
      return max(Limits.watts.lowerBound, Int(watts))
    }
  }

  /// Returns the heart rates of a zone, with the limits of the power that steers to them.
  ///
  /// - Parameters:
  ///   - zone: The zone's number.
  ///   - start: The power to begin at; nil for the learnt power of Zone 2, or a fraction of the threshold power.
  /// - Returns: The target to steer to.
  /// - Throws: `noHeartRate`, `noStartWatts`, `noZones`, `unknownZone`, and the faults of `watts`.
  package func target(zone: Int, start: Power?) throws(PlanFault) -> HeartRateTarget {
    guard hasStrap else { throw PlanFault(.noHeartRate) }
    let beatsPerMinute = try beats(of: zone)
    let start = try start.map { power throws(PlanFault) in .planned(watts: try watts(power)) } ?? usualStart(zone)
    guard let start else { throw PlanFault(.noStartWatts, detail: "zone \(zone)") }
    return HeartRateTarget(
      zone: zone, beatsPerMinute: beatsPerMinute, start: start, watts: bounds(zone, from: start.watts))
  }

  /// Returns heart rates that the plan states, with the limits of the power that steers to them.
  ///
  /// They need no heart-rate settings. The power follows from the zone that contains them by the settings, or at least
  /// by the Zone 2 range.
  /// - Parameters:
  ///   - heartRates: The heart rates, in beats a minute.
  ///   - start: The power to begin at; nil for the usual power of their zone, or the learnt power if only that is
  ///     known.
  /// - Returns: The target to steer to.
  /// - Throws: `noHeartRate`, `noStartWatts`, and the faults of `watts`.
  package func target(heartRates: ClosedRange<Int>, start: Power?) throws(PlanFault) -> HeartRateTarget {
    guard hasStrap else { throw PlanFault(.noHeartRate) }
    let zones = HeartRateZones(preferredBy: settings, hasFiveZones ? nil : .zone2Range)
    let index = zones.index(of: (heartRates.lowerBound + heartRates.upperBound) / 2) ?? 0
    let zone = index + 1
    let start =
      try start.map { power throws(PlanFault) in .planned(watts: try watts(power)) } ?? usualStart(zone)
      ?? learntWatts.map { .usual(watts: $0) }
    guard let start else {
      throw PlanFault(.noStartWatts, detail: "\(heartRates.lowerBound)-\(heartRates.upperBound) bpm")
    }
    // The last zone is open above, and by the Zone 2 range it has all of the zones 3 to 5.
    let widest = index == zones.zones.indices.last ? Self.zoneEnds.count : zone
    return HeartRateTarget(
      zone: nil, beatsPerMinute: heartRates, start: start, watts: bounds(widest, from: start.watts))
  }

  /// Returns the start power of a zone if the plan does not state one.
  ///
  /// Above Zone 2, the power jumps to this start: steered from Zone 2, it would reach the zone later than most
  /// intervals last.
  private func usualStart(_ zone: Int) -> ZoneStart? {
    let share = threshold(zone, of: Self.starts)
    guard zone <= 2 else { return share.map { .planned(watts: $0) } }
    return ((zone == 2 ? learntWatts : nil) ?? share).map { .usual(watts: $0) }
  }

  /// The zone's share of the threshold power, times a factor, in watts; nil without a threshold power.
  private func threshold(_ zone: Int, of shares: [Double], times factor: Double = 1) -> Int? {
    guard let threshold = settings.thresholdWatts, shares.indices.contains(zone - 1) else { return nil }
    return Int((Double(threshold) * shares[zone - 1] * factor).rounded())
  }

  /// The limits of steered power, in watts; without a threshold power, the upper limit is 150 % of the start, at least
  /// 50 W more.
  private func bounds(_ zone: Int, from startWatts: Int) -> ClosedRange<Int> {
    let share = threshold(zone, of: Self.zoneEnds, times: Self.mostOfZoneEnd)
    let most = max(share ?? max(startWatts * 3 / 2, startWatts + 50), Limits.watts.lowerBound)
    return min(Self.leastWatts, most)...most
  }

  /// Whether the zones have the numbers of a plan's zones; if not, the Zone 2 range alone is used.
  private var hasFiveZones: Bool { settings.zoneMethod != .zone2Range && settings.zoneMethod != .lactate }

  /// The heart rates of a zone: Zone 2 is the rider's own range, the others follow the method of the settings.
  private func beats(of number: Int) throws(PlanFault) -> ClosedRange<Int> {
    if number == 2 { return settings.zone2 }
    guard hasFiveZones || number == 1 else {
      throw PlanFault(.noZones, detail: "zone \(number), by the Zone 2 range alone")
    }
    let zones: [HeartRateZones.Zone]
    do throws(ZoneError) {
      zones = try HeartRateZones(settings, method: hasFiveZones ? nil : .zone2Range).zones
    } catch {
      throw PlanFault(.noZones, detail: error.lacks.rawValue)
    }
    guard let zone = zones.first(where: { $0.number == number }), let range = Self.beats(of: zone) else {
      throw PlanFault(.unknownZone, detail: String(number))
    }
    return range
  }

  private static func beats(of zone: HeartRateZones.Zone) -> ClosedRange<Int>? {
    let from = zone.from.map { Int($0.rounded(.up)) }
    let to = zone.below.map { Int($0.rounded(.up)) - 1 }
    let width = HeartRateZones.openWidth
    guard let low = from ?? to.map({ $0 - width }), let high = to ?? from.map({ $0 + width }) else {
      return nil
    }
    return low <= high ? low...high : nil
  }
}

extension RidePlan {
  /// Resolves a plan for one rider.
  ///
  /// - Throws: The reason why this rider cannot ride it, with the number of the interval concerned, if any; intervals
  ///   are counted as ridden.
  package init(_ plan: Plan, for rider: PlanRider) throws(PlanFault) {
    try plan.check()
    var rider = rider
    rider.planThresholdWatts = plan.thresholdWatts ?? plan.test?.assumedThresholdWatts
    let planned = plan.test?.intervals(of: plan, thresholdWatts: rider.thresholdWatts) ?? plan.intervals
    guard !planned.isEmpty else { throw PlanFault(.empty) }
    try Self.checkPlaces(of: planned, on: plan.route)
    var ridden: [RideInterval] = []
    for (index, interval) in planned.enumerated() {
      do throws(PlanFault) {
        ridden.append(try RideInterval(interval, for: rider))
      } catch {
        throw PlanFault(error.code, interval: index + 1, detail: error.detail)
      }
    }
    if let test = plan.test { ridden = test.steps(in: ridden, thresholdWatts: rider.settings.thresholdWatts) }
    self.init(name: plan.name, intervals: ridden, route: plan.route)
    test = plan.test
  }

  private static func checkPlaces(of intervals: [PlanInterval], on route: Route?) throws(PlanFault) {
    try route?.check()
    let course = route.map { RouteCourse($0) }
    for (index, interval) in intervals.enumerated() {
      guard case .location(let place) = interval.end else { continue }
      guard let course else { throw PlanFault(.noRoute, interval: index + 1) }
      do throws(PlanFault) {
        try course.check(place)
      } catch {
        throw PlanFault(error.code, interval: index + 1, detail: error.detail)
      }
    }
  }
}

extension RideInterval {
  fileprivate init(_ interval: PlanInterval, for rider: PlanRider) throws(PlanFault) {
    self.init(
      label: interval.label, end: interval.end, aim: try Self.aim(interval.target, for: rider),
      cadence: interval.cadence, cues: interval.cues)
  }

  private static func aim(_ target: IntervalTarget, for rider: PlanRider) throws(PlanFault) -> IntervalAim {
    switch target {
    case .steady(let power): .hold(watts: try rider.watts(power))
    case .ramp(let from, let to): .ramp(fromWatts: try rider.watts(from), toWatts: try rider.watts(to))
    case .zone(let number, let start): .heartRate(try rider.target(zone: number, start: start))
    case .heartRate(let heartRates, let start): .heartRate(try rider.target(heartRates: heartRates, start: start))
    case .free: .free
    }
  }
}
