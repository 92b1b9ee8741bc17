/// A part of a file.
package struct FilePiece: Codable, Hashable, Sendable {
  /// The name for the file: `2026-11-21T064512Z.tcx`.
  package var fileName: String
  /// The piece's number, from 0.
  package var sequence: Int
  /// The bytes, in Base64.
  package var data: String
  /// The activity of the ride in the file, RFC 3339 with milliseconds; absent for any other file.
  package var activity: String?

  package init(fileName: String, sequence: Int, data: String, activity: String? = nil) {
    self.fileName = fileName
    self.sequence = sequence
    self.data = data
    self.activity = activity
  }
}

/// The progress of an import.
package struct ImportProgress: Codable, Hashable, Sendable {
  /// The import's number.
  package var number: Int
  /// The first stored ride; only after the last piece.
  package var ride: RideSummary?
  /// The result for each ride of the file, in the file's order; only after the last piece.
  package var rides: [ImportedRide]?
  /// The values that were skipped; only after the last piece, absent if all values were imported.
  package var leftOut: LeftOutValues?
  /// The position where the file is cut off, in bytes from its beginning; only after the last piece, absent for a whole
  /// file.
  package var cutOffByte: Int?

  package init(
    number: Int, ride: RideSummary? = nil, rides: [ImportedRide]? = nil, leftOut: LeftOutValues? = nil,
    cutOffByte: Int? = nil
  ) {
    self.number = number
    self.ride = ride
    self.rides = rides
    self.leftOut = leftOut
    self.cutOffByte = cutOffByte
  }
}

/// The result for one ride of a file: exactly one of the two is present.
package struct ImportedRide: Codable, Hashable, Sendable {
  /// The stored ride; in a dry run the ride as it would be stored, with the number 0.
  package var ride: RideSummary?
  /// The number of a stored ride that began in the same second, so that this one was not stored.
  package var there: Int?

  package init(ride: RideSummary? = nil, there: Int? = nil) {
    self.ride = ride
    self.there = there
  }
}

/// Implausible values of a file, which were skipped.
package struct LeftOutValues: Codable, Hashable, Sendable {
  package var count: Int
  /// The position of the first, in bytes from the file's beginning.
  package var byte: Int
  /// Its line, from 1; absent for a file without lines.
  package var line: Int?

  package init(count: Int, byte: Int, line: Int? = nil) {
    self.count = count
    self.byte = byte
    self.line = line
  }
}

/// The progress of the import of a plan.
package struct PlanImportProgress: Codable, Hashable, Sendable {
  /// The import's number.
  package var number: Int
  /// The plan as it is stored; only after the last piece.
  package var plan: PlanSummary?

  package init(number: Int, plan: PlanSummary? = nil) {
    self.number = number
    self.plan = plan
  }
}

/// The progress of a restore.
package struct RestoreProgress: Codable, Hashable, Sendable {
  /// The library's number.
  package var number: Int
  /// The number of rides now; only after the last piece.
  package var rides: Int?
  /// The path of the former library on the daemon's machine; only after the last piece.
  package var kept: String?

  package init(number: Int, rides: Int? = nil, kept: String? = nil) {
    self.number = number
    self.rides = rides
    self.kept = kept
  }
}
