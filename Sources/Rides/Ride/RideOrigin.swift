/// The original file of a ride that was not recorded here.
package struct RideOrigin: Hashable, Sendable {
  /// The format of the file.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case tcx
    case fit
    case gpx
  }

  /// The device that recorded the ride, by TCX (`Device_t`) or FIT (`file_id`, `file_creator`); nil for values that the
  /// file lacks.
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

  /// FIT's number for all sports, used for a file's sport that is in no table.
  package static let otherSport = 254

  package var format: Format
  /// FIT's sport number: 2 is cycling, 1 running, 0 unspecified.
  package var sport: Int
  /// FIT's sub-sport number: 6 is indoor cycling, 0 any.
  package var subSport: Int
  package var device: Device
  /// The offset of local time from UTC, in seconds; nil if the file lacks it.
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

extension RideOrigin: Tabled, Codable {
  package static let blank = RideOrigin(format: .fit, sport: 0)
  package static let members: Members<Self> = [
    .text("format", of: Format.init, { $0.format.rawValue }, { $0.format = $1 }).required,
    .integer("sport", in: MemberRange.count, { $0.sport }, { $0.sport = $1 }),
    .integer("subSport", in: MemberRange.count, { $0.subSport }, { $0.subSport = $1 }),
    .integer("utcOffsetSeconds", in: MemberRange.signed, { $0.utcOffsetSeconds }, { $0.utcOffsetSeconds = $1 }),
    .part("device", { $0.device }, { $0.device = $1 }),
  ]
}

extension RideOrigin.Device: Tabled, Codable {
  package static let blank = Self()
  package static let members: Members<Self> = [
    .text("name", { $0.name }, { $0.name = $1 }),
    .integer("manufacturer", in: MemberRange.count, { $0.manufacturer }, { $0.manufacturer = $1 }),
    .integer("product", in: MemberRange.count, { $0.product }, { $0.product = $1 }),
    .integer("serial", in: MemberRange.count, { $0.serial }, { $0.serial = $1 }),
    .numbers("version", in: -0x1p53...0x1p53, most: 16, { $0.version.map(Double.init) }) { device, numbers in
      device.version = numbers.compactMap { Int(exactly: $0) }
      return device.version.count == numbers.count
    },
  ]
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

  /// Returns the sport of a file that does not specify it.
  ///
  /// In FIT and GPX that is cycling, the purpose of this program; TCX has a name for cycling, so its `Other` is not
  /// cycling.
  package static func unspecified(in format: RideOrigin.Format) -> Sport {
    switch format {
    case .tcx: .other
    case .fit, .gpx: .cycling
    }
  }

  /// The sport of a ride: the rider's choice, otherwise that of its file, otherwise cycling.
  package init(_ given: Sport?, of origin: RideOrigin?) {
    self = given ?? origin?.ownSport ?? .cycling
  }
}

extension RideOrigin {
  /// The sport from the file's number.
  fileprivate var ownSport: Sport {
    sport == 0 ? .unspecified(in: format) : Sport.allCases.first { $0.fitNumber == sport } ?? .other
  }
}

/// A field of a file's summary of a whole ride, or of a lap.
///
/// Other programs compute some fields in their own way, so the file's values are kept as long as the ride is whole;
/// after a cut, all are computed from the rows.
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
  case trainingStressScore
  case intensityFactor
  /// Functional threshold power.
  case thresholdWatts
  case workJoules
  /// Revolutions of the crank; `Steps` in TCX, total strokes in FIT.
  case strokes
  case ascentMeters
  case descentMeters
  case averageAltitudeMeters
  case minimumAltitudeMeters
  case maximumAltitudeMeters
  case averageTemperatureCelsius
  case maximumTemperatureCelsius
}

/// The stored form of a summary's fields, by name.
package struct SummaryFigures: Sendable {
  package private(set) var values: [SummaryField: Double]

  /// Nil without fields, so that the member is left out.
  package init?(_ values: [SummaryField: Double]) {
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  private init() { values = [:] }
}

extension SummaryFigures: Tabled, Codable {
  package static let blank = SummaryFigures()
  package static let members = Members(
    SummaryField.allCases.map { field in
      Member<Self>.number(field.rawValue, { $0.values[field] }, { $0.values[field] = $1 })
    })
}
