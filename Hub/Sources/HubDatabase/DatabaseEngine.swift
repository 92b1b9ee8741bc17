/// A transaction, on the thread where it runs.
///
/// Statements are written for SQLite and PostgreSQL alike: arguments as `?`, conflicts by `ON CONFLICT`, changed rows back by
/// `RETURNING`. They are prepared once a connection, so their text must not contain values.
package protocol SQLSession {
  /// The rows that a statement gives.
  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow]
  /// Runs a statement; returns the number of rows that it changed.
  @discardableResult func run(_ sql: String, _ arguments: [SQLValue]) throws -> Int
  /// Runs statements that define tables, written as `Migration` says.
  func define(_ sql: String) throws
  /// Lets no other process go on with the same until the transaction is over.
  func lockSchema() throws
}

extension SQLSession {
  /// The first row that a statement gives; nil without any.
  package func row(_ sql: String, _ arguments: [SQLValue]) throws -> SQLRow? { try rows(sql, arguments).first }
}

/// How safe a transaction is when it is over.
package enum Durability: Hashable, Sendable {
  /// It is on the disk.
  case lasting
  /// It may be lost if the machine ends without warning: for what is worth nothing a moment later.
  case passing
}

/// A database that any number of processes use at a time.
package protocol DatabaseEngine: Sendable {
  /// Runs a transaction that writes.
  ///
  /// - Parameters:
  ///   - durability: How safe it is when it is over.
  ///   - body: Is run again if another transaction was in the way, so it must change nothing but the database.
  /// - Returns: What `body` returns.
  /// - Throws: `DatabaseFault`, or what `body` throws; then nothing is changed.
  @discardableResult func write<Result: Sendable>(
    _ durability: Durability, _ body: @escaping @Sendable (any SQLSession) throws -> Result
  ) async throws -> Result

  /// Runs a transaction that only reads, of one state of the database.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Result) async throws -> Result

  /// Closes all connections; nothing may be asked afterwards.
  func close() async
}

extension DatabaseEngine {
  @discardableResult package func write<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Result
  ) async throws -> Result {
    try await write(.lasting, body)
  }
}

/// How often a transaction is tried while others are in its way, and how long is waited before the next try.
enum Contention {
  static let tries = 10

  static func pause(after tries: Int) -> Duration { .milliseconds(Int.random(in: 1...(4 << min(tries, 5)))) }
}

/// The address of a database: `sqlite:PATH` or `postgres://USER@HOST/NAME`.
package enum DatabaseAddress: Hashable, Sendable {
  /// The path of the file.
  case sqlite(String)
  /// The address as libpq takes it.
  case postgres(String)

  /// - Parameters:
  ///   - text: The address.
  ///   - mayHavePassword: False for an argument of a program, which every user of the computer can read.
  /// - Throws: `badAddress`.
  package init(_ text: String, mayHavePassword: Bool = true) throws(DatabaseFault) {
    if text.hasPrefix("sqlite:"), text.utf8.count > 7 {
      self = .sqlite(String(text.dropFirst(7)))
    } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      self = .postgres(text)
    } else {
      throw DatabaseFault(.badAddress, detail: "has to be sqlite:PATH or postgres://USER@HOST/NAME")
    }
    guard mayHavePassword || !hasPassword else {
      throw DatabaseFault(
        .badAddress,
        detail: "has a password, which every user of this computer could read; put it into ~/.pgpass, or into the file "
          + "that $PGPASSFILE names")
    }
  }

  /// Whether there is a password in it, as `postgres://USER:PASSWORD@HOST/NAME` or as a parameter.
  private var hasPassword: Bool {
    guard case .postgres(let address) = self else { return false }
    let rest = address.drop { $0 != "/" }.drop { $0 == "/" }
    let location = rest.prefix { $0 != "/" && $0 != "?" }
    let user = location.lastIndex(of: "@").map { location[..<$0] }
    let parameters = rest.drop { $0 != "?" }.dropFirst().split(separator: "&")
    return user?.contains(":") == true || parameters.contains { $0.lowercased().contains("password=") }
  }

  /// Opens it.
  ///
  /// - Parameter connections: How many transactions run at a time, at most.
  /// - Returns: The database, whose form is not looked at yet.
  /// - Throws: `DatabaseFault`; a server that cannot be reached yet is no fault.
  package func open(connections: Int) throws -> any DatabaseEngine {
    switch self {
    case .sqlite(let path): try SQLiteEngine(path: path, readers: connections)
    case .postgres(let address): PostgresEngine(address: address, connections: connections)
    }
  }
}
