package import RideSession

/// What a plan needs to know of who rides it.
package struct PlanRider: Hashable, Sendable {
  package var settings: RiderSettings
  /// The power that lately kept the rider in Zone 2, in watts; nil where no ride has learnt it.
  package var learntWatts: Int?
  /// Whether the ride has a strap.
  package var hasStrap: Bool
  /// The functional threshold power of the plan, in watts, for percents where the settings have none.
  var planThresholdWatts: Int?

  package init(settings: RiderSettings, learntWatts: Int?, hasStrap: Bool) {
    self.settings = settings
    self.learntWatts = learntWatts
    self.hasStrap = hasStrap
  }
}

extension PlanRider {
  /// The least power that a heart rate steers to, in watts: below it a flywheel does not run smoothly.
  private static let leastWatts = 50
  /// Where the zones 1 to 5 end in power, as shares of the functional threshold power (Coggan).
  private static let zoneEnds = [0.55, 0.75, 0.90, 1.05, 1.20]
  /// The most that a heart rate steers to, as a share of where its zone ends in power.
  private static let mostOfZoneEnd = 1.1
  /// The power to begin at where only the functional threshold power is known, as a share of where the zone ends in power.
  private static let startOfZoneEnd = 0.8
  /// How wide a zone is taken that has no other bound, in beats a minute.
  private static let openWidth = 20

  /// A power in watts.
  /// - Throws: `noThreshold` where it is a share of what is not known; `powerOutOfRange`.
  func watts(_ power: Power) throws(PlanError) -> Int {
    switch power {
    case .watts(let watts): return watts
    case .thresholdPercent(let percent):
      guard let threshold = settings.thresholdWatts ?? planThresholdWatts else {
        throw PlanError(.noThreshold, detail: "\(percent) %")
      }
      let watts = (Double(threshold) * percent / 100).rounded()
      guard watts.isFinite, watts <= Double(PlanLimits.watts.upperBound) else {
        throw PlanError(.powerOutOfRange, detail: "\(percent) %")
      }
      return max(PlanLimits.watts.lowerBound, Int(watts))
    }
  }

  /// A heart-rate zone to stay in, begun at a power; nil for what the rider last took in Zone 2, or a share of the
  /// threshold.
  /// - Throws: `noHeartRate`, `noStartWatts`, `noZones`, `unknownZone`, and as `watts`.
  package func target(zone: Int, start: Power?) throws(PlanError) -> HeartRateTarget {
    guard hasStrap else { throw PlanError(.noHeartRate) }
    let beatsPerMinute = try beats(of: zone)
    let start = try start.map { power throws(PlanError) in .planned(watts: try watts(power)) } ?? usualStart(zone)
    guard let start else { throw PlanError(.noStartWatts, detail: "zone \(zone)") }
    return HeartRateTarget(
      zone: zone, beatsPerMinute: beatsPerMinute, start: start, watts: bounds(zone, from: start.watts))
  }

  private func usualStart(_ zone: Int) -> ZoneStart? {
    let watts = (zone == 2 ? learntWatts : nil) ?? watts(atZoneEnd: zone, times: Self.startOfZoneEnd)
    return watts.map { .usual(watts: $0) }
  }

  /// A share of the power at which a zone ends, in watts; nil without a threshold power.
  private func watts(atZoneEnd zone: Int, times share: Double) -> Int? {
    guard let threshold = settings.thresholdWatts, Self.zoneEnds.indices.contains(zone - 1) else { return nil }
    return Int((Double(threshold) * Self.zoneEnds[zone - 1] * share).rounded())
  }

  /// Without a threshold power, half as much again as the start is the most, or 50 W more.
  private func bounds(_ zone: Int, from startWatts: Int) -> ClosedRange<Int> {
    let share = watts(atZoneEnd: zone, times: Self.mostOfZoneEnd)
    let most = max(share ?? max(startWatts * 3 / 2, startWatts + 50), PlanLimits.watts.lowerBound)
    return min(Self.leastWatts, most)...most
  }

  /// Zone 2 is what the rider says it is; the others are made by the method of the settings.
  private func beats(of number: Int) throws(PlanError) -> ClosedRange<Int> {
    if number == 2 { return settings.zone2 }
    guard settings.zoneMethod != .zone2Range || number == 1 else {
      throw PlanError(.noZones, detail: "zone \(number), by the Zone 2 range alone")
    }
    let zones: [HeartRateZone]
    do throws(ZoneError) {
      zones = try HeartRateZones(settings).zones
    } catch {
      throw PlanError(.noZones, detail: error.lacks.rawValue)
    }
    guard let zone = zones.first(where: { $0.number == number }), let range = Self.beats(of: zone) else {
      throw PlanError(.unknownZone, detail: String(number))
    }
    return range
  }

  private static func beats(of zone: HeartRateZone) -> ClosedRange<Int>? {
    let from = zone.from.map { Int($0.rounded(.up)) }
    let to = zone.below.map { Int($0.rounded(.up)) - 1 }
    guard let low = from ?? to.map({ $0 - openWidth }), let high = to ?? from.map({ $0 + openWidth }) else {
      return nil
    }
    return low <= high ? low...high : nil
  }
}
