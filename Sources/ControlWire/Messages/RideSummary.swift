/// A ride in the store, in figures.
public struct RideSummary: Codable, Hashable, Sendable {
  /// Whether a ride goes on.
  public enum State: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is being ridden.
    case riding
    /// The daemon went down in it; it may go on.
    case suspended
    /// It is over.
    case finished
  }

  /// The ride's number.
  public var id: Int
  /// When the first second began: RFC 3339 in UTC, `2026-11-21T06:45:12Z`.
  public var start: String
  /// Seconds the timer ran.
  public var timerSeconds: Int
  /// Seconds from the first to the last row.
  public var elapsedSeconds: Int
  /// Mean power over timer seconds in which the trainer spoke, in watts.
  public var averageWatts: Double?
  /// Mean heart rate over timer seconds that have one, in beats a minute.
  public var averageHeartRate: Double?
  /// Work done in timer seconds, in kilojoules.
  public var kilojoules: Double
  /// Distance covered in timer seconds, in metres; absent where the trainer sends neither speed nor distance.
  public var distanceMeters: Double?
  /// Whether it goes on.
  public var state: State

  /// A ride in figures.
  public init(
    id: Int, start: String, timerSeconds: Int, elapsedSeconds: Int, averageWatts: Double?, averageHeartRate: Double?,
    kilojoules: Double, distanceMeters: Double?, state: State
  ) {
    self.id = id
    self.start = start
    self.timerSeconds = timerSeconds
    self.elapsedSeconds = elapsedSeconds
    self.averageWatts = averageWatts
    self.averageHeartRate = averageHeartRate
    self.kilojoules = kilojoules
    self.distanceMeters = distanceMeters
    self.state = state
  }
}

/// One second of a ride.
public struct SampleRow: Codable, Hashable, Sendable {
  /// Whole seconds from the ride's start to the second's start.
  public var elapsedSeconds: Int
  /// Whether the second counts as timer time.
  public var timerRunning: Bool
  /// Mean power of what arrived in the second, in watts.
  public var powerWatts: Double?
  /// The power asked of the trainer at the second's end, in watts.
  public var targetWatts: Int?
  /// Mean cadence of what arrived in the second, in revolutions a minute.
  public var cadenceRpm: Double?
  /// The last heart rate, if not older than 5 s, in beats a minute.
  public var beatsPerMinute: Int?
  /// Mean speed of what arrived in the second, in km/h.
  public var speedKmh: Double?
  /// Distance covered in timer time up to the second's end, in metres.
  public var distanceMeters: Double?

  /// One second.
  public init(
    elapsedSeconds: Int, timerRunning: Bool, powerWatts: Double? = nil, targetWatts: Int? = nil,
    cadenceRpm: Double? = nil, beatsPerMinute: Int? = nil, speedKmh: Double? = nil, distanceMeters: Double? = nil
  ) {
    self.elapsedSeconds = elapsedSeconds
    self.timerRunning = timerRunning
    self.powerWatts = powerWatts
    self.targetWatts = targetWatts
    self.cadenceRpm = cadenceRpm
    self.beatsPerMinute = beatsPerMinute
    self.speedKmh = speedKmh
    self.distanceMeters = distanceMeters
  }
}
