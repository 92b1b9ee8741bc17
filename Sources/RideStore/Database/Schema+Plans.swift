extension Schema {
  /// What plans need: those that are kept, what a ride is ridden by and where it stands in it, and laps that have labels.
  ///
  /// - `plan.key`: the name in lower case, by which a plan is found. `document`: a `Plan` as JSON, whose route has no points;
  ///   they are in `route`, as is the route of a ride.
  /// - `ridden`: the `RidePlan` of a ride, as JSON, and its route until the ride is over.
  /// - `standing`: what a ride writes beside its rows. It has a table of its own, since whatever stands in a row is written
  ///   again with it.
  /// - `is_dfa`: whether DFA alpha-1 eases the target. `is_virtual`: 1 of a row whose speed is reckoned, else NULL.
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
