internal import GRDB
internal import RideSession

/// Settings as values by their names in the table `setting`.
extension RiderSettings {
  /// The rates and watts that anybody could have meant; others come of damage.
  private static let plausible = 1...65_535

  init(_ values: [String: DatabaseValue]) {
    func number(_ name: String) -> Int? {
      values[name].flatMap(Int.fromDatabaseValue).flatMap { Self.plausible.contains($0) ? $0 : nil }
    }
    self.init()
    if let lower = number("zone2_from"), let upper = number("zone2_to"), lower <= upper { zone2 = lower...upper }
    maximumHeartRate = number("maximum_heart_rate")
    restingHeartRate = number("resting_heart_rate")
    thresholdHeartRate = number("threshold_heart_rate")
    thresholdWatts = number("threshold_watts")
    weightKilograms = values["weight_kilograms"].flatMap(Double.fromDatabaseValue)
      .flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    zoneMethod = values["zone_method"].flatMap(String.fromDatabaseValue).flatMap(ZoneMethod.init) ?? zoneMethod
  }

  /// NULL for what is not set.
  var values: [String: DatabaseValue] {
    [
      "zone2_from": zone2.lowerBound.databaseValue, "zone2_to": zone2.upperBound.databaseValue,
      "maximum_heart_rate": maximumHeartRate.databaseValue, "resting_heart_rate": restingHeartRate.databaseValue,
      "threshold_heart_rate": thresholdHeartRate.databaseValue, "threshold_watts": thresholdWatts.databaseValue,
      "weight_kilograms": weightKilograms.databaseValue, "zone_method": zoneMethod.rawValue.databaseValue,
    ]
  }
}
