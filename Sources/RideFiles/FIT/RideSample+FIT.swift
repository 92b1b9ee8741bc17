internal import RideSession

/// The fields of a `record` that a row has a place for.
enum FITRecordField: UInt8, Sendable {
  case positionLat = 0
  case positionLong = 1
  case altitude = 2
  case heartRate = 3
  case cadence = 4
  case distance = 5
  case speed = 6
  case power = 7
  case temperature = 13
  case fractionalCadence = 53
  case enhancedSpeed = 73
  case enhancedAltitude = 78

  /// How it is written, in degrees, metres, beats and revolutions a minute, metres a second, watts, degrees Celsius.
  var field: FITField {
    switch self {
    case .positionLat, .positionLong: FITField(rawValue, .sint32, scale: Self.semicirclesPerDegree)
    case .altitude: FITField(rawValue, .uint16, scale: 5, offset: 500)
    case .heartRate, .cadence: FITField(rawValue, .uint8)
    case .distance: FITField(rawValue, .uint32, scale: 100)
    case .speed: FITField(rawValue, .uint16, scale: 1000)
    case .power: FITField(rawValue, .uint16)
    case .temperature: FITField(rawValue, .sint8)
    case .fractionalCadence: FITField(rawValue, .uint8, scale: 128)
    case .enhancedSpeed: FITField(rawValue, .uint32, scale: 1000)
    case .enhancedAltitude: FITField(rawValue, .uint32, scale: 5, offset: 500)
    }
  }

  /// Whether a value that the field holds is one on earth.
  func isPossible(_ value: Double) -> Bool { self != .positionLat || abs(value) <= 90 }

  private static let semicirclesPerDegree = 2_147_483_648.0 / 180
}

extension RideSample {
  /// What a `record` says; of a field and its enhanced one the enhanced counts.
  ///
  /// `leftOut` counts what no ride can have.
  init(_ message: FITMessage, leftOut: inout LeftOut) {
    self.init(second: 0, timerRunning: true)
    var values = FITRecordValues()
    for slot in message.definition.slots {
      guard let field = FITRecordField(rawValue: slot.number) else { continue }
      switch message.reading(slot, as: field.field) {
      case .value(let value) where field.isPossible(value): values.take(value, field)
      case .value, .unusable: leftOut.add(at: message.place)
      case .none: break
      }
    }
    powerWatts = values.watts
    cadenceRpm = values.rpm.map { $0 + (values.rpmFraction ?? 0) }
    beatsPerMinute = values.beatsPerMinute
    distanceMeters = values.distanceMeters
    imported = values.imported
    speedKmh = imported?.speedMetersPerSecond.map { $0 * 3.6 }
  }
}

/// The values of a `record`.
private struct FITRecordValues {
  var watts: Double?
  var rpm: Double?
  var rpmFraction: Double?
  /// A strap that is not worn is 0 in some files: no heart rate.
  var beatsPerMinute: Int?
  var distanceMeters: Double?
  private var latitude: Double?
  private var longitude: Double?
  private var altitude: Double?
  private var enhancedAltitude: Double?
  private var speed: Double?
  private var enhancedSpeed: Double?
  private var temperature: Double?

  mutating func take(_ value: Double, _ field: FITRecordField) {
    switch field {
    case .positionLat: latitude = value
    case .positionLong: longitude = value
    case .altitude: altitude = value
    case .heartRate: beatsPerMinute = value >= 1 ? Int(value) : nil
    case .cadence: rpm = value
    case .distance: distanceMeters = value
    case .speed: speed = value
    case .power: watts = value
    case .temperature: temperature = value
    case .fractionalCadence: rpmFraction = value
    case .enhancedSpeed: enhancedSpeed = value
    case .enhancedAltitude: enhancedAltitude = value
    }
  }

  /// Nil where there is nothing of the kind; half a position is none.
  var imported: ImportedValues? {
    let hasPosition = latitude != nil && longitude != nil
    let values = ImportedValues(
      latitudeDegrees: hasPosition ? latitude : nil, longitudeDegrees: hasPosition ? longitude : nil,
      altitudeMeters: enhancedAltitude ?? altitude, temperatureCelsius: temperature,
      speedMetersPerSecond: enhancedSpeed ?? speed)
    return values == ImportedValues() ? nil : values
  }
}

extension RideSample {
  /// What a row can have as a `record`.
  ///
  /// - Parameters:
  ///   - start: The ride's start in FIT's seconds.
  ///   - fractionalCadence: Whether cadence is written to 1/128 rpm and not to the nearest whole.
  /// - Returns: The fields that Garmin's profile has for it.
  static func fitColumns(start: Double, fractionalCadence: Bool) -> [FITColumn<Self>] {
    let fraction = fractionalCadence ? FITRecordField.fractionalCadence.field : nil
    var columns: [FITColumn<Self>] = [
      FITColumn(.timestamp) { start + Double($0.second) },
      FITColumn(FITRecordField.positionLat.field) { $0.position?.latitude },
      FITColumn(FITRecordField.positionLong.field) { $0.position?.longitude },
      FITColumn(FITRecordField.distance.field) { $0.distanceMeters },
      FITColumn(FITRecordField.power.field) { $0.powerWatts },
      FITColumn(FITRecordField.heartRate.field) { $0.knownBeatsPerMinute },
      FITColumn(FITRecordField.temperature.field) { $0.imported?.temperatureCelsius },
    ]
    columns += FITColumn.columns(FITRecordField.cadence.field, fraction: fraction) { $0.cadenceRpm }
    columns += FITColumn.columns(FITRecordField.speed.field, wide: FITRecordField.enhancedSpeed.field) {
      $0.metersPerSecond
    }
    columns += FITColumn.columns(FITRecordField.altitude.field, wide: FITRecordField.enhancedAltitude.field) {
      $0.imported?.altitudeMeters
    }
    return columns
  }

  /// 0 stands for no reading.
  private var knownBeatsPerMinute: Double? { beatsPerMinute.flatMap { $0 > 0 ? Double($0) : nil } }

  private var metersPerSecond: Double? { imported?.speedMetersPerSecond ?? speedKmh.map { $0 / 3.6 } }

  private var position: (latitude: Double, longitude: Double)? {
    guard let latitude = imported?.latitudeDegrees, let longitude = imported?.longitudeDegrees else { return nil }
    return (latitude, longitude)
  }
}

/// RR intervals in milliseconds, as many as an `hrv` has a place for.
struct FITIntervals: Sendable {
  let milliseconds: [Double]

  static let perMessage = 5

  static let columns: [FITColumn<Self>] = [
    FITColumn(FITField.HRV.time, count: perMessage) { $0.milliseconds }
  ]

  /// The messages that it takes for a row's intervals.
  static func messages(for sample: RideSample) -> [Self] {
    let intervals = sample.rrIntervals
    return stride(from: 0, to: intervals.count, by: perMessage).map { first in
      Self(milliseconds: intervals[first..<min(first + perMessage, intervals.count)].map(milliseconds))
    }
  }

  private static func milliseconds(_ interval: UInt16) -> Double { Double(interval) * 1000 / 1024 }

  /// In 1/1024 s, rounded so that it is the same number of milliseconds again; nil beyond 64 s.
  static func interval(milliseconds: Double) -> UInt16? {
    UInt16(exactly: (milliseconds * 1024 / 1000).rounded())
  }
}
