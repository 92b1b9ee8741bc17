package import Rides

/// The result of an import: the rides of a file and a count of the values left out.
package struct ImportedFile: Hashable, Sendable {
  /// The rides in the order of the file, at least one.
  package var rides: [RideRecord]
  package var leftOut: LeftOut
  /// The place at which the file ends too early; nil for a complete file.
  package var cutOff: FilePlace?

  package init(rides: [RideRecord], leftOut: LeftOut = LeftOut()) {
    self.rides = rides
    self.leftOut = leftOut
  }
}

/// Counts values that no ride can have and values that cannot be interpreted.
///
/// Only its own second loses data; the rest of the ride is kept.
package struct LeftOut: Hashable, Sendable {
  /// The number of values.
  package private(set) var count = 0
  /// The place of the first such value in the file; nil if there are no such values.
  package private(set) var first: FilePlace?
  /// The number of times among them, and the first one with its place; nil if all times are valid.
  private(set) var badTimes: FileFault?

  package init() {}

  /// Counts values, the first of them at `place`.
  package mutating func add(_ values: Int = 1, at place: FilePlace) {
    guard values > 0 else { return }
    count += values
    if place.byte < first?.byte ?? .max { first = place }
  }

  /// Counts a time that cannot be read or that no ride can have.
  mutating func add(time: String, at place: FilePlace) {
    add(at: place)
    let badTimes = badTimes ?? FileFault(.badTimes, at: place, String(time.prefix(Self.longestTime)))
    self.badTimes = badTimes
    self.badTimes?.found = (badTimes.found ?? 0) + 1
  }

  /// Adds the count of another part of the file.
  package mutating func add(_ other: Self) {
    if let place = other.first { add(other.count, at: place) }
    let before = badTimes?.found
    badTimes = badTimes ?? other.badTimes
    if let before { badTimes?.found = before + (other.badTimes?.found ?? 0) }
  }

  /// Returns the error for a file without a usable point.
  func noPoint(at place: FilePlace) -> FileFault {
    badTimes ?? FileFault(.noActivity, at: place, "it has no data points")
  }

  /// The most characters that are shown of a time.
  private static let longestTime = 40
}

/// A place in a file.
package struct FilePlace: Hashable, Sendable {
  /// The offset in the file, in bytes.
  package var byte: Int
  /// The line, from 1; nil for a binary format.
  package var line: Int?

  package init(byte: Int, line: Int? = nil) {
    self.byte = byte
    self.line = line
  }
}

extension FileFault {
  package init(_ code: Code, at place: FilePlace, _ detail: String) {
    self.init(code, byte: place.byte, line: place.line, detail: detail)
  }

  /// Creates the fault of an exceeded limit; `parts` is the plural noun of the counted parts.
  package init(_ code: Code, at place: FilePlace, found: Int, allowed: Int, _ parts: String) {
    self.init(code, byte: place.byte, line: place.line, detail: parts, found: found, allowed: allowed)
  }

  package var place: FilePlace { FilePlace(byte: byte, line: line) }
}

/// Limits on the content of a file.
///
/// A claimed size alone never allocates memory.
package struct ImportLimits: Hashable, Sendable {
  /// Bytes per file.
  package var bytes: Int
  /// Seconds from the first to the last point, and so rows; for all rides of a file together.
  package var seconds: Int
  /// Laps per ride.
  package var laps: Int
  /// Rides per file.
  package var rides: Int

  package init(bytes: Int = 104_857_600, seconds: Int = 4 * 86_400, laps: Int = 10_000, rides: Int = 1000) {
    self.bytes = bytes
    self.seconds = seconds
    self.laps = laps
    self.rides = rides
  }
}
