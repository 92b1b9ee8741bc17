internal import GRDB
package import Rides

/// Nights, measurements and values from another program.
package struct BodyValues: Hashable, Sendable {
  package var nights: [Night]
  package var measurements: [HRVMeasurement]
  /// The intervals of the measurements, in their order; measurements beyond its end have no intervals.
  package var intervals: [BeatIntervals]
  package var values: [WellnessValue]

  package init(
    nights: [Night] = [], measurements: [HRVMeasurement] = [], intervals: [BeatIntervals] = [],
    values: [WellnessValue] = []
  ) {
    self.nights = nights
    self.measurements = measurements
    self.intervals = intervals
    self.values = values
  }
}

/// The outcome of importing one value from another program.
package enum ArrivalFate: Hashable, Sendable, CaseIterable {
  case added
  case replaced
  /// The library already had it, or one that takes precedence.
  case unchanged
  /// An entered night that overlaps another one.
  case refused
}

/// The outcomes of importing `BodyValues`, in their order.
package struct BodyFates: Hashable, Sendable {
  package fileprivate(set) var nights: [ArrivalFate] = []
  package fileprivate(set) var measurements: [ArrivalFate] = []
  package fileprivate(set) var values: [ArrivalFate] = []
}

// MARK: - Imports

extension RideDatabase {
  /// The most days for which an import logs changes one by one.
  private static let mostDaysLogged = 31

  /// Imports nights, measurements and values from another program, in one transaction.
  ///
  /// - A night is identified by its day and source.
  /// - A measurement is identified by its source and time; without a time, and from intervals.icu, by its source and
  ///   day. An existing measurement of the strap stays as it is, with its intervals.
  /// - A value is identified by its day, kind and source; of several, the latest of the day counts.
  ///
  /// Imports without a change are not logged.
  package func take(_ arrived: BodyValues) throws(StoreError) -> BodyFates {
    try write { db in
      var fates = BodyFates()
      fates.nights = try arrived.nights.map { try Self.take(db, $0) }
      fates.measurements = try arrived.measurements.enumerated().map { index, measurement in
        try Self.take(db, measurement, index < arrived.intervals.count ? arrived.intervals[index] : nil)
      }
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
    // Nights from other programs may overlap each other.
    if night.source == .entered, try overlaps(db, night) { return .refused }
    try night.write(db)
    return present == .absent ? .added : .replaced
  }

  private static func take(
    _ db: Database, _ measurement: HRVMeasurement, _ intervals: BeatIntervals?
  ) throws -> ArrivalFate {
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
    case .apple:
      // If two begin at the same time, the order of their arrival must not decide.
      if let stored = present.first, HRVMeasurement.isEarlier(stored, arrived) { return .unchanged }
      arrived.id = present.first?.id ?? 0
    case .intervals: arrived.id = present.first?.id ?? 0
    }
    let isNew = arrived.id == 0
    _ = try arrived.write(db, intervals)
    return isNew ? .added : .replaced
  }

  /// Returns the measurements that may be the same one.
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
      if let at = present.at {
        guard let other = value.at, other >= at else { return .unchanged }
        // If two are of the same moment, the order of their arrival must not decide.
        if other == at, value.value > present.value { return .unchanged }
      }
    }
    try value.write(db)
    return row == nil ? .added : .replaced
  }
}

// MARK: - Taking over

extension RideDatabase {
  /// Takes over the data of another library that is missing in this one.
  ///
  /// - Returns: Whether anything was taken over.
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
