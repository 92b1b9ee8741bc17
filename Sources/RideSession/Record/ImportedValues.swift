/// What a second of a ride from another program's file has and a ride recorded here has not.
package struct ImportedValues: Hashable, Sendable {
  /// Latitude and longitude in degrees, WGS 84; both or neither.
  package var latitudeDegrees: Double?
  package var longitudeDegrees: Double?
  /// Height above sea level, in metres.
  package var altitudeMeters: Double?
  /// Temperature, in degrees Celsius.
  package var temperatureCelsius: Double?
  /// The speed exactly as the file has it, in metres a second; `speedKmh` is the same, rounded by the conversion.
  package var speedMetersPerSecond: Double?

  package init(
    latitudeDegrees: Double? = nil, longitudeDegrees: Double? = nil, altitudeMeters: Double? = nil,
    temperatureCelsius: Double? = nil, speedMetersPerSecond: Double? = nil
  ) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.altitudeMeters = altitudeMeters
    self.temperatureCelsius = temperatureCelsius
    self.speedMetersPerSecond = speedMetersPerSecond
  }
}
