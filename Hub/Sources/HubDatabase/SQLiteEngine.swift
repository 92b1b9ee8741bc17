import Foundation
import GRDB
import Glibc

/// An SQLite file with a write-ahead log (WAL), so that readers never wait.
struct SQLiteEngine: DatabaseEngine {
  /// The time that a transaction waits for one of another process, in seconds.
  private static let patience = 10.0

  private let pool: DatabasePool

  init(path: String, readers: Int) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(Self.patience)
    configuration.maximumReaderCount = max(1, readers)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    // Earlier versions created files that all users could read. SQLite gives its log the mode of the database.
    for suffix in ["", "-wal", "-shm"] {
      var file = stat()
      if stat(path + suffix, &file) == 0, file.st_mode & 0o007 != 0 { chmod(path + suffix, file.st_mode & 0o770) }
    }
    do {
      pool = try DatabasePool(path: path, configuration: configuration)
    } catch {
      throw Self.fault(error)
    }
  }

  func write<Result: Sendable>(
    _ durability: Durability, _ body: @escaping @Sendable (any SQLSession) throws -> Result
  ) async throws -> Result {
    try await translated {
      try await pool.writeWithoutTransaction { db in
        if durability == .passing { try db.execute(sql: "PRAGMA synchronous = NORMAL") }
        defer { if durability == .passing { try? db.execute(sql: "PRAGMA synchronous = FULL") } }
        var result: Result?
        try db.inTransaction(.immediate) {
          result = try body(SQLiteSession(db: db))
          return .commit
        }
        guard let result else { throw DatabaseFault(.failed, detail: "no result") }
        return result
      }
    }
  }

  func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result {
    try await translated { try await pool.read { try body(SQLiteSession(db: $0)) } }
  }

  func close() async { try? pool.close() }

  private func translated<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as DatabaseError {
      throw Self.fault(error)
    }
  }

  private static func fault(_ error: any Error) -> DatabaseFault {
    guard let error = error as? DatabaseError else { return DatabaseFault(.failed, detail: "\(error)") }
    let detail = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: return DatabaseFault(.contended, detail: detail)
    case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_FULL, .SQLITE_READONLY:
      return DatabaseFault(.unreachable, detail: detail)
    case .SQLITE_CONSTRAINT:
      let codes: [ResultCode] = [.SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY]
      return DatabaseFault(codes.contains(error.extendedResultCode) ? .duplicate : .failed, detail: detail)
    default: return DatabaseFault(.failed, detail: detail)
    }
  }
}

private struct SQLiteSession: SQLSession {
  let db: Database

  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    let statement = try db.cachedStatement(sql: sql)
    var columns: [String: Int] = [:]
    for (place, name) in statement.columnNames.enumerated() { columns[name] = place }
    var found: [SQLRow] = []
    let cursor = try Row.fetchCursor(statement, arguments: Self.bound(arguments))
    while let row = try cursor.next() {
      found.append(SQLRow(columns: columns, values: row.databaseValues.map(Self.value)))
    }
    return found
  }

  func run(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
    try db.cachedStatement(sql: sql).execute(arguments: Self.bound(arguments))
    return db.changesCount
  }

  func define(_ sql: String) throws { try db.execute(sql: sql) }

  /// Does not need a lock, since a writing transaction already locks the file.
  func lockSchema() {}

  private static func bound(_ arguments: [SQLValue]) -> StatementArguments {
    StatementArguments(
      arguments.map { argument -> DatabaseValue in
        switch argument {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): Data(value).databaseValue
        }
      })
  }

  private static func value(_ value: DatabaseValue) -> SQLValue {
    switch value.storage {
    case .null: .null
    case .int64(let number): .integer(number)
    case .double(let number): .real(number)
    case .string(let text): .text(text)
    case .blob(let data): .blob(Array(data))
    }
  }
}
