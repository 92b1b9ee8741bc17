internal import BluetoothLE
internal import GRDB
package import RideSession

extension RideStore {
  /// Begins a ride, in state `riding`.
  ///
  /// Its number, `id`, is one of `takeID`; nil has it taken here. A ride that was begun under it already is left as it
  /// is, so that what failed is simply asked again.
  /// - Returns: Its number, which no other ride had or will have.
  @discardableResult
  package func begin(_ ride: NewRide, as id: Int? = nil) throws(StoreError) -> Int {
    let id = id ?? takeID()
    return try write { db in
      let sql = """
        INSERT INTO ride
          (id, start_ms, planned_seconds, target_watts, trainer_address, trainer_name, strap_address, state,
           asked_watts, maximum_bpm, strap_name, boot_id, start_boottime_ns)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'riding', ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
        """
      try db.execute(
        sql: sql,
        arguments: [
          id, ride.start.milliseconds, ride.plannedSeconds, ride.targetWatts, ride.trainerAddress?.description,
          ride.trainerName, ride.strapAddress?.description, ride.askedWatts, ride.maximumBeatsPerMinute,
          ride.strapName, ride.startInstant?.bootID, ride.startInstant?.instant.sinceOrigin.nanoseconds,
        ])
      return id
    }
  }

  /// Stores rows and events, all or none; those that are there already are replaced, so a batch is simply sent again.
  ///
  /// `askedWatts` is the power asked for last, kept with the row it was asked in; nil where it is not new.
  /// - Throws: `noSuchRide`; `diskFull`, after which the caller keeps the batch.
  package func append(
    to id: Int, samples: [RideSample], events: [RideEvent] = [], askedWatts: Int? = nil
  ) throws(StoreError) {
    try write { db in
      let writer = try SampleWriter(db, ride: id)
      for sample in samples { try writer.write(sample) }
      for event in events { try event.insert(db, ride: id) }
      guard let askedWatts else { return }
      try db.execute(sql: "UPDATE ride SET asked_watts = ? WHERE id = ?", arguments: [askedWatts, id])
    }
  }

  /// Corrects when the first row began: it did, after the wall clock was set right, or on another boot's clock.
  package func setStart(_ start: UnixTime, at instant: BootInstant? = nil, of id: Int) throws(StoreError) {
    let arguments: StatementArguments = [
      start.milliseconds, instant?.bootID, instant?.instant.sinceOrigin.nanoseconds,
    ]
    try update("start_ms = ?, boot_id = ?, start_boottime_ns = ?", arguments, of: id)
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

  /// Ends a ride; its totals are taken from its rows and kept.
  ///
  /// One that was forgotten is cut at a second, after its last pedal stroke, all rows being kept; it is left whole where
  /// that is nil, below 60 s or not before its end.
  package func finish(_ id: Int, cutAt second: Int? = nil) throws(StoreError) -> StoredRide {
    try change(id) { db, ride in
      let isCut = try second.map { try $0 >= 60 && $0 < Self.wholeSeconds(db, ride: id) } ?? false
      try Self.settle(db, ride, cut: isCut ? second.map { 0..<$0 } : nil)
      return try self.present(db, id: id)
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
