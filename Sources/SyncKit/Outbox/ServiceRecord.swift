package import FoundationEssentials
internal import GRDB
package import Rides

/// The state of a service in the outbox.
package struct ServiceRecord: Hashable, Sendable {
  package let service: SyncService
  package var state: SyncServiceState
  /// The rider's account name at the service; nil if unknown.
  package var account: String?
  /// The library whose rides the service gets, and the first ride.
  ///
  /// Earlier rides are included only if they began at `since` or later.
  package var library: String?
  package var firstRide: Int?
  package var since: Date?
  /// The time of the last successful upload; nil before the first.
  package var lastSuccess: Date?
  /// The present fault, if any.
  package var fault: SyncFault?
  /// The end of the pause that the service asked for, by the wall clock.
  package var pausedUntil: Date?
  /// `BatchService.destination()` of the rides that were sent.
  ///
  /// It is kept when the service is disconnected.
  package var destination: String?

  package init(_ service: SyncService, _ state: SyncServiceState = .disconnected) {
    self.service = service
    self.state = state
  }
}

extension Outbox {
  /// Returns the record of a service; disconnected if it was never connected.
  package func record(of service: SyncService) throws(SyncFault) -> ServiceRecord {
    let sql = "SELECT * FROM service WHERE name = ?"
    return try read { db in
      try Row.fetchOne(db, sql: sql, arguments: [service.rawValue]).map { ServiceRecord(service, $0) }
    } ?? ServiceRecord(service)
  }

  /// Changes the record of a service in one transaction, and returns it.
  @discardableResult
  package func change(
    _ service: SyncService, _ body: @Sendable (inout ServiceRecord) -> Void
  ) throws(SyncFault) -> ServiceRecord {
    try write { db in
      let sql = "SELECT * FROM service WHERE name = ?"
      let row = try Row.fetchOne(db, sql: sql, arguments: [service.rawValue])
      let former = row.map { ServiceRecord(service, $0) }
      var record = former ?? ServiceRecord(service)
      body(&record)
      guard record != former else { return record }
      try db.execute(
        sql: "INSERT OR REPLACE INTO service VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          service.rawValue, record.state.rawValue, record.account, record.library, record.firstRide,
          record.since?.wholeSeconds, record.lastSuccess?.wholeSeconds, record.fault?.json,
          record.pausedUntil?.wholeSeconds, record.destination,
        ])
      return record
    }
  }

  /// Stores another destination of a service, and queues each ride again that the former destination has.
  ///
  /// Rides that the former destination refused are queued too. If the program ends before the commit, the next call
  /// does the same.
  package func redirect(_ service: SyncService, to destination: String) throws(SyncFault) {
    try write { db in
      try db.execute(
        sql: "UPDATE service SET destination = ?, last_success_s = NULL WHERE name = ?",
        arguments: [destination, service.rawValue])
      try db.execute(
        sql: """
          UPDATE upload SET state = 'queued', attempts = 0, fault = NULL, remote_id = NULL, url = NULL, is_told = 0
          WHERE service = ? AND state IN ('done', 'duplicate', 'failed')
          """, arguments: [service.rawValue])
    }
  }
}

extension ServiceRecord {
  fileprivate init(_ service: SyncService, _ row: Row) {
    self.init(service, SyncServiceState(rawValue: row["state"]) ?? .disconnected)
    account = row["account"]
    library = row["library"]
    firstRide = row["first_ride"]
    since = Date(wholeSeconds: row["since_s"])
    lastSuccess = Date(wholeSeconds: row["last_success_s"])
    fault = SyncFault(json: row["fault"])
    pausedUntil = Date(wholeSeconds: row["paused_until_s"])
    destination = row["destination"]
  }
}

// MARK: - Column values

extension Date {
  /// Whole seconds since 1970, rounded down; 0 if they exceed the range of a column.
  var wholeSeconds: Int64 { Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? 0 }

  /// Creates a date from whole seconds since 1970; nil if they are nil.
  init?(wholeSeconds: Int64?) {
    guard let wholeSeconds else { return nil }
    self.init(timeIntervalSince1970: Double(wholeSeconds))
  }
}

extension SyncFault {
  /// The fault as JSON, for a column.
  var json: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

  /// Reads the fault from a column; nil if it is null or unreadable.
  init?(json: String?) {
    guard let json, let fault = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = fault
  }
}
