import ControlWire
package import Rides

/// Texts about the place of a ride on a route with altitudes.
package enum RoadText {
  /// Describes the place: `3.2 km of 12.0 km, slope 6.1 %, 812 m above sea level, 214 m climbed`.
  package static func place(_ road: RoadStatus) -> String {
    [

      String(localized: "\(Figure.way(metres: road.meters)) of \(Figure.way(metres: road.lengthMeters))"),
      String(localized: "slope \(Figure.text(road.slopePercent, decimals: 1)) %"),
      String(localized: "\(Figure.height(metres: road.altitudeMeters)) above sea level"),
      String(localized: "\(Figure.height(metres: road.ascentMeters)) climbed"),
    ].joined(separator: ", ")
  }
}
