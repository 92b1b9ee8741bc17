/// Where a ride that was not recorded here came from.
package struct RideOrigin: Hashable, Sendable {
  /// The kind of file.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case tcx
    case fit
    case gpx
  }

  /// What recorded it, as TCX (`Device_t`) and FIT (`file_id`, `file_creator`) tell; nil or absent where the file is silent.
  package struct Device: Hashable, Sendable {
    package var name: String?
    /// FIT's number of the manufacturer.
    package var manufacturer: Int?
    /// `ProductID`, FIT's product number.
    package var product: Int?
    /// `UnitId`, FIT's serial number.
    package var serial: Int?
    /// Major, minor, build major and build minor, as many as the file has; FIT's software version is the first two.
    package var version: [Int]

    package init(
      name: String? = nil, manufacturer: Int? = nil, product: Int? = nil, serial: Int? = nil, version: [Int] = []
    ) {
      self.name = name
      self.manufacturer = manufacturer
      self.product = product
      self.serial = serial
      self.version = version
    }
  }

  package var format: Format
  /// FIT's number of the sport: 2 is cycling, 1 running, 0 any.
  package var sport: Int
  /// FIT's number of the sub-sport: 6 is indoor cycling, 0 any.
  package var subSport: Int
  package var device: Device
  /// How far the clock on the wall was ahead of UTC, in seconds; nil where the file is silent.
  package var utcOffsetSeconds: Int?

  package init(
    format: Format, sport: Int = 2, subSport: Int = 0, device: Device = Device(), utcOffsetSeconds: Int? = nil
  ) {
    self.format = format
    self.sport = sport
    self.subSport = subSport
    self.device = device
    self.utcOffsetSeconds = utcOffsetSeconds
  }
}

/// A figure that a file gives for a whole ride or for a lap of it.
///
/// Other programs reckon some of them their own way, so what they gave is kept for as long as the ride is whole; once it is
/// cut, all are reckoned anew.
package enum RideFigure: String, Hashable, Sendable, CaseIterable {
  case timerSeconds
  case elapsedSeconds
  /// From its start to when the file was told that it was over: more than elapsed time where the rider took his time to save.
  case closedSeconds
  case distanceMeters
  case kilocalories
  case fatKilocalories
  case averageMetersPerSecond
  case maximumMetersPerSecond
  case averageBeatsPerMinute
  case maximumBeatsPerMinute
  case minimumBeatsPerMinute
  case averageCadenceRpm
  case maximumCadenceRpm
  case averageWatts
  case maximumWatts
  /// Normalized Power.
  case normalizedWatts
  /// Training Stress Score.
  case trainingStressScore
  /// Intensity Factor.
  case intensityFactor
  /// Functional threshold power.
  case thresholdWatts
  case workJoules
  /// Turns of the crank; `Steps` in TCX, total strokes in FIT.
  case strokes
  case ascentMeters
  case descentMeters
  case averageAltitudeMeters
  case minimumAltitudeMeters
  case maximumAltitudeMeters
  case averageTemperatureCelsius
  case maximumTemperatureCelsius
}
