// MARK: - Plans and the calendar

extension Schema {
  /// The library of plans, the plan of each ride, and the ride's standing.
  ///
  /// - `plan.key`: the name in lower case, for finding a plan. `document`: a `Plan` as JSON, whose route has no points;
  ///   they are in `route`, like those of a ride's route.
  /// - `plan.source`: the service whose calendar has the workout; NULL for a rider's own plan, which has neither key
  ///   nor day. `source_key`: the service's identifier of the workout. `day`: `2026-11-25`. `place`: its place in the
  ///   service's list.
  /// - `deleted_plan`: a row of `plan` that can be restored; several may have the same name. `is_deletion_set`: as in
  ///   `ride`.
  /// - `calendar`: when a service's workouts were last received, and for which days.
  /// - `ridden`: the `RidePlan` of a ride as JSON, and its route until the ride is over. `source`, `source_key`: those
  ///   of the plan. They determine whether a workout was ridden, so the answer always matches the existing rides.
  /// - `standing`: written with each second's rows. It has a table of its own, since a change of one column writes the
  ///   whole row.
  static let plans = """
    CREATE TABLE plan (
      key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      made_ms INTEGER NOT NULL,
      changed_ms INTEGER NOT NULL,
      document TEXT NOT NULL,
      source TEXT,
      source_key TEXT,
      day TEXT,
      place INTEGER,
      route_meters REAL,
      route BLOB
    ) STRICT;
    CREATE UNIQUE INDEX plan_source ON plan (source, source_key) WHERE source IS NOT NULL;
    CREATE INDEX plan_day ON plan (day) WHERE day IS NOT NULL;

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

    CREATE TABLE calendar (
      source TEXT PRIMARY KEY,
      fetched_ms INTEGER NOT NULL,
      from_day TEXT NOT NULL,
      to_day TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE ridden (
      ride_id INTEGER PRIMARY KEY REFERENCES ride (id),
      plan TEXT NOT NULL,
      source TEXT,
      source_key TEXT,
      route BLOB
    ) STRICT;
    CREATE INDEX ridden_source ON ridden (source, source_key) WHERE source IS NOT NULL;

    CREATE TABLE standing (
      ride_id INTEGER PRIMARY KEY REFERENCES ride (id),
      document TEXT,
      learnt_watts INTEGER
    ) STRICT;
    """
}

// MARK: - The rider's body

extension Schema {
  /// Measurements of heart rate variability, nights, other values of days, and the scores of days.
  ///
  /// - `day`: `2026-11-25`, a local day. Each time has the UTC offset of local time.
  /// - `measurement.intervals`: the raw intervals in milliseconds, one double each, little-endian; negative for an
  ///   interval that does not follow the previous one. Doubles preserve a strap's 1/1024 s and the decimals of a file.
  /// - `measurement.boot_id`, `boottime_ns`: when it began by the machine's clock, if the wall clock may have been
  ///   wrong; null once its time is confirmed.
  /// - `score.document`: `DayScores` as JSON, as last computed with that version of the formulas.
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
