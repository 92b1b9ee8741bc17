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
