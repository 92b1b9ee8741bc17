internal import BluetoothLE
internal import GRDB
package import RideSession

extension RideStore {
  /// Begins a ride, in state `riding`.
  /// - Returns: Its number, which no other ride had or will have.
  package func begin(_ ride: NewRide) throws(StoreError) -> Int {
    try write { db in
      let sql = """
        INSERT INTO ride
          (start_ms, planned_seconds, target_watts, trainer_address, trainer_name, strap_address, state)
        VALUES (?, ?, ?, ?, ?, ?, 'riding')
        """
      try db.execute(
        sql: sql,
        arguments: [
          ride.start.milliseconds, ride.plannedSeconds, ride.targetWatts, ride.trainerAddress?.description,
          ride.trainerName, ride.strapAddress?.description,
        ])
      return Int(db.lastInsertedRowID)
    }
  }

  /// Stores rows and events, all or none; those that are there already are replaced, so a batch that failed is simply
  /// sent again.
  /// - Throws: `noSuchRide`; `diskFull`, after which the caller keeps the batch.
  package func append(to id: Int, samples: [RideSample], events: [RideEvent] = []) throws(StoreError) {
    try write { db in
      for sample in samples { try sample.insert(db, ride: id) }
      for event in events { try event.insert(db, ride: id) }
    }
  }

  /// Corrects when the first row began, after the wall clock was set right.
  package func setStart(_ start: UnixTime, of id: Int) throws(StoreError) {
    try update("start_ms = ?", [start.milliseconds], of: id)
  }

  /// Marks a ride that goes down with the process and may go on.
  package func suspend(_ id: Int) throws(StoreError) {
    try update("state = 'suspended'", [], of: id)
  }

  /// Marks a suspended ride that goes on.
  package func resume(_ id: Int) throws(StoreError) {
    try update("state = 'riding'", [], of: id)
  }

  /// Drops a ride that has no rows; one that has is kept.
  package func discard(_ id: Int) throws(StoreError) {
    try write { db in
      let sql = "DELETE FROM ride WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM sample WHERE ride_id = ?1)"
      try db.execute(sql: sql, arguments: [id])
    }
  }

  /// Ends a ride as it stands; its totals are taken from its rows and kept.
  package func finish(_ id: Int) throws(StoreError) -> StoredRide {
    let missing = noSuchRide(id)
    return try write { db in
      let totals = StoredRide.Totals(try Self.totals(db, ride: id))
      let sql = """
        UPDATE ride SET state = 'finished', timer_seconds = ?, elapsed_seconds = ?, joules = ?, distance_meters = ?,
          average_watts = ?, average_bpm = ? WHERE id = ?
        """
      try db.execute(
        sql: sql,
        arguments: [
          totals.timerSeconds, totals.elapsedSeconds, totals.joules, totals.distanceMeters, totals.averageWatts,
          totals.averageBeatsPerMinute, id,
        ])
      guard let ride = try Self.ride(db, id: id) else { throw missing }
      return ride
    }
  }

  private func update(_ assignment: String, _ arguments: StatementArguments, of id: Int) throws(StoreError) {
    let missing = noSuchRide(id)
    try write { db in
      try db.execute(sql: "UPDATE ride SET \(assignment) WHERE id = ?", arguments: arguments + [id])
      guard db.changesCount > 0 else { throw missing }
    }
  }
}
