package import FoundationEssentials
internal import GRDB
package import Rides

/// A service as the outbox knows it.
package struct ServiceRecord: Hashable, Sendable {
  package let service: SyncService
  package var state: SyncServiceState
  /// The rider's name there.
  package var account: String?
  /// The library of which it gets rides, and the first of them; earlier rides only if they began at `since` or later.
  package var library: String?
  package var firstRide: Int?
  package var since: Date?
  /// When it last took something.
  package var lastSuccess: Date?
  /// What is wrong with it.
  package var fault: SyncFault?
  /// Until when it asked for a pause, by the wall clock.
  package var pausedUntil: Date?
  /// `BatchService.destination()` of the rides that were sent; it outlives a disconnection.
  package var destination: String?

  package init(_ service: SyncService, _ state: SyncServiceState = .disconnected) {
    self.service = service
    self.state = state
  }
}

extension Outbox {
  /// A service; disconnected if it never was connected.
  package func record(of service: SyncService) throws(SyncFault) -> ServiceRecord {
    let sql = "SELECT * FROM service WHERE name = ?"
    return try read { db in
      try Row.fetchOne(db, sql: sql, arguments: [service.rawValue]).map { ServiceRecord(service, $0) }
    } ?? ServiceRecord(service)
  }

  /// Changes a service in one transaction, and returns it.
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

  /// Keeps that a service has another destination, and puts each ride that went to the former one into the queue again.
  ///
  /// Rides that the former destination refused are sent too. If the program ends before, the next call does the same.
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

// MARK: - Values as the tables have them

extension Date {
  /// Whole seconds since 1970, within what a table holds.
  var wholeSeconds: Int64 { Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? 0 }

  /// The moment of whole seconds since 1970; nil of nil.
  init?(wholeSeconds: Int64?) {
    guard let wholeSeconds else { return nil }
    self.init(timeIntervalSince1970: Double(wholeSeconds))
  }
}

extension SyncFault {
  /// As a table has it.
  var json: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

  /// The fault of a table; nil if there is none, or none that can be read.
  init?(json: String?) {
    guard let json, let fault = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = fault
  }
}
