package import ControlWire
package import FoundationEssentials
internal import GRDB
package import Rides

/// The upload of a ride to a service.
package struct UploadRecord: Hashable, Sendable {
  package let library: String
  package let ride: Int
  package let service: SyncService
  /// The state.
  ///
  /// It is never `stale`: jz2d derives that from `activity`.
  package var state: UploadState
  /// The activity ID of the ride's form that was sent or will be sent.
  package var activity: String
  /// The external ID of the first form that was sent.
  package var firstExternalID: String
  /// The start of the ride.
  ///
  /// The oldest ride is sent first.
  package let start: Date
  package var remoteID: String?
  package var url: String?
  /// The ticket of `Delivery.processing`; nil unless the service is processing the ride.
  package var ticket: String?
  /// The present fault, if any.
  package var fault: SyncFault?
  /// The time at which the state was reached.
  package var at: Date
  /// The number of failed attempts.
  package var attempts = 0
  /// Whether the upload has to wait, for the reason in `fault`.
  package var isHeld = false
  /// The ride's name and note at the service, or those to send.
  package var name: String?
  package var note: String?
  /// Whether the service still has another name or note.
  package var isRenameDue = false
  /// Whether jz2d has noted the present state.
  package var isReported = false

  package init(
    _ ride: Int, of library: String, to service: SyncService, activity: String, externalID: String, start: Date,
    at: Date
  ) {
    self.library = library
    self.ride = ride
    self.service = service
    self.activity = activity
    self.start = start
    self.at = at
    firstExternalID = externalID
    state = .queued
  }
}

extension Outbox {
  /// Returns the upload of a ride to a service, if it was queued.
  package func upload(_ ride: Int, of library: String, to service: SyncService) throws(SyncFault) -> UploadRecord? {
    let sql = "SELECT * FROM upload WHERE library = ? AND ride = ? AND service = ?"
    return try read { db in
      try Row.fetchOne(db, sql: sql, arguments: [library, ride, service.rawValue]).flatMap(UploadRecord.init)
    }
  }

  /// Changes the upload of a ride to a service in one transaction.
  ///
  /// - Parameters:
  ///   - ride: The ride.
  ///   - library: Its library.
  ///   - service: The service.
  ///   - body: Receives the stored record (nil if there is none) and returns its replacement; nil deletes it.
  /// - Returns: The stored record after the change.
  /// - Throws: `notWritable`; the database is unchanged then.
  @discardableResult
  package func change(
    _ ride: Int, of library: String, to service: SyncService, _ body: @Sendable (UploadRecord?) -> UploadRecord?
  ) throws(SyncFault) -> UploadRecord? {
    try write { db in
      let sql = "SELECT * FROM upload WHERE library = ? AND ride = ? AND service = ?"
      let former = try Row.fetchOne(db, sql: sql, arguments: [library, ride, service.rawValue])
        .flatMap(UploadRecord.init)
      guard var record = body(former) else {
        let sql = "DELETE FROM upload WHERE library = ? AND ride = ? AND service = ?"
        try db.execute(sql: sql, arguments: [library, ride, service.rawValue])
        return nil
      }
      guard record != former else { return record }
      if former.map({ !record.reportsSame(as: $0) }) ?? true { record.isReported = false }
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO upload VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """, arguments: record.arguments)
      return record
    }
  }

  /// Returns the uploads of a library's rides to a service that need work.
  ///
  /// Uploads with the fewest failures come first; of these, interrupted uploads, then the oldest ride. Held rides are
  /// excluded.
  package func work(for service: SyncService, of library: String, limit: Int) throws(SyncFault) -> [UploadRecord] {
    let sql = """
      SELECT * FROM upload
      WHERE service = ? AND library = ?
        AND (state IN ('queued', 'sending', 'processing') AND NOT is_held OR state IN ('done', 'duplicate') AND is_rename_due)
      ORDER BY attempts, state != 'sending', state IN ('done', 'duplicate'), start_s, ride LIMIT ?
      """
    return try read { db in
      try Row.fetchAll(db, sql: sql, arguments: [service.rawValue, library, limit]).compactMap(UploadRecord.init)
    }
  }

  /// Returns the number of rides that wait for a service or are being uploaded.
  package func queued(for service: SyncService) throws(SyncFault) -> Int {
    let sql = "SELECT count(*) FROM upload WHERE service = ? AND state IN ('queued', 'sending', 'processing')"
    return try read { db in try Int.fetchOne(db, sql: sql, arguments: [service.rawValue]) ?? 0 }
  }

  /// Returns the rides of the followed library that a service refused; nil if there are no such rides.
  package func refused(for service: SyncService) throws(SyncFault) -> RefusedRides? {
    let sql = """
      SELECT count(*) OVER () AS count, ride, fault FROM upload
      WHERE service = ? AND state = 'failed' AND library = (SELECT uuid FROM library)
      ORDER BY at_s DESC, ride DESC LIMIT 1
      """
    return try read { db in
      try Row.fetchOne(db, sql: sql, arguments: [service.rawValue]).map {
        RefusedRides(count: $0["count"], ride: $0["ride"], fault: SyncFault(json: $0["fault"]))
      }
    }
  }

  /// Returns the number of rides that a service does not have yet.
  func backlog(for service: SyncService) throws(SyncFault) -> Backlog {
    Backlog(waiting: try queued(for: service), refused: try refused(for: service)?.count ?? 0)
  }

  /// Returns the uploads whose present state jz2d has not noted, oldest first.
  package func unreported(of library: String, limit: Int) throws(SyncFault) -> [UploadRecord] {
    let sql = "SELECT * FROM upload WHERE is_told = 0 AND library = ? ORDER BY at_s, ride LIMIT ?"
    return try read { db in
      try Row.fetchAll(db, sql: sql, arguments: [library, limit]).compactMap(UploadRecord.init)
    }
  }

  /// Marks a state as noted by jz2d, unless it has changed in the meantime.
  package func markReported(_ reported: UploadRecord) throws(SyncFault) {
    try write { db in
      let sql = "SELECT * FROM upload WHERE library = ? AND ride = ? AND service = ?"
      let key: StatementArguments = [reported.library, reported.ride, reported.service.rawValue]
      guard let now = try Row.fetchOne(db, sql: sql, arguments: key).flatMap(UploadRecord.init),
        now.reportsSame(as: reported)
      else { return }
      try db.execute(
        sql: "UPDATE upload SET is_told = 1 WHERE library = ? AND ride = ? AND service = ?", arguments: key)
    }
  }

  /// Returns the uploads to a service that are not complete.
  package func unsent(for service: SyncService) throws(SyncFault) -> [UploadRecord] {
    let sql = "SELECT * FROM upload WHERE service = ? AND state NOT IN ('done', 'duplicate')"
    return try read { db in
      try Row.fetchAll(db, sql: sql, arguments: [service.rawValue]).compactMap(UploadRecord.init)
    }
  }

  /// Returns the ride of the followed library with an external ID at a service; nil for an unknown ID.
  package func ride(externalID: String, at service: SyncService) throws(SyncFault) -> Int? {
    // A service may append a file extension.
    let sql = """
      SELECT ride FROM upload WHERE service = ? AND (first_external_id = ? OR library || '.' || activity = ?)
      """
    return try read { db in
      for id in [externalID, String(externalID.dropLast(4))] {
        if let ride = try Int.fetchOne(db, sql: sql, arguments: [service.rawValue, id, id]) { return ride }
      }
      return nil
    }
  }
}

extension UploadRecord {
  /// Whether jz2d would note the same for both.
  fileprivate func reportsSame(as other: UploadRecord) -> Bool {
    state == other.state && activity == other.activity && remoteID == other.remoteID && url == other.url
      && fault == other.fault
  }

  fileprivate var arguments: StatementArguments {
    [
      library, ride, service.rawValue, state.rawValue, activity, firstExternalID, start.wholeSeconds, remoteID, url,
      ticket, fault?.json, at.wholeSeconds, attempts, isHeld, name, note, isRenameDue, isReported,
    ]
  }

  fileprivate init?(_ row: Row) {
    guard let service = SyncService(rawValue: row["service"]), let state = UploadState(rawValue: row["state"]),
      let start = Date(wholeSeconds: row["start_s"]), let at = Date(wholeSeconds: row["at_s"])
    else { return nil }
    self.init(
      row["ride"], of: row["library"], to: service, activity: row["activity"], externalID: row["first_external_id"],
      start: start, at: at)
    self.state = state
    remoteID = row["remote_id"]
    url = row["url"]
    ticket = row["ticket"]
    fault = SyncFault(json: row["fault"])
    attempts = row["attempts"]
    isHeld = row["is_held"]
    name = row["name"]
    note = row["note"]
    isRenameDue = row["is_rename_due"]
    isReported = row["is_told"]
  }
}

/// The rides that a service does not have.
struct Backlog: Hashable, Sendable {
  /// The number of rides that wait, or that the service is still processing.
  var waiting = 0
  var refused = 0
}
