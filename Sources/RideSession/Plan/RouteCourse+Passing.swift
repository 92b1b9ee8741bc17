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
