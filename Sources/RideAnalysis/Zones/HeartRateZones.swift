package import RideSession

/// The heart-rate zones of a rider, by one method.
///
/// Methods differ by 25 beats a minute for the same rider, so one is never put in another's place without a word. Zone 2 is
/// the rider's range in all of them: the zones below and above it end and begin where it does, and the rest are the method's.
package struct HeartRateZones: Hashable, Sendable {
  package let method: ZoneMethod
  /// In order, each beginning where the one below ends: the first has no lower bound, the last no upper one.
  package let zones: [HeartRateZone]

  /// - Parameters:
  ///   - settings: What the rider said of themself.
  ///   - method: The method; nil for the one in the settings.
  /// - Throws: What the method needs and the settings lack.
  package init(_ settings: RiderSettings, method: ZoneMethod? = nil) throws(ZoneError) {
    self.method = method ?? settings.zoneMethod
    let starts = try Self.starts(settings, self.method)
    zones = HeartRateZone.zones(startingAt: Self.starts(starts, around: settings.zone2))
  }

  /// Zone 2 as the settings' method has it, whatever the rider's range is; nil where that is all the method knows.
  ///
  /// - Throws: What the method needs and the settings lack.
  static func zone2(by settings: RiderSettings) throws(ZoneError) -> ClosedRange<Int>? {
    guard settings.zoneMethod != .zone2Range else { return nil }
    let starts = try Self.starts(settings, settings.zoneMethod).map { Int($0.rounded(.up)) }
    return starts[0] < starts[1] ? starts[0]...(starts[1] - 1) : nil
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
    _ settings: RiderSettings, _ method: ZoneMethod
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

  /// Beats are counted whole, and no zone above Zone 2 is empty.
  private static func starts(_ starts: [Double], around zone2: ClosedRange<Int>) -> [Double] {
    starts.dropFirst(2).reduce(into: Self.starts(zone2)) { starts, start in
      starts.append(max(start.rounded(.up), (starts.last ?? 0) + 1))
    }
  }

  /// Both bounds of the range are within it, so the zone above begins one beat later.
  private static func starts(_ zone2: ClosedRange<Int>) -> [Double] {
    [Double(zone2.lowerBound), Double(zone2.upperBound) + 1]
  }

  private static func need(
    _ value: Int?, _ setting: ZoneError.Setting, _ method: ZoneMethod
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

extension RiderSettings {
  /// Has Zone 2 go with the method: with one that was just chosen, and with heart rates that it is reckoned from, as long as
  /// the rider has said no other.
  ///
  /// - Parameters:
  ///   - before: The settings before they were changed.
  ///   - isChosen: Whether the rider chose the method now.
  package mutating func followMethod(since before: RiderSettings, isChosen: Bool) {
    guard let own = try? HeartRateZones.zone2(by: self),
      isChosen || before.zone2 == (try? HeartRateZones.zone2(by: before))
    else { return }
    zone2 = own
  }
}
