internal import GRDB
package import RideSession

/// An upload of a ride, as the ride was cut then.
package struct RideUpload: Hashable, Sendable {
  /// The name of the service.
  package var service: String
  package var at: UnixTime
  /// The activity ID that was uploaded; differs from the ride's if the ride was cut since.
  package var activityID: UnixTime

  package init(service: String, at: UnixTime, activityID: UnixTime) {
    self.service = service
    self.at = at
    self.activityID = activityID
  }
}

extension RideReading {
  /// The uploads of a ride, in order of time; empty if the ride does not exist.
  package func uploads(of id: Int) throws(StoreError) -> [RideUpload] {
    let sql = "SELECT service, at_ms, activity_ms FROM upload WHERE ride_id = ? ORDER BY at_ms, service, activity_ms"
    return try read { db in try Row.fetchAll(db, sql: sql, arguments: [id]).compactMap(RideUpload.init) }
  }
}

extension RideDatabase {
  /// Notes an upload of a ride; a later one of the same activity replaces it.
  ///
  /// - Parameters:
  ///   - id: The ride.
  ///   - service: The name of the service.
  ///   - activityID: The activity that was uploaded; nil for the present one.
  ///   - time: The present.
  /// - Returns: Whether the ride has or ever had that activity ID; else nothing is noted.
  /// - Throws: `noSuchRide`.
  @discardableResult
  package func noteUpload(
    of id: Int, service: String, activityID: UnixTime? = nil, at time: UnixTime
  ) throws(StoreError) -> Bool {
    try change(id) { db, ride in
      let activityID = activityID ?? ride.activityID
      guard try Self.isOrWas(db, ride, activityID) else { return false }
      let sql = """
        INSERT INTO upload (ride_id, service, activity_ms, at_ms) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET at_ms = excluded.at_ms
        """
      try db.execute(sql: sql, arguments: [id, service, activityID.milliseconds, time.milliseconds])
      try self.note(db, .ride(id, .uploaded))
      return true
    }
  }

  private static func isOrWas(_ db: Database, _ ride: StoredRide, _ activityID: UnixTime) throws -> Bool {
    let whole = try wholeActivityID(db, of: ride) ?? ride.begun.time
    if activityID == ride.activityID || activityID == whole { return true }
    let sql = "SELECT EXISTS (SELECT 1 FROM activity WHERE ride_id = ? AND activity_ms = ?)"
    return try Bool.fetchOne(db, sql: sql, arguments: [ride.id, activityID.milliseconds]) ?? false
  }
}

extension RideUpload {
  fileprivate init?(_ row: Row) {
    guard let service = row.text(0), let at = row.int(1), let activity = row.int(2) else { return nil }
    self.init(
      service: service, at: UnixTime(milliseconds: Int64(at)), activityID: UnixTime(milliseconds: Int64(activity)))
  }
}
