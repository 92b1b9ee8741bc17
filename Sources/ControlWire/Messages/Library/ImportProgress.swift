/// How an import stands.
public struct ImportProgress: Codable, Hashable, Sendable {
  /// The import's number.
  public var number: Int
  /// The first ride that was stored, after the last piece.
  public var ride: RideSummary?
  /// What became of each ride of the file, in its order, after the last piece.
  public var rides: [ImportedRide]?
  /// What of the file was not taken, after the last piece; absent for nothing.
  public var leftOut: LeftOutValues?

  /// How an import stands.
  public init(
    number: Int, ride: RideSummary? = nil, rides: [ImportedRide]? = nil, leftOut: LeftOutValues? = nil
  ) {
    self.number = number
    self.ride = ride
    self.rides = rides
    self.leftOut = leftOut
  }
}

/// What became of a ride of a file: exactly one of the two is there.
public struct ImportedRide: Codable, Hashable, Sendable {
  /// The ride as it is stored; in a dry run as it would be, its number 0.
  public var ride: RideSummary?
  /// The number of the ride that began in the same second, which is why this one was not stored.
  public var there: Int?

  /// What became of a ride.
  public init(ride: RideSummary? = nil, there: Int? = nil) {
    self.ride = ride
    self.there = there
  }
}

/// Values of a file that no ride can have, and that were not taken.
public struct LeftOutValues: Codable, Hashable, Sendable {
  /// How many.
  public var count: Int
  /// Where the first stands, in bytes from the file's beginning.
  public var byte: Int
  /// Where it stands, as a line from 1; absent for a file without lines.
  public var line: Int?

  /// Values that were left out.
  public init(count: Int, byte: Int, line: Int? = nil) {
    self.count = count
    self.byte = byte
    self.line = line
  }
}

/// How a restore stands.
public struct RestoreProgress: Codable, Hashable, Sendable {
  /// The library's number.
  public var number: Int
  /// How many rides there are now, after the last piece.
  public var rides: Int?
  /// Where the former library is, after the last piece: a path of the daemon's machine.
  public var kept: String?

  /// How a restore stands.
  public init(number: Int, rides: Int? = nil, kept: String? = nil) {
    self.number = number
    self.rides = rides
    self.kept = kept
  }
}
