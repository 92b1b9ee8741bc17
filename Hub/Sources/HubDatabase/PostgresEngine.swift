import NIOPosix
import Synchronization

/// A database on a PostgreSQL server.
///
/// It has a few connections; each runs its transaction on a thread of the pool.
///
/// A broken connection is replaced at the next transaction, so the server may be restarted at any time.
final class PostgresEngine: DatabaseEngine {
  private let address: String
  private let threads: NIOThreadPool
  private let idle = Mutex<[Lent]>([])

  /// An idle connection.
  ///
  /// A thread that takes it from the list has exclusive use of it.
  private struct Lent: @unchecked Sendable {
    let connection: PostgresConnection
  }

  init(address: String, connections: Int) {
    self.address = address
    threads = NIOThreadPool(numberOfThreads: max(1, connections))
    threads.start()
  }

  func write<Result: Sendable>(
    _ durability: Durability, _ body: @escaping @Sendable (any SQLSession) throws -> Result
  ) async throws -> Result {
    let begin = durability == .lasting ? "BEGIN" : "BEGIN; SET LOCAL synchronous_commit = off"
    return try await transaction(begin, body)
  }

  func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result {
    try await transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
  }

  func close() async {
    try? await threads.shutdownGracefully()
    idle.withLock { $0 = [] }
  }

  private func transaction<Result: Sendable>(
    _ begin: String, _ body: @escaping @Sendable (any SQLSession) throws -> Result
  ) async throws -> Result {
    var tries = 0
    while true {
      do {
        return try await threads.runIfActive { try self.once(begin, body) }
      } catch let fault as DatabaseFault where fault.code == .contended {
        tries += 1
        guard tries < Contention.tries else { throw fault }
        try await Task.sleep(for: Contention.pause(after: tries))
      }
    }
  }

  /// Runs the transaction on a connection; called on a thread of the pool.
  private func once<Result>(_ begin: String, _ body: (any SQLSession) throws -> Result) throws -> Result {
    let connection = try begun(begin)
    defer { if !connection.isBroken { idle.withLock { $0.append(Lent(connection: connection)) } } }
    do {
      let result = try body(PostgresSession(connection: connection))
      try connection.script("COMMIT")
      return result
    } catch {
      try? connection.script("ROLLBACK")
      throw error
    }
  }

  /// Returns a connection in a new transaction.
  ///
  /// The server may have closed an idle connection. No work is lost then, and another connection is used.
  private func begun(_ begin: String) throws -> PostgresConnection {
    while let connection = takeIdle() {
      if try Self.begins(connection, begin) { return connection }
    }
    let connection = try PostgresConnection(address: address)
    try connection.script(begin)
    return connection
  }

  private func takeIdle() -> PostgresConnection? {
    let lent = idle.withLock { $0.popLast() }
    return lent?.connection
  }

  /// Begins a transaction; returns false if the connection is broken.
  private static func begins(_ connection: PostgresConnection, _ begin: String) throws -> Bool {
    do throws(DatabaseFault) {
      try connection.script(begin)
      return true
    } catch {
      guard error.code == .unreachable else { throw error }
      return false
    }
  }
}

private struct PostgresSession: SQLSession {
  /// The key of the lock that serialises migrations of several hubs; any number that no other program uses.
  private static let schemaLock = 7_402_685_001

  let connection: PostgresConnection

  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] { try connection.run(sql, arguments).rows() }

  func run(_ sql: String, _ arguments: [SQLValue]) throws -> Int { try connection.run(sql, arguments).changes }

  func define(_ sql: String) throws { try connection.script(Self.translated(sql)) }

  func lockSchema() throws { try connection.script("SELECT pg_advisory_xact_lock(\(Self.schemaLock))") }

  private static func translated(_ sql: String) -> String {
    [
      (" INTEGER", " BIGINT"), (" REAL", " DOUBLE PRECISION"), (" BLOB", " BYTEA"),
      ("CREATE /* passing */", "CREATE UNLOGGED"),
    ]
    .reduce(sql) { $0.replacing($1.0, with: $1.1) }
  }
}
