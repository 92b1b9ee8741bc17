internal import GRDB
package import RideTerms

/// Nights, measurements and values of another program.
package struct BodyValues: Hashable, Sendable {
  package var nights: [Night]
  package var measurements: [HRVMeasurement]
  package var values: [WellnessValue]

  package init(nights: [Night] = [], measurements: [HRVMeasurement] = [], values: [WellnessValue] = []) {
    self.nights = nights
    self.measurements = measurements
    self.values = values
  }
}

/// What became of a value of another program.
package enum ArrivalFate: Hashable, Sendable, CaseIterable {
  case added
  case replaced
  /// It, or what counts more, was there.
  case unchanged
  /// An entered night that overlaps with another one.
  case refused
}

/// What became of `BodyValues`, in their order.
package struct BodyFates: Hashable, Sendable {
  package fileprivate(set) var nights: [ArrivalFate] = []
  package fileprivate(set) var measurements: [ArrivalFate] = []
  package fileprivate(set) var values: [ArrivalFate] = []
}

// MARK: - Measurements

extension RideReading {
  /// The measurements of some days, the newest first; nil stands for no bound.
  package func measurements(
    from first: CalendarDay? = nil, to last: CalendarDay? = nil, limit: Int = .max
  ) throws(StoreError) -> [HRVMeasurement] {
    let order = "ORDER BY day DESC, at_ms DESC, id DESC"
    let sql = "SELECT \(HRVMeasurement.columns) FROM measurement WHERE day BETWEEN ? AND ? \(order)"
    return try readAll(sql, first, last, limit, HRVMeasurement.init)
  }

  /// A measurement with its intervals, which are empty if only the figures are known.
  ///
  /// - Parameter id: Its number; nil for the newest one.
  /// - Returns: The measurement and its intervals.
  /// - Throws: `noSuchMeasurement`.
  package func measurement(
    _ id: Int?
  ) throws(StoreError) -> (measurement: HRVMeasurement, intervals: BeatIntervals) {
    let last = id == nil ? try measurements(limit: 1).first?.id : nil
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

  nonisolated func noSuchMeasurement(_ id: Int?) -> StoreError {
    StoreError(
      .noSuchMeasurement, path: databasePath, detail: "there is no such measurement",
      context: id.map { .measurement($0) })
  }

  fileprivate func readAll<Value>(
    _ sql: String, _ first: CalendarDay?, _ last: CalendarDay?, _ limit: Int, _ value: (Row) -> Value?
  ) throws(StoreError) -> [Value] {
    try read { db in
      // A colon comes after every digit.
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
  /// - Returns: The measurement with its number.
  package func add(
    _ measurement: HRVMeasurement, _ intervals: BeatIntervals? = nil
  ) throws(StoreError) -> HRVMeasurement {
    try write { db in
      var added = measurement.stored
      added.id = 0
      added.id = try added.write(db, intervals)
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
  /// The nights of some days, the latest first; nil stands for no bound.
  package func nights(from first: CalendarDay? = nil, to last: CalendarDay? = nil) throws(StoreError) -> [Night] {
    let order = "ORDER BY day DESC, source"
    return try readAll(
      "SELECT \(Night.columns) FROM night WHERE day BETWEEN ? AND ? \(order)", first, last, .max, Night.init)
  }

  /// The values of some days, the latest first; nil stands for no bound.
  package func wellness(
    from first: CalendarDay? = nil, to last: CalendarDay? = nil
  ) throws(StoreError) -> [WellnessValue] {
    let order = "ORDER BY day DESC, kind, source"
    return try readAll(
      "SELECT \(WellnessValue.columns) FROM wellness WHERE day BETWEEN ? AND ? \(order)", first, last, .max,
      WellnessValue.init)
  }
}

/// What the library has in the place of a night.
private enum PresentNight: Equatable {
  case absent
  /// Damage has made a row senseless.
  case unreadable
  case night(Night)
}

extension RideDatabase {
  /// Stores a night that the rider entered; the same again changes nothing.
  ///
  /// - Parameters:
  ///   - night: The night.
  ///   - replacing: Whether it takes the place of that of the same day and source.
  /// - Returns: `overlapping` if it overlaps with another entered one, or its day has one; nil if it is stored.
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

  /// The night of the same day and source.
  private static func present(_ db: Database, _ night: Night) throws -> PresentNight {
    let sql = "SELECT \(Night.columns) FROM night WHERE day = ? AND source = ?"
    let row = try Row.fetchOne(db, sql: sql, arguments: [night.date.description, night.source.rawValue])
    guard let row else { return .absent }
    return Night(row).map(PresentNight.night) ?? .unreadable
  }

  /// Whether it overlaps with the night of another day of the same source.
  private static func overlaps(_ db: Database, _ night: Night) throws -> Bool {
    guard let from = night.from, let to = night.to else { return false }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM night WHERE source = ? AND day <> ? AND from_ms < ? AND to_ms > ?)
      """
    return try Bool.fetchOne(
      db, sql: sql, arguments: [night.source.rawValue, night.date.description, to.milliseconds, from.milliseconds])
      ?? false
  }
}

// MARK: - Arrivals

extension RideDatabase {
  /// The most days of which an arrival logs changes one by one.
  private static let mostDaysLogged = 31

  /// Takes nights, measurements and values of another program, in one transaction.
  ///
  /// - A night is known by its day and source.
  /// - A measurement is known by its source and time; without a time, and of intervals.icu, by its source and day. One of
  ///   the strap that is there already stays as it is, with its intervals.
  /// - A value is known by its day, kind and source; of several the latest of the day counts.
  ///
  /// What changes nothing is not logged.
  package func take(_ arrived: BodyValues) throws(StoreError) -> BodyFates {
    try write { db in
      var fates = BodyFates()
      fates.nights = try arrived.nights.map { try Self.take(db, $0) }
      fates.measurements = try arrived.measurements.map { try Self.take(db, $0) }
      fates.values = try arrived.values.map { try Self.take(db, $0) }
      let changed: [ArrivalFate] = [.added, .replaced]
      let days = Set(
        zip(arrived.nights.map(\.date), fates.nights).filter { changed.contains($0.1) }.map(\.0)
          + zip(arrived.measurements.map(\.day), fates.measurements).filter { changed.contains($0.1) }.map(\.0)
          + zip(arrived.values.map(\.day), fates.values).filter { changed.contains($0.1) }.map(\.0))
      if days.count > Self.mostDaysLogged {
        try self.note(db, .body(nil, .changed))
      } else {
        for day in days.sorted() { try self.note(db, .body(day, .changed)) }
      }
      return fates
    }
  }

  private static func take(_ db: Database, _ night: Night) throws -> ArrivalFate {
    let present = try present(db, night)
    if present == .night(night) { return .unchanged }
    // Other programs' nights are theirs: they may overlap as they like.
    if night.source == .entered, try overlaps(db, night) { return .refused }
    try night.write(db)
    return present == .absent ? .added : .replaced
  }

  private static func take(_ db: Database, _ measurement: HRVMeasurement) throws -> ArrivalFate {
    var arrived = measurement.stored
    arrived.id = 0
    let present = try Self.present(db, arrived)
    let isThere = present.contains { stored in
      arrived.id = stored.id
      return stored == arrived
    }
    if isThere { return .unchanged }
    arrived.id = 0
    switch arrived.source {
    case .strap: if arrived.at != nil, !present.isEmpty { return .unchanged }
    case .apple, .intervals: arrived.id = present.first?.id ?? 0
    }
    let isNew = arrived.id == 0
    _ = try arrived.write(db)
    return isNew ? .added : .replaced
  }

  /// The measurements that may be the same one.
  private static func present(_ db: Database, _ measurement: HRVMeasurement) throws -> [HRVMeasurement] {
    // The source is a literal, so that SQLite takes the index of that source.
    let select = "SELECT \(HRVMeasurement.columns) FROM measurement WHERE source = '\(measurement.source.rawValue)'"
    let day = measurement.day.description
    let rows =
      switch (measurement.source, measurement.at) {
      case (.intervals, _): try Row.fetchAll(db, sql: "\(select) AND day = ?", arguments: [day])
      case (.strap, let at?), (.apple, let at?):
        try Row.fetchAll(db, sql: "\(select) AND at_ms = ?", arguments: [at.milliseconds])
      case (.strap, nil), (.apple, nil):
        try Row.fetchAll(db, sql: "\(select) AND day = ? AND at_ms IS NULL", arguments: [day])
      }
    return rows.compactMap { HRVMeasurement($0) }
  }

  private static func take(_ db: Database, _ value: WellnessValue) throws -> ArrivalFate {
    let sql = "SELECT \(WellnessValue.columns) FROM wellness WHERE day = ? AND kind = ? AND source = ?"
    let row = try Row.fetchOne(
      db, sql: sql, arguments: [value.day.description, value.kind.rawValue, value.source.rawValue])
    if let present = row.flatMap({ WellnessValue($0) }) {
      if present == value { return .unchanged }
      if let at = present.at, value.at.map({ $0 < at }) ?? true { return .unchanged }
    }
    try value.write(db)
    return row == nil ? .added : .replaced
  }
}

// MARK: - Scores

extension RideReading {
  /// The scores of a day as they were computed last, by each version of the formulas, without unreadable ones.
  package func keptScores(of day: CalendarDay) throws(StoreError) -> [DayScores] {
    let sql = "SELECT document FROM score WHERE day = ? ORDER BY version"
    return try read { db in
      try Row.fetchAll(db, sql: sql, arguments: [day.description]).compactMap { DayScores(json: $0.text(0)) }
    }
  }

  /// Those of some scores that are not kept as they are, without days of which nothing is known or was kept.
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
  /// Keeps scores and their inputs in the place of those of the same days and version.
  ///
  /// They follow from what is stored, so they are not logged.
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
  /// Whether nothing is known of the day itself.
  fileprivate var isEmpty: Bool { measurement == nil && sleep == nil && strain.rides == 0 && recovery.inputs.isEmpty }
}

// MARK: - Taking over

extension RideDatabase {
  /// Takes over what another library knows and this one does not.
  ///
  /// - Returns: Whether something came.
  static func takeOverBody(_ db: Database, from other: OtherLibrary) throws -> Bool {
    let count = db.totalChangesCount
    for table in ["night", "wellness", "score"] {
      let copier = try RowCopier(db, into: table, "INSERT OR IGNORE")
      try other.eachRow(of: table) { _ = try copier.write($0, $1, ride: nil) }
    }
    let copier = try RowCopier(db, into: "measurement", "INSERT OR IGNORE")
    let known = "SELECT EXISTS (SELECT 1 FROM measurement WHERE id = ?)"
    let same = """
      SELECT EXISTS (SELECT 1 FROM measurement WHERE source IS ? AND day IS ? AND at_ms IS ? AND rmssd IS ?
        AND resting_heart_rate IS ?)
      """
    try other.eachRow(of: "measurement") { names, values in
      var row = Dictionary(zip(names, values).map { ($0, $1) }) { first, _ in first }
      let identity = ["source", "day", "at_ms", "rmssd", "resting_heart_rate"].map { row[$0] ?? .null }
      guard try Bool.fetchOne(db, sql: same, arguments: StatementArguments(identity)) == false else { return }
      if try Bool.fetchOne(db, sql: known, arguments: [row["id"]]) == true { row["id"] = nil }
      try copier.write(Array(row.keys), Array(row.values), ride: nil)
    }
    return db.totalChangesCount > count
  }
}
