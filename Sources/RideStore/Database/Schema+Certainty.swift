extension Schema {
  /// What cannot be had later: whose library it is, what the rider was worth at the start, and which times are sure.
  ///
  /// - `library`: names this library for good, in one row: numbers of rides are its own.
  /// - `taken_over`: the other databases whose rides were taken over, each by `OtherLibrary.mark`.
  /// - `threshold_watts`: the rider's FTP at the start; NULL where they had said none, and of rides before.
  /// - `is_start_set`: 1 where the clock was right when `start_ms` was noted, 0 where it was not known to be; NULL of rides
  ///   before, and of those of a file.
  /// - `is_deletion_set`: the same of `deleted_ms`.
  /// - `utc_offset_s`: what local time was ahead of UTC at the start.
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
