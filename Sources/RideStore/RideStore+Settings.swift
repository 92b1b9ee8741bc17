internal import GRDB
package import RideSession

extension RideReading {
  /// What the rider said of themself; what is damaged counts as not said.
  package func settings() throws(StoreError) -> RiderSettings {
    try read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM setting")
      let values = rows.compactMap { row in row.text(0).map { ($0, row[1] as DatabaseValue) } }
      return RiderSettings(Dictionary(values) { $1 })
    }
  }
}

extension RideStore {
  /// Changes what the rider said of themself, in one transaction.
  ///
  /// - Parameter body: Makes the other settings, or refuses.
  /// - Returns: The settings as they are then, or what `body` refused with.
  /// - Throws: What keeps them from being stored; then they are as before.
  package func changeSettings<Refusal: Error>(
    _ body: @Sendable (RiderSettings) -> Result<RiderSettings, Refusal>
  ) throws(StoreError) -> Result<RiderSettings, Refusal> {
    let changed = body(try settings())
    // The store writes nothing else between the two.
    if case .success(let settings) = changed { try setSettings(settings) }
    return changed
  }

  /// Keeps what the rider said of themself, in place of what there was; a later version's settings stay.
  package func setSettings(_ settings: RiderSettings) throws(StoreError) {
    try write { db in
      for (name, value) in settings.values {
        if value.isNull {
          try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
        } else {
          try db.execute(sql: "INSERT OR REPLACE INTO setting VALUES (?, ?)", arguments: [name, value])
        }
      }
    }
  }
}

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
