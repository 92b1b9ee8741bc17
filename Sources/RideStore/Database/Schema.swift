internal import FoundationEssentials
internal import GRDB

/// The database's tables, and the migrations that create them.
enum Schema {
  /// One change of the database.
  struct Migration: Sendable {
    /// Its number and a word, `2 laps`; the copy made before it has the number in its name (`MigrationCopy`).
    let name: String
    let change: @Sendable (Database) throws -> Void
  }

  /// A released migration never changes; a later change is a new entry.
  private static let migrations = [
    Migration(name: "1 library") { try $0.execute(sql: library + rides + plans + body) },
    Migration(name: "2 plans as files have them") { try $0.rewriteFormerPlans() },
    Migration(name: "3 pedalling") { try $0.execute(sql: pedalling) },
    Migration(name: "4 brake") { try $0.execute(sql: brake) },
  ]

  /// Migrations of a later version, used by tests only.
  @TaskLocal static var laterMigrations: [Migration] = []

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for migration in migrations + laterMigrations {
      // Not all references are checked: a row orphaned by damage does not concern a migration.
      migrator.registerMigration(migration.name, foreignKeyChecks: .immediate, migrate: migration.change)
    }
    return migrator
  }

  /// Migrates a database to the present version.
  ///
  /// Ignores rows that damage has moved out of bounds: for a new column, SQLite would check all rows, and refuse.
  static func migrate(_ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA ignore_check_constraints = ON") }
    try migrator.migrate(queue)
    try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
  }

  /// Gives a library without an identity a new one; it is a new library, or its identity was removed.
  static func identify(_ db: Database) throws {
    guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM library)") == false else { return }
    try db.execute(sql: "INSERT INTO library VALUES (?)", arguments: [UUID().uuidString.lowercased()])
  }
}

extension Schema {
  /// The library, its settings and its devices.
  ///
  /// - `library`: its identity, in one row. `change`: the log, one `LibraryChange` a row; never empty. `tag` is random
  ///   and distinguishes a change from one of the same number in an older copy of the library.
  /// - `taken_over`: the other databases whose rides were taken over, by `OtherLibrary.mark`.
  /// - `rider_setting`: every value that a setting ever had. `entry` counts the entries of a name; the last one is
  ///   valid. `value` is NULL if the setting was removed.
  static let library = """
    CREATE TABLE library (uuid TEXT NOT NULL) STRICT;

    CREATE TABLE change (
      number INTEGER PRIMARY KEY,
      tag INTEGER NOT NULL,
      subject TEXT NOT NULL,
      ride_id INTEGER,
      name TEXT,
      kind TEXT NOT NULL
    ) STRICT;
    INSERT INTO change (tag, subject, kind) VALUES (random() & 4294967295, 'library', 'made');

    CREATE TABLE taken_over (
      mark TEXT PRIMARY KEY,
      rides INTEGER NOT NULL,
      lost INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE rider_setting (
      name TEXT NOT NULL,
      entry INTEGER NOT NULL DEFAULT 0,
      since_ms INTEGER,
      value ANY,
      PRIMARY KEY (name, entry)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE device (
      address TEXT PRIMARY KEY,
      name TEXT,
      kind TEXT NOT NULL CHECK (kind IN ('trainer', 'heartRate', 'power', 'cadence', 'fan')),
      is_chosen INTEGER NOT NULL CHECK (is_chosen IN (0, 1)),
      last_seen_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX device_chosen ON device (kind) WHERE is_chosen;
    """
}
