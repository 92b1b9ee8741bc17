internal import RideSession

/// A ride of a GPX file while it is read.
struct GPXRide: Sendable {
  var assembly: RideAssembly
  /// What its tracks say of it, the first before the others.
  var track = GPXTrack()
  private var way = GPXWay()
  private var first: UnixTime?
  private var last: UnixTime?
  private var isSegmentNew = true

  init(limits: ImportLimits) { assembly = RideAssembly(limits: limits) }

  mutating func beginSegment() {
    isSegmentNew = true
    way.breakOff()
  }

  /// Adds a point of the open segment.
  ///
  /// - Returns: Whether it could be where it says; where not, its position is left out.
  mutating func add(_ point: GPXPoint, at time: UnixTime) throws(RideFileError) -> Bool {
    if isSegmentNew, let last, last.advanced(by: .seconds(1)) < time {
      assembly.stop(at: last.advanced(by: .seconds(1)))
      assembly.run(at: time)
    }
    var point = point
    var isReachable = true
    if let place = point.place, !way.go(to: place, at: time) {
      isReachable = false
      point.place = nil
    }
    let meters = point.place == nil ? nil : way.meters
    try assembly.add(RideAssembly.Point(time: time, sample: point.sample(distanceMeters: meters)))
    isSegmentNew = false
    first = min(first ?? time, time)
    last = max(last ?? time, time)
    return isReachable
  }

  /// The milliseconds between it and a time outside it; 0 for one within it.
  func rest(to time: UnixTime) -> Int64 {
    guard let first, let last else { return 0 }
    return max(0, first.milliseconds - time.milliseconds, time.milliseconds - last.milliseconds)
  }
}

/// What a track says of the ride beside its points.
struct GPXTrack: Sendable {
  var name: String?
  var note: String?
  /// FIT's number of the sport; 0 for any.
  var sport = 0

  /// Takes over what it does not say from a later track.
  mutating func fill(from other: GPXTrack) {
    name = name ?? other.name
    note = note ?? other.note
    if sport == 0 { sport = other.sport }
  }

  /// FIT's number of the sport that a `type` names, in words or, as Strava once did, by its number; 0 for any other.
  static func sport(of type: String) -> Int {
    let word = type.lowercased()
    let known: [([String], Int)] = [
      (["cycling", "biking", "bike", "ride"], 2), (["run"], 1), (["swim"], 5), (["walk"], 11), (["hik"], 17),
    ]
    if let sport = known.first(where: { words, _ in words.contains(where: word.contains) })?.1 { return sport }
    return ["1": 2, "9": 1][WorkoutWords.given(word) ?? ""] ?? 0
  }
}
