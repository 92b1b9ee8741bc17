internal import Rides

/// An `Activity` being read.
struct TCXActivity: Sendable {
  var assembly: RideAssembly
  var point = TCXTrackpoint()
  var lap = TCXLap()
  private(set) var laps: [TCXLap] = []
  var track = TrackStretch()
  private var tracks: [TrackStretch] = []
  var origin = RideOrigin(format: .tcx, sport: 0)
  var activityID: UnixTime?
  var note: String?

  init(limits: ImportLimits) {
    assembly = RideAssembly(limits: limits)
  }

  mutating func endTrack() {
    guard let first = track.first, let last = track.last else { return }
    guard tracks.count < assembly.limits.seconds else {
      return assembly.exceed(.tooManyParts, assembly.limits.seconds, "tracks")
    }
    tracks.append(track)
    lap.add(first, last)
  }

  mutating func endLap() {
    guard laps.count < assembly.limits.laps else {
      return assembly.exceed(.tooManyLaps, assembly.limits.laps, "laps")
    }
    laps.append(lap)
  }

  /// Returns the ride, after the end of the `Activity`.
  ///
  /// - Throws: `noActivity` without points, `tooLong`, or another limit's fault.
  mutating func ride() throws(FileFault) -> RideRecord {
    assembly.stop(between: tracks)
    for lap in TCXLap.inOrder(laps) {
      if let start = lap.start { assembly.lap(start: start, lap.lap) }
    }
    return try assembly.finish(
      start: laps.compactMap(\.start).min(), activityID: activityID, origin: origin, note: note)
  }
}

/// A `Lap` being read.
struct TCXLap: Sendable {
  /// The `StartTime`, or the time of the first point.
  var start: UnixTime?
  var lap = RideLap(second: 0)
  private(set) var firstPoint: UnixTime?
  private(set) var lastPoint: UnixTime?

  init(start: UnixTime? = nil) {
    self.start = start
  }

  mutating func add(_ first: UnixTime, _ last: UnixTime) {
    start = start ?? first
    firstPoint = min(firstPoint ?? first, first)
    lastPoint = max(lastPoint ?? last, last)
  }

  /// Returns the laps in order of time, without those of unknown time.
  ///
  /// Garmin ends a lap with the first point of the next one. Such a lap gets its elapsed time up to that point.
  static func inOrder(_ laps: [TCXLap]) -> [TCXLap] {
    var ordered = laps.filter { $0.start != nil }.sorted { ($0.start ?? .distantPast) < ($1.start ?? .distantPast) }
    for (index, next) in ordered.enumerated().dropFirst() {
      guard let start = ordered[index - 1].start, let last = ordered[index - 1].lastPoint, last == next.firstPoint
      else { continue }
      ordered[index - 1].lap.fileTotals[.elapsedSeconds] = Double(last.milliseconds - start.milliseconds) / 1000
    }
    return ordered
  }
}

/// A `Trackpoint` being read.
struct TCXTrackpoint: Sendable {
  var time: UnixTime?
  /// Whether it has a `Time`, valid or not.
  var hasTime = false
  /// All values except the following.
  var sample = RideSample(second: 0, timerRunning: true)
  /// Degrees.
  var latitude: Double?
  var longitude: Double?
  /// Metres.
  var altitude: Double?
  /// Metres per second.
  var speed: Double?

  /// Whether it has both coordinates, or neither.
  var hasWholePosition: Bool { (latitude == nil) == (longitude == nil) }

  /// Removes an incomplete position.
  mutating func dropPosition() { (latitude, longitude) = (nil, nil) }

  /// The row with all values.
  var whole: RideSample {
    var whole = sample
    if let latitude, let longitude { whole.position = Place(latitudeDegrees: latitude, longitudeDegrees: longitude) }
    whole.altitudeMeters = altitude
    if let speed { whole.imported = ImportedValues(speedMetersPerSecond: speed) }
    return whole
  }
}
