/// The file that a ride which was not recorded here came from.
package struct RideOrigin: Hashable, Sendable {
  /// The format of the file.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case tcx
    case fit
    case gpx
  }

  /// The device that recorded the ride, by TCX (`Device_t`) or FIT (`file_id`, `file_creator`); nil for what the file leaves out.
  package struct Device: Hashable, Sendable {
    package var name: String?
    /// FIT's manufacturer number.
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

  /// FIT's number for all sports, kept for a file's word that no table has.
  package static let otherSport = 254

  package var format: Format
  /// FIT's sport number: 2 is cycling, 1 running, 0 left open.
  package var sport: Int
  /// FIT's sub-sport number: 6 is indoor cycling, 0 any.
  package var subSport: Int
  package var device: Device
  /// The offset of local time from UTC, in seconds; nil if the file leaves it out.
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

// MARK: - Sports

extension Sport {
  /// FIT's sport number.
  package var fitNumber: Int {
    switch self {
    case .cycling: 2
    case .ebiking: 21
    case .running: 1
    case .walking: 11
    case .hiking: 17
    case .swimming: 5
    case .rowing: 15
    case .skiing: 12
    case .training: 10
    case .other: 0
    }
  }

  /// The sport of a file that leaves it open.
  ///
  /// In FIT and GPX that counts as cycling, the purpose of this program; TCX has a word for cycling, so its `Other` does not.
  package static func unspecified(in format: RideOrigin.Format) -> Sport {
    switch format {
    case .tcx: .other
    case .fit, .gpx: .cycling
    }
  }

  /// The sport of a ride: by the rider's word, else by its file, else cycling.
  package init(_ given: Sport?, of origin: RideOrigin?) {
    self = given ?? origin?.ownSport ?? .cycling
  }
}

extension RideOrigin {
  /// The sport by the file's number.
  fileprivate var ownSport: Sport {
    sport == 0 ? .unspecified(in: format) : Sport.allCases.first { $0.fitNumber == sport } ?? .other
  }
}

/// A field of a file's summary of a whole ride, or of a lap.
///
/// Other programs compute some of them in their own way, so the values of the file are kept as long as the ride is whole; once it
/// is cut, all are computed from the rows.
package enum SummaryField: String, Hashable, Sendable, CaseIterable {
  case timerSeconds
  case elapsedSeconds
  /// From the start until the rider saved the ride: more than the elapsed time if they waited.
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
