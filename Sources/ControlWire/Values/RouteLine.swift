package import Rides

/// A route as a line to draw.
package struct RouteLine: Codable, Hashable, Sendable {
  /// Its length in metres: one lap of a loop, else one way of a route that is ridden there and back.
  package var meters: Double
  package var loop: Bool
  /// The climb of that length in metres; absent for a route without heights.
  package var ascentMeters: Double?
  /// At most 500 points, including the first and the last of the route.
  package var points: [RoutePoint]
  /// Its named places; absent without named places.
  package var waypoints: [Waypoint]?

  package init(
    meters: Double, loop: Bool, ascentMeters: Double? = nil, points: [RoutePoint], waypoints: [Waypoint]? = nil
  ) {
    self.meters = meters
    self.loop = loop
    self.ascentMeters = ascentMeters
    self.points = points
    self.waypoints = waypoints
  }
}

/// A point of a route.
package struct RoutePoint: Codable, Hashable, Sendable {
  /// Metres from the first point, along the route.
  package var meters: Double
  package var latitudeDegrees: Double
  package var longitudeDegrees: Double
  /// The smoothed height above sea level in metres; absent for a route without heights.
  package var altitudeMeters: Double?

  package init(meters: Double, latitudeDegrees: Double, longitudeDegrees: Double, altitudeMeters: Double? = nil) {
    self.meters = meters
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.altitudeMeters = altitudeMeters
  }
}
