internal import Rides

// The parts of a ride, read as `RideJSONEncoder` writes them.

extension RideSample {
  /// Reads a row.
  ///
  /// - Throws: `malformed` without its second, or with half of a place.
  init(_ json: inout JSONReader) throws(FileFault) {
    let start = json.position
    var (second, latitude, longitude): (Int?, Double?, Double?)
    var (altitude, temperature, speed): (Double?, Double?, Double?)
    self.init(second: 0, timerRunning: false)
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "elapsedSeconds": second = try json.integer(in: 0...RideLimits.number)
      case "timerRunning": timerRunning = try json.flag()
      case "powerWatts": powerWatts = try json.number()
      case "trainerWatts": trainerWatts = try json.number()
      case "targetWatts": targetWatts = try json.integer(in: -RideLimits.number...RideLimits.number)
      case "cadenceRpm": cadenceRpm = try json.number()
      case "beatsPerMinute": beatsPerMinute = try json.integer(in: -RideLimits.number...RideLimits.number)
      case "speedKmh": speedKmh = try json.number()
      case "distanceMeters": distanceMeters = try json.number()
      case "rrMilliseconds": rrIntervals = try Self.intervals(&json)
      case "alpha1": alpha1 = try json.number()
      case "virtual": isVirtual = try json.flag()
      case "latitudeDegrees": latitude = try json.number()
      case "longitudeDegrees": longitude = try json.number()
      case "altitudeMeters": altitude = try json.number()
      case "temperatureCelsius": temperature = try json.number()
      case "speedMetersPerSecond": speed = try json.number()
      case "carried": isCarried = try json.flag()
      default: try json.skip()
      }
    }
    guard let second, (latitude == nil) == (longitude == nil) else {
      throw json.fault(.malformed, at: start, "a row without its second, or with half a place")
    }
    self.second = second
    if let latitude, let longitude { position = Place(latitudeDegrees: latitude, longitudeDegrees: longitude) }
    guard altitude != nil || temperature != nil || speed != nil else { return }
    imported = ImportedValues(
      altitudeMeters: altitude, temperatureCelsius: temperature, speedMetersPerSecond: speed)
  }

  /// The intervals in 1/1024 s of those in milliseconds.
  private static func intervals(_ json: inout JSONReader) throws(FileFault) -> [UInt16] {
    var intervals: [UInt16] = []
    try json.array { (json) throws(FileFault) in
      let milliseconds = try json.number(in: 0...64_000)
      guard let interval = UInt16(exactly: (milliseconds * 1024 / 1000).rounded()) else {
        throw json.fault(.outOfRange, "\(milliseconds) ms between two beats")
      }
      intervals.append(interval)
    }
    return intervals
  }
}

extension RideLap {
  init(_ json: inout JSONReader) throws(FileFault) {
    self.init(second: 0)
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "elapsedSeconds": second = try json.integer(in: 0...RideLimits.number)
      case "trigger": trigger = try json.word(Trigger.init)
      case "label": label = try json.string()
      case "interval": interval = try json.integer(in: 0...RideLimits.number)
      case "isResting": isResting = try json.flag()
      case "given": fileTotals = try [SummaryField: Double](&json)
      default: try json.skip()
      }
    }
  }
}

extension RideEvent {
  /// Reads an event; nil for one of a kind that this version does not know.
  ///
  /// - Throws: `malformed` without its time or its kind.
  init?(_ json: inout JSONReader) throws(FileFault) {
    let start = json.position
    var (seconds, kind, detail, signal): (Double?, String?, String?, Int?)
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "elapsedSeconds":
        seconds = try json.number(in: -Double(RideLimits.number)...Double(RideLimits.number))
      case "kind": kind = try json.string()
      case "detail": detail = try json.string()
      case "signalDBm": signal = try json.integer(in: -127...20)
      default: try json.skip()
      }
    }
    guard let seconds, let kind else {
      throw json.fault(.malformed, at: start, "an event without its time or its kind")
    }
    guard let name = Name(rawValue: kind) else { return nil }
    // The store keeps times of events to the millisecond.
    self.init(
      at: .milliseconds(Int64((seconds * 1000).rounded())), name: name, detail: detail, signalDBm: signal)
  }
}

extension RideOrigin {
  /// - Throws: `malformed` without its format.
  init(_ json: inout JSONReader) throws(FileFault) {
    let start = json.position
    var format: Format?
    self.init(format: .fit, sport: 0)
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "format": format = try json.word(Format.init)
      case "sport": sport = try json.integer(in: -RideLimits.count...RideLimits.count)
      case "subSport": subSport = try json.integer(in: -RideLimits.count...RideLimits.count)
      case "utcOffsetSeconds": utcOffsetSeconds = try json.integer(in: -RideLimits.number...RideLimits.number)
      case "device": device = try Device(&json)
      default: try json.skip()
      }
    }
    guard let format else { throw json.fault(.malformed, at: start, "an origin without its format") }
    self.format = format
  }
}

extension RideOrigin.Device {
  fileprivate init(_ json: inout JSONReader) throws(FileFault) {
    self.init()
    let numbers = -RideLimits.count...RideLimits.count
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "name": name = try json.string()
      case "manufacturer": manufacturer = try json.integer(in: numbers)
      case "product": product = try json.integer(in: numbers)
      case "serial": serial = try json.integer(in: numbers)
      case "version":
        version = []
        try json.array { (json) throws(FileFault) in
          guard version.count < 16 else { throw json.fault(.outOfRange, "a version of more than 16 numbers") }
          version.append(try json.integer(in: numbers))
        }
      default: try json.skip()
      }
    }
  }
}

extension [SummaryField: Double] {
  /// Reads figures by their names; others are skipped.
  init(_ json: inout JSONReader) throws(FileFault) {
    self = [:]
    try json.object { (json, key) throws(FileFault) in
      guard let field = SummaryField(rawValue: key) else { return try json.skip() }
      self[field] = try json.number()
    }
  }
}
