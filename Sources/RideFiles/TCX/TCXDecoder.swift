internal import RideSession

/// Reads a ride from Garmin's Training Center XML, version 2, that comes in pieces of any size.
///
/// Lenient in what stands where: elements in any order, optional ones missing or empty, foreign ones passed over, points
/// and laps out of order, times at any offset from UTC. Strict in what is told: a number that is none or that no ride can
/// have is refused with its line.
package struct TCXDecoder: Sendable {
  var reader: XMLReader<TCXElement>
  var assembly: RideAssembly
  /// What the open elements are, the innermost last.
  var scopes: [TCXScope] = []
  var point = TCXTrackpoint()
  var lap = TCXLap()
  var laps: [TCXLap] = []
  var track = TCXTrack()
  var tracks: [TCXTrack] = []
  var origin = RideOrigin(format: .tcx, sport: 0)
  var activityID: UnixTime?
  var note: String?
  private let limits: ImportLimits
  private var hasActivity = false

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
    reader = XMLReader(mostBytes: limits.bytes)
    assembly = RideAssembly(limits: limits)
  }

  /// Reads the next bytes of the file, as far as they go.
  ///
  /// - Throws: `notThisFormat`, `malformed`, `forbidden`, `outOfRange`, `severalActivities`, `tooLong` or `tooLarge`, with
  ///   the line; what was read is of no use then.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) throws(RideFileError) {
    try reader.append(bytes)
    while let event = try reader.next() {
      switch event {
      case .start(let element): try begin(element)
      case .end(let element): try end(element)
      }
    }
  }

  /// Ends the file.
  ///
  /// - Returns: The rides, without a number; laps have the figures that the file gives.
  /// - Throws: `cut` for a file that is not complete, `noActivity` for one without an activity that has a point.
  package mutating func finish() throws(RideFileError) -> ImportedFile {
    try reader.finish()
    assembly.place = reader.place
    guard hasActivity else { throw RideFileError(.noActivity, at: reader.place, "it has no activity") }
    for pause in TCXTrack.pauses(between: tracks) {
      assembly.stop(at: pause.lowerBound)
      assembly.run(at: pause.upperBound)
    }
    for lap in TCXLap.inOrder(laps) {
      if let start = lap.start { assembly.lap(start: start, lap.lap) }
    }
    return ImportedFile(
      rides: [try assembly.finish(start: start, activityID: activityID, origin: origin, note: note)])
  }

  /// When the first lap began; nil where the points are not whole seconds from there, since theirs are the times to keep.
  private var start: UnixTime? {
    guard let lap = laps.compactMap(\.start).min(), let point = tracks.compactMap(\.first).min() else { return nil }
    return (point.milliseconds - lap.milliseconds).isMultiple(of: 1000) ? lap : nil
  }
}

extension TCXDecoder {
  private mutating func begin(_ element: TCXElement?) throws(RideFileError) {
    let parent = scopes.last ?? .document
    if case .field = parent {
      throw RideFileError(.malformed, at: reader.place, "an element where a value was expected")
    }
    let scope = element.map(parent.scope) ?? .passedOver
    scopes.append(scope)
    switch scope {
    case .trackpoint: point = TCXTrackpoint()
    case .track: track = TCXTrack(lap: laps.count)
    case .lap: lap = TCXLap(start: try attributeTime("StartTime"))
    case .activity: try beginActivity()
    case .multiSportSession:
      throw RideFileError(.severalActivities, at: reader.place, "it is a session of several sports")
    case .passedOver where scopes.count == 1:
      throw RideFileError(.notThisFormat, at: reader.place, "it is not a Training Center Database")
    default: break
    }
  }

  private mutating func end(_ element: TCXElement?) throws(RideFileError) {
    switch scopes.popLast() {
    case .field(let field):
      if let element { try take(field, of: element) }
    case .trackpoint: try endTrackpoint()
    case .position where !point.hasWholePosition:
      throw RideFileError(.malformed, at: reader.place, "a position with one coordinate alone")
    case .track: try endTrack()
    case .lap: try endLap()
    default: break
    }
  }

  private mutating func beginActivity() throws(RideFileError) {
    guard !hasActivity else { throw RideFileError(.severalActivities, at: reader.place, "it has a second activity") }
    hasActivity = true
    switch try reader.attribute("Sport") {
    case "Running": origin.sport = 1
    case "Biking": origin.sport = 2
    default: origin.sport = 0
    }
  }

  private mutating func endTrackpoint() throws(RideFileError) {
    guard let time = point.time else {
      guard !point.whole.hasValue else { throw RideFileError(.malformed, at: reader.place, "a point without a time") }
      return
    }
    assembly.place = reader.place
    try assembly.add(RideAssembly.Point(time: time, sample: point.whole))
    track.add(time)
  }

  private mutating func endTrack() throws(RideFileError) {
    guard let first = track.first, let last = track.last else { return }
    guard tracks.count < limits.seconds else {
      throw RideFileError(.tooLong, at: reader.place, "it has more than \(limits.seconds) tracks")
    }
    tracks.append(track)
    lap.add(first, last)
  }

  private mutating func endLap() throws(RideFileError) {
    guard laps.count < limits.laps else {
      throw RideFileError(.tooLong, at: reader.place, "it has more than \(limits.laps) laps")
    }
    laps.append(lap)
  }

  private func attributeTime(_ name: String) throws(RideFileError) -> UnixTime? {
    guard let text = try reader.attribute(name), !text.isEmpty else { return nil }
    guard let time = DateTimeText.time(Array(text.utf8).span) else {
      throw RideFileError(.malformed, at: reader.place, "\(name): `\(text.prefix(32))` is no time")
    }
    return time
  }
}
