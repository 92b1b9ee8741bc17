package import Rides

/// The heart-rate zones of a rider, by one method.
///
/// Methods differ by 25 beats a minute for the same rider, so one never silently replaces another. Zone 2 is the
/// rider's range in all of them but `lactate`: the zones below and above it end and begin at its bounds, and the others
/// follow the method.
package struct HeartRateZones: Hashable, Sendable {
  /// A band of heart rates.
  package struct Zone: Hashable, Sendable {
    /// From 1.
    package let number: Int
    /// Where it begins, in beats a minute; nil if it has no lower bound.
    package let from: Double?
    /// Where the next zone begins, in beats a minute; nil if it has no upper bound.
    package let below: Double?

    package init(number: Int, from: Double?, below: Double?) {
      self.number = number
      self.from = from
      self.below = below
    }

    package func contains(_ beatsPerMinute: Double) -> Bool {
      beatsPerMinute >= from ?? -.infinity && beatsPerMinute < below ?? .infinity
    }
  }

  /// The assumed width of a zone that has only one bound, in beats a minute.
  static let openWidth = 20

  package let method: ZoneMethod
  /// In order, each beginning where the one below ends: the first has no lower bound, the last no upper one.
  package let zones: [Zone]

  /// - Parameters:
  ///   - settings: The rider's settings.
  ///   - method: The method; nil for the one in the settings.
  /// - Throws: The setting that the method needs and the rider has not given.
  package init(_ settings: RiderSettings, method: ZoneMethod? = nil) throws(ZoneError) {
    self.method = method ?? settings.zoneMethod
    let starts = try Self.starts(settings, self.method)
    // LT1 is the end of Zone 2, which lies below it.
    zones = Self.zones(startingAt: self.method == .lactate ? starts : Self.starts(starts, around: settings.zone2))
  }

  /// Returns Zone 2 by the settings' method, without the rider's own range; nil if the method takes Zone 2 from that
  /// range.
  ///
  /// - Throws: The setting that the method needs and the rider has not given.
  fileprivate static func zone2(by settings: RiderSettings) throws(ZoneError) -> ClosedRange<Int>? {
    guard settings.zoneMethod != .zone2Range, settings.zoneMethod != .lactate else { return nil }
    let starts = try Self.starts(settings, settings.zoneMethod).map { Int($0.rounded(.up)) }
    return starts[0] < starts[1] ? starts[0]...(starts[1] - 1) : nil
  }

  /// Uses the method, or the rider's, if its settings are present, otherwise the Zone 2 range.
  init(preferredBy settings: RiderSettings, _ method: ZoneMethod? = nil) {
    if let zones = try? HeartRateZones(settings, method: method) {
      self = zones
    } else {
      self.method = .zone2Range
      zones = Self.zones(startingAt: Self.starts(settings.zone2))
    }
  }

  /// The index in `zones` of the zone that contains a heart rate.
  func index(of beatsPerMinute: Int) -> Int? {
    zones.firstIndex { $0.contains(Double(beatsPerMinute)) }
  }

  /// The zones that begin at these heart rates, with one below them.
  private static func zones(startingAt starts: [Double]) -> [Zone] {
    let bounds = [nil] + starts.map(Optional.some) + [nil]
    return zip(bounds, bounds.dropFirst()).enumerated().map { offset, bound in
      Zone(number: offset + 1, from: bound.0, below: bound.1)
    }
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
    case .lactate:
      let threshold = try need(settings.thresholdHeartRate, .thresholdHeartRate, method)
      let aerobic = Double(settings.zone2.upperBound) + 1
      return [aerobic, max(threshold, aerobic + 1)]
    }
  }

  /// Replaces Zone 2 in the method's starts; the starts become whole beats, and no zone above Zone 2 is empty.
  private static func starts(_ starts: [Double], around zone2: ClosedRange<Int>) -> [Double] {
    starts.dropFirst(2).reduce(into: Self.starts(zone2)) { starts, start in
      starts.append(max(start.rounded(.up), (starts.last ?? 0) + 1))
    }
  }

  /// Both bounds of the range belong to it, so the zone above begins one beat later.
  private static func starts(_ zone2: ClosedRange<Int>) -> [Double] {
    [Double(zone2.lowerBound), Double(zone2.upperBound) + 1]
  }

  private static func need(
    _ value: Int?, _ setting: ZoneSetting, _ method: ZoneMethod
  ) throws(ZoneError) -> Double {
    guard let value else { throw ZoneError(method: method, lacks: setting) }
    return Double(value)
  }
}

/// The reason why zones cannot be made: the method needs a setting that the rider has not given.
package struct ZoneError: Error, Hashable, Sendable {
  package let method: ZoneMethod
  /// The first missing setting.
  package let lacks: ZoneSetting
}

extension RiderSettings {
  /// Makes Zone 2 follow the method, if the rider just chose the method, or if heart rates change from which it is
  /// computed and the rider has not set a Zone 2 of their own.
  ///
  /// - Parameters:
  ///   - before: The settings before the change.
  ///   - isChosen: Whether the rider chose the method in this change.
  package mutating func followMethod(since before: RiderSettings, isChosen: Bool) {
    guard let own = try? HeartRateZones.zone2(by: self),
      isChosen || before.zone2 == (try? HeartRateZones.zone2(by: before))
    else { return }
    zone2 = own
  }
}
