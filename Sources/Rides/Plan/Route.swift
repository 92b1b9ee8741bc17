/// A road that the virtual distance of a ride follows.
///
/// A route whose ends lie within `closingMeters` of each other is a loop; any other route is ridden there and back. In
/// both cases a rider who continues passes each place again.
package struct Route: Hashable, Sendable {
  /// The name in its file; nil without one.
  package var name: String?
  /// The points in order, at least two.
  package var points: [Place]
  /// The height of each point above sea level in metres, nil for a point without one; empty for a route without
  /// heights.
  package var altitudes: [Double?]
  /// The named places in its file, at which intervals may end.
  package var waypoints: [Waypoint]

  package init(name: String? = nil, points: [Place], altitudes: [Double?] = [], waypoints: [Waypoint] = []) {
    self.name = name
    self.points = points
    self.altitudes = altitudes
    self.waypoints = waypoints
  }

  /// Whether its heights are known, so that it has grades: those of two points are enough.
  package var hasHeights: Bool { altitudes.lazy.compactMap(\.self).prefix(2).count == 2 }

  /// Removes all points, with their heights.
  package mutating func removePoints() { (points, altitudes) = ([], []) }
}

/// A point of a route, as files and messages contain it.
private struct RouteStop: Tabled, Codable {
  var place: Place
  /// The height above sea level, in metres; nil if unknown.
  var altitudeMeters: Double?

  static let blank = RouteStop(place: .blank)
  static let members: Members<Self> = [
    .number("latitudeDegrees", { $0.place.latitudeDegrees }, { $0.place.latitudeDegrees = $1 }).required,
    .number("longitudeDegrees", { $0.place.longitudeDegrees }, { $0.place.longitudeDegrees = $1 }).required,
    .number("altitudeMeters", in: Route.altitudes, { $0.altitudeMeters }, { $0.altitudeMeters = $1 }),
  ]
}

/// A place with a name.
package struct Waypoint: Hashable, Sendable {
  package var name: String
  package var place: Place

  package init(name: String, place: Place) {
    self.name = name
    self.place = place
  }
}

extension Route: Tabled, Codable {
  package static let blank = Route(points: [])
  package static let members: Members<Self> = [
    .text("name", { $0.name }, { $0.name = $1 }),
    .parts("points", most: Limits.routePoints, code: .tooManyPoints, { $0.stops }, { $0.stops = $1 }),
    .parts(
      "waypoints", most: Limits.routePoints, { $0.waypoints.isEmpty ? nil : $0.waypoints }, { $0.waypoints = $1 }),
  ]
}

extension Route {
  private var stops: [RouteStop] {
    get {
      points.enumerated().map { index, place in
        RouteStop(place: place, altitudeMeters: altitudes.indices.contains(index) ? altitudes[index] : nil)
      }
    }
    set {
      points = newValue.map(\.place)
      altitudes = newValue.contains { $0.altitudeMeters != nil } ? newValue.map(\.altitudeMeters) : []
    }
  }
}

extension Waypoint: Tabled, Codable {
  package static let blank = Waypoint(name: "", place: .blank)
  package static let members: Members<Self> = [
    .text("name", { $0.name }, { $0.name = $1 }).required,
    .number("latitudeDegrees", { $0.place.latitudeDegrees }, { $0.place.latitudeDegrees = $1 }).required,
    .number("longitudeDegrees", { $0.place.longitudeDegrees }, { $0.place.longitudeDegrees = $1 }).required,
  ]
}

extension Route {
  /// A rider within this distance of a place has reached it, in metres.
  package static let radiusMeters = 25.0
  /// The ends of a loop are at most this far apart, in metres.
  package static let closingMeters = 25.0
  /// The greatest distance between a route and a place to be reached on it, in metres.
  package static let farMeters = 200.0
  /// The allowed length of a route, in metres.
  package static let lengthMeters = 100.0...1_000_000.0
  /// The heights that a point can have, in metres above sea level, from the Dead Sea to the Himalayas.
  package static let altitudes = -500.0...9000.0

  /// Checks that the route can be ridden.
  ///
  /// - Throws: `badPlace` with the number of the point from 1, `zeroLength`, `tooLong`.
  package func check() throws(PlanFault) {
    guard points.count >= 2 else { throw PlanFault(.zeroLength, detail: "\(points.count) points") }
    guard points.count <= Limits.routePoints else { throw PlanFault(.tooLong, detail: "\(points.count) points") }
    for (index, point) in points.enumerated() {
      do throws(PlanFault) {
        try point.check()
      } catch {
        throw PlanFault(error.code, detail: "point \(index + 1): \(error.detail)")
      }
    }
    let meters = RouteCourse(self).lengthMeters
    guard meters > Self.lengthMeters.lowerBound else { throw PlanFault(.zeroLength, detail: "\(meters.inMeters) m") }
    guard meters <= Self.lengthMeters.upperBound else { throw PlanFault(.tooLong, detail: "\(meters.inMeters) m") }
  }
}

extension Double {
  /// Whole metres, for display; 0 for not a number, and at most 1e12 either way.
  package var inMeters: Int { isNaN ? 0 : Int(Swift.min(Swift.max(self, -1e12), 1e12).rounded()) }
}

/// A route with its distances, measured once for a ride: the distance of each point, and where a rider passes a place.
///
/// Distances are over the globe, in metres from the first point. The last point of a loop is connected to its first.
package struct RouteCourse: Sendable {
  /// The length of one lap of a loop, or of another route in one direction.
  package let lengthMeters: Double
  /// Whether it is ridden in laps; otherwise it is ridden there and back.
  package let isLoop: Bool
  let points: [RouteVector]
  /// The distance of each point.
  let meters: [Double]
  /// The heights along it; nil for a route without heights.
  private let profile: RouteProfile?

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
    profile = RouteProfile(route.altitudes, atMeters: meters, isLoop: isLoop)
  }

  /// The distance after which a rider is at the beginning again, in the same direction.
  package var periodMeters: Double { isLoop ? lengthMeters : 2 * lengthMeters }

  /// Returns the distance of a place from the nearest point of the route, in metres; infinite for a route without
  /// points.
  package func nearestMeters(to place: Place) -> Double { nearest(to: RouteVector(place)).away }

  /// Checks that the route passes near a place.
  ///
  /// - Throws: `farFromRoute` with the metres, for a place more than `Route.farMeters` away.
  package func check(_ place: Place) throws(PlanFault) {
    let away = nearestMeters(to: place)
    guard away <= Route.farMeters else { throw PlanFault(.farFromRoute, detail: String(away.inMeters)) }
  }

  /// Returns the place at a distance from the first point, to a centimetre; nil for a route without length.
  package func place(atMeters distance: Double) -> Place? {
    guard points.count > 1, lengthMeters > 0 else { return nil }
    let along = along(of: distance).meters
    let index = arcIndex(at: along)
    let place = arc(index).point(atMeters: along - meters[index]).place
    return Place(
      latitudeDegrees: Self.rounded(place.latitudeDegrees), longitudeDegrees: Self.rounded(place.longitudeDegrees))
  }

  /// Returns the smoothed height at a distance from the first point, in metres above sea level, to a millimetre; nil for
  /// a route without heights.
  package func altitude(atMeters distance: Double) -> Double? {
    profile.map { ($0.altitude(atMeters: along(of: distance).meters) * 1000).rounded() / 1000 }
  }

  /// Returns the grade in the direction of riding at a distance from the first point, in percent, positive uphill; nil
  /// for a route without heights.
  ///
  /// It never exceeds `RouteProfile.steepest` either way. The integral of the grade over the distance is the difference
  /// of the heights.
  package func gradePercent(atMeters distance: Double) -> Double? {
    let (meters, isBack) = along(of: distance)
    return profile.map { 100 * (isBack ? -1 : 1) * $0.grade(atMeters: meters) }
  }

  /// The climb of one lap of a loop, or of another route in one direction, in metres; nil for a route without heights.
  package var ascentMeters: Double? { profile.map { $0.ascent(toMeters: lengthMeters) } }

  /// Returns the climb from the first point to a distance from it, in metres; nil for a route without heights.
  package func ascentMeters(toMeters distance: Double) -> Double? {
    guard let profile else { return nil }
    guard distance.isFinite, distance > 0, periodMeters > 0 else { return 0 }
    let (up, down) = (profile.ascent(toMeters: lengthMeters), profile.descent(toMeters: lengthMeters))
    let periods = (distance / periodMeters).rounded(.down)
    let (meters, isBack) = along(of: distance)
    // The climb of the way back is the descent of the way there.
    let inPeriod = isBack ? up + down - profile.descent(toMeters: meters) : profile.ascent(toMeters: meters)
    return periods * (isLoop ? up : up + down) + inPeriod
  }

  /// Returns the place of a distance on the route: its metres from the first point, and whether it is on the way back.
  private func along(of distance: Double) -> (meters: Double, isBack: Bool) {
    let offset = offset(of: distance)
    return offset > lengthMeters ? (periodMeters - offset, true) : (offset, false)
  }

  /// Returns the route as a line to draw: its own points if they are few enough, otherwise points at equal distances.
  ///
  /// - Parameter most: The most points, at least two.
  /// - Returns: Points with their distances from the first one; a loop ends where it begins.
  package func line(ofAtMost most: Int) -> [(meters: Double, place: Place)] {
    guard points.count > most else { return zip(meters, points).map { (meters: $0, place: $1.place) } }
    return (0..<most).compactMap { number in
      let along = lengthMeters * Double(number) / Double(most - 1)
      let index = arcIndex(at: along)
      return (meters: along, place: arc(index).point(atMeters: along - meters[index]).place)
    }
  }

  /// Rounds to ten millionths of a degree, about a centimetre.
  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }

  /// Returns the part of a distance that lies in the current period, in metres.
  func offset(of distance: Double) -> Double {
    guard distance.isFinite, periodMeters > 0 else { return 0 }
    let rest = distance.truncatingRemainder(dividingBy: periodMeters)
    return rest < 0 ? rest + periodMeters : rest
  }

  func arc(_ index: Int) -> RouteArc {
    RouteArc(from: points[index], to: points[index + 1], meters: meters[index + 1] - meters[index])
  }

  /// Returns the point of the route that is nearest to a place, the first of several: its distance along the route and
  /// from the place, in metres.
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

  /// Returns the last arc that begins before a distance within the length; the route must have at least two points.
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
  /// The distance within which a rider cannot have left a place, in metres.
  private static let atOnce = 0.001
  /// Parts of the route that are closer than this, in metres, are joined.
  private static let seam = 0.01
  /// A `Double` has no digits left for the metres of a greater distance.
  private static let farthest = 1e9

  /// Returns the virtual distance at which a rider next comes within `Route.radiusMeters` of the route's point nearest
  /// to a place.
  ///
  /// A rider who is already within that circle first leaves it and comes back. If the route never leaves the circle,
  /// the place is reached at the nearest point itself.
  /// - Parameters:
  ///   - place: The place, which may be off the route.
  ///   - distance: The virtual distance so far, in metres from the route's first point.
  /// - Returns: Metres from the route's first point, more than `distance`; nil for a route without length.
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

  /// Returns the points of the period at which a circle is entered; nil if the whole route lies within it.
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

  /// Joins ranges that touch; the ranges are sorted by their beginnings.
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

  /// Returns the points of the period at which a point of the route is passed.
  private func passings(of along: Double) -> [Double] { isLoop ? [along] : [along, periodMeters - along] }
}
