internal import RideSession

/// A track point under way.
struct GPXPoint: Sendable {
  /// The quantities that a point has as text.
  enum Quantity: Sendable {
    case elevation
    case heartRate
    case cadence
    case temperature
    case power
    case speed

    /// The quantity that an element within a point is; nil where it is none, as an elevation that is not the point's own.
    init?(_ element: GPXElement, isDirect: Bool) {
      switch element {
      case .elevation where isDirect: self = .elevation
      case .heartRate, .heartRateInFull: self = .heartRate
      case .cadence, .cadenceInFull: self = .cadence
      case .airTemperature, .temperature, .temperatureInFull: self = .temperature
      case .power, .powerInWatts, .watts: self = .power
      case .speed: self = .speed
      default: return nil
      }
    }

    /// What a ride can have.
    var range: ClosedRange<Double> {
      switch self {
      case .elevation: -20_000...100_000
      case .heartRate: 0...255
      case .cadence: 0...254
      case .temperature: -100...100
      case .power: 0...65_535
      case .speed: 0...1_000_000
      }
    }
  }

  var time: UnixTime?
  /// Nil for none, and for 0° 0°, which programs write that have none: GPX demands one.
  var place: Place?
  private var sample = RideSample(second: 0, timerRunning: true)
  private var values = ImportedValues()

  init(place: Place?) {
    let isNone = place?.latitudeDegrees == 0 && place?.longitudeDegrees == 0
    self.place = isNone ? nil : place
  }

  /// Takes a value within its quantity's range.
  mutating func take(_ value: Double, as quantity: Quantity) {
    switch quantity {
    case .elevation: values.altitudeMeters = value
    // 0 stands for no reading.
    case .heartRate: sample.beatsPerMinute = value < 0.5 ? nil : Int(value.rounded())
    case .cadence: sample.cadenceRpm = value
    case .temperature: values.temperatureCelsius = value
    case .power: sample.powerWatts = value
    case .speed:
      values.speedMetersPerSecond = value
      sample.speedKmh = value * 3.6
    }
  }

  /// All its values, with the distance up to it, in metres.
  func sample(distanceMeters: Double?) -> RideSample {
    var (sample, values) = (sample, values)
    sample.distanceMeters = distanceMeters
    values.latitudeDegrees = place?.latitudeDegrees
    values.longitudeDegrees = place?.longitudeDegrees
    if values != ImportedValues() { sample.imported = values }
    return sample
  }
}
