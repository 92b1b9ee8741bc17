package import ControlWire
import Rides

/// The last five minutes of a ride, for a phone that connects during it.
package struct RideTrail: Hashable, Sendable {
  /// One second.
  package struct Point: Hashable, Sendable, Encodable {
    /// Seconds since the first pedal stroke.
    package var elapsedSeconds: Int
    package var watts: Int?
    package var target: Int?
    package var beatsPerMinute: Int?
    package var cadence: Double?

    /// Encodes `[125, 151, 150, 132, 88.5]`, with `null` for an unknown value.
    package func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(elapsedSeconds)
      try list.encode(watts)
      try list.encode(target)
      try list.encode(beatsPerMinute)
      try list.encode(cadence)
    }
  }

  /// The most seconds in the trail.
  package static let length = 300

  /// The ride's id; nil before the first ride.
  package private(set) var ride: Int?
  /// The seconds, the latest one last.
  package private(set) var points: [Point] = []

  package init() {}

  /// Adds a status; a later status for the same second replaces the earlier one.
  package mutating func append(_ status: Status) {
    guard let current = status.ride else { return }
    if ride != current.id { (ride, points) = (current.id, []) }
    // The chart starts at the first pedal stroke.
    guard status.phase != .connecting, status.phase != .ready else { return }
    let point = Point(
      elapsedSeconds: current.elapsedSeconds, watts: status.powerWatts, target: current.targetWatts,
      beatsPerMinute: status.heartRate?.beatsPerMinute, cadence: status.cadenceRpm)
    if let last = points.last, last.elapsedSeconds >= point.elapsedSeconds {
      if last.elapsedSeconds == point.elapsedSeconds { points[points.count - 1] = point }
      return
    }
    points.append(point)
    let first = point.elapsedSeconds - Self.length
    points.removeAll { $0.elapsedSeconds <= first }
  }
}
