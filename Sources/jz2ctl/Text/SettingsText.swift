import ControlWire

/// The settings as people read them.
enum SettingsText {
  /// The answer to `settings`: a line for each, then the zones that they make.
  static func text(_ known: SettingsAndZones) -> String {
    let settings = known.settings
    let rows = [
      ("Zone 2", "\(settings.zone2From) to \(settings.zone2To) bpm"),
      ("Maximum heart rate", beats(settings.maximumHeartRate)),
      ("Resting heart rate", beats(settings.restingHeartRate)),
      ("Threshold heart rate", beats(settings.thresholdHeartRate)),
      ("Threshold power (FTP)", settings.thresholdWatts.map { "\($0) W" } ?? absent),
      ("Weight", settings.weightKilograms.map { "\(Figure.short($0)) kg" } ?? absent),
    ]
    let zones = ZoneText(zones: known.zones, method: settings.zoneMethod)
    let lines = rows.map { "\($0.0.fitted(to: 21))  \($0.1)" }
    return lines.joined(separator: "\n") + "\n\n" + zones.ofSettings(settings)
  }

  private static let absent = "not set"

  private static func beats(_ value: Int?) -> String {
    value.map { "\($0) bpm" } ?? absent
  }
}
