internal import GRDB

/// Compares the tables and indexes of a received library with those that jz2 makes.
///
/// A CHECK, unique index or foreign key from another program runs at each write, and could refuse, replace or delete
/// rides.
struct ArrivedSchema {
  /// A library without rides, made by jz2 at the version of the received library.
  private let own: DatabaseQueue
  private let parts: [String: SchemaPart]

  /// - Parameter applied: The migrations of the received library.
  /// - Throws: `SQLITE_SCHEMA` if no version of jz2 has exactly these; other errors of SQLite.
  init(applied: Set<String>) throws {
    let known = Schema.migrator.migrations.prefix(applied.count)
    guard let last = known.last, applied == Set(known) else {
      throw DatabaseError(resultCode: .SQLITE_SCHEMA, message: "its migrations match no version of jz2d")
    }
    own = try DatabaseQueue()
    try Schema.migrator.migrate(own, upTo: last)
    parts = try own.read(SchemaPart.all)
  }

  /// Drops triggers, and other programs' indexes on jz2's tables: both run at each write.
  ///
  /// - Throws: Errors of SQLite.
  func dropAdditions(_ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { db in
      for (name, part) in try SchemaPart.all(db) {
        let isIndex = part.type == "index" && part.sql != nil && parts[part.table] != nil && parts[name] != part
        if isIndex || part.type == "trigger" {
          try db.execute(sql: "DROP \(isIndex ? "INDEX" : "TRIGGER") \(Self.quoted(name))")
        }
      }
    }
  }

  /// Whether all of jz2's tables and indexes are the ones that jz2 makes, and no other table refers to them.
  ///
  /// - Throws: Errors of SQLite.
  func fits(_ queue: DatabaseQueue) throws -> Bool {
    try queue.read { db in
      let found = try SchemaPart.all(db)
      guard parts.allSatisfy({ found[$0.key] == $0.value }) else { return false }
      return try found.allSatisfy { name, part in
        guard parts[name] == nil, part.type == "table" else { return parts[name] != nil || part.type == "view" }
        return try Row.fetchOne(db, sql: "PRAGMA foreign_key_list(\(Self.quoted(name)))") == nil
      }
    }
  }

  /// Copies the rows of jz2's tables into a file with only these tables; rows that do not fit are left out.
  ///
  /// - Parameters:
  ///   - path: The received library.
  ///   - new: The file to create.
  /// - Throws: `SQLITE_SCHEMA` if a view has the name of one of jz2's tables; other errors of SQLite.
  func copyRows(of path: String, to new: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: new, configuration: configuration)
    try own.backup(to: queue)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try db.execute(sql: "ATTACH ? AS other", arguments: [path])
      try db.inTransaction {
        for (name, part) in parts where part.type == "table" && name != "grdb_migrations" { try Self.copy(name, db) }
        try db.execute(sql: "DELETE FROM sqlite_sequence")
        try db.execute(sql: "INSERT INTO sqlite_sequence SELECT name, seq FROM other.sqlite_sequence")
        return .commit
      }
      let maker = try Int.fetchOne(db, sql: "PRAGMA other.application_id") ?? 0
      try db.execute(sql: "DETACH other")
      try db.execute(sql: "PRAGMA application_id = \(maker)")
    }
    try queue.close()
  }

  private static func copy(_ table: String, _ db: Database) throws {
    let isTable = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM other.sqlite_master WHERE name = ? AND type = 'table')",
      arguments: [table])
    guard isTable == true else {
      throw DatabaseError(resultCode: .SQLITE_SCHEMA, message: "\(table) is not a table")
    }
    func columns(_ schema: String) throws -> [String] {
      // `table_info` omits generated columns.
      try Row.fetchAll(db, sql: "PRAGMA \(schema).table_info(\(quoted(table)))").map { $0["name"] }
    }
    let theirs = Set(try columns("other"))
    let names = try columns("main").filter(theirs.contains).map(quoted).joined(separator: ", ")
    try db.execute(sql: "DELETE FROM main.\(quoted(table))")
    guard !names.isEmpty else { return }
    try db.execute(
      sql: "INSERT OR IGNORE INTO main.\(quoted(table)) (\(names)) SELECT \(names) FROM other.\(quoted(table))")
  }

  private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
