internal import FoundationEssentials
internal import GRDB

/// The database's tables, and the migrations that made them.
///
/// A released migration is never changed; later changes are further migrations.
enum Schema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 devices and rides") { try $0.execute(sql: devicesAndRides) }
    // None of them touches references to other tables: a row that damage has orphaned does not concern them.
    for (name, sql) in [
      ("2 going on", goingOn), ("3 library", library), ("4 plans", plans), ("5 link intervals", linkIntervals),
      ("6 certainty", certainty),
    ] {
      migrator.registerMigration(name, foreignKeyChecks: .immediate) { try $0.execute(sql: sql) }
    }
    migrator.registerMigration("7 changes", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: changes)
      for sql in movesToChanges { try moveReadable(db, sql) }
    }
    migrator.registerMigration("8 calendar", foreignKeyChecks: .immediate) { try $0.execute(sql: calendar) }
    migrator.registerMigration("9 uploads", foreignKeyChecks: .immediate) { try $0.execute(sql: uploads) }
    migrator.registerMigration("10 body", foreignKeyChecks: .immediate) { try $0.execute(sql: body) }
    migrator.registerMigration("11 names and bests", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: namesAndBests)
      try moveReadable(db, namesOfPlans)
      try RideTexts.findByPlans(db)
    }
    migrator.registerMigration("12 sensors", foreignKeyChecks: .immediate) { try $0.execute(sql: sensors) }
    migrator.registerMigration("13 identities", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: identities)
      try moveReadable(db, identitiesOfRides)
    }
    migrator.registerMigration("14 plans as files have them", foreignKeyChecks: .immediate) { db in
      try moveReadable(db) { try db.rewriteFormerPlans() }
    }
    return migrator
  }()

  /// Moves data from older tables; an unreadable page loses its contents, but not the library.
  private static func moveReadable(_ db: Database, _ sql: String) throws {
    try moveReadable(db) { try db.execute(sql: sql) }
  }

  private static func moveReadable(_ db: Database, _ move: () throws -> Void) throws {
    do {
      try db.inSavepoint {
        try move()
        return .commit
      }
    } catch {
      // A full disk has ended the transaction, and the migration with it.
      guard db.isInsideTransaction else { throw error }
    }
  }

  /// Migrates a database to the present version.
  ///
  /// Ignores rows that damage has put out of bounds: SQLite would check all rows for a new column, and refuse.
  static func migrate(_ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA ignore_check_constraints = ON") }
    try migrator.migrate(queue)
    try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
  }

  /// Gives a library an identity if somebody removed it.
  static func identify(_ db: Database) throws {
    guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM library)") == false else { return }
    try db.execute(sql: "INSERT INTO library VALUES (?)", arguments: [UUID().uuidString.lowercased()])
  }

  /// `sample` and `event` hold the members of `RideSample` and `RideEvent`; `rr` is 16-bit numbers, little-endian.
  ///
  /// The bounds of `second` keep a damaged row from claiming centuries.
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

  /// Data that a ride needs to resume in another process: its place on the machine's clock, and the rider's order.
  ///
  /// `asked_watts` is the power asked for last, stored with each second's rows; events tell whether the rider had
  /// paused. `is_file_due`: the ride has changed since its file was written.
  static let goingOn = """
    ALTER TABLE ride ADD COLUMN asked_watts INTEGER;
    ALTER TABLE ride ADD COLUMN maximum_bpm INTEGER CHECK (maximum_bpm > 0);
    ALTER TABLE ride ADD COLUMN strap_name TEXT;
    ALTER TABLE ride ADD COLUMN boot_id TEXT CHECK (boot_id != '');
    ALTER TABLE ride ADD COLUMN start_boottime_ns INTEGER CHECK (start_boottime_ns IS NULL OR boot_id IS NOT NULL);
    ALTER TABLE ride ADD COLUMN is_file_due INTEGER NOT NULL DEFAULT 0 CHECK (is_file_due IN (0, 1));
    ALTER TABLE event ADD COLUMN signal_dbm INTEGER CHECK (signal_dbm BETWEEN -127 AND 20);
    """

  /// How evenly a ride's devices sent, one `IntervalStatistics` each; absent for rides without them.
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

extension Schema {
  /// Data of a library: names and notes, cuts, rides of other programs, uploads, the rider.
  ///
  /// - `deleted_ms`: when the rider deleted it; NULL if not. `is_purged`: its rows are being removed.
  /// - `cut_from`, `cut_to`: the seconds of the whole ride that the rider kept; the totals are of these.
  /// - `activity_ms`: the activity ID of the whole ride, NULL for its start; `cut_activity_ms`: that of the cut.
  ///   `activity` has all IDs that cuts ever had, since other programs may know a ride by one of them.
  /// - `trend_key`, `zone2_seconds`, `zone2_watts`, `decoupling_percent`, `setting`: not used any more, see `changes`.
  /// - `search`: name and note in lower case, since SQLite only knows the case of ASCII.
  /// - `is_carried`: 1 of a row whose values are those of an earlier one, else NULL.
  /// - `origin`, `given`: JSON. They stand last, with the note: a list skips long values.
  static let library = """
    ALTER TABLE ride ADD COLUMN deleted_ms INTEGER;
    ALTER TABLE ride ADD COLUMN is_purged INTEGER NOT NULL DEFAULT 0 CHECK (is_purged IN (0, 1));
    ALTER TABLE ride ADD COLUMN cut_from INTEGER CHECK (cut_from >= 0);
    ALTER TABLE ride ADD COLUMN cut_to INTEGER
      CHECK ((cut_from IS NULL) = (cut_to IS NULL) AND (cut_to IS NULL OR cut_to > cut_from));
    ALTER TABLE ride ADD COLUMN cut_start_ms INTEGER
      GENERATED ALWAYS AS (start_ms + 1000 * ifnull(cut_from, 0)) VIRTUAL;
    ALTER TABLE ride ADD COLUMN activity_ms INTEGER;
    ALTER TABLE ride ADD COLUMN cut_activity_ms INTEGER;
    ALTER TABLE ride ADD COLUMN trend_key TEXT;
    ALTER TABLE ride ADD COLUMN zone2_seconds INTEGER;
    ALTER TABLE ride ADD COLUMN zone2_watts REAL;
    ALTER TABLE ride ADD COLUMN decoupling_percent REAL;
    ALTER TABLE ride ADD COLUMN name TEXT;
    ALTER TABLE ride ADD COLUMN origin TEXT;
    ALTER TABLE ride ADD COLUMN search TEXT;
    ALTER TABLE ride ADD COLUMN note TEXT;
    ALTER TABLE ride ADD COLUMN given TEXT;

    CREATE INDEX ride_start ON ride (start_ms);
    CREATE INDEX ride_activity ON ride (activity_ms) WHERE activity_ms IS NOT NULL;
    CREATE INDEX ride_by_start ON ride (cut_start_ms) WHERE deleted_ms IS NULL;
    CREATE INDEX ride_by_length ON ride (timer_seconds, cut_start_ms) WHERE deleted_ms IS NULL;
    CREATE INDEX ride_search ON ride (cut_start_ms, timer_seconds, search)
      WHERE deleted_ms IS NULL AND search IS NOT NULL;
    CREATE INDEX ride_deleted ON ride (deleted_ms) WHERE deleted_ms IS NOT NULL;
    CREATE INDEX ride_file_due ON ride (id) WHERE is_file_due = 1;

    ALTER TABLE sample ADD COLUMN latitude_degrees REAL;
    ALTER TABLE sample ADD COLUMN longitude_degrees REAL;
    ALTER TABLE sample ADD COLUMN altitude_meters REAL;
    ALTER TABLE sample ADD COLUMN temperature_celsius REAL;
    ALTER TABLE sample ADD COLUMN speed_mps REAL;
    ALTER TABLE sample ADD COLUMN is_carried INTEGER CHECK (is_carried = 1);

    CREATE TABLE lap (
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      number INTEGER NOT NULL,
      second INTEGER NOT NULL CHECK (second BETWEEN 0 AND 31622400),
      trigger TEXT NOT NULL,
      is_resting INTEGER NOT NULL CHECK (is_resting IN (0, 1)),
      given TEXT,
      PRIMARY KEY (ride_id, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE activity (
      activity_ms INTEGER PRIMARY KEY,
      ride_id INTEGER NOT NULL REFERENCES ride (id)
    ) STRICT;
    CREATE INDEX activity_ride ON activity (ride_id);

    CREATE TABLE upload (
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      service TEXT NOT NULL,
      activity_ms INTEGER NOT NULL,
      at_ms INTEGER NOT NULL,
      PRIMARY KEY (ride_id, service, activity_ms)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE setting (
      name TEXT PRIMARY KEY,
      value ANY NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

extension Schema {
  /// Data of plans: the library of plans, the plan that a ride is ridden by, its standing, and labels of laps.
  ///
  /// - `plan.key`: the name in lower case, by which a plan is found. `document`: a `Plan` as JSON, whose route has no
  ///   points; they are in `route`, like those of a ride's route.
  /// - `ridden`: the `RidePlan` of a ride as JSON, and its route until the ride is over.
  /// - `standing`: written beside each second's rows. It is a table of its own, since a change of one column writes the
  ///   whole row.
  /// - `is_dfa`: whether DFA alpha-1 eases the target. `is_virtual`: 1 of a row whose speed is computed, else NULL.
  static let plans = """
    CREATE TABLE plan (
      key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      made_ms INTEGER NOT NULL,
      changed_ms INTEGER NOT NULL,
      document TEXT NOT NULL,
      route_meters REAL,
      route BLOB
    ) STRICT;

    CREATE TABLE ridden (
      ride_id INTEGER PRIMARY KEY REFERENCES ride (id),
      plan TEXT NOT NULL,
      route BLOB
    ) STRICT;

    CREATE TABLE standing (
      ride_id INTEGER PRIMARY KEY REFERENCES ride (id),
      document TEXT,
      learnt_watts INTEGER
    ) STRICT;

    ALTER TABLE ride ADD COLUMN is_dfa INTEGER NOT NULL DEFAULT 0 CHECK (is_dfa IN (0, 1));
    ALTER TABLE ride ADD COLUMN rider_kilograms REAL CHECK (rider_kilograms > 0);
    ALTER TABLE sample ADD COLUMN alpha1 REAL;
    ALTER TABLE sample ADD COLUMN is_virtual INTEGER CHECK (is_virtual = 1);
    ALTER TABLE lap ADD COLUMN label TEXT;
    """
}

extension Schema {
  /// Data that cannot be added later: the identity of the library, the rider's FTP at a ride's start, and whether times
  /// are reliable.
  ///
  /// - `library`: its identity, in one row.
  /// - `taken_over`: the other databases whose rides were taken over, by `OtherLibrary.mark`.
  /// - `threshold_watts`: the rider's FTP at the start; NULL if not set, and of earlier rides.
  /// - `is_start_set`: 1 if the clock was known to be right when `start_ms` was set, else 0; NULL of earlier rides and
  ///   of rides from files.
  /// - `is_deletion_set`: the same for `deleted_ms`.
  /// - `utc_offset_s`: local time minus UTC at the start.
  static let certainty = """
    CREATE TABLE library (uuid TEXT NOT NULL) STRICT;
    INSERT INTO library VALUES (lower(
      hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89AB', 1 + (abs(random()) & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))));

    CREATE TABLE taken_over (
      mark TEXT PRIMARY KEY,
      rides INTEGER NOT NULL,
      lost INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE ride ADD COLUMN threshold_watts INTEGER CHECK (threshold_watts > 0);
    ALTER TABLE ride ADD COLUMN is_start_set INTEGER CHECK (is_start_set IN (0, 1));
    ALTER TABLE ride ADD COLUMN is_deletion_set INTEGER NOT NULL DEFAULT 1 CHECK (is_deletion_set IN (0, 1));
    ALTER TABLE ride ADD COLUMN utc_offset_s INTEGER CHECK (utc_offset_s BETWEEN -64800 AND 64800);
    CREATE INDEX ride_start_unset ON ride (id) WHERE is_start_set = 0;
    """
}

// MARK: - 7 changes

extension Schema {
  /// The log of changes, the history of settings, and derived figures.
  ///
  /// - `change`: the log, one `LibraryChange` a row; never empty. `tag` is random and distinguishes a change from one
  ///   of the same number in an older copy of the library.
  /// - `rider_setting`: every value that a setting ever had. `entry` counts the entries of a name, and the last one
  ///   holds. `since_ms` is NULL of a setting made before this migration, which holds from the beginning; `value` is
  ///   NULL if the setting was removed.
  /// - `figure`: a `DerivedFigure` by its method. `basis`: the settings that it used. `value` is NULL if the ride has
  ///   no such figure.
  static let changes = """
    CREATE TABLE change (
      number INTEGER PRIMARY KEY,
      tag INTEGER NOT NULL,
      subject TEXT NOT NULL,
      ride_id INTEGER,
      name TEXT,
      kind TEXT NOT NULL
    ) STRICT;
    INSERT INTO change (tag, subject, kind) VALUES (random() & 4294967295, 'library', 'made');

    CREATE TABLE rider_setting (
      name TEXT NOT NULL,
      entry INTEGER NOT NULL DEFAULT 0,
      since_ms INTEGER,
      value ANY,
      PRIMARY KEY (name, entry)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE figure (
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      name TEXT NOT NULL,
      method TEXT NOT NULL,
      basis TEXT NOT NULL,
      value REAL,
      PRIMARY KEY (ride_id, name, method)
    ) STRICT, WITHOUT ROWID;
    """

  /// Moves data of older tables into these, each table as a whole or not at all.
  ///
  /// The old columns of `ride` stay, empty: SQLite refuses to drop a column that somebody's view or index names, and
  /// the library would be taken for a damaged one.
  static let movesToChanges = [
    "INSERT OR IGNORE INTO rider_setting (name, value) SELECT name, value FROM setting; DROP TABLE setting;",
    """
    INSERT INTO figure (ride_id, name, method, basis, value)
      SELECT id, 'zone2Seconds', '1', substr(trend_key, 3), zone2_seconds FROM ride
        WHERE trend_key LIKE '1 %' AND zone2_seconds IS NOT NULL
      UNION ALL SELECT id, 'zone2Watts', '1', substr(trend_key, 3), zone2_watts FROM ride WHERE trend_key LIKE '1 %'
      UNION ALL SELECT id, 'decouplingPercent', '1', substr(trend_key, 3), decoupling_percent FROM ride
        WHERE trend_key LIKE '1 %';
    UPDATE ride SET trend_key = NULL, zone2_seconds = NULL, zone2_watts = NULL, decoupling_percent = NULL
      WHERE trend_key IS NOT NULL;
    """,
    """
    UPDATE ride SET utc_offset_s = json_extract(origin, '$.utcOffsetSeconds')
      WHERE utc_offset_s IS NULL AND json_valid(origin)
        AND json_extract(origin, '$.utcOffsetSeconds') BETWEEN -64800 AND 64800;
    """,
  ]
}
