extension Schema {
  /// What a library needs: names and notes, cuts, rides of other programs, where rides were uploaded to, the rider.
  ///
  /// - `deleted_ms`: when the rider deleted it; NULL of a ride that is there. `is_purged`: its rows are being removed.
  /// - `cut_from`, `cut_to`: the seconds of the whole ride that the rider kept; the totals are theirs.
  /// - `activity_ms`: the activity ID of the whole ride, NULL for its start; `cut_activity_ms`: that of the cut.
  ///   `activity` has all that cuts were ever given, since other programs may know a ride by one of them.
  /// - `trend_key`: from what settings the trend columns were reckoned.
  /// - `search`: name and note in lower case: SQLite itself knows the case of ASCII alone.
  /// - `is_carried`: 1 of a row whose values are those of an earlier one, else NULL.
  /// - `origin`, `given`: JSON. They stand last, with the note: what is long is passed over when a list is made.
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
