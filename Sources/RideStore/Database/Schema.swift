internal import GRDB

/// The database's tables and how they came to be.
///
/// A released migration is never changed; what comes later is another one.
enum Schema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 devices and rides") { try $0.execute(sql: devicesAndRides) }
    for (name, sql) in [
      ("2 going on", goingOn), ("3 library", library), ("4 plans", plans), ("5 link intervals", linkIntervals),
      ("6 certainty", certainty),
    ] {
      // None touches what refers to other tables: a row that damage has orphaned is left to who reads it.
      migrator.registerMigration(name, foreignKeyChecks: .immediate) { try $0.execute(sql: sql) }
    }
    return migrator
  }()

  /// Brings a database to the present version.
  ///
  /// Rows that damage has put beyond their bounds stay: SQLite would look at all of them for a new column, and refuse.
  static func migrate(_ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA ignore_check_constraints = ON") }
    try migrator.migrate(queue)
    try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
  }

  /// `sample` and `event` carry what `RideSample` and `RideEvent` say; `rr` is 16-bit numbers, little-endian.
  ///
  /// The bounds of `second` keep a damaged row from asking for centuries.
  static let devicesAndRides = """
    CREATE TABLE device (
      address TEXT PRIMARY KEY,
      name TEXT,
      kind TEXT NOT NULL CHECK (kind IN ('trainer', 'heartRate')),
      is_chosen INTEGER NOT NULL CHECK (is_chosen IN (0, 1)),
      last_seen_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX device_chosen ON device (kind) WHERE is_chosen;

    CREATE TABLE ride (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      start_ms INTEGER NOT NULL,
      planned_seconds INTEGER NOT NULL,
      target_watts INTEGER NOT NULL,
      trainer_address TEXT,
      trainer_name TEXT,
      strap_address TEXT,
      state TEXT NOT NULL CHECK (state IN ('riding', 'suspended', 'finished')),
      file_name TEXT UNIQUE,
      timer_seconds INTEGER,
      elapsed_seconds INTEGER,
      joules REAL,
      distance_meters REAL,
      average_watts REAL,
      average_bpm REAL,
      CHECK (state != 'finished' OR (timer_seconds IS NOT NULL AND elapsed_seconds IS NOT NULL AND joules IS NOT NULL))
    ) STRICT;
    CREATE INDEX ride_unfinished ON ride (id) WHERE state != 'finished';

    CREATE TABLE sample (
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      second INTEGER NOT NULL CHECK (second BETWEEN 0 AND 31622400),
      timer_running INTEGER NOT NULL CHECK (timer_running IN (0, 1)),
      power_watts REAL,
      target_watts INTEGER,
      cadence_rpm REAL,
      beats_per_minute INTEGER,
      speed_kmh REAL,
      distance_meters REAL,
      rr BLOB,
      PRIMARY KEY (ride_id, second)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      at_ms INTEGER NOT NULL,
      kind TEXT NOT NULL,
      detail TEXT NOT NULL DEFAULT '',
      UNIQUE (ride_id, at_ms, kind, detail)
    ) STRICT;
    """

  /// What a ride needs to go on in another process: where it lies on the machine's clock, and what was asked of it.
  ///
  /// `asked_watts` is the power asked for last, kept with each second's rows; whether the rider had paused stands in the
  /// events. `is_file_due`: the ride has more to say than its file.
  static let goingOn = """
    ALTER TABLE ride ADD COLUMN asked_watts INTEGER;
    ALTER TABLE ride ADD COLUMN maximum_bpm INTEGER CHECK (maximum_bpm > 0);
    ALTER TABLE ride ADD COLUMN strap_name TEXT;
    ALTER TABLE ride ADD COLUMN boot_id TEXT CHECK (boot_id != '');
    ALTER TABLE ride ADD COLUMN start_boottime_ns INTEGER CHECK (start_boottime_ns IS NULL OR boot_id IS NOT NULL);
    ALTER TABLE ride ADD COLUMN is_file_due INTEGER NOT NULL DEFAULT 0 CHECK (is_file_due IN (0, 1));
    ALTER TABLE event ADD COLUMN signal_dbm INTEGER CHECK (signal_dbm BETWEEN -127 AND 20);
    """

  /// How evenly a ride's devices spoke, an `IntervalStatistics` each; a ride of which that is not known has none.
  static let linkIntervals = """
    CREATE TABLE link_interval (
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      role TEXT NOT NULL CHECK (role IN ('trainer', 'heartRate')),
      count INTEGER NOT NULL CHECK (count > 0),
      shortest_ns INTEGER NOT NULL CHECK (shortest_ns >= 0),
      longest_ns INTEGER NOT NULL CHECK (longest_ns >= shortest_ns),
      mean_seconds REAL NOT NULL,
      squares REAL NOT NULL CHECK (squares >= 0),
      PRIMARY KEY (ride_id, role)
    ) STRICT, WITHOUT ROWID;
    """
}
