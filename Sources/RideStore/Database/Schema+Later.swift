// The later migrations: what services plan and get, and what is known of the rider's body.

// MARK: - 8 calendar

extension Schema {
  /// Plans that are workouts of a service's calendar, and the rides of them.
  ///
  /// - `plan.source`: the service; NULL of a rider's own plan, which has neither key nor day. `source_key`: the service's
  ///   name for the workout. `day`: `2026-11-25`. `place`: its place in the service's list.
  /// - `ridden.source`, `source_key`: those of the plan that is ridden. Whether a workout was ridden follows from them, so
  ///   that it is always true of the rides that are there.
  /// - `calendar`: when a service's workouts came last, and of which days.
  static let calendar = """
    ALTER TABLE plan ADD COLUMN source TEXT;
    ALTER TABLE plan ADD COLUMN source_key TEXT;
    ALTER TABLE plan ADD COLUMN day TEXT;
    ALTER TABLE plan ADD COLUMN place INTEGER;
    CREATE UNIQUE INDEX plan_source ON plan (source, source_key) WHERE source IS NOT NULL;
    CREATE INDEX plan_day ON plan (day) WHERE day IS NOT NULL;

    ALTER TABLE ridden ADD COLUMN source TEXT;
    ALTER TABLE ridden ADD COLUMN source_key TEXT;
    CREATE INDEX ridden_source ON ridden (source, source_key) WHERE source IS NOT NULL;

    CREATE TABLE calendar (
      source TEXT PRIMARY KEY,
      fetched_ms INTEGER NOT NULL,
      from_day TEXT NOT NULL,
      to_day TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

// MARK: - 9 uploads

extension Schema {
  /// The way of a ride to a service.
  ///
  /// - `state`: an `UploadState`; NULL of an upload that the rider noted by hand, of which there may be one for each
  ///   activity. Of rows with a state a ride has one for each service.
  /// - `remote_id`, `url`: where it is there. `message`: what is wrong.
  static let uploads = """
    ALTER TABLE upload ADD COLUMN state TEXT;
    ALTER TABLE upload ADD COLUMN remote_id TEXT;
    ALTER TABLE upload ADD COLUMN url TEXT;
    ALTER TABLE upload ADD COLUMN message TEXT;
    """
}

// MARK: - 10 body

extension Schema {
  /// Measurements of heart rate variability, nights, other values of days, and the scores of days.
  ///
  /// - `day`: `2026-11-25`, a local day. Each time has the offset of the clock on the wall.
  /// - `measurement.intervals`: the raw intervals in milliseconds, one double each, little-endian; one that does not
  ///   follow the one before is negative. They take a strap's 1/1024 s and the decimals of a file as they are.
  /// - `measurement.boot_id`, `boottime_ns`: when it began by the machine's clock, if the clock on the wall was not known to
  ///   be right; null once its time is confirmed.
  /// - `score.document`: `DayScores` as JSON, as they were computed last with that version of the formulas.
  static let body = """
    CREATE TABLE measurement (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
      at_ms INTEGER,
      utc_offset_s INTEGER CHECK (utc_offset_s BETWEEN -64800 AND 64800),
      source TEXT NOT NULL,
      position TEXT,
      beats INTEGER CHECK (beats >= 0),
      artefacts INTEGER CHECK (artefacts BETWEEN 0 AND beats),
      seconds REAL CHECK (seconds BETWEEN 0 AND 1e6),
      rmssd REAL CHECK (rmssd BETWEEN 0 AND 1e4),
      ln_rmssd REAL CHECK (ln_rmssd BETWEEN -1e3 AND 1e3),
      sdnn REAL CHECK (sdnn BETWEEN 0 AND 1e4),
      nn50 INTEGER CHECK (nn50 >= 0),
      pairs INTEGER CHECK (pairs >= 0),
      mean_heart_rate REAL CHECK (mean_heart_rate BETWEEN 0 AND 1e3),
      resting_heart_rate REAL CHECK (resting_heart_rate BETWEEN 0 AND 1e3),
      lost_seconds REAL CHECK (lost_seconds BETWEEN 0 AND 1e6),
      intervals BLOB CHECK (length(intervals) % 8 = 0),
      boot_id TEXT,
      boottime_ns INTEGER,
      CHECK ((at_ms IS NULL) = (utc_offset_s IS NULL))
    ) STRICT;
    CREATE INDEX measurement_day ON measurement (day);
    CREATE UNIQUE INDEX measurement_apple ON measurement (at_ms) WHERE source = 'apple';
    CREATE UNIQUE INDEX measurement_intervals ON measurement (day) WHERE source = 'intervals';

    CREATE TABLE night (
      day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
      source TEXT NOT NULL,
      from_ms INTEGER,
      from_offset_s INTEGER CHECK (from_offset_s BETWEEN -64800 AND 64800),
      to_ms INTEGER CHECK (to_ms > from_ms),
      to_offset_s INTEGER CHECK (to_offset_s BETWEEN -64800 AND 64800),
      asleep_minutes REAL CHECK (asleep_minutes BETWEEN 0 AND 1440),
      awake_minutes REAL CHECK (awake_minutes BETWEEN 0 AND 1440),
      deep_minutes REAL CHECK (deep_minutes BETWEEN 0 AND 1440),
      rem_minutes REAL CHECK (rem_minutes BETWEEN 0 AND 1440),
      light_minutes REAL CHECK (light_minutes BETWEEN 0 AND 1440),
      PRIMARY KEY (day, source),
      CHECK ((from_ms IS NULL) = (from_offset_s IS NULL) AND (to_ms IS NULL) = (to_offset_s IS NULL))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE wellness (
      day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
      kind TEXT NOT NULL,
      source TEXT NOT NULL,
      at_ms INTEGER,
      utc_offset_s INTEGER CHECK (utc_offset_s BETWEEN -64800 AND 64800),
      value REAL NOT NULL CHECK (value > 0 AND value < 1e6),
      PRIMARY KEY (day, kind, source),
      CHECK ((at_ms IS NULL) = (utc_offset_s IS NULL))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE score (
      day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
      version INTEGER NOT NULL,
      document TEXT NOT NULL,
      PRIMARY KEY (day, version)
    ) STRICT, WITHOUT ROWID;
    """
}

// MARK: - 11 names and bests

extension Schema {
  /// Deleted plans, the names and sports of rides, and the best power of each.
  ///
  /// - `deleted_plan`: a row of `plan` that can be restored; there may be several of one name. `is_deletion_set`: as in
  ///   `ride`.
  /// - `ride.plan_name`: the name of its plan at the start; NULL without one. It is part of `search`.
  /// - `ride.sport`: a `Sport` by the rider's word; NULL for that of the file, or cycling.
  /// - `ride.is_on_route`: 1 of a ride whose rows have their places on the route of its plan, else NULL.
  /// - `power_curve.watts`: a `PowerCurve` by its method, doubles, little-endian.
  static let namesAndBests = """
    CREATE TABLE deleted_plan (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL,
      deleted_ms INTEGER NOT NULL,
      is_deletion_set INTEGER NOT NULL CHECK (is_deletion_set IN (0, 1)),
      name TEXT NOT NULL,
      made_ms INTEGER NOT NULL,
      changed_ms INTEGER NOT NULL,
      document TEXT NOT NULL,
      route_meters REAL,
      route BLOB,
      UNIQUE (key, deleted_ms, changed_ms)
    ) STRICT;

    ALTER TABLE ride ADD COLUMN plan_name TEXT;
    ALTER TABLE ride ADD COLUMN sport TEXT;
    ALTER TABLE ride ADD COLUMN is_on_route INTEGER CHECK (is_on_route = 1);

    CREATE TABLE power_curve (
      ride_id INTEGER PRIMARY KEY REFERENCES ride (id),
      method TEXT NOT NULL,
      watts BLOB NOT NULL CHECK (length(watts) % 8 = 0)
    ) STRICT;
    """

  /// Gives rides the names of their plans.
  static let namesOfPlans = """
    UPDATE ride SET plan_name = (SELECT json_extract(plan, '$.name') FROM ridden WHERE ride_id = ride.id)
      WHERE id IN (
        SELECT ride_id FROM ridden WHERE CASE WHEN json_valid(plan) THEN json_extract(plan, '$.name') END IS NOT NULL);
    """
}

// MARK: - 12 sensors

extension Schema {
  /// Devices beside trainer and strap, and the trainer's own power beside that of a power meter.
  ///
  /// SQLite cannot change the check of a column, so that `device` is made anew. It is not renamed: that fails beside a view
  /// of others that is broken.
  static let sensors = """
    CREATE TABLE device_kept AS SELECT address, name, kind, is_chosen, last_seen_ms FROM device;
    DROP TABLE device;
    CREATE TABLE device (
      address TEXT PRIMARY KEY,
      name TEXT,
      kind TEXT NOT NULL CHECK (kind IN ('trainer', 'heartRate', 'power', 'cadence', 'fan')),
      is_chosen INTEGER NOT NULL CHECK (is_chosen IN (0, 1)),
      last_seen_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO device SELECT address, name, kind, is_chosen, last_seen_ms FROM device_kept;
    DROP TABLE device_kept;
    CREATE UNIQUE INDEX device_chosen ON device (kind) WHERE is_chosen;

    ALTER TABLE sample ADD COLUMN trainer_watts REAL;
    """
}

// MARK: - 13 identities

extension Schema {
  /// The identity of each ride, which it keeps wherever it is copied.
  ///
  /// `uuid`: a `RideUUID`; NULL of a ride that is being purged, and where damage kept the migration from writing it.
  static let identities = """
    ALTER TABLE ride ADD COLUMN uuid TEXT;
    CREATE UNIQUE INDEX ride_uuid ON ride (uuid) WHERE uuid IS NOT NULL;
    """

  /// Gives an identity to each ride that is there.
  static let identitiesOfRides = """
    UPDATE ride SET uuid = lower(
      hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89AB', 1 + (abs(random()) & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))
      WHERE is_purged = 0;
    """
}
