package import Rides

extension FanRule {
  /// Builds the rule from the settings; it is `off` if a setting that it needs is missing.
  ///
  /// Power needs the threshold power. The heart rate needs a method with five zones: the fan starts at the bottom of
  /// Zone 1, which has the width of an open zone, and runs at full speed from the top of Zone 4.
  package init(_ settings: RiderSettings) {
    switch settings.fan {
    case .off: self = .off
    case .percent: self = .percent(settings.fanPercent)
    case .power: self = settings.thresholdWatts.map { .power(ftpWatts: $0) } ?? .off
    case .heart: self = Self.beats(settings).map { .heart(beatsPerMinute: $0) } ?? .off
    }
  }

  /// The heart rates of the zones 1 to 4, in beats a minute; nil if the settings give fewer zones.
  private static func beats(_ settings: RiderSettings) -> ClosedRange<Int>? {
    guard let zones = try? HeartRateZones(settings).zones,
      let first = zones.first?.below, let last = zones.first(where: { $0.number == 4 })?.below
    else { return nil }
    let (from, to) = (Int(first.rounded(.up)) - HeartRateZones.openWidth, Int(last.rounded(.up)))
    return from < to ? from...to : nil
  }
}
