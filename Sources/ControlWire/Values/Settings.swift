/// The rider's settings.
package struct Settings: Codable, Hashable, Sendable {
  /// The lowest heart rate that counts as Zone 2.
  package var zone2From: Int
  /// The highest heart rate that counts as Zone 2.
  package var zone2To: Int
  /// In beats a minute.
  package var maximumHeartRate: Int?
  /// In beats a minute.
  package var restingHeartRate: Int?
  /// In beats a minute.
  package var thresholdHeartRate: Int?
  /// Functional threshold power, in watts.
  package var thresholdWatts: Int?
  /// In kilograms.
  package var weightKilograms: Double?
  /// The method of the heart-rate zones.
  @Word package var zoneMethod: ZoneMethod

  package init(
    zone2From: Int, zone2To: Int, maximumHeartRate: Int? = nil, restingHeartRate: Int? = nil,
    thresholdHeartRate: Int? = nil, thresholdWatts: Int? = nil, weightKilograms: Double? = nil, zoneMethod: ZoneMethod
  ) {
    self.zone2From = zone2From
    self.zone2To = zone2To
    self.maximumHeartRate = maximumHeartRate
    self.restingHeartRate = restingHeartRate
    self.thresholdHeartRate = thresholdHeartRate
    self.thresholdWatts = thresholdWatts
    self.weightKilograms = weightKilograms
    self.zoneMethod = zoneMethod
  }
}

/// The settings that can be cleared, by their names in `Settings`.
package enum SettingName: String, Codable, Hashable, Sendable, CaseIterable {
  case maximumHeartRate, restingHeartRate, thresholdHeartRate, thresholdWatts, weightKilograms
}

/// A band of heart rates.
package struct HeartRateZone: Codable, Hashable, Sendable {
  /// Its number, from 1.
  package var number: Int
  /// Its lower bound, in beats a minute; absent for the lowest.
  package var fromBpm: Double?
  /// The lower bound of the next zone; absent for the highest.
  package var belowBpm: Double?
  /// Seconds of a ride in it; absent without a ride.
  package var seconds: Int?

  package init(number: Int, fromBpm: Double?, belowBpm: Double?, seconds: Int? = nil) {
    self.number = number
    self.fromBpm = fromBpm
    self.belowBpm = belowBpm
    self.seconds = seconds
  }
}

/// The settings and the zones that follow from them.
package struct SettingsAndZones: Codable, Hashable, Sendable {
  /// The settings.
  package var settings: Settings
  /// The heart-rate zones by the method that is set.
  package var zones: [HeartRateZone]

  package init(settings: Settings, zones: [HeartRateZone]) {
    self.settings = settings
    self.zones = zones
  }
}
