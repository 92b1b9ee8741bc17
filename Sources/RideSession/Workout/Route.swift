/// A road that the virtual distance of a ride travels.
///
/// A route whose ends lie within `closingMeters` of each other is a loop and goes on from its beginning; any other is
/// ridden there and back, so that whoever rides on comes by each place again.
package struct Route: Hashable, Sendable, Codable {
  /// What its file calls it; nil where it does not.
  package var name: String?
  /// Its points in order, two at least.
  package var points: [Place]

  package init(name: String? = nil, points: [Place]) {
    self.name = name
    self.points = points
  }
}

extension Route {
  /// How near to a place a rider is there, in metres.
  package static let radiusMeters = 25.0
  /// How near to each other the ends of a loop are, in metres.
  package static let closingMeters = 25.0
  /// How far from a route a place may lie that is to be reached on it, in metres.
  package static let farMeters = 200.0
  /// How long a route may be, in metres; a shorter one leads nowhere.
  package static let lengthMeters = 100.0...1_000_000.0

  /// Says what no ride could make of it.
  ///
  /// - Throws: `badPlace` with the point's number from 1, `zeroLength`, `tooLong`.
  package func check() throws(PlanError) {
    guard points.count >= 2 else { throw PlanError(.zeroLength, detail: "\(points.count) points") }
    guard points.count <= Limits.routePoints else { throw PlanError(.tooLong, detail: "\(points.count) points") }
    for (index, point) in points.enumerated() {
      do throws(PlanError) {
        try point.check()
      } catch {
        throw PlanError(error.code, detail: "point \(index + 1): \(error.detail)")
      }
    }
    let meters = RouteCourse(self).lengthMeters
    guard meters > Self.lengthMeters.lowerBound else { throw PlanError(.zeroLength, detail: "\(meters.inMeters) m") }
    guard meters <= Self.lengthMeters.upperBound else { throw PlanError(.tooLong, detail: "\(meters.inMeters) m") }
  }
}

extension Double {
  /// Whole metres, for people; of what is not finite or beyond any globe the nearest.
  var inMeters: Int { isNaN ? 0 : Int(Swift.min(Swift.max(self, -1e12), 1e12).rounded()) }
}

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

extension RouteCourse {
  /// A distance that is too short to have left a place, in metres.
  private static let atOnce = 0.001
  /// Parts of the route that lie nearer than this to each other are one, in metres.
  private static let seam = 0.01
  /// Beyond it a distance has no digits left for the metres.
  private static let farthest = 1e9

  /// The virtual distance at which a rider next reaches a place: comes within `Route.radiusMeters` of the point of the route
  /// that is nearest to it.
  ///
  /// Who is within already leaves and comes again. On a route that never leaves, it is reached at that nearest point itself.
  /// - Parameters:
  ///   - place: The place, which may lie beside the route.
  ///   - distance: The virtual distance so far, in metres from the route's first point.
  /// - Returns: Metres in the same measure, more than `distance`; nil for a route without length.
  package func meters(to place: Place, after distance: Double) -> Double? {
    guard lengthMeters > 0, abs(distance) < Self.farthest else { return nil }
    let nearest = nearest(to: RouteVector(place)).along
    let index = arcIndex(at: nearest)
    let target = arc(index).point(atMeters: nearest - meters[index])
    let entries = entries(around: target) ?? passings(of: nearest)
    let begun = distance - offset(of: distance)
    let next = entries.map { entry in
      let soon = begun + entry
      return soon > distance + Self.atOnce ? soon : soon + periodMeters
    }
    return next.min()
  }

  /// Where in the period a circle is entered; nil where all of it lies within.
  private func entries(around target: RouteVector) -> [Double]? {
    let there = parts(within: Route.radiusMeters, of: target)
    let back = isLoop ? [] : there.reversed().map { periodMeters - $0.upperBound...periodMeters - $0.lowerBound }
    var stays = Self.joined(there + back)
    guard let first = stays.first, let last = stays.last else { return nil }
    if first.lowerBound <= Self.seam, last.upperBound >= periodMeters - Self.seam {
      guard stays.count > 1 else { return nil }
      stays.removeFirst()
    }
    return stays.map(\.lowerBound)
  }

  private func parts(within radius: Double, of target: RouteVector) -> [ClosedRange<Double>] {
    (0..<points.count - 1).compactMap { index in
      let begin = meters[index]
      guard points[index].chordMeters(to: target) - (meters[index + 1] - begin) <= radius,
        let part = arc(index).part(within: radius, of: target)
      else { return nil }
      return begin + part.lowerBound...begin + part.upperBound
    }
  }

  /// Ranges in order of their beginnings, those that touch made one.
  private static func joined(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var joined: [ClosedRange<Double>] = []
    for range in ranges {
      if let last = joined.last, range.lowerBound <= last.upperBound + seam {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// Where in the period a point of the route is passed.
  private func passings(of along: Double) -> [Double] { isLoop ? [along] : [along, periodMeters - along] }
}
