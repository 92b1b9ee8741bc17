internal import GRDB
package import RideSession

extension RideStore {
  /// How many rows are written in one transaction: a ride under way waits for no more than these.
  private static let rowsInSlice = 1000

  /// Takes a ride in from another program's file, all or nothing, as a finished one with a number of its own.
  ///
  /// The rows of a long one come in several transactions, between which other calls have their turn. Until the last, the
  /// ride stands there as one that is being purged: in no list, and dropped with the next purge if the process dies.
  ///
  /// Its rows are in order, their seconds below 31,622,401; its file is due. A ride that is there, and was not deleted,
  /// stands against it if it began in the same second, whole or as it is cut, unless it is to be taken even so.
  /// - Throws: `duplicateRide` with the number of the other; `failed` where its rows are not such.
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
        try self.note(db, .ride(id), .imported)
        return try self.present(db, id: id)
      }
    } catch {
      // What cannot be dropped now is dropped with the next purge.
      try? await removeSlices(of: id)
      throw error
    }
  }

  /// Says whether a ride of another program's file could be taken in.
  ///
  /// - Throws: `duplicateRide` with the number of the ride that stands against it.
  package func checkImport(of record: RideRecord) throws(StoreError) {
    try read { db in try self.refuseDuplicate(db, of: record) }
  }

  /// Writes all rows but the last slice, each slice in a transaction.
  /// - Returns: The last slice; all rows of a ride that has no more.
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
        activity, texts.name, texts.note, texts.search, record.origin?.json, record.given.json,
        record.thresholdWatts ?? record.given[.thresholdWatts].flatMap(Self.watts),
        record.utcOffsetSeconds ?? record.origin?.utcOffsetSeconds,
      ])
  }

  /// A number of watts that a rider may hold; nil for any other.
  private static func watts(_ value: Double) -> Int? { (1...65_535).contains(value) ? Int(value) : nil }

  /// A ride that was not deleted, unless those count as well, and began, whole or as it is cut, in the second of a time.
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
