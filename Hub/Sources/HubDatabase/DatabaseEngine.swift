/// A transaction, on the thread where it runs.
///
/// Statements work in both SQLite and PostgreSQL: arguments as `?`, conflicts with `ON CONFLICT`, changed rows returned
/// with `RETURNING`. Each connection prepares a statement once, so its text must not contain values.
package protocol SQLSession {
  /// Runs a statement and returns its rows.
  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow]
  /// Runs a statement; returns the number of changed rows.
  @discardableResult func run(_ sql: String, _ arguments: [SQLValue]) throws -> Int
  /// Runs statements that define tables, in the form described at `Migration`.
  func define(_ sql: String) throws
  /// Prevents other processes from locking the schema until the transaction ends.
  func lockSchema() throws
}

extension SQLSession {
  /// Runs a statement and returns its first row; nil if it returns no rows.
  package func row(_ sql: String, _ arguments: [SQLValue]) throws -> SQLRow? { try rows(sql, arguments).first }
}

/// The durability of a transaction when it returns.
package enum Durability: Hashable, Sendable {
  /// The changes are on the disk.
  case lasting
  /// The changes may be lost if the machine crashes. For data that is soon obsolete.
  case passing
}

/// A database that several processes can use at the same time.
package protocol DatabaseEngine: Sendable {
  /// Runs a transaction that writes.
  ///
  /// - Parameters:
  ///   - durability: The durability of the changes when the call returns.
  ///   - body: The work. It is repeated after a conflict with another transaction, so it must change only the database.
  /// - Returns: The result of `body`.
  /// - Throws: `DatabaseFault`, or the error that `body` throws; the database is unchanged then.
  @discardableResult func write<Result: Sendable>(
    _ durability: Durability, _ body: @escaping @Sendable (any SQLSession) throws -> Result
  ) async throws -> Result

  /// Runs a read-only transaction on one consistent state of the database.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result

  /// Closes all connections. The database must not be used afterwards.
  func close() async
}

extension DatabaseEngine {
  @discardableResult package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Result
  ) async throws -> Result {
    try await write(.lasting, body)
  }
}

/// The number of tries of a transaction while others conflict with it, and the pauses between them.
enum Contention {
  static let tries = 10

  static func pause(after tries: Int) -> Duration { .milliseconds(Int.random(in: 1...(4 << min(tries, 5)))) }
}

/// The address of a database: `sqlite:PATH` or `postgres://USER@HOST/NAME`.
package enum DatabaseAddress: Hashable, Sendable {
  /// The path of the file.
  case sqlite(String)
  /// The address for libpq.
  case postgres(String)

  /// - Parameters:
  ///   - text: The address.
  ///   - mayHavePassword: False for a program's argument, which every user of the computer can read.
  /// - Throws: `badAddress`.
  package init(_ text: String, mayHavePassword: Bool = true) throws(DatabaseFault) {
    if text.hasPrefix("sqlite:"), text.utf8.count > 7 {
      self = .sqlite(String(text.dropFirst(7)))
    } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      self = .postgres(text)
    } else {
      throw DatabaseFault(.badAddress, detail: "must be sqlite:PATH or postgres://USER@HOST/NAME")
    }
    guard mayHavePassword || !hasPassword else {
      throw DatabaseFault(
        .badAddress,
        detail: "has a password, which every user of this computer could read; put it into ~/.pgpass, or into the file "
          + "that $PGPASSFILE names")
    }
  }

  /// Whether the address contains a password, as `postgres://USER:PASSWORD@HOST/NAME` or as a parameter.
  private var hasPassword: Bool {
    guard case .postgres(let address) = self else { return false }
    let rest = address.drop { $0 != "/" }.drop { $0 == "/" }
    let location = rest.prefix { $0 != "/" && $0 != "?" }
    let user = location.lastIndex(of: "@").map { location[..<$0] }
    let parameters = rest.drop { $0 != "?" }.dropFirst().split(separator: "&")
    return user?.contains(":") == true || parameters.contains { $0.lowercased().contains("password=") }
  }

  /// Opens the database.
  ///
  /// - Parameter connections: The maximum number of simultaneous transactions.
  /// - Returns: The database; its schema is not checked yet.
  /// - Throws: `DatabaseFault`. A server that cannot be reached yet is not a fault.
  package func open(connections: Int) throws -> any DatabaseEngine {
    switch self {
    case .sqlite(let path): try SQLiteEngine(path: path, readers: connections)
    case .postgres(let address): PostgresEngine(address: address, connections: connections)
    }
  }
}
