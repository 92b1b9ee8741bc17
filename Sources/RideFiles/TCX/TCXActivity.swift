internal import RideSession

/// An Activity under way.
struct TCXActivity: Sendable {
  var assembly: RideAssembly
  var point = TCXTrackpoint()
  var lap = TCXLap()
  private(set) var laps: [TCXLap] = []
  var track = TCXTrack()
  private var tracks: [TCXTrack] = []
  var origin = RideOrigin(format: .tcx, sport: 0)
  var activityID: UnixTime?
  var note: String?

  init(limits: ImportLimits) {
    assembly = RideAssembly(limits: limits)
  }

  mutating func endTrack(at place: RideFileError.Place) throws(RideFileError) {
    guard let first = track.first, let last = track.last else { return }
    guard tracks.count < assembly.limits.seconds else {
      throw RideFileError(.tooLong, at: place, "it has more than \(assembly.limits.seconds) tracks")
    }
    tracks.append(track)
    lap.add(first, last)
  }

  mutating func endLap(at place: RideFileError.Place) throws(RideFileError) {
    guard laps.count < assembly.limits.laps else {
      throw RideFileError(.tooLong, at: place, "it has more than \(assembly.limits.laps) laps")
    }
    laps.append(lap)
  }

  /// The ride, once the Activity has ended.
  ///
  /// - Throws: `noActivity` for one without points, `tooLong` for one beyond the limits.
  mutating func ride() throws(RideFileError) -> RideRecord {
    for pause in TCXTrack.pauses(between: tracks) {
      assembly.stop(at: pause.lowerBound)
      assembly.run(at: pause.upperBound)
    }
    for lap in TCXLap.inOrder(laps) {
      if let start = lap.start { assembly.lap(start: start, lap.lap) }
    }
    return try assembly.finish(start: start, activityID: activityID, origin: origin, note: note)
  }

  /// When the first lap began; nil where the points are not whole seconds from there, since theirs are the times to keep.
  private var start: UnixTime? {
    guard let lap = laps.compactMap(\.start).min(), let point = tracks.compactMap(\.first).min() else { return nil }
    return (point.milliseconds - lap.milliseconds).isMultiple(of: 1000) ? lap : nil
  }
}

/// A Lap under way.
struct TCXLap: Sendable {
  /// Its `StartTime`, or its first point's time.
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

  /// The laps in order of time, those left out that nothing tells the time of.
  ///
  /// Garmin ends a lap with the point that begins the next. Such a lap is told from one that does not by how long it
  /// lasted, which is the time up to that point.
  static func inOrder(_ laps: [TCXLap]) -> [TCXLap] {
    var ordered = laps.filter { $0.start != nil }.sorted { ($0.start ?? .distantPast) < ($1.start ?? .distantPast) }
    for (index, next) in ordered.enumerated().dropFirst() {
      guard let start = ordered[index - 1].start, let last = ordered[index - 1].lastPoint, last == next.firstPoint
      else { continue }
      ordered[index - 1].lap.given[.elapsedSeconds] = Double(last.milliseconds - start.milliseconds) / 1000
    }
    return ordered
  }
}

/// When a Track began and ended, in whatever order its points came.
struct TCXTrack: Sendable {
  /// The number of the lap that it stands in.
  var lap = 0
  private(set) var first: UnixTime?
  private(set) var last: UnixTime?

  init(lap: Int = 0) {
    self.lap = lap
  }

  mutating func add(_ time: UnixTime) {
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }

  /// The times between tracks in which the timer stood: those within a lap, and those between laps that are too long for
  /// mere sampling.
  static func pauses(between tracks: [TCXTrack]) -> [Range<UnixTime>] {
    var pauses: [Range<UnixTime>] = []
    var before: (last: UnixTime, lap: Int)?
    for track in tracks.sorted(by: { ($0.first ?? .distantPast) < ($1.first ?? .distantPast) }) {
      guard let first = track.first, let last = track.last else { continue }
      if let before {
        let longestRunning = before.lap == track.lap ? 1000 : longestSampling
        if first.milliseconds - before.last.milliseconds > longestRunning {
          pauses.append(before.last.advanced(by: .seconds(1))..<first)
        }
      }
      if before.map({ $0.last <= last }) ?? true { before = (last, track.lap) }
    }
    return pauses
  }

  /// How far apart points may be while the timer runs, in milliseconds; Garmin's Smart Recording has them every few
  /// seconds.
  private static let longestSampling: Int64 = 10_000
}

/// A Trackpoint under way.
struct TCXTrackpoint: Sendable {
  var time: UnixTime?
  /// Whether a time is written, be it one or not.
  var hasTime = false
  /// Its values, but for those below.
  var sample = RideSample(second: 0, timerRunning: true)
  /// In degrees.
  var latitude: Double?
  var longitude: Double?
  /// In metres.
  var altitude: Double?
  /// In metres a second.
  var speed: Double?

  /// Whether it has both coordinates or neither.
  var hasWholePosition: Bool { (latitude == nil) == (longitude == nil) }

  /// Half a position is none.
  mutating func dropPosition() { (latitude, longitude) = (nil, nil) }

  /// All its values.
  var whole: RideSample {
    guard latitude != nil || altitude != nil || speed != nil else { return sample }
    var whole = sample
    whole.imported = ImportedValues(
      latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMeters: altitude, speedMetersPerSecond: speed)
    return whole
  }
}
