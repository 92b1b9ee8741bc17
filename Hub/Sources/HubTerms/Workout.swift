import Rides

/// The summary of a ride in the protocol.
package struct Workout: Hashable, Sendable, Encodable {
  /// The fields in a response.
  private enum CodingKeys: String, CodingKey {
    case clientID = "client_id"
    case start = "start_time"
    case end = "end_time"
    case durationSeconds = "duration_seconds"
    case distanceMeters = "distance_meters"
    case energyBurnedKcal = "energy_burned_kcal"
    case averageHeartRate = "avg_heart_rate"
    case maximumHeartRate = "max_heart_rate"
    case averagePaceSecondsPerKm = "avg_pace_seconds_per_km"
    case source
  }

  /// The ranges of the protocol.
  enum Range {
    static let durationSeconds = 0...604_800
    static let distanceMeters = 0.0...1_000_000
    static let kilocalories = 0.0...10_000
    static let beatsPerMinute = 30.0...250
    static let paceSecondsPerKm = 0.0...86_400
    static let clientIDCharacters = 128
    static let sourceCharacters = 64
  }

  /// The client's ID of the ride; it never changes.
  package let clientID: String
  package let start: Instant
  package let end: Instant
  /// The timer time, without pauses.
  package let durationSeconds: Int
  package let distanceMeters: Double
  package let energyBurnedKcal: Double?
  package let averageHeartRate: Double?
  package let maximumHeartRate: Double?
  package let averagePaceSecondsPerKm: Double?
  /// The origin of the ride, in the client's own words.
  package let source: String
  /// The hub's version that the client's change is based on; nil if the client does not send it.
  package var baseVersion: Int?

  package init(
    clientID: String, start: Instant, end: Instant, durationSeconds: Int, distanceMeters: Double,
    energyBurnedKcal: Double? = nil, averageHeartRate: Double? = nil, maximumHeartRate: Double? = nil,
    averagePaceSecondsPerKm: Double? = nil, source: String, baseVersion: Int? = nil
  ) {
    self.clientID = clientID
    self.start = start
    self.end = end
    self.durationSeconds = durationSeconds
    self.distanceMeters = distanceMeters
    self.energyBurnedKcal = energyBurnedKcal
    self.averageHeartRate = averageHeartRate
    self.maximumHeartRate = maximumHeartRate
    self.averagePaceSecondsPerKm = averagePaceSecondsPerKm
    self.source = source
    self.baseVersion = baseVersion
  }

  /// Creates the summary of a whole ride.
  ///
  /// Values out of range are clamped, except for heart rates, which become nil.
  package init(_ ride: RideSummary) {
    func clamped(_ value: Double, to range: ClosedRange<Double>) -> Double {
      min(max(value, range.lowerBound), range.upperBound)
    }
    self.init(
      clientID: ride.uuid, start: ride.began, end: ride.began.advanced(bySeconds: ride.elapsedSeconds),
      durationSeconds: min(ride.timerSeconds, Range.durationSeconds.upperBound),
      distanceMeters: clamped((ride.distanceMeters * 10).rounded() / 10, to: Range.distanceMeters),
      // One kilocalorie per kilojoule at the crank: a gross efficiency of 0.24 (`docs/sync.md`).
      energyBurnedKcal: clamped((ride.joules / 1000).rounded(), to: Range.kilocalories),
      averageHeartRate: ride.averageBeatsPerMinute.map { $0.rounded() }
        .flatMap { Range.beatsPerMinute.contains($0) ? $0 : nil },
      source: "jz2d")
  }

  /// Reads an item of `workouts`; nil if it is invalid.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - path: The path of the item, with a point at its end.
  ///   - faults: The list to which its faults are added.
  init?(_ item: JSONValue, path: String, faults: inout [HubFault.Field]) {
    guard case .object = item else {
      faults.append(HubFault.Field(String(path.dropLast()), "must be an object, not \(item.kind)"))
      return nil
    }
    var fields = FieldReader(item, path: path)
    let clientID = fields.text("client_id", most: Range.clientIDCharacters)
    let start = fields.instant("start_time")
    let end = fields.instant("end_time")
    let duration = fields.count("duration_seconds", in: Range.durationSeconds, required: true)
    let distance = fields.number("distance_meters", in: Range.distanceMeters, required: true)
    energyBurnedKcal = fields.number("energy_burned_kcal", in: Range.kilocalories)
    averageHeartRate = fields.number("avg_heart_rate", in: Range.beatsPerMinute)
    maximumHeartRate = fields.number("max_heart_rate", in: Range.beatsPerMinute)
    averagePaceSecondsPerKm = fields.number("avg_pace_seconds_per_km", in: Range.paceSecondsPerKm)
    let source = fields.text("source", most: Range.sourceCharacters)
    baseVersion = fields.count("base_version", in: 1...Int(Int32.max))
    if let start, let end, end < start { fields.refuse("end_time", "is before start_time") }
    faults += fields.faults
    guard fields.faults.isEmpty, let clientID, let start, let end, let duration, let distance, let source else {
      return nil
    }
    self.clientID = clientID
    self.start = start
    self.end = end
    durationSeconds = duration
    distanceMeters = distance
    self.source = source
  }

  /// Whether both have the same data: start and end within a second, the same duration, the distance within a metre,
  /// energy and heart rates within half a unit, the same source.
  package func isIdentical(to other: Workout) -> Bool {
    abs(start.milliseconds - other.start.milliseconds) < 1000 && abs(end.milliseconds - other.end.milliseconds) < 1000
      && durationSeconds == other.durationSeconds && abs(distanceMeters - other.distanceMeters) < 1
      && Self.isClose(energyBurnedKcal, other.energyBurnedKcal)
      && Self.isClose(averageHeartRate, other.averageHeartRate)
      && Self.isClose(maximumHeartRate, other.maximumHeartRate)
      && source == other.source
  }

  private static func isClose(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return one == other }
    return abs(one - other) < 0.5
  }

  /// Whether both are one ride that was recorded twice: their starts are at most 60 s apart, and they overlap.
  ///
  /// With starts alone, a ride that was aborted and restarted would count as its predecessor, and be lost.
  package func isSameRide(as other: Workout) -> Bool {
    abs(start.milliseconds - other.start.milliseconds) <= 60_000 && start < other.end && other.start < end
  }
}
