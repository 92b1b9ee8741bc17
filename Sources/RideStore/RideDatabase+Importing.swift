internal import GRDB
package import Rides

extension RideDatabase {
  /// The number of rows written in one transaction, the longest that a ride in progress has to wait.
  private static let rowsInSlice = 1000

  /// Imports a ride from a file, completely or not at all, as a finished ride with a new number.
  ///
  /// A ride with an identity keeps it, and its circumstances. A ride here with the same identity, deleted or not,
  /// prevents the import; with `evenIfThere`, a copy with a new identity is imported.
  ///
  /// A long ride is written in several transactions, with other calls between them. Until the last transaction, the
  /// ride counts as being purged: lists do not show it, and the next purge drops it if the process dies.
  ///
  /// Rows must be in order, with seconds below 31,622,401. The file becomes due. Unless `evenIfThere` is true, a ride
  /// that began in the same second, before or after trimming, and was not deleted, prevents the import.
  /// - Throws: `duplicateRide` with the number of the other ride, or `differentRide` if that has the same identity and
  ///   other content; `valueRefused` for a value that the schema does not allow; `failed` if the rows are not in order.
  package func importRide(_ record: RideRecord, evenIfThere: Bool) async throws(StoreError) -> StoredRide {
    if !evenIfThere { try checkImport(of: record) }
    let id = takeID()
    arriving.insert(id)
    defer { arriving.remove(id) }
    do throws(StoreError) {
      let rows = Self.storedRows(of: record)
      let rest = try await writeFirstRows(rows, of: record, as: id)
      return try write { db in
        if !evenIfThere { try self.refuseDuplicate(db, of: record) }
        if rest.count == rows.count { try Self.insert(db, record, as: id) }
        try Self.complete(db, record, with: rest, as: id)
        try self.note(db, .ride(id, .imported))
        return try self.present(db, id: id)
      }
    } catch {
      // If it cannot be removed now, the next purge removes it.
      try? await removeSlices(of: id)
      throw error
    }
  }

  /// Does the same as `importRide`, and rolls each transaction back.
  ///
  /// - Throws: The errors of `importRide`.
  package func rehearseImport(of record: RideRecord, evenIfThere: Bool) async throws(StoreError) {
    if !evenIfThere { try checkImport(of: record) }
    var rest = Self.storedRows(of: record)[...]
    repeat {
      let slice = rest.prefix(Self.rowsInSlice)
      rest = rest.dropFirst(slice.count)
      try write { db in
        try db.inSavepoint {
          try Self.insert(db, record, as: Self.rehearsedID)
          if rest.isEmpty {
            try Self.complete(db, record, with: slice, as: Self.rehearsedID)
          } else {
            try Self.write(db, slice, of: Self.rehearsedID)
          }
          return .rollback
        }
      }
      await Task.yield()
    } while !rest.isEmpty
  }

  /// Returns the rows to write; for a ride from a file, without those in its gaps.
  private static func storedRows(of record: RideRecord) -> [RideSample] {
    record.origin == nil ? record.samples : GapRows.dropped(from: record.samples)
  }

  /// The ride number for a rehearsal; rides have numbers from 1.
  private static let rehearsedID = 0

  private func checkImport(of record: RideRecord) throws(StoreError) {
    try read { db in try self.refuseDuplicate(db, of: record) }
  }

  /// Writes the last rows and everything else of a ride whose own row and earlier rows exist.
  private static func complete(
    _ db: Database, _ record: RideRecord, with rest: ArraySlice<RideSample>, as id: Int
  ) throws {
    try write(db, rest, of: id)
    for event in record.events { try event.insert(db, ride: id) }
    try insertRest(db, of: record, as: id)
    // The identity is set last: until here the ride counts as being purged, and must not claim an identity.
    let uuid = try freeUUID(db, record.uuid)
    let sql = "UPDATE ride SET is_purged = 0, deleted_ms = NULL, uuid = ? WHERE id = ?"
    try db.execute(sql: sql, arguments: [uuid.text, id])
  }

  /// Writes all rows except the last slice, each slice in a transaction.
  /// - Returns: The last slice; all rows if there is only one slice.
  private func writeFirstRows(
    _ rows: [RideSample], of record: RideRecord, as id: Int
  ) async throws(StoreError) -> ArraySlice<RideSample> {
    var rest = rows[...]
    while rest.count > Self.rowsInSlice {
      let slice = rest.prefix(Self.rowsInSlice)
      try write { db in
        if slice.startIndex == 0 {
          try Self.insert(db, record, as: id)
          try db.execute(sql: "UPDATE ride SET is_purged = 1, deleted_ms = 0 WHERE id = ?", arguments: [id])
        }
        try Self.write(db, slice, of: id)
      }
      rest = rest.dropFirst(slice.count)
      await Task.yield()
    }
    return rest
  }

  private static func write(_ db: Database, _ rows: ArraySlice<RideSample>, of id: Int) throws {
    let writer = try SampleWriter(db, ride: id)
    for sample in rows { try writer.write(sample) }
  }

  private func refuseDuplicate(_ db: Database, of record: RideRecord) throws {
    if let uuid = record.uuid, let there = try Self.ride(db, uuid) {
      let stored = try Self.wholeRecord(db, try present(db, id: there, live: RideTotals()))
      guard stored.isSame(as: record) else {
        throw refusal(.differentRide, "ride \(there) is ride \(uuid.text) with other content", of: there)
      }
      throw refusal(.sameRide, "ride \(there) is ride \(uuid.text)", of: there)
    }
    guard let other = try Self.ride(db, inTheSecondOf: record.start) else { return }
    throw refusal(.duplicateRide, "ride \(other) began at the same time", of: other)
  }

  private static func insert(_ db: Database, _ record: RideRecord, as id: Int) throws {
    let totals = StoredRide.Totals(record.keptTotals)
    let texts = RideTexts(name: record.name, note: record.note, plan: record.planName)
    let activity = record.activityID == record.start ? nil : record.activityID.milliseconds
    let values: [(column: String, value: (any DatabaseValueConvertible)?)] =
      [
        ("id", id), ("state", "finished"), ("is_file_due", 1), ("start_ms", record.start.milliseconds),
        ("planned_seconds", record.plannedSeconds), ("trainer_name", record.trainerName),
        ("timer_seconds", totals.timerSeconds), ("elapsed_seconds", totals.elapsedSeconds), ("joules", totals.joules),
        ("distance_meters", totals.distanceMeters), ("average_watts", totals.averageWatts),
        ("average_bpm", totals.averageBeatsPerMinute), ("activity_ms", activity), ("name", texts.name),
        ("note", texts.note), ("search", texts.search), ("origin", record.origin?.json),
        ("given", record.fileTotals.json), ("sport", record.givenSport?.rawValue), ("plan_name", record.planName),
      ] + (record.circumstances.map { columns(of: record, $0) } ?? columns(ofForeign: record))
    let places = values.map { _ in "?" }.joined(separator: ", ")
    try db.execute(
      sql: "INSERT INTO ride (\(values.map(\.column).joined(separator: ", "))) VALUES (\(places))",
      arguments: StatementArguments(values.map(\.value)))
  }

  /// Returns the columns of a ride from another program's file, whose figures may contain the rider's FTP and the time
  /// zone.
  private static func columns(
    ofForeign record: RideRecord
  ) -> [(column: String, value: (any DatabaseValueConvertible)?)] {
    [
      ("target_watts", 0),
      ("threshold_watts", record.thresholdWatts ?? record.fileTotals[.thresholdWatts].flatMap(watts)),
      ("utc_offset_s", record.utcOffsetSeconds ?? record.origin?.utcOffsetSeconds),
    ]
  }

  /// Returns the columns of a whole ride from another library.
  private static func columns(
    of record: RideRecord, _ circumstances: RideCircumstances
  ) -> [(column: String, value: (any DatabaseValueConvertible)?)] {
    [
      ("target_watts", circumstances.targetWatts), ("asked_watts", circumstances.askedWatts),
      ("threshold_watts", record.thresholdWatts), ("utc_offset_s", record.utcOffsetSeconds),
      ("is_start_set", circumstances.isStartConfirmed), ("trainer_address", circumstances.trainerAddress),
      ("strap_address", circumstances.strapAddress), ("strap_name", circumstances.strapName),
      ("rider_kilograms", circumstances.riderKilograms), ("is_on_route", circumstances.isOnRoute ? 1 : nil),
      ("cut_from", circumstances.trim?.seconds.lowerBound), ("cut_to", circumstances.trim?.seconds.upperBound),
      ("cut_activity_ms", circumstances.trim?.activityID.milliseconds),
    ] + TargetGuards.columns.map { ($0.name, $0.value(circumstances.guards)) }
  }

  /// A power that a rider may hold for an hour; nil for any other number.
  private static func watts(_ value: Double) -> Int? { (1...65_535).contains(value) ? Int(value) : nil }

  /// Returns a ride that began in the second of a time, before or after trimming; deleted ones only with `orDeleted`.
  static func ride(_ db: Database, inTheSecondOf time: UnixTime, orDeleted: Bool = false) throws -> Int? {
    let ofSecond = (time.milliseconds % 1000 + 1000) % 1000
    let second = time.milliseconds &- ofSecond
    let present = orDeleted ? "" : "deleted_ms IS NULL AND "
    let sql = """
      SELECT id FROM ride WHERE \(present)cut_start_ms >= ?1 AND cut_start_ms < ?2
      UNION SELECT id FROM ride WHERE \(present)start_ms >= ?1 AND start_ms < ?2
      ORDER BY id LIMIT 1
      """
    return try Int.fetchOne(db, sql: sql, arguments: [second, second &+ 1000])
  }
}

extension RideRecord {
  /// The totals of the part that trimming keeps.
  fileprivate var keptTotals: RideTotals {
    guard let trim = circumstances?.trim else { return totals }
    return cut(to: trim.seconds, activityID: trim.activityID).totals
  }
}
