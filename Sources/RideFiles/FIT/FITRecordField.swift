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
