package import Rides

/// Reads rides from GPX 1.0 or 1.1 in pieces of any size.
///
/// The timer stops at the end of each segment. A segment that begins within `longestGap` of another belongs to the same
/// ride; other segments become separate rides. Invalid values are left out and counted.
package struct GPXDecoder: Sendable {
  /// The longest break between two segments of one ride, in milliseconds; shorter than a night.
  private static let longestGap: Int64 = 8 * 3_600_000

  private var reader: XMLReader<GPXElement>
  private let limits: ImportLimits
  private var open: [GPXElement?] = []
  /// The name of the whole file.
  private var name: String?
  private var creator: String?
  private var track = GPXTrack()
  private var point = GPXPoint(place: nil)
  private var rides: [GPXRide] = []
  /// The index of the ride that the open segment belongs to; nil until one of its points has a time.
  private var current: Int?
  /// The indices of the rides with segments of the open track.
  private var ridesOfTrack: Set<Int> = []
  private var points = 0
  private var timedPoints = 0
  private var leftOut = LeftOut()
  /// Points without a time.
  ///
  /// In a route, no point has one.
  private var untimed = LeftOut()
  /// The heart rates that the file stores apart from its points.
  private var beats: [(time: UnixTime, perMinute: Int)] = []

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
    reader = XMLReader(mostBytes: limits.bytes)
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
  /// - Returns: The rides in the order of the file, at least one, and a count of the values left out.
  /// - Throws: `cut` for an incomplete file, `noActivity` without a point, `noTimes` for a route, `badTimes`,
  ///   `tooManyPoints`.
  package mutating func finish() throws(FileFault) -> ImportedFile {
    try reader.finish()
    guard points > 0 else { throw FileFault(.noActivity, at: reader.place, "it has no track points") }
    guard timedPoints > 0 else {
      throw leftOut.badTimes ?? FileFault(.noTimes, at: reader.place, "\(points) points")
    }
    guard timedPoints <= limits.seconds else {
      throw FileFault(.tooManyPoints, at: reader.place, found: timedPoints, allowed: limits.seconds, "points")
    }
    leftOut.add(untimed)
    var records: [RideRecord] = []
    var secondsLeft = limits.seconds
    for var ride in rides {
      ride.assembly.place = reader.place
      ride.assembly.limits.seconds = secondsLeft
      ride.assembly.beats = beats
      let origin = RideOrigin(
        format: .gpx, sport: ride.track.sport, device: RideOrigin.Device(name: creator))
      let record = try ride.finish(origin: origin, name: name)
      secondsLeft -= record.samples.count
      records.append(record)
      leftOut.add(ride.assembly.leftOut)
    }
    return ImportedFile(rides: records, leftOut: leftOut)
  }
}

extension GPXDecoder {
  private mutating func begin(_ element: GPXElement?) throws(FileFault) {
    let parent = open.last ?? nil
    if open.isEmpty {
      guard element == .gpx else { throw FileFault(.notThisFormat, at: reader.place, "its root element is not `gpx`") }
      creator = try reader.attribute("creator").flatMap { WorkoutValues.trimmed($0, atMost: Self.longestName) }
    }
    open.append(element)
    switch (element, parent) {
    case (.track, .gpx):
      track = GPXTrack()
      ridesOfTrack = []
    case (.segment, .track): current = nil
    case (.trackPoint, .segment): try beginPoint()
    case (.timedHeartRate, _): try takeBeat()
    default: break
    }
  }

  /// Reads a heart rate: an element with a `time` and a `bpm`.
  private mutating func takeBeat() throws(FileFault) {
    let (time, rate) = (try reader.attribute("time"), try reader.attribute("bpm"))
    guard let time = time.flatMap({ DateTimeText($0.utf8)?.moment.time }), let rate = rate.flatMap({ Int($0) }),
      (1...255).contains(rate), beats.count < limits.seconds
    else { return leftOut.add(at: reader.place) }
    beats.append((time, rate))
  }

  private mutating func beginPoint() throws(FileFault) {
    points += 1
    var place = try reader.pointPlace()
    let isPlace = place.map { (try? $0.check()) != nil } ?? false
    if !isPlace {
      leftOut.add(at: reader.place)
      place = nil
    }
    point = GPXPoint(place: place)
  }

  private mutating func end() throws(FileFault) {
    guard let element = open.popLast() ?? nil else { return }
    switch (element, open.last ?? nil) {
    case (.name, .track): track.name = WorkoutValues.trimmed(reader.text, atMost: Self.longestName)
    case (.description, .track): track.note = WorkoutValues.trimmed(reader.text, atMost: Self.longestNote)
    case (.type, .track): track.sport = SportNames.fitNumber(of: reader.text) ?? 0
    case (.track, .gpx):
      for ride in ridesOfTrack { rides[ride].track.fill(from: track) }
    case (.name, .metadata), (.name, .gpx): name = WorkoutValues.trimmed(reader.text, atMost: Self.longestName)
    case (.trackPoint, .segment): try endPoint()
    case (.time, .trackPoint): takeTime()
    case (let element, let parent):
      guard open.contains(.trackPoint), let quantity = GPXPoint.Quantity(element, isDirect: parent == .trackPoint)
      else { return }
      take(quantity)
    }
  }

  private mutating func takeTime() {
    let (time, isEmpty) = reader.timeText
    point.hasTime = !isEmpty
    point.time = time.flatMap { RideAssembly.credibleTimes.contains($0) ? $0 : nil }
    if point.time == nil, !isEmpty { leftOut.add(time: reader.text, at: reader.textPlace) }
  }

  private mutating func take(_ quantity: GPXPoint.Quantity) {
    let (value, isEmpty) = reader.withText { text in
      let text = text.extracting(text.boundsOfText)
      return (DecimalText.value(text), text.isEmpty)
    }
    if let value, quantity.range.contains(value) {
      point.take(value, as: quantity)
    } else if !isEmpty {
      leftOut.add(at: reader.textPlace)
    }
  }

  private mutating func endPoint() throws(FileFault) {
    guard let time = point.time else {
      // A point without a valid position has already been counted.
      if !point.hasTime, point.place != nil { untimed.add(at: reader.place) }
      return
    }
    timedPoints += 1
    guard timedPoints <= limits.seconds else { return }
    let ride = try ride(at: time)
    rides[ride].assembly.place = reader.place
    try rides[ride].add(point, at: time)
  }

  /// Returns the index of the open segment's ride, chosen by the time of its first point.
  private mutating func ride(at time: UnixTime) throws(FileFault) -> Int {
    if let current { return current }
    let found = rides.lastIndex { $0.gap(to: time) <= Self.longestGap }
    if found == nil {
      guard rides.count < limits.rides else {
        throw FileFault(.tooManyRides, at: reader.place, found: rides.count + 1, allowed: limits.rides, "rides")
      }
      rides.append(GPXRide(limits: limits))
    }
    let ride = found ?? rides.count - 1
    rides[ride].beginSegment()
    current = ride
    ridesOfTrack.insert(ride)
    return ride
  }

  /// The longest name and note that are kept, in characters.
  private static let longestName = 100
  private static let longestNote = 2000
}
