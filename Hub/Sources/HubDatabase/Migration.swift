/// A step of the database's schema, which runs once.
///
/// Its statements use SQLite's syntax. For PostgreSQL, the types `INTEGER`, `REAL` and `BLOB` become `BIGINT`,
/// `DOUBLE PRECISION` and `BYTEA`, and tables marked `/* passing */` become unlogged.
package struct Migration: Sendable {
  package let name: String
  package let sql: String

  package init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }
}

extension DatabaseEngine {
  /// Runs the missing steps.
  ///
  /// If several processes start at the same time, only one runs them.
  ///
  /// - Throws: `tooNew` if the database has an unknown step.
  package func migrate(_ migrations: [Migration], now: Int64) async throws {
    try await write { session in
      try session.lockSchema()
      try session.define(
        "CREATE TABLE IF NOT EXISTS migration (name TEXT NOT NULL PRIMARY KEY, at_ms INTEGER NOT NULL)")
      let made = try session.rows("SELECT name FROM migration", []).map { try $0.text("name") }
      if let unknown = made.first(where: { name in !migrations.contains { $0.name == name } }) {
        throw DatabaseFault(.tooNew, detail: "it has the unknown step \(unknown)")
      }
      for migration in migrations where !made.contains(migration.name) {
        try session.define(migration.sql)
        try session.run("INSERT INTO migration VALUES (?, ?)", [.text(migration.name), .integer(now)])
      }
    }
  }
}
