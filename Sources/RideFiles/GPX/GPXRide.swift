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

/// A track point under way.
struct GPXPoint: Sendable {
  /// The quantities that a point has as text.
  enum Quantity: Sendable {
    case elevation
    case heartRate
    case cadence
    case temperature
    case power
    case speed

    /// The quantity that an element within a point is; nil where it is none, as an elevation that is not the point's own.
    init?(_ element: GPXElement, isDirect: Bool) {
      switch element {
      case .elevation where isDirect: self = .elevation
      case .heartRate, .heartRateInFull: self = .heartRate
      case .cadence, .cadenceInFull: self = .cadence
      case .airTemperature, .temperature, .temperatureInFull: self = .temperature
      case .power, .powerInWatts, .watts: self = .power
      case .speed: self = .speed
      default: return nil
      }
    }

    /// What a ride can have.
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
  /// Nil for none, and for 0° 0°, which programs write that have none: GPX demands one.
  var place: Place?
  private var sample = RideSample(second: 0, timerRunning: true)
  private var values = ImportedValues()

  init(place: Place?) {
    let isNone = place?.latitudeDegrees == 0 && place?.longitudeDegrees == 0
    self.place = isNone ? nil : place
  }

  /// Takes a value within its quantity's range.
  mutating func take(_ value: Double, as quantity: Quantity) {
    switch quantity {
    case .elevation: values.altitudeMeters = value
    // 0 stands for no reading.
    case .heartRate: sample.beatsPerMinute = value < 0.5 ? nil : Int(value.rounded())
    case .cadence: sample.cadenceRpm = value
    case .temperature: values.temperatureCelsius = value
    case .power: sample.powerWatts = value
    case .speed:
      values.speedMetersPerSecond = value
      sample.speedKmh = value * 3.6
    }
  }

  /// All its values, with the distance up to it, in metres.
  func sample(distanceMeters: Double?) -> RideSample {
    var (sample, values) = (sample, values)
    sample.distanceMeters = distanceMeters
    values.latitudeDegrees = place?.latitudeDegrees
    values.longitudeDegrees = place?.longitudeDegrees
    if values != ImportedValues() { sample.imported = values }
    return sample
  }
}

/// How far a ride has come, by the positions of its points.
private struct GPXWay: Sendable {
  private struct Stand: Sendable {
    var place: Place
    var time: UnixTime
  }

  private(set) var meters = 0.0
  /// From where the next point is measured; nil at the beginning of a segment.
  private var last: Stand?
  /// A place too far away to be reached, until another one near it proves it, or one near the last disproves it.
  private var doubtful: Stand?

  /// Begins a segment: the way to it was not ridden.
  mutating func breakOff() { (last, doubtful) = (nil, nil) }

  /// Goes on to a point.
  ///
  /// - Returns: Whether the rider can have been there; the way to where they cannot is not counted.
  mutating func go(to place: Place, at time: UnixTime) -> Bool {
    let next = Stand(place: place, time: time)
    guard let from = last else {
      last = next
      return true
    }
    if let step = Self.step(from, next) {
      meters += step
      (last, doubtful) = (next, nil)
      return true
    }
    // Two that agree outvote one before them.
    if let other = doubtful, let step = Self.step(other, next) {
      meters += step
      (last, doubtful) = (next, nil)
      return true
    }
    doubtful = next
    return false
  }

  /// The metres from one point to a later one; nil where that is no ride.
  private static func step(_ from: Stand, _ to: Stand) -> Double? {
    let seconds = Double(to.time.milliseconds - from.time.milliseconds) / 1000
    let meters = from.place.meters(to: to.place)
    return seconds >= 0 && meters <= max(nearMeters, seconds * fastestMetersPerSecond) ? meters : nil
  }

  /// Faster than any bicycle down any mountain, in metres a second.
  private static let fastestMetersPerSecond = 60.0
  /// How far a receiver may jump as it finds itself, in metres.
  private static let nearMeters = 200.0
}
