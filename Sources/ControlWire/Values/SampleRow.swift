/// One second of a ride.
package struct SampleRow: Codable, Hashable, Sendable {
  /// Whole seconds from the ride's start to the second's start.
  package var elapsedSeconds: Int
  /// Whether the second counts as timer time.
  package var timerRunning: Bool
  /// Mean power of what arrived in the second, in watts: the power meter's if one was chosen and sent, else the trainer's.
  package var powerWatts: Double?
  /// The trainer's own mean power, in watts; absent without a power meter.
  package var trainerWatts: Double?
  /// The power asked of the trainer at the second's end, in watts.
  package var targetWatts: Int?
  /// Mean cadence of what arrived in the second, in revolutions a minute.
  package var cadenceRpm: Double?
  /// The last heart rate, if not older than 5 s, in beats a minute.
  package var beatsPerMinute: Int?
  /// Mean speed of what arrived in the second, in km/h; if `virtual`, computed from power.
  package var speedKmh: Double?
  /// Distance covered in timer time up to the second's end, in metres.
  package var distanceMeters: Double?
  /// RR intervals that arrived in the second, oldest first, in milliseconds; absent where none did.
  package var rrMilliseconds: [Double]?
  /// DFA alpha-1 of the two minutes before; absent where it is not known.
  package var alpha1: Double?
  /// True if speed and distance are computed from power, since the trainer sends neither; else absent.
  package var virtual: Bool?
  /// Of an imported ride; in degrees.
  package var latitudeDegrees: Double?
  /// Of an imported ride; in degrees.
  package var longitudeDegrees: Double?
  /// Of an imported ride; in metres.
  package var altitudeMeters: Double?
  /// Of an imported ride; in degrees Celsius.
  package var temperatureCelsius: Double?

  package init(
    elapsedSeconds: Int, timerRunning: Bool, powerWatts: Double? = nil, trainerWatts: Double? = nil,
    targetWatts: Int? = nil, cadenceRpm: Double? = nil, beatsPerMinute: Int? = nil, speedKmh: Double? = nil,
    distanceMeters: Double? = nil,
    rrMilliseconds: [Double]? = nil, alpha1: Double? = nil, virtual: Bool? = nil, latitudeDegrees: Double? = nil,
    longitudeDegrees: Double? = nil, altitudeMeters: Double? = nil, temperatureCelsius: Double? = nil
  ) {
    self.elapsedSeconds = elapsedSeconds
    self.timerRunning = timerRunning
    self.powerWatts = powerWatts
    self.trainerWatts = trainerWatts
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
