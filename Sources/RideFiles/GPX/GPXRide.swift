internal import RideSession

/// A ride of a GPX file being read.
struct GPXRide: Sendable {
  var assembly: RideAssembly
  /// The facts from its tracks; earlier tracks take precedence.
  var track = GPXTrack()
  private var distance = GPXDistance()
  private var first: UnixTime?
  private var last: UnixTime?
  private var isSegmentNew = true

  init(limits: ImportLimits) { assembly = RideAssembly(limits: limits) }

  mutating func beginSegment() {
    isSegmentNew = true
    distance.beginSegment()
  }

  /// Adds a point of the open segment.
  ///
  /// - Returns: False if the rider cannot have been at the position, which is then left out.
  mutating func add(_ point: GPXPoint, at time: UnixTime) throws(FileFault) -> Bool {
    if isSegmentNew, let last, last.advanced(by: .seconds(1)) < time {
      assembly.stop(at: last.advanced(by: .seconds(1)))
      assembly.run(at: time)
    }
    var point = point
    var isReachable = true
    if let place = point.place, !distance.advance(to: place, at: time) {
      isReachable = false
      point.place = nil
    }
    let meters = point.place == nil ? nil : distance.meters
    try assembly.add(RideAssembly.Point(time: time, sample: point.sample(distanceMeters: meters)))
    isSegmentNew = false
    first = min(first ?? time, time)
    last = max(last ?? time, time)
    return isReachable
  }

  /// The time between the ride and a time outside it, in milliseconds; 0 within the ride.
  func gap(to time: UnixTime) -> Int64 {
    guard let first, let last else { return 0 }
    return max(0, first.milliseconds - time.milliseconds, time.milliseconds - last.milliseconds)
  }
}

/// The facts about the ride that a track gives beside its points.
struct GPXTrack: Sendable {
  var name: String?
  var note: String?
  /// FIT's number of the sport; 0 for any.
  var sport = 0

  /// Takes missing facts from a later track.
  mutating func fill(from other: GPXTrack) {
    name = name ?? other.name
    note = note ?? other.note
    if sport == 0 { sport = other.sport }
  }

  /// FIT's number of the sport in a `type`: words, or the numbers that Strava once wrote; 0 if unknown.
  static func sport(of type: String) -> Int {
    let word = type.lowercased()
    let known: [([String], Int)] = [
      (["cycling", "biking", "bike", "ride"], 2), (["run"], 1), (["swim"], 5), (["walk"], 11), (["hik"], 17),
    ]
    if let sport = known.first(where: { words, _ in words.contains(where: word.contains) })?.1 { return sport }
    return ["1": 2, "9": 1][WorkoutWords.trimmed(word) ?? ""] ?? 0
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

    /// The quantity of an element within a point; nil for other elements, and for an elevation that is not a direct
    /// child.
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
  /// Nil if there is none.
  ///
  /// GPX requires a position, so some programs write 0° 0° for none.
  var place: Place?
  private var sample = RideSample(second: 0, timerRunning: true)
  private var values = ImportedValues()

  init(place: Place?) {
    let isNone = place?.latitudeDegrees == 0 && place?.longitudeDegrees == 0
    self.place = isNone ? nil : place
  }

  /// Takes a value that lies within the quantity's range.
  mutating func take(_ value: Double, as quantity: Quantity) {
    switch quantity {
    case .elevation: values.altitudeMeters = value
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

  /// The row with all values and the distance so far, in metres.
  func sample(distanceMeters: Double?) -> RideSample {
    var sample = sample
    sample.distanceMeters = distanceMeters
    sample.position = place
    if values != ImportedValues() { sample.imported = values }
    return sample
  }
}

/// The distance ridden, computed from the positions of the points.
private struct GPXDistance: Sendable {
  private struct Fix: Sendable {
    var place: Place
    var time: UnixTime
  }

  private(set) var meters = 0.0
  /// The position from which the next step is measured; nil at the beginning of a segment.
  private var last: Fix?
  /// A position that was too far away.
  ///
  /// A next position near it confirms it; one near the last position refutes it.
  private var doubtful: Fix?

  /// Begins a segment; the distance to its first point does not count.
  mutating func beginSegment() { (last, doubtful) = (nil, nil) }

  /// Moves to the next point.
  ///
  /// - Returns: False if the rider cannot have been there; the step is then not counted.
  mutating func advance(to place: Place, at time: UnixTime) -> Bool {
    let next = Fix(place: place, time: time)
    guard let from = last else {
      last = next
      return true
    }
    if let step = Self.step(from, next) {
      meters += step
      (last, doubtful) = (next, nil)
      return true
    }
    // Two positions that agree outvote the one before them.
    if let other = doubtful, let step = Self.step(other, next) {
      meters += step
      (last, doubtful) = (next, nil)
      return true
    }
    doubtful = next
    return false
  }

  /// The distance between two points in metres; nil if no ride could cover it in that time.
  private static func step(_ from: Fix, _ to: Fix) -> Double? {
    let seconds = Double(to.time.milliseconds - from.time.milliseconds) / 1000
    let meters = from.place.meters(to: to.place)
    return seconds >= 0 && meters <= max(nearMeters, seconds * fastestMetersPerSecond) ? meters : nil
  }

  /// Faster than any bicycle on any descent, in metres per second.
  private static let fastestMetersPerSecond = 60.0
  /// A receiver may jump this far while it searches for its position, in metres.
  private static let nearMeters = 200.0
}
