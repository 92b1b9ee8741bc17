/// A step of the database's form, which is made once.
///
/// Its statements are written in SQLite's words; for PostgreSQL, the types `INTEGER`, `REAL` and `BLOB` become `BIGINT`,
/// `DOUBLE PRECISION` and `BYTEA`, and tables that are `/* passing */` are kept without a log.
package struct Migration: Sendable {
  package let name: String
  package let sql: String

  package init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }
}

extension DatabaseEngine {
  /// Makes the steps that are missing.
  ///
  /// Of several processes that begin at a time, one does it.
  ///
  /// - Throws: `tooNew` if the database has a step that is not among these.
  package func migrate(_ migrations: [Migration], now: Int64) async throws {
    try await write { session in
      try session.lockSchema()
      try session.define(
        "CREATE TABLE IF NOT EXISTS migration (name TEXT NOT NULL PRIMARY KEY, at_ms INTEGER NOT NULL)")
      let made = try session.rows("SELECT name FROM migration", []).map { try $0.text("name") }
      if let unknown = made.first(where: { name in !migrations.contains { $0.name == name } }) {
        throw DatabaseFault(.tooNew, detail: "it has the step \(unknown)")
      }
      for migration in migrations where !made.contains(migration.name) {
        try session.define(migration.sql)
        try session.run("INSERT INTO migration VALUES (?, ?)", [.text(migration.name), .integer(now)])
      }
    }
  }
}
