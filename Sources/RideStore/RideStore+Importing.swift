internal import GRDB
package import RideSession

extension RideStore {
  /// Takes a ride in from another program's file, all or nothing, as a finished one with a number of its own.
  ///
  /// Its rows are in order, their seconds below 31,622,401; its file is due. A ride that is there, and was not deleted,
  /// stands against it if it began in the same second, whole or as it is cut, unless it is to be taken even so.
  /// - Throws: `duplicateRide` with the number of the other; `failed` where its rows are not such.
  package func importRide(_ record: RideRecord, evenIfThere: Bool) throws(StoreError) -> StoredRide {
    try write { db in
      if !evenIfThere, let other = try Self.ride(db, inTheSecondOf: record.start) {
        throw self.refusal(.duplicateRide, "ride \(other) began then", of: other)
      }
      let id = self.takeID()
      try Self.insert(db, record, as: id)
      let writer = try SampleWriter(db, ride: id)
      for sample in record.samples { try writer.write(sample) }
      for event in record.events { try event.insert(db, ride: id) }
      for (number, lap) in record.laps.enumerated() { try lap.insert(db, ride: id, number: number) }
      return try self.present(db, id: id)
    }
  }

  private static func insert(_ db: Database, _ record: RideRecord, as id: Int) throws {
    let totals = StoredRide.Totals(record.totals)
    let texts = RideTexts(name: record.name, note: record.note)
    let sql = """
      INSERT INTO ride
        (id, start_ms, planned_seconds, target_watts, trainer_name, state, is_file_due, timer_seconds, elapsed_seconds,
         joules, distance_meters, average_watts, average_bpm, activity_ms, name, note, search, origin, given)
      VALUES (?, ?, ?, 0, ?, 'finished', 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    let activity = record.activityID == record.start ? nil : record.activityID.milliseconds
    try db.execute(
      sql: sql,
      arguments: [
        id, record.start.milliseconds, record.plannedSeconds, record.trainerName, totals.timerSeconds,
        totals.elapsedSeconds, totals.joules, totals.distanceMeters, totals.averageWatts, totals.averageBeatsPerMinute,
        activity, texts.name, texts.note, texts.search, record.origin?.json, record.given.json,
      ])
  }

  /// A ride that was not deleted and began, whole or as it is cut, in the second of a time.
  private static func ride(_ db: Database, inTheSecondOf time: UnixTime) throws -> Int? {
    let ofSecond = (time.milliseconds % 1000 + 1000) % 1000
    let second = time.milliseconds &- ofSecond
    let sql = """
      SELECT id FROM ride WHERE deleted_ms IS NULL AND cut_start_ms >= ?1 AND cut_start_ms < ?2
      UNION SELECT id FROM ride WHERE deleted_ms IS NULL AND start_ms >= ?1 AND start_ms < ?2
      ORDER BY id LIMIT 1
      """
    return try Int.fetchOne(db, sql: sql, arguments: [second, second &+ 1000])
  }
}
