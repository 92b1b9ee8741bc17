package import ControlWire
package import FoundationEssentials
internal import GRDB
package import Rides

/// A ride's way to a service.
package struct UploadRecord: Hashable, Sendable {
  package let library: String
  package let ride: Int
  package let service: SyncService
  /// Not `stale`: that is told from `activity`, and by jz2d.
  package var state: UploadState
  /// The form of the ride that is to be sent, or was sent.
  package var activity: String
  /// What the first form that was sent is known by.
  package var firstExternalID: String
  /// When the ride began; the oldest is sent first.
  package let start: Date
  package var remoteID: String?
  package var url: String?
  /// What the service is asked with, of a ride that it is taking in.
  package var ticket: String?
  /// What is wrong.
  package var fault: SyncFault?
  /// When the state was reached.
  package var at: Date
  /// How often it did not get through.
  package var attempts = 0
  /// Whether the ride is not to be sent yet, for the reason in `fault`.
  package var isHeld = false
  /// The name and the note that are there, or are to be sent.
  package var name: String?
  package var note: String?
  /// Whether what is there still has another name or note.
  package var isRenameDue = false
  /// Whether jz2d knows this.
  package var isTold = false

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
  /// A ride's way to a service; nil if it has none.
  package func upload(_ ride: Int, of library: String, to service: SyncService) throws(SyncFault) -> UploadRecord? {
    let sql = "SELECT * FROM upload WHERE library = ? AND ride = ? AND service = ?"
    return try read { db in
      try Row.fetchOne(db, sql: sql, arguments: [library, ride, service.rawValue]).flatMap(UploadRecord.init)
    }
  }

  /// Changes a ride's way to a service in one transaction.
  ///
  /// - Parameters:
  ///   - ride: The ride.
  ///   - library: Its library.
  ///   - service: The service.
  ///   - body: Gets what there is, and returns what is to be; nil removes it.
  /// - Returns: What is there now.
  /// - Throws: `notWritable`; then nothing has changed.
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
      if former.map({ !record.tellsSame(as: $0) }) ?? true { record.isTold = false }
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO upload VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """, arguments: record.arguments)
      return record
    }
  }

  /// The ways of a library's rides to a service that something is to be done about.
  ///
  /// Those that failed least often come first; of these, those that were interrupted, then the oldest ride. Rides that are
  /// held are left out.
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

  /// How many rides wait for a service or are on their way.
  package func queued(for service: SyncService) throws(SyncFault) -> Int {
    let sql = "SELECT count(*) FROM upload WHERE service = ? AND state IN ('queued', 'sending', 'processing')"
    return try read { db in try Int.fetchOne(db, sql: sql, arguments: [service.rawValue]) ?? 0 }
  }

  /// The rides of the followed library that a service refused; nil if there are no such rides.
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

  /// How many rides a service does not have.
  func backlog(for service: SyncService) throws(SyncFault) -> Backlog {
    Backlog(waiting: try queued(for: service), refused: try refused(for: service)?.count ?? 0)
  }

  /// The ways of which jz2d does not know the present state, the oldest first.
  package func untold(of library: String, limit: Int) throws(SyncFault) -> [UploadRecord] {
    let sql = "SELECT * FROM upload WHERE is_told = 0 AND library = ? ORDER BY at_s, ride LIMIT ?"
    return try read { db in
      try Row.fetchAll(db, sql: sql, arguments: [library, limit]).compactMap(UploadRecord.init)
    }
  }

  /// Keeps that jz2d knows a state, unless it has changed meanwhile.
  package func noteTold(_ told: UploadRecord) throws(SyncFault) {
    try write { db in
      let sql = "SELECT * FROM upload WHERE library = ? AND ride = ? AND service = ?"
      let key: StatementArguments = [told.library, told.ride, told.service.rawValue]
      guard let now = try Row.fetchOne(db, sql: sql, arguments: key).flatMap(UploadRecord.init),
        now.tellsSame(as: told)
      else { return }
      try db.execute(
        sql: "UPDATE upload SET is_told = 1 WHERE library = ? AND ride = ? AND service = ?", arguments: key)
    }
  }

  /// The ways to a service of rides that are not there.
  package func unsent(for service: SyncService) throws(SyncFault) -> [UploadRecord] {
    let sql = "SELECT * FROM upload WHERE service = ? AND state NOT IN ('done', 'duplicate')"
    return try read { db in
      try Row.fetchAll(db, sql: sql, arguments: [service.rawValue]).compactMap(UploadRecord.init)
    }
  }

  /// The ride of the followed library that is known at a service by an external ID; nil if it is none of ours.
  package func ride(externalID: String, at service: SyncService) throws(SyncFault) -> Int? {
    // A service may add a file's ending.
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
  /// Whether jz2d is told the same of both.
  fileprivate func tellsSame(as other: UploadRecord) -> Bool {
    state == other.state && activity == other.activity && remoteID == other.remoteID && url == other.url
      && fault == other.fault
  }

  fileprivate var arguments: StatementArguments {
    [
      library, ride, service.rawValue, state.rawValue, activity, firstExternalID, start.wholeSeconds, remoteID, url,
      ticket, fault?.json, at.wholeSeconds, attempts, isHeld, name, note, isRenameDue, isTold,
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
    isTold = row["is_told"]
  }
}

/// The rides that a service does not have.
struct Backlog: Hashable, Sendable {
  /// Those that wait, or that it is still processing.
  var waiting = 0
  var refused = 0
}
