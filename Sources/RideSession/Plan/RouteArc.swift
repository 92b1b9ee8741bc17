/// The shortest way over the globe between two points of a route that follow each other.
struct RouteArc {
  private let start: RouteVector
  private let end: RouteVector
  private let meters: Double
  /// At right angles to its plane; nil where its ends are one place, or opposite ones with no shortest way.
  private let normal: RouteVector?

  /// How a place lies to it.
  struct Bearing {
    /// From its start to the point of the great circle that is nearest to the place, in metres; negative before it.
    var along: Double
    /// From that point to the place, in metres.
    var across: Double
  }

  init(from start: RouteVector, to end: RouteVector, meters: Double) {
    self.start = start
    self.end = end
    self.meters = meters
    let cross = start.cross(end)
    normal = cross.length > 1e-12 ? cross.times(1 / cross.length) : nil
  }

  /// The point so many metres from its start.
  func point(atMeters along: Double) -> RouteVector {
    guard let normal else { return start }
    let degrees = along / RouteVector.earthMeters * 180 / .pi
    let (sine, cosine) = RouteAngle.sineAndCosine(ofDegrees: degrees)
    return start.times(cosine).plus(normal.cross(start).times(sine))
  }

  /// Its point that is nearest to a place: how far from its start, and how far from the place, in metres.
  func nearest(to place: RouteVector) -> (along: Double, away: Double) {
    if let bearing = bearing(of: place), 0...meters ~= bearing.along { return (bearing.along, bearing.across) }
    let (first, last) = (start.meters(to: place), end.meters(to: place))
    return last < first ? (meters, last) : (0, first)
  }

  /// The part of it that lies within `radius` metres of a place, from its start in metres; nil where none does.
  ///
  /// A circle of some hundred metres is as good as flat.
  func part(within radius: Double, of place: RouteVector) -> ClosedRange<Double>? {
    guard let bearing = bearing(of: place) else { return start.meters(to: place) <= radius ? 0...meters : nil }
    guard bearing.across <= radius else { return nil }
    let half = (radius * radius - bearing.across * bearing.across).squareRoot()
    let (lower, upper) = (max(0, bearing.along - half), min(meters, bearing.along + half))
    return lower <= upper ? lower...upper : nil
  }

  private func bearing(of place: RouteVector) -> Bearing? {
    guard let normal else { return nil }
    let height = place.dot(normal)
    let flat = place.plus(normal.times(-height))
    guard flat.length > 1e-9 else { return nil }
    let foot = flat.times(1 / flat.length)
    let along = start.meters(to: foot)
    return Bearing(
      along: start.cross(foot).dot(normal) < 0 ? -along : along,
      across: RouteAngle.arcSine(abs(height)) * RouteVector.earthMeters)
  }
}
