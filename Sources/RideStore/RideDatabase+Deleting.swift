internal import GRDB
package import Rides

extension RideDatabase {
  /// Deletes a ride so that it can be undeleted until it is purged: removes its file, and hides it from lists and
  /// searches.
  ///
  /// Has no effect if it was already deleted. A ride that was cut off and never finished can be deleted too. If `isSet`
  /// is false, the clock may be wrong, and the time counts from `confirmDeletions` on.
  /// - Throws: `noSuchRide`; `rideUnfinished` while it is being ridden; the system's error if the file cannot be
  ///   removed, in which case the ride is still deleted.
  package func delete(_ id: Int, at time: UnixTime, isSet: Bool = true) throws(StoreError) {
    let fileName = try change(id) { db, ride in
      guard ride.state != .riding else { throw self.unfinished(ride) }
      let sql = """
        UPDATE ride SET deleted_ms = ?, is_deletion_set = ?, is_file_due = 1 WHERE id = ? AND deleted_ms IS NULL
        """
      try db.execute(sql: sql, arguments: [time.milliseconds, isSet, id])
      if db.changesCount > 0 { try self.note(db, .ride(id, .deleted)) }
      return ride.fileName
    }
    if let fileName { try folder.remove(fileName) }
  }

  /// Sets the time of deletion of rides and plans that were deleted while the clock may have been wrong.
  package func confirmDeletions(at time: UnixTime) throws(StoreError) {
    let sql = "SELECT id FROM ride WHERE deleted_ms IS NOT NULL AND is_deletion_set = 0"
    let ids = try read { try Int.fetchAll($0, sql: sql) }
    let plans = "SELECT EXISTS (SELECT 1 FROM deleted_plan WHERE is_deletion_set = 0)"
    let hasPlans = try read { try Bool.fetchOne($0, sql: plans) ?? false }
    guard !ids.isEmpty || hasPlans else { return }
    try write { db in
      let sql = "UPDATE OR REPLACE deleted_plan SET deleted_ms = ?, is_deletion_set = 1 WHERE is_deletion_set = 0"
      try db.execute(sql: sql, arguments: [time.milliseconds])
      for id in ids {
        let sql = "UPDATE ride SET deleted_ms = ?, is_deletion_set = 1 WHERE id = ?"
        try db.execute(sql: sql, arguments: [time.milliseconds, id])
        try self.note(db, .ride(id, .deleted))
      }
    }
  }

  /// Deletes a ride for good, even if it was deleted before: its rows, files and everything else about it.
  ///
  /// It can no longer be undeleted once the first row is removed. If the process is killed, the next purge removes the
  /// rest. The database keeps its size; other rides use the space.
  /// - Throws: `noSuchRide`; `rideUnfinished` while it is being ridden; the system's error if a file cannot be removed.
  package func deleteForGood(_ id: Int, at time: UnixTime) async throws(StoreError) {
    try change(id) { db, ride in
      guard ride.state != .riding else { throw self.unfinished(ride) }
      let sql = "UPDATE ride SET deleted_ms = ifnull(deleted_ms, ?), is_purged = 1, uuid = NULL WHERE id = ?"
      try db.execute(sql: sql, arguments: [time.milliseconds, id])
      try self.note(db, .ride(id, .dropped))
    }
    try await removeSlices(of: id)
  }

  /// Undeletes a ride; its file becomes due.
  /// - Throws: `noSuchRide`; `notDeleted`.
  package func undelete(_ id: Int) throws(StoreError) {
    try change(id) { db, ride in
      guard ride.deletedAt != nil else { throw self.refusal(.notDeleted, "ride \(id) is not deleted", of: id) }
      let sql = "UPDATE ride SET deleted_ms = NULL, is_deletion_set = 1, is_file_due = 1 WHERE id = ?"
      try db.execute(sql: sql, arguments: [id])
      try self.note(db, .ride(id, .undeleted))
    }
  }
}

// MARK: - Deleting for good

extension RideDatabase {
  /// The number of rows removed in one transaction, the longest that a ride in progress has to wait.
  private static let rowsInSlice = 1000

  /// Removes for good the rides that were deleted before a time: rows, events, laps, uploads, files and recordings of
  /// radio traffic.
  ///
  /// They can no longer be undeleted once the first row is removed. If the process is killed, the next purge removes
  /// the rest. A ride that cannot be removed is reported to `failed`; the purge continues with the others.
  /// - Returns: The numbers of the removed rides.
  package func purge(
    deletedBefore time: UnixTime, failed: @Sendable (Int, StoreError) -> Void = { _, _ in }
  ) async throws(StoreError) -> [Int] {
    var gone: [Int] = []
    for id in try claim(deletedBefore: time) {
      do throws(StoreError) {
        try await removeSlices(of: id)
        gone.append(id)
      } catch {
        failed(id, error)
      }
    }
    return gone
  }

  /// Removes a ride for good, some rows at a time; a missing ride is ignored.
  func removeSlices(of id: Int) async throws(StoreError) {
    while try removeSlice(of: id) { await Task.yield() }
    try remove(id)
    await Task.yield()
  }

  private func claim(deletedBefore time: UnixTime) throws(StoreError) -> [Int] {
    let ids = "SELECT id, is_purged FROM ride WHERE \(Self.isDue) OR is_purged = 1 ORDER BY id"
    let found = try read { try Row.fetchAll($0, sql: ids, arguments: [time.milliseconds]) }
    let rides = found.compactMap { row in row.int(0).map { (id: $0, isPurged: row.int(1) == 1) } }
    let claimed = rides.filter { !arriving.contains($0.id) }
    guard !claimed.isEmpty else { return [] }
    try write { db in
      for ride in claimed where !ride.isPurged {
        try db.execute(sql: "UPDATE ride SET is_purged = 1, uuid = NULL WHERE id = ?", arguments: [ride.id])
        try self.note(db, .ride(ride.id, .dropped))
      }
    }
    return claimed.map(\.id)
  }

  private static let isDue = "(deleted_ms IS NOT NULL AND deleted_ms < ? AND is_deletion_set = 1)"

  /// - Returns: Whether there may be more rows.
  private func removeSlice(of id: Int) throws(StoreError) -> Bool {
    let sql = """
      DELETE FROM sample WHERE ride_id = ?1 AND second <=
        (SELECT second FROM sample WHERE ride_id = ?1 ORDER BY second LIMIT 1 OFFSET ?2)
      """
    return try write { db in
      try db.execute(sql: sql, arguments: [id, Self.rowsInSlice - 1])
      return db.changesCount > 0
    }
  }

  /// Removes a ride with its files and all its rows in other tables.
  ///
  /// The files go first, so that a power cut leaves no file without its ride.
  func remove(_ id: Int) throws(StoreError) {
    let name = try read { try String.fetchOne($0, sql: "SELECT file_name FROM ride WHERE id = ?", arguments: [id]) }
    if let name { try folder.remove(name) }
    LinkFolder(in: directory).removeParts(of: id)
    try write { db in
      let isThere = "SELECT EXISTS (SELECT 1 FROM ride WHERE id = ? AND is_purged = 0)"
      if try Bool.fetchOne(db, sql: isThere, arguments: [id]) == true { try self.note(db, .ride(id, .dropped)) }
      for table in OtherLibrary.tables {
        try db.execute(sql: "DELETE FROM \(table) WHERE ride_id = ?", arguments: [id])
      }
      try db.execute(sql: "DELETE FROM ride WHERE id = ?", arguments: [id])
    }
  }
}
