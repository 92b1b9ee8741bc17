internal import RideSession

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
