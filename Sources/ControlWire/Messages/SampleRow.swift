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
  /// Mean speed of what arrived in the second, in km/h; where `virtual`, reckoned from power.
  public var speedKmh: Double?
  /// Distance covered in timer time up to the second's end, in metres.
  public var distanceMeters: Double?
  /// RR intervals that arrived in the second, oldest first, in milliseconds; absent where none did.
  public var rrMilliseconds: [Double]?
  /// DFA alpha-1 of the two minutes before; absent where it is not known.
  public var alpha1: Double?
  /// True where speed and distance are reckoned from power, since the trainer sends neither; else absent.
  public var virtual: Bool?
  /// Of an imported ride; in degrees.
  public var latitudeDegrees: Double?
  /// Of an imported ride; in degrees.
  public var longitudeDegrees: Double?
  /// Of an imported ride; in metres.
  public var altitudeMeters: Double?
  /// Of an imported ride; in degrees Celsius.
  public var temperatureCelsius: Double?

  /// One second.
  public init(
    elapsedSeconds: Int, timerRunning: Bool, powerWatts: Double? = nil, targetWatts: Int? = nil,
    cadenceRpm: Double? = nil, beatsPerMinute: Int? = nil, speedKmh: Double? = nil, distanceMeters: Double? = nil,
    rrMilliseconds: [Double]? = nil, alpha1: Double? = nil, virtual: Bool? = nil, latitudeDegrees: Double? = nil,
    longitudeDegrees: Double? = nil, altitudeMeters: Double? = nil, temperatureCelsius: Double? = nil
  ) {
    self.elapsedSeconds = elapsedSeconds
    self.timerRunning = timerRunning
    self.powerWatts = powerWatts
    self.targetWatts = targetWatts
    self.cadenceRpm = cadenceRpm
    self.beatsPerMinute = beatsPerMinute
    self.speedKmh = speedKmh
    self.distanceMeters = distanceMeters
    self.rrMilliseconds = rrMilliseconds
    self.alpha1 = alpha1
    self.virtual = virtual
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.altitudeMeters = altitudeMeters
    self.temperatureCelsius = temperatureCelsius
  }
}
