import RideSession
import RideStore
import Rides

/// The state that a store has acknowledged: every bit of it is there after a power cut.
package struct Promised: Hashable, Sendable {
  /// The number of chosen devices.
  var devices = 0
  var settings = RiderSettings()
  /// In the order of their numbers, from 1 on.
  var rides: [Ride] = []
  /// Where a follower of the log of changes stands; nil before it asked.
  var follower: Follower?

  struct Follower: Hashable, Sendable {
    var cursor: ChangeCursor
    /// The number of rides that there were when it asked.
    var knownRides: Int
  }

  struct Ride: Hashable, Sendable {
    var kept: Kept
    /// The contents of its file, as last written.
    var file: [UInt8]?
    /// Whether the file is of the ride as it is now.
    var isFileNew = false
  }

  /// The part of a ride that one transaction changes as a whole.
  struct Kept: Hashable, Sendable {
    var start: UnixTime
    /// The number of rows, each as `row` makes it.
    var rows = 0
    var events: [RideEvent] = []
    var askedWatts: Int
    /// Nil once the ride is finished, which goes on no more.
    var document: String?
    var isFinished = false

    mutating func finish() { (isFinished, document) = (true, nil) }
  }

  /// The row of a second; rows of different rides differ.
  static func row(_ second: Int, ride: Int) -> RideSample {
    RideSample(
      second: second, timerRunning: second % 50 != 49, powerWatts: 150.5 + Double(second % 7), targetWatts: 150,
      cadenceRpm: 88.25, beatsPerMinute: 120 + ride, speedKmh: 30, distanceMeters: Double(second + 1) * 8,
      rrIntervals: [0x0372, UInt16(truncatingIfNeeded: second)])
  }

  /// The number of rows; nil unless they are the first ones of the ride.
  static func count(_ rows: [RideSample], ride: Int) -> Int? {
    rows.indices.allSatisfy { rows[$0] == row($0, ride: ride) } ? rows.count : nil
  }
}
