internal import GRDB
package import RideSession

extension RideDatabase {
  /// The number of rows written in one transaction, which is the longest that a ride under way waits.
  private static let rowsInSlice = 1000

  /// Imports a ride from another program's file, all or nothing, as a finished one with a new number.
  ///
  /// A long ride is written in several transactions, between which other calls get their turn. Until the last one, the
  /// ride counts as being purged: no list shows it, and the next purge drops it if the process dies.
  ///
  /// Rows must be in order, with seconds below 31,622,401. The file is due. Unless `evenIfThere` is true, a ride that
  /// began in the same second, whole or as it is cut, and was not deleted, prevents the import.
  /// - Throws: `duplicateRide` with the number of the other ride; `failed` if the rows are not in order.
  package func importRide(_ record: RideRecord, evenIfThere: Bool) async throws(StoreError) -> StoredRide {
    if !evenIfThere { try checkImport(of: record) }
    let id = takeID()
    arriving.insert(id)
    defer { arriving.remove(id) }
    do throws(StoreError) {
      let rest = try await writeFirstRows(of: record, as: id)
      return try write { db in
        if !evenIfThere { try self.refuseDuplicate(db, of: record) }
        if rest.count == record.samples.count { try Self.insert(db, record, as: id) }
        try Self.write(db, rest, of: id)
        for event in record.events { try event.insert(db, ride: id) }
        for (number, lap) in record.laps.enumerated() { try lap.insert(db, ride: id, number: number) }
        try db.execute(sql: "UPDATE ride SET is_purged = 0, deleted_ms = NULL WHERE id = ?", arguments: [id])
        try self.note(db, .ride(id, .imported))
        return try self.present(db, id: id)
      }
    } catch {
      // If it cannot be dropped now, the next purge does it.
      try? await removeSlices(of: id)
      throw error
    }
  }

  /// Checks whether a ride could be imported.
  ///
  /// - Throws: `duplicateRide` with the number of the ride that prevents it.
  package func checkImport(of record: RideRecord) throws(StoreError) {
    try read { db in try self.refuseDuplicate(db, of: record) }
  }

  /// Writes all rows but the last slice, each slice in a transaction.
  /// - Returns: The last slice; all rows if there is only one slice.
  private func writeFirstRows(of record: RideRecord, as id: Int) async throws(StoreError) -> ArraySlice<RideSample> {
    var rest = record.samples[...]
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
    guard let other = try Self.ride(db, inTheSecondOf: record.start) else { return }
    throw refusal(.duplicateRide, "ride \(other) began then", of: other)
  }

  private static func insert(_ db: Database, _ record: RideRecord, as id: Int) throws {
    let totals = StoredRide.Totals(record.totals)
    let texts = RideTexts(name: record.name, note: record.note)
    let sql = """
      INSERT INTO ride
        (id, start_ms, planned_seconds, target_watts, trainer_name, state, is_file_due, timer_seconds, elapsed_seconds,
         joules, distance_meters, average_watts, average_bpm, activity_ms, name, note, search, origin, given,
         threshold_watts, utc_offset_s)
      VALUES (?, ?, ?, 0, ?, 'finished', 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    let activity = record.activityID == record.start ? nil : record.activityID.milliseconds
    try db.execute(
      sql: sql,
      arguments: [
        id, record.start.milliseconds, record.plannedSeconds, record.trainerName, totals.timerSeconds,
        totals.elapsedSeconds, totals.joules, totals.distanceMeters, totals.averageWatts, totals.averageBeatsPerMinute,
        activity, texts.name, texts.note, texts.search, record.origin?.json, record.fileTotals.json,
        record.thresholdWatts ?? record.fileTotals[.thresholdWatts].flatMap(Self.watts),
        record.utcOffsetSeconds ?? record.origin?.utcOffsetSeconds,
      ])
  }

  /// A power that a rider may hold for an hour; nil for any other number.
  private static func watts(_ value: Double) -> Int? { (1...65_535).contains(value) ? Int(value) : nil }

  /// A ride that began in the second of a time, whole or as it is cut; deleted ones only with `orDeleted`.
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
