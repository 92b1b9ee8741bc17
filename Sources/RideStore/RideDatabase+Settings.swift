internal import GRDB
package import Rides

extension RideReading {
  /// Returns the rider's settings; a damaged one counts as not set.
  package func settings() throws(StoreError) -> RiderSettings {
    try read { db in RiderSettings(try SettingEntry.all(db).compactMapValues { $0.last?.value }) }
  }

  /// Returns the rider's settings that were valid at a time, so that a ride is judged by the settings of its day.
  ///
  /// A setting that was first made later is valid from the beginning, as the best guess. Times are those of the clock
  /// when a setting was made; of several entries up to `time`, the one that was made last counts.
  package func settings(at time: UnixTime) throws(StoreError) -> RiderSettings {
    try read { db in
      RiderSettings(
        try SettingEntry.all(db).compactMapValues { entries in
          (entries.last { $0.since.map { $0 <= time } ?? true } ?? entries.first)?.value
        })
    }
  }
}

extension RideDatabase {
  /// Changes the rider's settings in one transaction.
  ///
  /// - Parameters:
  ///   - time: The present.
  ///   - body: Returns the changed settings, or a refusal.
  /// - Returns: The changed settings, or the refusal.
  /// - Throws: The reason why they are not stored; they are then unchanged.
  package func changeSettings<Refusal: Error>(
    at time: UnixTime, _ body: @Sendable (RiderSettings) -> Result<RiderSettings, Refusal>
  ) throws(StoreError) -> Result<RiderSettings, Refusal> {
    let changed = body(try settings())
    // The store does not write between the two.
    if case .success(let settings) = changed { try setSettings(settings, at: time) }
    return changed
  }

  /// Stores the rider's settings from a time on; settings of a later version stay.
  ///
  /// Every changed setting gets a new entry; earlier entries stay.
  package func setSettings(_ settings: RiderSettings, at time: UnixTime) throws(StoreError) {
    try write { db in
      var isNew = false
      for (name, value) in settings.values {
        let sql = "SELECT entry, value FROM rider_setting WHERE name = ? ORDER BY entry DESC LIMIT 1"
        let last = try Row.fetchOne(db, sql: sql, arguments: [name])
        guard (last.map { $0[1] } ?? DatabaseValue.null) != value else { continue }
        try db.execute(
          sql: "INSERT INTO rider_setting (name, entry, since_ms, value) VALUES (?, ?, ?, ?)",
          arguments: [name, (last?.int(0) ?? 0) + 1, time.milliseconds, value])
        isNew = true
      }
      if isNew { try self.note(db, .settings(.changed)) }
    }
  }
}

/// A value of a setting, and the time from which it is valid.
private struct SettingEntry {
  /// Nil if damage made it unreadable.
  let since: UnixTime?
  /// NULL if the setting was removed.
  let value: DatabaseValue

  /// The entries of all settings by name, in the order in which they were made.
  static func all(_ db: Database) throws -> [String: [SettingEntry]] {
    let rows = try Row.fetchAll(db, sql: "SELECT name, since_ms, value FROM rider_setting ORDER BY name, entry")
    return rows.reduce(into: [:]) { entries, row in
      guard let name = row.text(0) else { return }
      entries[name, default: []].append(SettingEntry(since: row.time(1), value: row[2]))
    }
  }
}

/// Settings as values by their names in the table `rider_setting`.
extension RiderSettings {
  /// Reads the values by name; a value that no rider could have set is damaged, and counts as not set.
  init(_ values: [String: DatabaseValue]) {
    func number<Value: DatabaseValueConvertible & Comparable>(_ name: String, _ limits: ClosedRange<Value>) -> Value? {
      values[name].flatMap(Value.fromDatabaseValue).flatMap { limits.contains($0) ? $0 : nil }
    }
    self.init()
    if number("zone2_set", 1...1) != nil, let lower = number("zone2_from", Limits.heartRate),
      let upper = number("zone2_to", Limits.heartRate), lower <= upper
    {
      zone2 = lower...upper
    }
    for setting in Self.wholeNumbers { self[keyPath: setting.member] = number(setting.column, setting.limits) }
    for setting in Self.decimals { self[keyPath: setting.member] = number(setting.column, setting.limits) }
    zoneMethod = values["zone_method"].flatMap(String.fromDatabaseValue).flatMap(ZoneMethod.init) ?? zoneMethod
    hrvSource = values["hrv_source"].flatMap(String.fromDatabaseValue).flatMap(BodySource.init) ?? hrvSource
    trimpWeights = values["trimp_weights"].flatMap(String.fromDatabaseValue).flatMap(TRIMPWeights.init) ?? trimpWeights
    units = values["units"].flatMap(String.fromDatabaseValue).flatMap(UnitSystem.init) ?? units
    fan = values["fan"].flatMap(String.fromDatabaseValue).flatMap(FanMode.init) ?? fan
    fanPercent = number("fan_percent", Limits.fanPercent) ?? fanPercent
    difficultyPercent = number("difficulty_percent", Limits.difficultyPercent) ?? difficultyPercent
    ergByResistance = number("erg_by_resistance", 0...1).map { $0 == 1 } ?? ergByResistance
  }

  /// The values by name; NULL for a setting that is not set.
  var values: [String: DatabaseValue] {
    var values = [
      "zone2_from": zone2.lowerBound.databaseValue, "zone2_to": zone2.upperBound.databaseValue,
      "zone2_set": (zone2IsDefault == true ? nil : 1 as Int?).databaseValue,
      "zone_method": zoneMethod.rawValue.databaseValue, "hrv_source": hrvSource.rawValue.databaseValue,
      "trimp_weights": trimpWeights.rawValue.databaseValue, "units": units.rawValue.databaseValue,
      "fan": fan.rawValue.databaseValue, "fan_percent": fanPercent.databaseValue,
      "difficulty_percent": difficultyPercent.databaseValue, "erg_by_resistance": ergByResistance.databaseValue,
    ]
    for setting in Self.wholeNumbers { values[setting.column] = self[keyPath: setting.member].databaseValue }
    for setting in Self.decimals { values[setting.column] = self[keyPath: setting.member].databaseValue }
    return values
  }
}

extension NumberSetting {
  /// The setting's name in the table.
  fileprivate var column: String { name.rawValue.snakeCased }
}
