import RideSession
import RideStore
import Rides

/// The state that a store has acknowledged; all of it must survive a power cut.
package struct Promised: Hashable, Sendable {
  /// The number of chosen devices.
  var devices = 0
  var settings = RiderSettings()
  /// The rides in the order of their numbers, from 1 on.
  var rides: [Ride] = []
  /// The position of a follower of the change log; nil before its first request.
  var follower: Follower?

  struct Follower: Hashable, Sendable {
    var cursor: ChangeCursor
    /// The number of rides at the time of its request.
    var knownRides: Int
  }

  struct Ride: Hashable, Sendable {
    var kept: Kept
    /// The last written contents of its file.
    var file: [UInt8]?
    /// Whether the file matches the present ride.
    var isFileNew = false
  }

  /// The part of a ride that each transaction changes as a whole.
  struct Kept: Hashable, Sendable {
    var start: UnixTime
    /// The number of rows, each made by `row`.
    var rows = 0
    var events: [RideEvent] = []
    var askedWatts: Int
    /// Nil once the ride is finished.
    var document: String?
    var isFinished = false

    mutating func finish() { (isFinished, document) = (true, nil) }
  }

  /// Returns the row of a second; rows of different rides differ.
  static func row(_ second: Int, ride: Int) -> RideSample {
    RideSample(
      second: second, timerRunning: second % 50 != 49, powerWatts: 150.5 + Double(second % 7), targetWatts: 150,
      cadenceRpm: 88.25, beatsPerMinute: 120 + ride, speedKmh: 30, distanceMeters: Double(second + 1) * 8,
      rrIntervals: [0x0372, UInt16(truncatingIfNeeded: second)])
  }

  /// Returns the number of rows; nil unless they are the first rows of the ride.
  static func count(_ rows: [RideSample], ride: Int) -> Int? {
    rows.indices.allSatisfy { rows[$0] == row($0, ride: ride) } ? rows.count : nil
  }
}
