internal import BluetoothLE
internal import GRDB
package import Rides

// MARK: - Measurements

extension RideReading {
  /// Returns the measurements of some days, the newest first; nil means every source, and no bound.
  package func measurements(
    of source: BodySource? = nil, from first: CalendarDay? = nil, to last: CalendarDay? = nil, limit: Int = .max
  ) throws(StoreError) -> [HRVMeasurement] {
    let order = "ORDER BY day DESC, at_ms DESC, id DESC"
    // The source is a literal, so that SQLite takes the index of that source.
    let ofSource = source.map { " AND source = '\($0.rawValue)'" } ?? ""
    let sql = "SELECT \(HRVMeasurement.columns) FROM measurement WHERE day BETWEEN ? AND ?\(ofSource) \(order)"
    return try readAll(sql, first, last, limit, HRVMeasurement.init)
  }

  /// Returns a measurement with its intervals, which are empty if only the figures are known.
  ///
  /// - Parameter id: Its number; nil for the strap measurement that was stored last, else the newest of all.
  /// - Returns: The measurement and its intervals.
  /// - Throws: `noSuchMeasurement`.
  package func measurement(
    _ id: Int?
  ) throws(StoreError) -> (measurement: HRVMeasurement, intervals: BeatIntervals) {
    let last = id == nil ? try lastMeasurement() : nil
    guard let id = id ?? last else { throw noSuchMeasurement(nil) }
    let sql = "SELECT \(HRVMeasurement.columns), intervals FROM measurement WHERE id = ?"
    let found = try read { db in
      try Row.fetchOne(db, sql: sql, arguments: [id]).flatMap { row in
        HRVMeasurement(row).map { ($0, row.data(HRVMeasurement.columnCount).flatMap(BeatIntervals.init)) }
      }
    }
    guard let (measurement, intervals) = found else { throw noSuchMeasurement(id) }
    return (measurement, intervals ?? BeatIntervals())
  }

  private func lastMeasurement() throws(StoreError) -> Int? {
    let sql = "SELECT max(id) FROM measurement WHERE source = ?"
    let stored = try read { db in try Int.fetchOne(db, sql: sql, arguments: [BodySource.strap.rawValue]) }
    if let stored { return stored }
    return try measurements(limit: 1).first?.id
  }

  nonisolated func noSuchMeasurement(_ id: Int?) -> StoreError {
    StoreError(
      .noSuchMeasurement, path: databasePath, detail: "there is no such measurement",
      context: id.map { .measurement($0) })
  }

  fileprivate func readAll<Value>(
    _ sql: String, _ first: CalendarDay?, _ last: CalendarDay?, _ limit: Int, _ value: (Row) -> Value?
  ) throws(StoreError) -> [Value] {
    try read { db in
      // A colon sorts after every digit.
      let rows = try Row.fetchCursor(
        db, sql: sql, arguments: [first?.description ?? "", last?.description ?? ":"])
      var values: [Value] = []
      while values.count < limit, let row = try rows.next() { if let value = value(row) { values.append(value) } }
      return values
    }
  }
}

extension RideDatabase {
  /// Stores a measurement as a new one.
  ///
  /// - Parameters:
  ///   - measurement: The measurement; its number is ignored.
  ///   - intervals: Its intervals; nil if only the figures are known.
  ///   - begun: When it began by the machine's clock, if the wall clock may be wrong.
  /// - Returns: The measurement with its number.
  /// - Throws: The reason why it is not stored.
  package func add(
    _ measurement: HRVMeasurement, _ intervals: BeatIntervals? = nil, begun: BootInstant? = nil
  ) throws(StoreError) -> HRVMeasurement {
    try write { db in
      var added = measurement.stored
      added.id = 0
      added.id = try added.write(db, intervals)
      if let begun {
        try db.execute(
          sql: "UPDATE measurement SET boot_id = ?, boottime_ns = ? WHERE id = ?",
          arguments: [begun.bootID, begun.instant.sinceOrigin.nanoseconds, added.id])
      }
      try self.note(db, .body(added.day, .changed))
      return added
    }
  }

  /// - Throws: `noSuchMeasurement`.
  package func deleteMeasurement(_ id: Int) throws(StoreError) {
    try write { db in
      let sql = "DELETE FROM measurement WHERE id = ? RETURNING day"
      guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { throw self.noSuchMeasurement(id) }
      try self.note(db, .body(row.day(0), .changed))
    }
  }
}

// MARK: - Nights and values

extension RideReading {
  /// Returns the nights of some days, the latest first; nil means no bound.
  package func nights(from first: CalendarDay? = nil, to last: CalendarDay? = nil) throws(StoreError) -> [Night] {
    let order = "ORDER BY day DESC, source"
    return try readAll(
      "SELECT \(Night.columns) FROM night WHERE day BETWEEN ? AND ? \(order)", first, last, .max, Night.init)
  }

  /// Returns the values of some days, the latest first; nil means no bound.
  package func wellness(
    from first: CalendarDay? = nil, to last: CalendarDay? = nil
  ) throws(StoreError) -> [WellnessValue] {
    let order = "ORDER BY day DESC, kind, source"
    return try readAll(
      "SELECT \(WellnessValue.columns) FROM wellness WHERE day BETWEEN ? AND ? \(order)", first, last, .max,
      WellnessValue.init)
  }
}

/// The night that the library has for a day and a source.
enum PresentNight: Equatable {
  case absent
  /// Damage has made the row unreadable.
  case unreadable
  case night(Night)
}

extension RideDatabase {
  /// Stores a night that the rider entered.
  ///
  /// - Parameters:
  ///   - night: The night.
  ///   - replacing: Whether it replaces a night of the same day and source.
  /// - Returns: `overlapping` if it overlaps another entered night, or its day already has one; nil if it is stored.
  /// - Throws: The reason why it is not stored.
  package func setNight(_ night: Night, replacing: Bool) throws(StoreError) -> NightFault? {
    try write { db in
      let present = try Self.present(db, night)
      guard try (replacing || present == .absent) && !Self.overlaps(db, night) else { return .overlapping }
      if present != .night(night) {
        try night.write(db)
        try self.note(db, .body(night.date, .changed))
      }
      return nil
    }
  }

  /// - Throws: `noSuchNight`.
  package func deleteNight(of day: CalendarDay, _ source: NightSource) throws(StoreError) {
    try write { db in
      let sql = "DELETE FROM night WHERE day = ? AND source = ?"
      try db.execute(sql: sql, arguments: [day.description, source.rawValue])
      guard db.changesCount > 0 else {
        throw StoreError(
          .noSuchNight, path: self.databasePath, detail: "there is no night of \(day)", context: .day(day))
      }
      try self.note(db, .body(day, .changed))
    }
  }

  /// Returns the night of the same day and source.
  static func present(_ db: Database, _ night: Night) throws -> PresentNight {
    let sql = "SELECT \(Night.columns) FROM night WHERE day = ? AND source = ?"
    let row = try Row.fetchOne(db, sql: sql, arguments: [night.date.description, night.source.rawValue])
    guard let row else { return .absent }
    return Night(row).map(PresentNight.night) ?? .unreadable
  }

  /// Whether a night overlaps the night of another day from the same source.
  static func overlaps(_ db: Database, _ night: Night) throws -> Bool {
    guard let from = night.from, let to = night.to else { return false }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM night WHERE source = ? AND day <> ? AND from_ms < ? AND to_ms > ?)
      """
    return try Bool.fetchOne(
      db, sql: sql, arguments: [night.source.rawValue, night.date.description, to.milliseconds, from.milliseconds])
      ?? false
  }
}

// MARK: - Scores

extension RideReading {
  /// Returns the scores of a day as last computed by each version of the formulas, without unreadable ones.
  package func keptScores(of day: CalendarDay) throws(StoreError) -> [DayScores] {
    let sql = "SELECT document FROM score WHERE day = ? ORDER BY version"
    return try read { db in
      try Row.fetchAll(db, sql: sql, arguments: [day.description]).compactMap { DayScores(json: $0.text(0)) }
    }
  }

  /// Returns the scores that differ from the stored ones, without days that have no data and are not stored.
  package func unkept(of scores: [DayScores]) throws(StoreError) -> [DayScores] {
    let sql = "SELECT document FROM score WHERE day = ? AND version = ?"
    return try read { db in
      let statement = try db.cachedStatement(sql: sql)
      return try scores.filter { day in
        let row = try Row.fetchOne(statement, arguments: [day.date.description, day.version])
        return try row == nil ? !day.isEmpty : row?.text(0) != day.json
      }
    }
  }
}

extension RideDatabase {
  /// Stores scores and their inputs, replacing those of the same days and version.
  ///
  /// They are derived from stored data, so they are not logged.
  package func keep(_ scores: [DayScores]) throws(StoreError) {
    guard !scores.isEmpty else { return }
    try write { db in
      let statement = try db.cachedStatement(
        sql: "INSERT OR REPLACE INTO score (day, version, document) VALUES (?, ?, ?)")
      for day in scores { try statement.execute(arguments: [day.date.description, day.version, day.json]) }
    }
  }
}

extension DayScores {
  /// Whether the day itself has no data.
  fileprivate var isEmpty: Bool { measurement == nil && sleep == nil && strain.rides == 0 && recovery.inputs.isEmpty }
}
