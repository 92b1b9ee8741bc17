/// A route as it is travelled, made once for a ride: how far each point is, and when a rider comes by a place.
///
/// Distances are over the globe, in metres from the first point on. A loop's last point is joined with its first.
package struct RouteCourse: Sendable {
  /// How long it is; of a loop one lap, of another one way.
  package let lengthMeters: Double
  /// Whether it goes on from its beginning; else it is ridden there and back.
  package let isLoop: Bool
  let points: [RouteVector]
  /// How far each point is.
  let meters: [Double]

  package init(_ route: Route) {
    var points = route.points.map(RouteVector.init)
    isLoop = points.count > 2 && points[0].meters(to: points[points.count - 1]) <= Route.closingMeters
    if isLoop { points.append(points[0]) }
    var (meters, sum) = ([Double](), 0.0)
    meters.reserveCapacity(points.count)
    for (index, point) in points.enumerated() {
      if index > 0 { sum += points[index - 1].meters(to: point) }
      meters.append(sum)
    }
    (self.points, self.meters, lengthMeters) = (points, meters, sum)
  }

  /// After how many metres a rider is where they began, going the same way.
  package var periodMeters: Double { isLoop ? lengthMeters : 2 * lengthMeters }

  /// How far a place is from the nearest point of the route, in metres.
  ///
  /// - Returns: Infinite for a route without points.
  package func nearestMeters(to place: Place) -> Double { nearest(to: RouteVector(place)).away }

  /// Says whether a rider on the route gets near a place.
  ///
  /// - Throws: `farFromRoute` with the metres, for a place more than `Route.farMeters` away.
  package func check(_ place: Place) throws(PlanError) {
    let away = nearestMeters(to: place)
    guard away <= Route.farMeters else { throw PlanError(.farFromRoute, detail: String(away.inMeters)) }
  }

  /// How far into the period a distance is, in metres.
  func offset(of distance: Double) -> Double {
    guard distance.isFinite, periodMeters > 0 else { return 0 }
    let rest = distance.truncatingRemainder(dividingBy: periodMeters)
    return rest < 0 ? rest + periodMeters : rest
  }

  func arc(_ index: Int) -> RouteArc {
    RouteArc(from: points[index], to: points[index + 1], meters: meters[index + 1] - meters[index])
  }

  /// The point of the route that is nearest to a place, the first of several: how far along and how far away, in metres.
  func nearest(to place: RouteVector) -> (along: Double, away: Double) {
    guard points.count > 1 else { return (0, points.first?.meters(to: place) ?? .infinity) }
    var best = (along: 0.0, away: Double.infinity)
    for index in 0..<points.count - 1 {
      let reach = meters[index + 1] - meters[index]
      if points[index].chordMeters(to: place) - reach > best.away { continue }
      let found = arc(index).nearest(to: place)
      if found.away < best.away { best = (meters[index] + found.along, found.away) }
    }
    return best
  }

  /// The last arc that begins before a distance within the length; there are two points at least.
  func arcIndex(at distance: Double) -> Int {
    var (lower, upper) = (0, points.count - 2)
    while lower < upper {
      let middle = (lower + upper + 1) / 2
      if meters[middle] < distance { lower = middle } else { upper = middle - 1 }
    }
    return lower
  }
}
