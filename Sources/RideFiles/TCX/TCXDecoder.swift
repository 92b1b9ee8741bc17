package import Rides

/// Reads rides from Garmin's Training Center XML, version 2, in pieces of any size.
///
/// Lenient about structure: elements in any order, optional elements missing or empty, unknown elements skipped, points
/// and laps out of order, times with any UTC offset. Numbers that are invalid or that no ride can have are left out.
/// Each activity with a point becomes a ride, also within a multi-sport session.
package struct TCXDecoder: Sendable {
  var reader: XMLReader<TCXElement>
  /// The open elements, the innermost last.
  var scopes: [TCXScope] = []
  /// The current activity.
  var activity: TCXActivity
  var leftOut = LeftOut()
  /// The number of values left out before the current position.
  private var leftOutBefore = 0
  private let limits: ImportLimits
  /// The number of rows still permitted.
  private var secondsLeft: Int
  private var rides: [RideRecord] = []
  private var hasActivity = false

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
    secondsLeft = limits.seconds
    reader = XMLReader(mostBytes: limits.bytes)
    activity = TCXActivity(limits: limits)
  }

  /// Reads the next bytes of the file.
  ///
  /// - Throws: `notThisFormat`, `unknownEncoding`, `malformed`, `forbidden` or a limit's fault, with the line; discard
  ///   the decoder then.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) throws(FileFault) {
    try reader.append(bytes)
    while let event = try reader.next() {
      switch event {
      case .start(let element): try begin(element)
      case .end: try end()
      }
    }
  }

  /// Ends the file.
  ///
  /// - Returns: The rides, without a number; laps have the figures given in the file.
  /// - Throws: `cut` for an incomplete file, `noActivity` without an activity that has a point, `badTimes`.
  package mutating func finish() throws(FileFault) -> ImportedFile {
    try reader.finish()
    guard hasActivity else { throw FileFault(.noActivity, at: reader.place, "it has no activity") }
    guard !rides.isEmpty else { throw leftOut.noPoint(at: reader.place) }
    return ImportedFile(rides: rides, leftOut: leftOut)
  }
}

extension TCXDecoder {
  private mutating func begin(_ element: TCXElement?) throws(FileFault) {
    let parent = scopes.last ?? .document
    if case .field = parent {
      throw FileFault(.malformed, at: reader.place, "an element instead of a value")
    }
    let scope = element.map(parent.scope) ?? .ignored
    scopes.append(scope)
    switch scope {
    case .trackpoint: activity.point = TCXTrackpoint()
    case .position: leftOutBefore = leftOut.count
    case .track: activity.track = TrackStretch(lap: activity.laps.count)
    case .lap: activity.lap = TCXLap(start: try attributeTime("StartTime"))
    case .activity: try beginActivity()
    case .ignored where scopes.count == 1:
      throw FileFault(.notThisFormat, at: reader.place, "it is not a Training Center Database")
    default: break
    }
  }

  private mutating func end() throws(FileFault) {
    let scope = scopes.popLast()
    switch scope {
    case .field(let field): take(field)
    case .trackpoint: try endTrackpoint()
    case .position where !activity.point.hasWholePosition:
      activity.point.dropPosition()
      // An invalid coordinate was counted at its own place.
      if leftOut.count == leftOutBefore { leaveOut(at: reader.place) }
    case .track, .lap:
      activity.assembly.place = reader.place
      if case .track = scope { activity.endTrack() } else { activity.endLap() }
    case .activity: try endActivity()
    default: break
    }
  }

  private mutating func beginActivity() throws(FileFault) {
    hasActivity = true
    var limits = limits
    limits.seconds = secondsLeft
    activity = TCXActivity(limits: limits)
    let sport = try reader.attribute("Sport").flatMap(SportNames.fitNumber)
    // TCX without a sport already means `Other`.
    activity.origin.sport = sport == RideOrigin.otherSport ? 0 : sport ?? 0
  }

  private mutating func endActivity() throws(FileFault) {
    activity.assembly.place = reader.place
    defer { activity = TCXActivity(limits: limits) }
    guard !activity.assembly.points.isEmpty else { return leftOut.add(activity.assembly.leftOut) }
    guard rides.count < limits.rides else {
      throw FileFault(.tooManyRides, at: reader.place, found: rides.count + 1, allowed: limits.rides, "activities")
    }
    let ride = try activity.ride()
    leftOut.add(activity.assembly.leftOut)
    secondsLeft -= ride.samples.count
    rides.append(ride)
  }

  private mutating func endTrackpoint() throws(FileFault) {
    guard let time = activity.point.time else {
      // An invalid time was counted at its own place.
      if activity.point.hasTime || !activity.point.whole.hasValue { return }
      return leaveOut(at: reader.place)
    }
    activity.assembly.place = reader.place
    try activity.assembly.add(RideAssembly.Point(time: time, sample: activity.point.whole))
    if RideAssembly.credibleTimes.contains(time) { activity.track.add(time) }
  }

  private mutating func attributeTime(_ name: String) throws(FileFault) -> UnixTime? {
    guard let text = try reader.attribute(name), !text.isEmpty else { return nil }
    let time = DateTimeText(text.utf8)?.moment.time
    if time == nil { leaveOut(at: reader.place) }
    return time
  }

  mutating func leaveOut(at place: FilePlace) { leftOut.add(at: place) }
}

extension TCXDecoder {
  /// Stores the text of an element that has ended.
  ///
  /// Empty text counts as absent; invalid text is left out.
  mutating func take(_ field: TCXField) {
    switch field {
    case .notes: activity.note = nonEmpty(reader.text)
    case .deviceName: activity.origin.device.name = nonEmpty(reader.text)
    case .activityID: activity.activityID = reader.timeText.time
    case .time: takeTime()
    case .intensity: activity.lap.lap.isResting = word == "Resting"
    case .triggerMethod: activity.lap.lap.trigger = RideLap.Trigger(triggerMethod: word)
    case .lapLabel: activity.lap.lap.label = nonEmpty(reader.text)
    default:
      guard let value = number(in: field.range) else { return }
      take(value, as: field)
    }
  }

  private func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// The text without surrounding white space.
  private var word: String {
    reader.withText { text in
      text.extracting(text.boundsOfText).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
  }

  private mutating func take(_ value: Double, as field: TCXField) {
    switch field {
    case .latitude: activity.point.latitude = value
    case .longitude: activity.point.longitude = value
    case .altitude: activity.point.altitude = value
    case .speed:
      activity.point.speed = value
      activity.point.sample.speedKmh = value * 3.6
    case .distance: activity.point.sample.distanceMeters = value
    case .heartRate:
      // 0 means no reading.
      activity.point.sample.beatsPerMinute = value < 0.5 ? nil : Int(value.rounded())
    case .cadence: activity.point.sample.cadenceRpm = value
    case .watts: activity.point.sample.powerWatts = value
    case .lapFigure(.averageBeatsPerMinute) where value == 0, .lapFigure(.maximumBeatsPerMinute) where value == 0: break
    case .lapFigure(let figure): activity.lap.lap.fileTotals[figure] = value
    case .unitID: activity.origin.device.serial = Int(value)
    case .productID: activity.origin.device.product = Int(value)
    case .versionPart(let place): activity.origin.device.setVersion(Int(value), at: place)
    case .activityID, .notes, .deviceName, .intensity, .triggerMethod, .lapLabel, .time: break
    }
  }

  private mutating func takeTime() {
    let (time, isEmpty) = reader.timeText
    activity.point.time = time
    activity.point.hasTime = !isEmpty
    if time == nil, !isEmpty { leftOut.add(time: reader.text, at: reader.textPlace) }
  }

  /// Returns the number in the element; nil if it is empty or out of range.
  private mutating func number(in range: ClosedRange<Double>) -> Double? {
    let (value, isEmpty) = reader.withText { text in
      let text = text.extracting(text.boundsOfText)
      return (DecimalText.value(text), text.isEmpty)
    }
    if isEmpty { return nil }
    guard let value, range.contains(value) else {
      leaveOut(at: reader.textPlace)
      return nil
    }
    return value
  }
}

extension RideLap.Trigger {
  /// Converts a `TriggerMethod_t`; unknown words count as manual.
  fileprivate init(triggerMethod word: String) {
    self =
      switch word {
      case "Distance": .distance
      case "Location": .location
      case "Time": .time
      case "HeartRate": .heartRate
      default: .manual
      }
  }
}

extension RideOrigin.Device {
  /// Sets a part of the version; missing parts before it become 0.
  fileprivate mutating func setVersion(_ number: Int, at place: Int) {
    while version.count <= place { version.append(0) }
    version[place] = number
  }
}
