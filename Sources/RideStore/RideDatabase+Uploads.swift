internal import GRDB
package import Rides

/// The upload of a ride to a service, as the ride was trimmed at the time.
package struct RideUpload: Hashable, Sendable {
  /// The name of the service.
  package var service: String
  /// When the upload reached its state.
  package var at: UnixTime
  /// The activity ID that was uploaded; differs from the ride's if the ride was trimmed since.
  package var activityID: UnixTime
  package var state: UploadState
  package var details: UploadNote.Details
  /// Whether the rider recorded it by hand.
  package var isByHand: Bool

  /// An upload with the note of jz2sync; nil for one that the rider recorded by hand.
  package init(service: String, _ note: UploadNote? = nil, at: UnixTime, activityID: UnixTime) {
    self.service = service
    self.at = at
    self.activityID = activityID
    state = note?.state ?? .done
    details = note?.details ?? UploadNote.Details()
    isByHand = note == nil
  }
}

/// A note of jz2sync about a ride's upload to a service.
package struct UploadNote: Hashable, Sendable {
  /// Details in addition to the state.
  package struct Details: Hashable, Sendable {
    /// The service's identifier of the activity.
    package var remoteID: String?
    /// The URL of the activity's page at the service.
    package var url: String?
    /// The problem, in a sentence.
    package var message: String?

    package init(remoteID: String? = nil, url: String? = nil, message: String? = nil) {
      self.remoteID = remoteID
      self.url = url
      self.message = message
    }
  }

  package var state: UploadState
  package var details: Details

  package init(_ state: UploadState, _ details: Details = Details()) {
    self.state = state
    self.details = details
  }
}

extension RideReading {
  /// Returns the uploads of a ride, one for each service, in order of time; empty if the ride does not exist.
  ///
  /// If a service has several, the upload of the present activity counts, else the newest.
  package func uploads(of id: Int) throws(StoreError) -> [RideUpload] {
    try read { db in
      let all = try RideUpload.all(db, "ride_id = ?", [id])
      guard Set(all.map(\.service)).count < all.count else { return all }
      let present = try self.present(db, id: id, live: RideTotals()).activityID
      let shown = Dictionary(grouping: all, by: \.service).mapValues { uploads in
        uploads.last { $0.activityID == present } ?? uploads.last
      }
      return all.filter { shown[$0.service] == $0 }
    }
  }
}

extension RideReading {
  /// Returns the number of rides that a service refused, without deleted ones.
  package func refusedUploads() throws(StoreError) -> Int {
    let sql = """
      SELECT count(DISTINCT ride_id) FROM upload JOIN ride ON ride.id = ride_id
      WHERE upload.state = 'failed' AND deleted_ms IS NULL
      """
    return try read { db in try Int.fetchOne(db, sql: sql) ?? 0 }
  }
}

extension RideDatabase {
  /// Records a note about a ride's upload, or an upload by hand.
  ///
  /// A note replaces the previous one of the same ride and service, and an upload by hand of the same activity. An
  /// upload by hand replaces any record of the same activity, unless the service already has it. A record without new
  /// information is not logged and keeps its time.
  ///
  /// - Parameters:
  ///   - id: The ride.
  ///   - service: The name of the service.
  ///   - note: The note of jz2sync; nil for an upload by hand.
  ///   - activityID: The activity that was uploaded; nil for the present one.
  ///   - time: The present.
  /// - Returns: Whether the ride has or ever had that activity ID; if not, the call has no effect.
  /// - Throws: `noSuchRide`.
  @discardableResult
  package func noteUpload(
    of id: Int, service: String, _ note: UploadNote? = nil, activityID: UnixTime? = nil, at time: UnixTime
  ) throws(StoreError) -> Bool {
    try change(id) { db, ride in
      let activityID = activityID ?? ride.activityID
      guard try Self.isOrWas(db, ride, activityID) else { return false }
      let upload = RideUpload(service: service, note, at: time, activityID: activityID)
      let known = try RideUpload.all(db, "ride_id = ? AND service = ?", [id, service])
      guard !known.contains(where: { upload.tellsNothingNew(after: $0) }) else { return true }
      if !upload.isByHand { try Self.deleteWay(db, of: id, to: service) }
      try upload.write(db, of: id)
      try self.note(db, .ride(id, .uploaded))
      return true
    }
  }

  /// Removes the notes of jz2sync about a ride's upload to a service; uploads by hand stay.
  ///
  /// - Returns: Always true.
  /// - Throws: `noSuchRide`.
  @discardableResult
  package func removeWay(of id: Int, to service: String) throws(StoreError) -> Bool {
    try change(id) { db, _ in
      try Self.deleteWay(db, of: id, to: service)
      if db.changesCount > 0 { try self.note(db, .ride(id, .uploaded)) }
      return true
    }
  }

  private static func deleteWay(_ db: Database, of id: Int, to service: String) throws {
    let sql = "DELETE FROM upload WHERE ride_id = ? AND service = ? AND state IS NOT NULL"
    try db.execute(sql: sql, arguments: [id, service])
  }

  private static func isOrWas(_ db: Database, _ ride: StoredRide, _ activityID: UnixTime) throws -> Bool {
    let whole = try wholeActivityID(db, of: ride) ?? ride.begun.time
    if activityID == ride.activityID || activityID == whole { return true }
    let sql = "SELECT EXISTS (SELECT 1 FROM activity WHERE ride_id = ? AND activity_ms = ?)"
    return try Bool.fetchOne(db, sql: sql, arguments: [ride.id, activityID.milliseconds]) ?? false
  }
}

extension RideUpload {
  private static let columns = "service, at_ms, activity_ms, state, remote_id, url, message"

  /// Returns the uploads that meet a condition, in order of time.
  fileprivate static func all(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [RideUpload] {
    let order = "ORDER BY at_ms, service, activity_ms"
    let sql = "SELECT \(columns) FROM upload WHERE \(condition) \(order)"
    return try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap(RideUpload.init)
  }

  /// - Parameter row: The values of `columns`.
  private init?(_ row: Row) {
    guard let service = row.text(0), let at = row.time(1), let activityID = row.time(2) else { return nil }
    let details = UploadNote.Details(remoteID: row.text(4), url: row.text(5), message: row.text(6))
    let note = row.text(3).map { UploadNote(UploadState(rawValue: $0) ?? .unrecognized, details) }
    self.init(service: service, note, at: at, activityID: activityID)
  }

  fileprivate func write(_ db: Database, of ride: Int) throws {
    let sql = "INSERT OR REPLACE INTO upload (ride_id, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    try db.execute(
      sql: sql,
      arguments: [
        ride, service, at.milliseconds, activityID.milliseconds, isByHand ? nil : state.rawValue, details.remoteID,
        details.url, details.message,
      ])
  }

  /// Whether the upload adds no information to a stored one.
  fileprivate func tellsNothingNew(after stored: RideUpload) -> Bool {
    guard activityID == stored.activityID else { return false }
    guard isByHand else {
      return !stored.isByHand && state == stored.state && details == stored.details
    }
    return stored.isByHand ? at == stored.at : stored.state.isThere
  }
}
