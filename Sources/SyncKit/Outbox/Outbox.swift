import FoundationEssentials
internal import GRDB
internal import Glibc
package import Rides

/// The database of jz2sync: the services, the upload of each ride to each of them, and the cursor in the library's log
/// of changes.
///
/// A change survives a kill and a power cut once the method returns. The methods block on the disk, so the actor runs
/// on its own thread, given by the caller.
package actor Outbox {
  private let executor: any SerialExecutor
  let queue: DatabaseQueue
  /// The path to which a damaged database was moved, if it was.
  package nonisolated let setAside: String?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the database in an existing directory, on the caller's thread.
  ///
  /// A damaged database is moved aside and replaced by a new one. No ride is uploaded twice by that, since jz2d has
  /// notes of the uploads; the services have to be connected again.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - executor: Runs the outbox; it may block.
  /// - Throws: `notWritable`.
  package init(in directory: String, executor: any SerialExecutor) throws(SyncFault) {
    self.executor = executor
    let path = "\(directory)/sync.sqlite"
    do {
      (queue, setAside) = (try Self.open(path), nil)
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      let aside = "\(path).broken-\(UUID().uuidString.prefix(8))"
      let files = FileManager.default
      do {
        try files.moveItem(atPath: path, toPath: aside)
        for suffix in ["-wal", "-shm"] { try? files.removeItem(atPath: path + suffix) }
        (queue, setAside) = (try Self.open(path), aside)
      } catch {
        throw SyncFault(.notWritable, detail: "\(path): \(error)")
      }
    } catch {
      throw SyncFault(.notWritable, detail: "\(path): \(error)")
    }
  }

  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      // With NORMAL a power cut could lose the last commits, for example of a ride that was sent.
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    // The database has personal data from services. SQLite gives its -wal and -shm files the same permissions.
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try migrator.migrate(queue)
    return queue
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 outbox") { db in
      try db.execute(
        sql: """
          CREATE TABLE library (
            one INTEGER PRIMARY KEY CHECK (one = 1), uuid TEXT NOT NULL, cursor TEXT) STRICT;
          CREATE TABLE service (
            name TEXT PRIMARY KEY, state TEXT NOT NULL, account TEXT, library TEXT, first_ride INTEGER, since_s INTEGER,
            last_success_s INTEGER, fault TEXT, paused_until_s INTEGER, destination TEXT) STRICT;
          CREATE TABLE upload (
            library TEXT NOT NULL, ride INTEGER NOT NULL, service TEXT NOT NULL, state TEXT NOT NULL,
            activity TEXT NOT NULL, first_external_id TEXT NOT NULL, start_s INTEGER NOT NULL,
            remote_id TEXT, url TEXT, ticket TEXT, fault TEXT, at_s INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
            is_held INTEGER NOT NULL DEFAULT 0, name TEXT, note TEXT, is_rename_due INTEGER NOT NULL DEFAULT 0,
            is_told INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (library, ride, service)) STRICT;
          CREATE INDEX upload_work ON upload (service, state);
          CREATE INDEX upload_untold ON upload (is_told) WHERE is_told = 0;
          CREATE TABLE memory (
            service TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (service, key)) STRICT;
          """)
    }
    return migrator
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(SyncFault) -> Value {
    do { return try queue.read(body) } catch { throw fault(error) }
  }

  /// - Throws: `notWritable`; the database is unchanged then.
  func write<Value>(_ body: (Database) throws -> Value) throws(SyncFault) -> Value {
    do { return try queue.write(body) } catch { throw fault(error) }
  }

  private func fault(_ error: any Error) -> SyncFault { SyncFault(.notWritable, detail: "\(queue.path): \(error)") }
}

// MARK: - Followed library

extension Outbox {
  /// Returns the followed library and the cursor in it; nil before the first.
  package func followed() throws(SyncFault) -> (library: String, cursor: String?)? {
    try read { db in
      guard let row = try Row.fetchOne(db, sql: "SELECT uuid, cursor FROM library") else { return nil }
      return (row[0], row[1])
    }
  }

  /// Stores the cursor in a library.
  package func follow(_ library: String, to cursor: String?) throws(SyncFault) {
    let sql =
      "INSERT INTO library VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET uuid = excluded.uuid, cursor = excluded.cursor"
    try write { db in try db.execute(sql: sql, arguments: [library, cursor]) }
  }
}

// MARK: - Memory of services

/// The key-value store of one service in the outbox.
package struct OutboxMemory: ServiceMemory {
  let outbox: Outbox
  let service: SyncService

  package init(of service: SyncService, in outbox: Outbox) {
    self.outbox = outbox
    self.service = service
  }

  package func value(_ key: String) async throws(SyncFault) -> [UInt8]? { try await outbox.value(key, of: service) }
  package func keep(_ values: [String: [UInt8]?]) async throws(SyncFault) { try await outbox.keep(values, of: service) }
  package func forget(beginningWith prefix: String) async throws(SyncFault) {
    try await outbox.forget(beginningWith: prefix, of: service)
  }
}

extension Outbox {
  fileprivate func value(_ key: String, of service: SyncService) throws(SyncFault) -> [UInt8]? {
    let sql = "SELECT value FROM memory WHERE service = ? AND key = ?"
    return try read { db in
      try Data.fetchOne(db, sql: sql, arguments: [service.rawValue, key]).map(Array.init)
    }
  }

  fileprivate func forget(beginningWith prefix: String, of service: SyncService) throws(SyncFault) {
    let sql = "DELETE FROM memory WHERE service = ? AND substr(key, 1, ?) = ?"
    try write { db in try db.execute(sql: sql, arguments: [service.rawValue, prefix.count, prefix]) }
  }

  fileprivate func keep(_ values: [String: [UInt8]?], of service: SyncService) throws(SyncFault) {
    try write { db in
      for (key, value) in values {
        if let value {
          let sql = "INSERT INTO memory VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
          try db.execute(sql: sql, arguments: [service.rawValue, key, Data(value)])
        } else {
          let sql = "DELETE FROM memory WHERE service = ? AND key = ?"
          try db.execute(sql: sql, arguments: [service.rawValue, key])
        }
      }
    }
  }
}
