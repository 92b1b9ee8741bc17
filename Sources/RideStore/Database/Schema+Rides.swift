extension Schema {
  /// Rides with their rows, events and laps, their uploads, and figures that are computed from them.
  ///
  /// - `uuid`: a `RideUUID`, kept in all copies of the ride; NULL while it is purged.
  /// - `asked_watts`: the last requested power, stored with each second's rows. `boot_id`, `start_boottime_ns`: the
  ///   start by the machine's clock, for a process that resumes the ride. `is_dfa`: whether DFA alpha-1 eases the
  ///   target.
  /// - `is_file_due`: the ride has changed since its file was written.
  /// - `is_start_set`: 1 if the clock was known to be right when `start_ms` was set, else 0; NULL for rides from files.
  ///   `is_deletion_set`: the same for `deleted_ms`. `utc_offset_s`: local time minus UTC at the start.
  /// - `threshold_watts`: the rider's FTP at the start; NULL if not set.
  /// - `deleted_ms`: when the rider deleted it; NULL if not deleted. `is_purged`: its rows are being removed.
  /// - `cut_from`, `cut_to`: the seconds of the whole ride that trimming keeps; the totals are those of this part.
  /// - `activity_ms`: the activity ID of the whole ride, NULL for its start; `cut_activity_ms`: that of the trimmed
  ///   ride. `activity` has all IDs that trimmed rides ever had, since other programs may know a ride by one of them.
  /// - `sport`: a `Sport` that the rider set; NULL for that of the file, or cycling. `is_on_route`: 1 for a ride whose
  ///   rows have positions on the route of its plan, else NULL.
  /// - `plan_name`: the name of its plan at the start; NULL without a plan. `search`: name, note and plan name in lower
  ///   case, since SQLite only knows the case of ASCII.
  /// - `origin`, `given`: JSON. They are the last columns, with the note, since a list skips long values.
  ///
  /// `sample` and `event` contain the members of `RideSample` and `RideEvent`; `rr` is 16-bit numbers, little-endian.
  /// The bounds of `second` keep a damaged row from adding centuries. `is_carried`: 1 for a row with the values of an
  /// earlier one, else NULL; `is_virtual`: 1 for a row with a computed speed.
  ///
  /// - `upload`: the upload of a ride to a service. `state`: an `UploadState`; NULL for an upload that the rider
  ///   recorded by hand, of which there may be one for each activity. With a state, a ride has one row for each
  ///   service. `remote_id`, `url`: the activity at the service. `message`: the reason of a failure.
  /// - `link_interval`: the notification intervals of the ride's devices, one `IntervalStatistics` each; absent for
  ///   rides without them.
  /// - `figure`: a `DerivedFigure` by its method. `basis`: the settings that it used. `value` is NULL if the ride has
  ///   no such figure. `power_curve.watts`: a `PowerCurve` by its method, doubles, little-endian.
  static let rides = """
    CREATE TABLE ride (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT,
      start_ms INTEGER NOT NULL,
      planned_seconds INTEGER NOT NULL,
      target_watts INTEGER NOT NULL,
      trainer_address TEXT,
      trainer_name TEXT,
      strap_address TEXT,
      strap_name TEXT,
      state TEXT NOT NULL CHECK (state IN ('riding', 'suspended', 'finished')),
      file_name TEXT UNIQUE,
      timer_seconds INTEGER,
      elapsed_seconds INTEGER,
      joules REAL,
      distance_meters REAL,
      average_watts REAL,
      average_bpm REAL,
      asked_watts INTEGER,
      maximum_bpm INTEGER CHECK (maximum_bpm > 0),
      is_dfa INTEGER NOT NULL DEFAULT 0 CHECK (is_dfa IN (0, 1)),
      rider_kilograms REAL CHECK (rider_kilograms > 0),
      threshold_watts INTEGER CHECK (threshold_watts > 0),
      boot_id TEXT CHECK (boot_id != ''),
      start_boottime_ns INTEGER CHECK (start_boottime_ns IS NULL OR boot_id IS NOT NULL),
      is_start_set INTEGER CHECK (is_start_set IN (0, 1)),
      utc_offset_s INTEGER CHECK (utc_offset_s BETWEEN -64800 AND 64800),
      is_file_due INTEGER NOT NULL DEFAULT 0 CHECK (is_file_due IN (0, 1)),
      deleted_ms INTEGER,
      is_deletion_set INTEGER NOT NULL DEFAULT 1 CHECK (is_deletion_set IN (0, 1)),
      is_purged INTEGER NOT NULL DEFAULT 0 CHECK (is_purged IN (0, 1)),
      cut_from INTEGER CHECK (cut_from >= 0),
      cut_to INTEGER CHECK ((cut_from IS NULL) = (cut_to IS NULL) AND (cut_to IS NULL OR cut_to > cut_from)),
      cut_start_ms INTEGER GENERATED ALWAYS AS (start_ms + 1000 * ifnull(cut_from, 0)) VIRTUAL,
      activity_ms INTEGER,
      cut_activity_ms INTEGER,
      is_on_route INTEGER CHECK (is_on_route = 1),
      sport TEXT,
      name TEXT,
      plan_name TEXT,
      origin TEXT,
      search TEXT,
      note TEXT,
      given TEXT,
      CHECK (state != 'finished' OR (timer_seconds IS NOT NULL AND elapsed_seconds IS NOT NULL AND joules IS NOT NULL))
    ) STRICT;
    CREATE INDEX ride_unfinished ON ride (id) WHERE state != 'finished';
    CREATE UNIQUE INDEX ride_uuid ON ride (uuid) WHERE uuid IS NOT NULL;
    CREATE INDEX ride_start ON ride (start_ms);
    CREATE INDEX ride_start_unset ON ride (id) WHERE is_start_set = 0;
    CREATE INDEX ride_activity ON ride (activity_ms) WHERE activity_ms IS NOT NULL;
    CREATE INDEX ride_by_start ON ride (cut_start_ms) WHERE deleted_ms IS NULL;
    CREATE INDEX ride_by_length ON ride (timer_seconds, cut_start_ms) WHERE deleted_ms IS NULL;
    CREATE INDEX ride_search ON ride (cut_start_ms, timer_seconds, search)
      WHERE deleted_ms IS NULL AND search IS NOT NULL;
    CREATE INDEX ride_deleted ON ride (deleted_ms) WHERE deleted_ms IS NOT NULL;
    CREATE INDEX ride_file_due ON ride (id) WHERE is_file_due = 1;

    CREATE TABLE sample (
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      second INTEGER NOT NULL CHECK (second BETWEEN 0 AND 31622400),
      timer_running INTEGER NOT NULL CHECK (timer_running IN (0, 1)),
      power_watts REAL,
      trainer_watts REAL,
      target_watts INTEGER,
      cadence_rpm REAL,
      beats_per_minute INTEGER,
      speed_kmh REAL,
      distance_meters REAL,
      rr BLOB,
      latitude_degrees REAL,
      longitude_degrees REAL,
      altitude_meters REAL,
      temperature_celsius REAL,
      speed_mps REAL,
      alpha1 REAL,
      is_carried INTEGER CHECK (is_carried = 1),
      is_virtual INTEGER CHECK (is_virtual = 1),
      PRIMARY KEY (ride_id, second)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE event (
      id INTEGER PRIMARY KEY,
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      at_ms INTEGER NOT NULL,
      kind TEXT NOT NULL,
      detail TEXT NOT NULL DEFAULT '',
      signal_dbm INTEGER CHECK (signal_dbm BETWEEN -127 AND 20),
      UNIQUE (ride_id, at_ms, kind, detail)
    ) STRICT;

    CREATE TABLE lap (
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      number INTEGER NOT NULL,
      second INTEGER NOT NULL CHECK (second BETWEEN 0 AND 31622400),
      trigger TEXT NOT NULL,
      is_resting INTEGER NOT NULL CHECK (is_resting IN (0, 1)),
      label TEXT,
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
      state TEXT,
      remote_id TEXT,
      url TEXT,
      message TEXT,
      PRIMARY KEY (ride_id, service, activity_ms)
    ) STRICT, WITHOUT ROWID;

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

    CREATE TABLE figure (
      ride_id INTEGER NOT NULL REFERENCES ride (id),
      name TEXT NOT NULL,
      method TEXT NOT NULL,
      basis TEXT NOT NULL,
      value REAL,
      PRIMARY KEY (ride_id, name, method)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE power_curve (
      ride_id INTEGER PRIMARY KEY REFERENCES ride (id),
      method TEXT NOT NULL,
      watts BLOB NOT NULL CHECK (length(watts) % 8 = 0)
    ) STRICT;
    """

  /// Columns for the members of `Pedalling`; NULL in rows without a meter that sends them.
  static let pedalling = """
    ALTER TABLE sample ADD COLUMN left_percent REAL;
    ALTER TABLE sample ADD COLUMN left_torque_percent REAL;
    ALTER TABLE sample ADD COLUMN right_torque_percent REAL;
    ALTER TABLE sample ADD COLUMN left_smoothness_percent REAL;
    ALTER TABLE sample ADD COLUMN right_smoothness_percent REAL;
    """

  /// The options of a ride about slopes and resistance, as in `RideOrder`.
  static let brake = """
    ALTER TABLE ride ADD COLUMN difficulty_percent INTEGER;
    ALTER TABLE ride ADD COLUMN holds_by_resistance INTEGER;
    """
}
