package import Rides

extension FanRule {
  /// The rule that the settings make; `off` if they lack what it needs.
  ///
  /// Power needs the threshold power. The heart rate needs a method that makes five zones: the fan begins to turn at the
  /// bottom of Zone 1, which has the width of an open zone, and turns at full speed from the top of Zone 4.
  package init(_ settings: RiderSettings) {
    switch settings.fan {
    case .off: self = .off
    case .percent: self = .percent(settings.fanPercent)
    case .power: self = settings.thresholdWatts.map { .power(ftpWatts: $0) } ?? .off
    case .heart: self = Self.beats(settings).map { .heart(beatsPerMinute: $0) } ?? .off
    }
  }

  /// The heart rates of the zones 1 to 4, in beats a minute; nil if the settings make fewer zones.
  private static func beats(_ settings: RiderSettings) -> ClosedRange<Int>? {
    guard let zones = try? HeartRateZones(settings).zones,
      let first = zones.first?.below, let last = zones.first(where: { $0.number == 4 })?.below
    else { return nil }
    let (from, to) = (Int(first.rounded(.up)) - HeartRateZones.openWidth, Int(last.rounded(.up)))
    return from < to ? from...to : nil
  }
}
