internal import Rides

/// A ride of a GPX file being read.
struct GPXRide: Sendable {
  var assembly: RideAssembly
  /// The name, note and sport from its tracks; earlier tracks take precedence.
  var track = GPXTrack()
  private var segments: [TrackStretch] = []

  init(limits: ImportLimits) { assembly = RideAssembly(limits: limits) }

  mutating func beginSegment() { segments.append(TrackStretch()) }

  /// Adds a point of the open segment.
  mutating func add(_ point: GPXPoint, at time: UnixTime) throws(FileFault) {
    try assembly.add(RideAssembly.Point(time: time, sample: point.whole))
    segments[segments.endIndex - 1].add(time)
  }

  /// Ends the ride.
  mutating func finish(origin: RideOrigin, name: String?) throws(FileFault) -> RideRecord {
    assembly.stop(between: segments)
    return try assembly.finish(
      start: nil, activityID: nil, origin: origin, name: track.name ?? name, note: track.note)
  }

  /// Returns the time between the ride and a time outside it, in milliseconds; 0 within the ride.
  func gap(to time: UnixTime) -> Int64 {
    guard let first = segments.compactMap(\.first).min(), let last = segments.compactMap(\.last).max() else { return 0 }
    return max(0, first.milliseconds - time.milliseconds, time.milliseconds - last.milliseconds)
  }
}

/// The name, note and sport of a track.
struct GPXTrack: Sendable {
  var name: String?
  var note: String?
  /// FIT's number of the sport; 0 if the file does not name one.
  var sport = 0

  /// Fills in missing values from a later track.
  mutating func fill(from other: GPXTrack) {
    name = name ?? other.name
    note = note ?? other.note
    if sport == 0 { sport = other.sport }
  }
}

/// A track point being read.
struct GPXPoint: Sendable {
  /// The quantities that a point holds as text.
  enum Quantity: Sendable {
    case elevation
    case heartRate
    case cadence
    case temperature
    case power
    case speed

    /// Finds the quantity of an element within a point; nil for other elements, and for an elevation that is not a
    /// direct child.
    init?(_ element: GPXElement, isDirect: Bool) {
      switch element {
      case .elevation where isDirect: self = .elevation
      case .heartRate, .heartRateInFull: self = .heartRate
      case .cadence, .cadenceInFull, .runCadence: self = .cadence
      case .airTemperature, .temperature, .temperatureInFull: self = .temperature
      case .power, .powerInWatts, .watts: self = .power
      case .speed: self = .speed
      default: return nil
      }
    }

    /// The values that a ride can have.
    var range: ClosedRange<Double> {
      switch self {
      case .elevation: -20_000...100_000
      case .heartRate: 0...255
      case .cadence: 0...254
      case .temperature: -100...100
      case .power: 0...65_535
      case .speed: 0...1_000_000
      }
    }
  }

  var time: UnixTime?
  /// Whether the point has a time, readable or not.
  var hasTime = false
  /// The position; nil if unknown.
  ///
  /// GPX requires a position, so some programs write 0° 0° instead of an unknown one.
  var place: Place?
  private var sample = RideSample(second: 0, timerRunning: true)
  private var values = ImportedValues()

  init(place: Place?) {
    let isNone = place?.latitudeDegrees == 0 && place?.longitudeDegrees == 0
    self.place = isNone ? nil : place
  }

  /// Stores a value that lies within the quantity's range.
  mutating func take(_ value: Double, as quantity: Quantity) {
    switch quantity {
    case .elevation: sample.altitudeMeters = value
    // 0 means no reading.
    case .heartRate: sample.beatsPerMinute = value < 0.5 ? nil : Int(value.rounded())
    case .cadence: sample.cadenceRpm = value
    case .temperature: values.temperatureCelsius = value
    case .power: sample.powerWatts = value
    case .speed:
      values.speedMetersPerSecond = value
      sample.speedKmh = value * 3.6
    }
  }

  /// The row with all values.
  var whole: RideSample {
    var sample = sample
    sample.position = place
    if values != ImportedValues() { sample.imported = values }
    return sample
  }
}
