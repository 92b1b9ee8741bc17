internal import Rides

/// A column of a ride's rows: one line per column.
///
/// The CSV table and the JSON object are written from it.
///
/// A value that a file can have must be in `RideSample.merge` and `RideSample.hasValue` as well.
struct RideColumn: Sendable {
  /// The rides whose table has the column.
  enum Rides: Sendable {
    case all
    /// Rides recorded here.
    case recorded
    /// Those beside a power meter.
    case metered
    /// Rides from another program's file.
    case imported
    /// Those, and rides on a route.
    case placed
  }

  enum Content: Sendable {
    /// A number with all its digits; nil if it is unknown.
    case number(@Sendable (RideSample) -> Double?)
    case numbers(@Sendable (RideSample) -> [Double])
    case flag(@Sendable (RideSample) -> Bool)
    /// A flag that JSON leaves out unless it is set.
    case mark(@Sendable (RideSample) -> Bool)
    /// The time at which the row begins.
    case time
  }

  /// The heading in CSV, with the unit.
  let heading: StaticString
  /// The member in JSON, with the unit; nil for a column that JSON does not have.
  let member: StaticString?
  let rides: Rides
  let content: Content

  private init(_ heading: StaticString, _ member: StaticString?, of rides: Rides = .all, _ content: Content) {
    self.heading = heading
    self.member = member
    self.rides = rides
    self.content = content
  }

  /// In the order of the table.
  static let all: [Self] = [
    Self("elapsed_seconds", "elapsedSeconds", .number { Double($0.second) }),
    Self("time", nil, .time),
    Self("timer_running", "timerRunning", .flag(\.timerRunning)),
    Self("power_watts", "powerWatts", .number(\.powerWatts)),
    Self("trainer_watts", "trainerWatts", of: .metered, .number(\.trainerWatts)),
    Self("target_watts", "targetWatts", .number { $0.targetWatts.map(Double.init) }),
    Self("cadence_rpm", "cadenceRpm", .number(\.cadenceRpm)),
    Self("heart_rate_bpm", "beatsPerMinute", .number { $0.beatsPerMinute.map(Double.init) }),
    Self("speed_kmh", "speedKmh", .number(\.speedKmh)),
    Self("distance_meters", "distanceMeters", .number(\.distanceMeters)),
    Self("rr_ms", "rrMilliseconds", .numbers(\.rrMilliseconds)),
    Self("alpha1", "alpha1", of: .recorded, .number(\.alpha1)),
    Self("virtual", "virtual", of: .recorded, .mark(\.isVirtual)),
    Self("latitude_degrees", "latitudeDegrees", of: .placed, .number(\.position?.latitudeDegrees)),
    Self("longitude_degrees", "longitudeDegrees", of: .placed, .number(\.position?.longitudeDegrees)),
    Self("altitude_meters", "altitudeMeters", of: .imported, .number(\.imported?.altitudeMeters)),
    Self("temperature_celsius", "temperatureCelsius", of: .imported, .number(\.imported?.temperatureCelsius)),
  ]

  /// Whether the table of a ride has the column.
  func isOf(_ record: RideRecord) -> Bool {
    switch rides {
    case .all: true
    case .recorded: record.origin == nil
    case .metered: record.samples.contains { $0.trainerWatts != nil }
    case .imported: record.origin != nil
    case .placed: record.origin != nil || record.isOnRoute
    }
  }
}

extension RideSample {
  /// Takes over the values of another point of the same second and appends its RR intervals.
  mutating func merge(_ later: RideSample) {
    powerWatts = later.powerWatts ?? powerWatts
    targetWatts = later.targetWatts ?? targetWatts
    cadenceRpm = later.cadenceRpm ?? cadenceRpm
    beatsPerMinute = later.beatsPerMinute ?? beatsPerMinute
    speedKmh = later.speedKmh ?? speedKmh
    distanceMeters = later.distanceMeters ?? distanceMeters
    rrIntervals += later.rrIntervals
    position = later.position ?? position
    guard let values = later.imported else { return }
    imported = imported?.merged(with: values) ?? values
  }

  /// Whether a file has any value for this second; false for a carried row.
  var hasValue: Bool {
    guard !isCarried else { return false }
    return powerWatts != nil || targetWatts != nil || cadenceRpm != nil || beatsPerMinute != nil || speedKmh != nil
      || distanceMeters != nil || !rrIntervals.isEmpty || position != nil || imported != nil
  }

  /// The RR intervals in milliseconds, exactly.
  var rrMilliseconds: [Double] { rrIntervals.map { Double($0) * 1000 / 1024 } }
}

extension ImportedValues {
  fileprivate func merged(with later: Self) -> Self {
    Self(
      altitudeMeters: later.altitudeMeters ?? altitudeMeters,
      temperatureCelsius: later.temperatureCelsius ?? temperatureCelsius,
      speedMetersPerSecond: later.speedMetersPerSecond ?? speedMetersPerSecond)
  }
}

extension RideRecord {
  /// Whether it was recorded here, on the route of its plan.
  var isOnRoute: Bool { origin == nil && samples.contains { $0.position != nil } }

  /// Whether a row is written to a file.
  ///
  /// Rows of an imported ride are written only if the file had a value for them; the others lie between two points.
  func exports(_ row: RideSample) -> Bool { origin == nil || row.hasValue }

  /// The time at which a row begins.
  ///
  /// The sum wraps instead of trapping; no ride is long enough for that.
  func time(ofSecond second: Int) -> UnixTime {
    UnixTime(milliseconds: start.milliseconds &+ Int64(second) &* 1000)
  }
}
