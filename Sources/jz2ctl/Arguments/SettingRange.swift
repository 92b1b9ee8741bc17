/// What the settings take.
enum SettingRange {
  /// Beats a minute.
  static let heartRate = 30...250
  /// Functional threshold power, in watts.
  static let thresholdPower = 30...1000
  /// Kilograms.
  static let weight = 20.0...300.0
}
