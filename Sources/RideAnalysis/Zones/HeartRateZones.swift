package import RideSession

/// The heart-rate zones of a rider, by one method.
///
/// Methods differ by 25 beats a minute for the same rider, so one is never put in another's place without a word.
package struct HeartRateZones: Hashable, Sendable {
  package let method: RiderSettings.ZoneMethod
  /// In order, each beginning where the one below ends: the first has no lower bound, the last no upper one.
  package let zones: [HeartRateZone]

  /// - Parameters:
  ///   - settings: What the rider said of themself.
  ///   - method: The method; nil for the one in the settings.
  /// - Throws: What the method needs and the settings lack.
  package init(_ settings: RiderSettings, method: RiderSettings.ZoneMethod? = nil) throws(ZoneError) {
    self.method = method ?? settings.zoneMethod
    zones = HeartRateZone.zones(startingAt: try Self.starts(settings, self.method))
  }

  /// The zones by the rider's method where it has what it needs, else by the Zone 2 range.
  init(preferredBy settings: RiderSettings) {
    if let zones = try? HeartRateZones(settings) {
      self = zones
    } else {
      method = .zone2Range
      zones = HeartRateZone.zones(startingAt: Self.starts(settings.zone2))
    }
  }

  /// The zone that a heart rate is in; its place in `zones`.
  func index(of beatsPerMinute: Int) -> Int? {
    zones.firstIndex { $0.contains(Double(beatsPerMinute)) }
  }

  /// Where each zone above the first begins, in beats a minute.
  private static func starts(
    _ settings: RiderSettings, _ method: RiderSettings.ZoneMethod
  ) throws(ZoneError) -> [Double] {
    switch method {
    case .zone2Range: return starts(settings.zone2)
    case .maximum:
      let maximum = try need(settings.maximumHeartRate, .maximumHeartRate, method)
      return [60, 70, 80, 90].map { maximum * $0 / 100 }
    case .reserve:
      let maximum = try need(settings.maximumHeartRate, .maximumHeartRate, method)
      let resting = try need(settings.restingHeartRate, .restingHeartRate, method)
      return [60, 70, 80, 90].map { resting + (maximum - resting) * $0 / 100 }
    case .friel:
      let threshold = try need(settings.thresholdHeartRate, .thresholdHeartRate, method)
      return [81, 90, 94, 100].map { threshold * $0 / 100 }
    case .coggan:
      let threshold = try need(settings.thresholdHeartRate, .thresholdHeartRate, method)
      return [69, 84, 95, 106].map { threshold * $0 / 100 }
    }
  }

  /// Both bounds of the range are within it, so the zone above begins one beat later.
  private static func starts(_ zone2: ClosedRange<Int>) -> [Double] {
    [Double(zone2.lowerBound), Double(zone2.upperBound) + 1]
  }

  private static func need(
    _ value: Int?, _ setting: ZoneError.Setting, _ method: RiderSettings.ZoneMethod
  ) throws(ZoneError) -> Double {
    guard let value else { throw ZoneError(method: method, lacks: setting) }
    return Double(value)
  }
}

extension HeartRateZone {
  /// The zones that begin at these heart rates, with one below them.
  fileprivate static func zones(startingAt starts: [Double]) -> [HeartRateZone] {
    let bounds = [nil] + starts.map(Optional.some) + [nil]
    return zip(bounds, bounds.dropFirst()).enumerated().map { offset, bound in
      HeartRateZone(number: offset + 1, from: bound.0, below: bound.1)
    }
  }
}
