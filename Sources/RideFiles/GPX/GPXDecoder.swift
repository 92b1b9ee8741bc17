internal import RideSession
package import RideTerms

/// Reads rides from GPX 1.0 or 1.1 in pieces of any size.
///
/// The timer stops at the end of each segment. A track that begins within `longestGap` of another belongs to the same
/// ride; other tracks become rides of their own. Distance is computed from the positions. Invalid values are left out
/// and counted.
package struct GPXDecoder: Sendable {
  /// The longest break between two tracks of one ride, in milliseconds; shorter than a night.
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
  /// The index of the ride that the open track belongs to; nil until one of its points has a time.
  private var current: Int?
  private var points = 0
  private var timedPoints = 0
  private var leftOut = LeftOut()

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
    reader = XMLReader(mostBytes: limits.bytes)
  }

  /// Reads the next bytes of the file.
  ///
  /// - Throws: `notThisFormat`, `malformed`, `forbidden`, `tooLong` or `tooLarge`, with the line; discard the decoder
  ///   then.
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
  /// - Returns: The rides in the order of the file, at least one, and what was left out.
  /// - Throws: `cut` for an incomplete file, `noActivity` without a point, `noTimes` for a route.
  package mutating func finish() throws(FileFault) -> ImportedFile {
    try reader.finish()
    guard points > 0 else { throw FileFault(.noActivity, at: reader.place, "it has no track with a point") }
    guard timedPoints > 0 else { throw FileFault(.noTimes, at: reader.place, "\(points) points") }
    var records: [RideRecord] = []
    var secondsLeft = limits.seconds
    for var ride in rides {
      ride.assembly.place = reader.place
      ride.assembly.limits.seconds = secondsLeft
      let origin = RideOrigin(
        format: .gpx, sport: ride.track.sport, device: RideOrigin.Device(name: creator))
      let record = try ride.assembly.finish(
        start: nil, activityID: nil, origin: origin, name: ride.track.name ?? name, note: ride.track.note)
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
      guard element == .gpx else { throw FileFault(.notThisFormat, at: reader.place, "its root is not of GPX") }
      creator = try reader.attribute("creator").flatMap { WorkoutWords.trimmed($0, atMost: Self.longestName) }
    }
    open.append(element)
    switch (element, parent) {
    case (.track, .gpx):
      track = GPXTrack()
      current = nil
    case (.segment, .track):
      if let current { rides[current].beginSegment() }
    case (.trackPoint, .segment): try beginPoint()
    default: break
    }
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
    case (.name, .track): track.name = WorkoutWords.trimmed(reader.text, atMost: Self.longestName)
    case (.description, .track): track.note = WorkoutWords.trimmed(reader.text, atMost: Self.longestNote)
    case (.type, .track): track.sport = GPXTrack.sport(of: reader.text)
    case (.track, .gpx):
      if let current { rides[current].track.fill(from: track) }
    case (.name, .metadata), (.name, .gpx): name = WorkoutWords.trimmed(reader.text, atMost: Self.longestName)
    case (.trackPoint, .segment): try endPoint()
    case (.time, .trackPoint): takeTime()
    case (let element, let parent):
      guard open.contains(.trackPoint), let quantity = GPXPoint.Quantity(element, isDirect: parent == .trackPoint)
      else { return }
      take(quantity)
    }
  }

  private mutating func takeTime() {
    let (time, isEmpty) = reader.withText { text in
      let text = text.extracting(text.boundsOfText)
      return (DateTimeText.time(text), text.isEmpty)
    }
    point.time = time.flatMap { RideAssembly.credibleTimes.contains($0) ? $0 : nil }
    if point.time == nil, !isEmpty { leftOut.add(at: reader.textPlace) }
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
    guard let time = point.time else { return }
    timedPoints += 1
    guard timedPoints <= limits.seconds else {
      throw FileFault(.tooLong, at: reader.place, "it has more than \(limits.seconds) points")
    }
    let ride = try ride(at: time)
    rides[ride].assembly.place = reader.place
    if try !rides[ride].add(point, at: time) { leftOut.add(at: reader.place) }
  }

  /// The index of the open track's ride, chosen by the time of its first point.
  private mutating func ride(at time: UnixTime) throws(FileFault) -> Int {
    if let current { return current }
    let found = rides.lastIndex { $0.gap(to: time) <= Self.longestGap }
    if found == nil {
      guard rides.count < limits.rides else {
        throw FileFault(.tooLarge, at: reader.place, "it has more than \(limits.rides) rides")
      }
      rides.append(GPXRide(limits: limits))
    }
    let ride = found ?? rides.count - 1
    rides[ride].beginSegment()
    current = ride
    return ride
  }

  /// The longest name and note that are kept, in characters.
  private static let longestName = 100
  private static let longestNote = 2000
}

/// The elements of GPX that are read.
///
/// GPX 1.0 and 1.1 (topografix.com); in `extensions`: Garmin's TrackPointExtension v1 and v2, PowerExtension v1 and
/// GpxExtensions v3, Cluetrust's GPXData, and `power` as written by Strava and others.
enum GPXElement: String, XMLVocabulary {
  case gpx
  case name
  case metadata
  case track = "trk"
  case segment = "trkseg"
  case trackPoint = "trkpt"
  case route = "rte"
  case routePoint = "rtept"
  case waypoint = "wpt"

  case description = "desc"
  case type
  case time
  case elevation = "ele"
  case extensions
  case heartRate = "hr"
  case heartRateInFull = "heartrate"
  case cadence = "cad"
  case cadenceInFull = "cadence"
  case airTemperature = "atemp"
  case temperature = "temp"
  case temperatureInFull = "Temperature"
  case power
  case powerInWatts = "PowerInWatts"
  case watts
  case speed

  /// Accepts GPX 1.0 and 1.1, all versions of Garmin's extensions, and GPXData; other extensions may use other units.
  static func covers(namespace: String) -> Bool {
    guard let colon = namespace.firstRange(of: "://"), ["http", "https"].contains(namespace[..<colon.lowerBound]) else {
      return false
    }
    let place = namespace[colon.upperBound...]
    let known = ["www.topografix.com/GPX/", "www.garmin.com/xmlschemas/", "www.cluetrust.com/"]
    return known.contains(where: place.hasPrefix)
  }
}

extension XMLReader<GPXElement> {
  /// The position of the point that has just begun; nil if `lat` or `lon` is missing or not a number.
  ///
  /// The position may lie outside the valid range.
  func pointPlace() throws(FileFault) -> Place? {
    guard let latitude = try attribute("lat").flatMap(Self.number),
      let longitude = try attribute("lon").flatMap(Self.number)
    else { return nil }
    return Place(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  /// Reads a number as in XML Schema, with a decimal point.
  private static func number(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalText.value(bytes.span.extracting(bytes.span.boundsOfText))
  }
}
