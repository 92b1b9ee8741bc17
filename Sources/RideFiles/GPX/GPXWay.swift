internal import RideSession

/// How far a ride has come, by the positions of its points.
struct GPXWay: Sendable {
  private struct Stand: Sendable {
    var place: Place
    var time: UnixTime
  }

  private(set) var meters = 0.0
  /// From where the next point is measured; nil at the beginning of a segment.
  private var last: Stand?
  /// A place too far away to be reached, until another one near it proves it, or one near the last disproves it.
  private var doubtful: Stand?

  /// Begins a segment: the way to it was not ridden.
  mutating func breakOff() { (last, doubtful) = (nil, nil) }

  /// Goes on to a point.
  ///
  /// - Returns: Whether the rider can have been there; the way to where they cannot is not counted.
  mutating func go(to place: Place, at time: UnixTime) -> Bool {
    let next = Stand(place: place, time: time)
    guard let from = last else {
      last = next
      return true
    }
    if let step = Self.step(from, next) {
      meters += step
      (last, doubtful) = (next, nil)
      return true
    }
    // Two that agree outvote one before them.
    if let other = doubtful, let step = Self.step(other, next) {
      meters += step
      (last, doubtful) = (next, nil)
      return true
    }
    doubtful = next
    return false
  }

  /// The metres from one point to a later one; nil where that is no ride.
  private static func step(_ from: Stand, _ to: Stand) -> Double? {
    let seconds = Double(to.time.milliseconds - from.time.milliseconds) / 1000
    let meters = from.place.meters(to: to.place)
    return seconds >= 0 && meters <= max(nearMeters, seconds * fastestMetersPerSecond) ? meters : nil
  }

  /// Faster than any bicycle down any mountain, in metres a second.
  private static let fastestMetersPerSecond = 60.0
  /// How far a receiver may jump as it finds itself, in metres.
  private static let nearMeters = 200.0
}
