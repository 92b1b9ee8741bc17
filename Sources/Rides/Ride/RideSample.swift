/// One second of a ride: the row of the 1 Hz grid that begins `second` seconds after the ride's start.
///
/// A value that did not arrive is absent, never zero and never the old one.
package struct RideSample: Hashable, Sendable {
  /// Whole seconds from the ride's start to the row's start; rows count up without a hole.
  package var second: Int
  /// Whether the row is timer time: the timer ran when the row ended.
  package var timerRunning: Bool
  /// Mean of the Instantaneous Power that arrived, in watts: the power meter's if one is chosen and sends, else the trainer's.
  package var powerWatts: Double?
  /// The trainer's own power beside that of a power meter, in watts; nil without a meter.
  package var trainerWatts: Double?
  /// The target of the ride that the trainer had acknowledged when the row ended, in watts; nil if it held none.
  package var targetWatts: Int?
  /// Mean of the Instantaneous Cadence that arrived, in revolutions a minute.
  package var cadenceRpm: Double?
  /// The last heart rate that still counts (`SendingPace`), in beats a minute; never 0.
  package var beatsPerMinute: Int?
  /// Mean of the Instantaneous Speed that arrived, in km/h; if `isVirtual`, the speed that the power makes on a flat road.
  package var speedKmh: Double?
  /// Distance in timer time up to the row's end, in metres; nil if it is not known.
  package var distanceMeters: Double?
  /// RR intervals that arrived, oldest first, in 1/1024 s.
  package var rrIntervals: [UInt16]
  /// DFA alpha-1 of the RR intervals of the last two minutes; nil if they allow no estimate.
  package var alpha1: Double?
  /// Whether speed and distance are computed from power, since the trainer sends neither.
  package var isVirtual: Bool
  /// Where the rider is: by the file of another program, or on the route of the plan; nil if that is not known.
  package var position: Place?
  /// Values that only files of other programs have; nil in a row recorded here.
  package var imported: ImportedValues?
  /// Whether the values are those of an earlier row, since the file of another program has none for this second.
  package var isCarried: Bool

  package init(
    second: Int, timerRunning: Bool, powerWatts: Double? = nil, trainerWatts: Double? = nil,
    targetWatts: Int? = nil, cadenceRpm: Double? = nil, beatsPerMinute: Int? = nil, speedKmh: Double? = nil,
    distanceMeters: Double? = nil, rrIntervals: [UInt16] = [],
    alpha1: Double? = nil, isVirtual: Bool = false, position: Place? = nil, imported: ImportedValues? = nil,
    isCarried: Bool = false
  ) {
    self.second = second
    self.timerRunning = timerRunning
    self.powerWatts = powerWatts
    self.trainerWatts = trainerWatts
    self.targetWatts = targetWatts
    self.cadenceRpm = cadenceRpm
    self.beatsPerMinute = beatsPerMinute
    self.speedKmh = speedKmh
    self.distanceMeters = distanceMeters
    self.rrIntervals = rrIntervals
    self.alpha1 = alpha1
    self.isVirtual = isVirtual
    self.position = position
    self.imported = imported
    self.isCarried = isCarried
  }
}

/// Values of a second that only files of other programs have.
package struct ImportedValues: Hashable, Sendable {
  /// Height above sea level, in metres.
  package var altitudeMeters: Double?
  /// Temperature, in degrees Celsius.
  package var temperatureCelsius: Double?
  /// The speed exactly as in the file, in metres a second; `speedKmh` is the same, rounded by the conversion.
  package var speedMetersPerSecond: Double?

  package init(
    altitudeMeters: Double? = nil, temperatureCelsius: Double? = nil, speedMetersPerSecond: Double? = nil
  ) {
    self.altitudeMeters = altitudeMeters
    self.temperatureCelsius = temperatureCelsius
    self.speedMetersPerSecond = speedMetersPerSecond
  }
}
