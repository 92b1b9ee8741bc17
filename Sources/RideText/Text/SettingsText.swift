package import ControlWire
import Rides

/// Texts about the settings.
package enum SettingsText {
  /// The answer to `settings`: one line per setting, then the zones computed from them.
  package static func text(_ known: SettingsAndZones) -> String {
    let settings = known.settings
    let rows: [(name: String, value: String)] = [
      (String(localized: "Zone 2"), zone2(settings)),
      (String(localized: "Maximum heart rate"), beats(settings.maximumHeartRate)),
      (String(localized: "Resting heart rate"), beats(settings.restingHeartRate)),
      (String(localized: "Threshold heart rate"), beats(settings.thresholdHeartRate)),
      (String(localized: "Threshold power (FTP)"), watts(settings.thresholdWatts)),
      (String(localized: "Critical power"), watts(settings.criticalWatts)),
      ("W′", settings.wPrimeKilojoules.map { "\(Figure.text($0, decimals: 1)) kJ" } ?? absent),
      (
        String(localized: "Weight"),
        Figure.$units.withValue(settings.units) { Figure.weight(kilograms: settings.weightKilograms) } ?? absent
      ),
      (String(localized: "Units"), units(settings.units)),
      (String(localized: "Usual power"), watts(settings.startWatts)),
      (String(localized: "Usual time"), settings.startMinutes.map(RequestText.time(minutes:)) ?? absent),
      (String(localized: "Recovery source"), BodyText.origin(settings.hrvSource)),
      ("TRIMP (Banister)", trimp(settings.trimpWeights)),
      (String(localized: "Fan"), fan(settings)),
      (String(localized: "Difficulty of routes"), "\(settings.difficultyPercent) %"),
      (
        String(localized: "ERG by resistance"),
        settings.ergByResistance ? String(localized: "on") : String(localized: "off")
      ),
    ]
    let zones = ZoneText(zones: known.zones, method: settings.zoneMethod)
    let width = max(21, rows.map(\.name.count).max() ?? 0)
    let lines = rows.map { "\($0.name.fitted(to: width))  \($0.value)" }
    let power = PowerZoneText.ofSettings(known.powerZones, settings)
    let parts = [lines.joined(separator: "\n"), zones.ofSettings(settings), power] + doubts(settings) + fanNeeds(known)
    return parts.joined(separator: "\n\n")
  }

  /// Warns about heart rates that contradict each other.
  private static func doubts(_ settings: RiderSettings) -> [String] {
    let isAbove = settings.maximumHeartRate.map { settings.zone2To >= $0 } ?? false
    let isBelow = settings.restingHeartRate.map { settings.zone2From <= $0 } ?? false
    return [
      isAbove
        ? String(localized: "Your Zone 2 reaches your maximum heart rate. Check `--zone2` and `--max-heart-rate`.")
        : nil,
      isBelow
        ? String(
          localized: "Your Zone 2 begins at your resting heart rate. Check `--zone2` and `--resting-heart-rate`.")
        : nil,
    ].compactMap(\.self)
  }

  /// Lists the settings that the fan needs to follow the rider.
  private static func fanNeeds(_ known: SettingsAndZones) -> [String] {
    switch known.settings.fan {
    case .power where known.settings.thresholdWatts == nil:
      [String(localized: "The fan cannot follow your power without your FTP. Set it with `--ftp`.")]
    case .heart where known.zones.count < Limits.zones.upperBound:
      [String(localized: "The fan cannot follow your heart rate without five zones. Choose a method with `--zones`.")]
    case .off, .percent, .power, .heart: []
    }
  }

  private static func zone2(_ settings: RiderSettings) -> String {
    let (from, to) = (settings.zone2From, settings.zone2To)
    return settings.zone2IsDefault == true
      ? String(localized: "\(from) to \(to) bpm (default; set your own)") : String(localized: "\(from) to \(to) bpm")
  }

  private static func fan(_ settings: RiderSettings) -> String {
    switch settings.fan {
    case .off: String(localized: "off")
    case .percent: "\(settings.fanPercent) %"
    case .power: String(localized: "by power")
    case .heart: String(localized: "by heart rate")
    }
  }

  private static func units(_ units: UnitSystem) -> String {
    switch units {
    case .metric: String(localized: "metric (km, kg)")
    case .imperial: String(localized: "imperial (miles, pounds)")
    }
  }

  private static var absent: String { String(localized: "not set") }

  private static func beats(_ value: Int?) -> String {
    value.map { "\($0) \(Figure.heartRateUnit)" } ?? absent
  }

  private static func watts(_ value: Int?) -> String {
    value.map { "\($0) W" } ?? absent
  }

  private static func trimp(_ weights: TRIMPWeights) -> String {
    switch weights {
    case .men: String(localized: "formula for men")
    case .women: String(localized: "formula for women")
    }
  }
}

/// Texts about heart-rate zones.
struct ZoneText {
  /// The zones, lowest first.
  let zones: [HeartRateZone]
  /// The method that defines the zones.
  let method: ZoneMethod

  /// Returns a ride's time in each zone, with bars; nil for a ride without heart rate.
  func ofRide(glyphs: Glyphs) -> String? {
    let total = zones.reduce(0) { $0 &+ max(0, $1.seconds ?? 0) }
    guard total > 0 else { return nil }
    let columns: [Table.Column] = [
      .init(String(localized: "Zone"), .right), .init(String(localized: "Heart rate")),
      .init(String(localized: "Time"), .right), .init(String(localized: "Share"), .right), .init(""),
    ]
    let rows = zones.map { zone in
      let seconds = max(0, zone.seconds ?? 0)
      let share = Double(seconds) / Double(total)
      return [
        "\(zone.number)", Self.bounds(zone), "\(ClockTime(seconds))", "\(Figure.text(share * 100, decimals: 0)) %",
        glyphs.bar(share, width: 24),
      ]
    }
    return String(localized: "Zones by \(Self.name(method))") + "\n"
      + Table(columns: columns, rows: rows).text
  }

  /// Returns the bounds of the zones and their computation.
  func ofSettings(_ settings: RiderSettings) -> String {
    let rows = zones.map { ["\($0.number)", Self.bounds($0)] }
    return String(localized: "Zones by \(Self.name(method)): \(Self.reckoning(settings))") + "\n"
      + Table(columns: [.init(String(localized: "Zone"), .right), .init(String(localized: "Heart rate"))], rows: rows)
      .text
  }

  /// Names a method in words.
  static func name(_ method: ZoneMethod) -> String {
    switch method {
    case .zone2Range: String(localized: "the Zone 2 range")
    case .maximum: String(localized: "maximum heart rate")
    case .reserve: String(localized: "heart-rate reserve")
    case .friel: String(localized: "threshold heart rate (Friel)")
    case .coggan: String(localized: "threshold heart rate (Coggan)")
    case .lactate: String(localized: "lactate thresholds")
    }
  }

  /// Explains the computation of the bounds; the shares are those of `ZoneMethod`.
  private static func reckoning(_ settings: RiderSettings) -> String {
    func beats(_ value: Int?) -> String { value.map { "\($0) \(Figure.heartRateUnit)" } ?? "?" }
    return switch settings.zoneMethod {
    case .zone2Range: String(localized: "below it, in it, above it.")
    case .maximum: String(localized: "60, 70, 80 and 90 % of \(beats(settings.maximumHeartRate)).")
    case .reserve:
      String(
        localized: "60, 70, 80 and 90 % of the way from \(beats(settings.restingHeartRate)) to "
          + "\(beats(settings.maximumHeartRate)) (Karvonen).")
    case .friel: String(localized: "81, 90, 94 and 100 % of \(beats(settings.thresholdHeartRate)).")
    case .coggan: String(localized: "69, 84, 95 and 106 % of \(beats(settings.thresholdHeartRate)).")
    case .lactate:
      String(
        localized: "the end of Zone 2 (LT1), and the threshold heart rate, \(beats(settings.thresholdHeartRate)) (LT2)."
      )
    }
  }

  /// Formats a zone in whole beats: `below 111 bpm`, `111 to 129 bpm`, `from 167 bpm`.
  private static func bounds(_ zone: HeartRateZone) -> String {
    let from = zone.fromBpm.map { Figure.text($0.rounded(.up), decimals: 0) }
    let below = zone.belowBpm?.rounded(.up)
    return switch (from, below) {
    case (let from?, let below?): String(localized: "\(from) to \(Figure.text(below - 1, decimals: 0)) bpm")
    case (let from?, nil): String(localized: "from \(from) bpm")
    case (nil, let below?): String(localized: "below \(Figure.text(below, decimals: 0)) bpm")
    case (nil, nil): String(localized: "any")
    }
  }
}
