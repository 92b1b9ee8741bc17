internal import GRDB
package import RideSession

extension RideReading {
  /// Where a ride was uploaded to, in order of time; a ride that does not exist has none.
  package func uploads(of id: Int) throws(StoreError) -> [RideUpload] {
    let sql = "SELECT service, at_ms, activity_ms FROM upload WHERE ride_id = ? ORDER BY at_ms, service, activity_ms"
    return try read { db in try Row.fetchAll(db, sql: sql, arguments: [id]).compactMap(RideUpload.init) }
  }
}

extension RideStore {
  /// Notes that a ride was uploaded as it is cut now; the last time counts.
  /// - Throws: `noSuchRide`.
  package func noteUpload(of id: Int, service: String, at time: UnixTime) throws(StoreError) {
    try change(id) { db, ride in
      let sql = """
        INSERT INTO upload (ride_id, service, activity_ms, at_ms) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET at_ms = excluded.at_ms
        """
      try db.execute(sql: sql, arguments: [id, service, ride.activityID.milliseconds, time.milliseconds])
    }
  }
}

extension RideUpload {
  fileprivate init?(_ row: Row) {
    guard let service = row.text(0), let at = row.int(1), let activity = row.int(2) else { return nil }
    self.init(
      service: service, at: UnixTime(milliseconds: Int64(at)), activityID: UnixTime(milliseconds: Int64(activity)))
  }
}
