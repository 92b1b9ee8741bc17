/// The place of a ride on its route.
package struct RoadStatus: Codable, Hashable, Sendable {
  /// Metres from the beginning of the route.
  package var meters: Double
  /// The length of the route in one direction, in metres.
  package var lengthMeters: Double
  /// The slope under the rider, in percent.
  package var slopePercent: Double
  /// The altitude of the rider, in metres.
  package var altitudeMeters: Double
  /// The metres climbed so far.
  package var ascentMeters: Double

  package init(
    meters: Double, lengthMeters: Double, slopePercent: Double, altitudeMeters: Double, ascentMeters: Double
  ) {
    self.meters = meters
    self.lengthMeters = lengthMeters
    self.slopePercent = slopePercent
    self.altitudeMeters = altitudeMeters
    self.ascentMeters = ascentMeters
  }
}
