/// The rider's settings, which apply to the analysis of rides; the same type in the store, in the domain and in
/// messages.
///
/// To add a setting, add to this file: a member, a member of `Change`, a case of `SettingName` and a row of the table.
package struct RiderSettings: Codable, Hashable, Sendable {
  /// The lowest heart rate of Zone 2, in beats a minute.
  package private(set) var zone2From: Int
  /// The highest heart rate of Zone 2, in beats a minute.
  package private(set) var zone2To: Int
  /// True while the rider has not set Zone 2, otherwise absent.
  package private(set) var zone2IsDefault: Bool?
  /// In beats a minute.
  package var maximumHeartRate: Int?
  /// In beats a minute.
  package var restingHeartRate: Int?
  /// Lactate threshold heart rate (LTHR), in beats a minute.
  package var thresholdHeartRate: Int?
  /// Functional threshold power, in watts.
  package var thresholdWatts: Int?
  /// Critical power (CP), in watts.
  package var criticalWatts: Int?
  /// The work above critical power that the rider can do (W′), in kilojoules.
  package var wPrimeKilojoules: Double?
  /// In kilograms.
  package var weightKilograms: Double?
  /// The power of a ride that is started without one, in watts.
  package var startWatts: Int?
  /// The length of a ride that is started without one, in minutes.
  package var startMinutes: Double?
  /// The method that derives the zones of heart rate and power.
  @OpenValue package var zoneMethod: ZoneMethod
  /// The source of heart rate variability and resting heart rate for the recovery.
  @OpenValue package var hrvSource: BodySource
  @OpenValue package var trimpWeights: TRIMPWeights
  /// The units of texts for the rider; files and JSON are metric.
  @OpenValue package var units: UnitSystem
  /// The mode of the fan's speed.
  @OpenValue package var fan: FanMode
  /// The constant speed of the fan, in percent of its greatest one.
  package var fanPercent: Int
  /// The share of a route's slope that the trainer brakes with, in percent.
  package var difficultyPercent = Self.usualDifficultyPercent
  /// Whether jz2 may hold a power by the resistance of a trainer that cannot hold one.
  package var ergByResistance = true

  package init(
    zone2: ClosedRange<Int>? = nil, maximumHeartRate: Int? = nil, restingHeartRate: Int? = nil,
    thresholdHeartRate: Int? = nil, thresholdWatts: Int? = nil, weightKilograms: Double? = nil,
    zoneMethod: ZoneMethod = .zone2Range, hrvSource: BodySource = .strap, trimpWeights: TRIMPWeights = .men,
    units: UnitSystem = .metric, fan: FanMode = .off, fanPercent: Int = Limits.usualFanPercent
  ) {
    zone2From = (zone2 ?? Self.defaultZone2).lowerBound
    zone2To = (zone2 ?? Self.defaultZone2).upperBound
    zone2IsDefault = zone2 == nil ? true : nil
    self.maximumHeartRate = maximumHeartRate
    self.restingHeartRate = restingHeartRate
    self.thresholdHeartRate = thresholdHeartRate
    self.thresholdWatts = thresholdWatts
    self.weightKilograms = weightKilograms
    self.zoneMethod = zoneMethod
    self.hrvSource = hrvSource
    self.trimpWeights = trimpWeights
    self.units = units
    self.fan = fan
    self.fanPercent = fanPercent
  }

  /// The default of `difficultyPercent`.
  package static let usualDifficultyPercent = 100
  /// The default Zone 2, in beats a minute.
  package static let defaultZone2 = 120...140

  /// The heart rates of Zone 2, in beats a minute, both bounds included; an assigned range is the rider's own.
  package var zone2: ClosedRange<Int> {
    get { min(zone2From, zone2To)...max(zone2From, zone2To) }
    set { (zone2From, zone2To, zone2IsDefault) = (newValue.lowerBound, newValue.upperBound, nil) }
  }

  /// New values of some settings; absent settings stay as they are.
  package struct Change: Codable, Hashable, Sendable {
    package var zone2From: Int?
    package var zone2To: Int?
    package var maximumHeartRate: Int?
    package var restingHeartRate: Int?
    package var thresholdHeartRate: Int?
    package var thresholdWatts: Int?
    package var criticalWatts: Int?
    package var wPrimeKilojoules: Double?
    package var weightKilograms: Double?
    package var startWatts: Int?
    package var startMinutes: Double?
    package var zoneMethod: ZoneMethod?
    package var hrvSource: BodySource?
    package var trimpWeights: TRIMPWeights?
    package var units: UnitSystem?
    package var fan: FanMode?
    package var fanPercent: Int?
    package var difficultyPercent: Int?
    package var ergByResistance: Bool?
    /// The settings to clear.
    package var clear: [SettingName]?

    package init() {}
  }
}

/// The units of distances, speeds and weights.
package enum UnitSystem: String, Codable, Hashable, Sendable, CaseIterable {
  /// Kilometres and kilograms.
  case metric
  /// Miles and pounds.
  case imperial
}

extension UnitSystem: OpenEnum {
  package static var unrecognized: Self { .metric }
}

/// The mode of a fan's speed.
package enum FanMode: String, Codable, Hashable, Sendable, CaseIterable {
  /// jz2 does not control the fan.
  case off
  /// One speed, `RiderSettings.fanPercent`.
  case percent
  /// The speed follows the rider's power; requires the threshold power.
  case power
  /// The speed follows the rider's heart rate; requires five zones.
  case heart
}

extension FanMode: OpenEnum {
  package static var unrecognized: Self { .off }
}

/// The settings that can be cleared, by their names on the wire.
package enum SettingName: String, Codable, Hashable, Sendable, CaseIterable {
  case maximumHeartRate, restingHeartRate, thresholdHeartRate, thresholdWatts, criticalWatts, wPrimeKilojoules,
    weightKilograms, startWatts, startMinutes
}

/// A number setting that can be cleared.
package struct NumberSetting<Value: Comparable & Sendable>: Sendable {
  package let name: SettingName
  package let limits: ClosedRange<Value>
  /// The setting's value; nil while it is not set.
  package let member: any WritableKeyPath<RiderSettings, Value?> & Sendable
  /// The setting's new value in a change.
  package let change: any KeyPath<RiderSettings.Change, Value?> & Sendable
}

extension RiderSettings {
  /// The table of settings that are whole numbers.
  package static let wholeNumbers = [
    NumberSetting(
      name: .maximumHeartRate, limits: Limits.heartRate, member: \.maximumHeartRate, change: \.maximumHeartRate),
    NumberSetting(
      name: .restingHeartRate, limits: Limits.heartRate, member: \.restingHeartRate, change: \.restingHeartRate),
    NumberSetting(
      name: .thresholdHeartRate, limits: Limits.heartRate, member: \.thresholdHeartRate, change: \.thresholdHeartRate),
    NumberSetting(
      name: .thresholdWatts, limits: Limits.thresholdWatts, member: \.thresholdWatts, change: \.thresholdWatts),
    NumberSetting(
      name: .criticalWatts, limits: Limits.thresholdWatts, member: \.criticalWatts, change: \.criticalWatts),
    NumberSetting(name: .startWatts, limits: Limits.watts, member: \.startWatts, change: \.startWatts),
  ]

  /// The table of settings that may have a fraction.
  package static let decimals = [
    NumberSetting(
      name: .weightKilograms, limits: Limits.weightKilograms, member: \.weightKilograms, change: \.weightKilograms),
    NumberSetting(
      name: .wPrimeKilojoules, limits: Limits.wPrimeKilojoules, member: \.wPrimeKilojoules, change: \.wPrimeKilojoules
    ),
    NumberSetting(name: .startMinutes, limits: Limits.minutes, member: \.startMinutes, change: \.startMinutes),
  ]
}
