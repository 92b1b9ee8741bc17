package import RideSession

/// What came of a file: the rides in it, and what of it was left out.
package struct ImportedFile: Hashable, Sendable {
  /// In order of the file, one at least.
  package var rides: [RideRecord]
  package var leftOut: LeftOut

  package init(rides: [RideRecord], leftOut: LeftOut = LeftOut()) {
    self.rides = rides
    self.leftOut = leftOut
  }
}

/// Values of a file that no ride can have, or of which nothing can be made: such a one costs its second, not the ride.
package struct LeftOut: Hashable, Sendable {
  /// How many.
  package private(set) var count = 0
  /// Where in the file the first stands; nil where nothing was left out.
  package private(set) var first: RideFileError.Place?

  package init() {}

  /// Counts values, the first of which stands at `place`.
  package mutating func add(_ values: Int = 1, at place: RideFileError.Place) {
    guard values > 0 else { return }
    count += values
    if place.byte < first?.byte ?? .max { first = place }
  }

  /// Counts what was left out of another part of the file.
  package mutating func add(_ other: Self) {
    if let place = other.first { add(other.count, at: place) }
  }
}

/// How much of a file is taken: what it claims costs nothing, and what it holds no more than this.
package struct ImportLimits: Hashable, Sendable {
  /// Bytes of the file.
  package var bytes: Int
  /// Seconds from a ride's first point to its last, and so its rows; of all rides of a file together.
  package var seconds: Int
  /// Laps of a ride.
  package var laps: Int
  /// Rides of a file.
  package var rides: Int

  package init(bytes: Int = 104_857_600, seconds: Int = 4 * 86_400, laps: Int = 10_000, rides: Int = 1000) {
    self.bytes = bytes
    self.seconds = seconds
    self.laps = laps
    self.rides = rides
  }
}
