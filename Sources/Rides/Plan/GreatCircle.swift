/// A place as a direction from the centre of the globe, so that the poles and the date line need no special cases.
struct RouteVector: Hashable, Sendable {
  /// The mean radius of the globe, in metres (IUGG's R₁).
  static let earthMeters = 6_371_008.8

  var x: Double
  var y: Double
  var z: Double

  init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  init(_ place: Place) {
    let (sine, cosine) = RouteAngle.sineAndCosine(ofDegrees: place.latitudeDegrees)
    let (east, prime) = RouteAngle.sineAndCosine(ofDegrees: place.longitudeDegrees)
    self.init(x: cosine * prime, y: cosine * east, z: sine)
  }

  /// The place in this direction.
  var place: Place {
    Place(
      latitudeDegrees: RouteAngle.degrees(ofX: (x * x + y * y).squareRoot(), y: z),
      longitudeDegrees: RouteAngle.degrees(ofX: x, y: y))
  }

  var length: Double { dot(self).squareRoot() }

  func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Self) -> Self {
    Self(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  func times(_ factor: Double) -> Self { Self(x: x * factor, y: y * factor, z: z * factor) }

  func plus(_ other: Self) -> Self { Self(x: x + other.x, y: y + other.y, z: z + other.z) }

  /// Returns the length of the straight line through the globe to another place, in metres; never more than the way
  /// over it.
  func chordMeters(to other: Self) -> Double { plus(other.times(-1)).length * Self.earthMeters }

  /// Returns the length of the way over the globe to another place, in metres.
  func meters(to other: Self) -> Double {
    2 * RouteAngle.arcSine(plus(other.times(-1)).length / 2) * Self.earthMeters
  }
}

extension Place {
  /// Returns the length of the shortest way over the globe to another place, in metres, by the haversine.
  package func meters(to other: Place) -> Double { RouteVector(self).meters(to: RouteVector(other)) }
}

/// The shortest way over the globe between two successive points of a route.
struct RouteArc {
  private let start: RouteVector
  private let end: RouteVector
  private let meters: Double
  /// The unit vector at right angles to the plane of the arc; nil if both ends are one place, or opposite places
  /// without a shortest way.
  private let normal: RouteVector?

  /// The position of a place relative to the arc.
  struct Bearing {
    /// From the start to the point of the great circle nearest to the place, in metres; negative before the start.
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

  /// Returns the point at a distance from the start, in metres.
  func point(atMeters along: Double) -> RouteVector {
    guard let normal else { return start }
    let degrees = along / RouteVector.earthMeters * 180 / .pi
    let (sine, cosine) = RouteAngle.sineAndCosine(ofDegrees: degrees)
    return start.times(cosine).plus(normal.cross(start).times(sine))
  }

  /// Returns the point that is nearest to a place: its distance from the start, and from the place, in metres.
  func nearest(to place: RouteVector) -> (along: Double, away: Double) {
    if let bearing = bearing(of: place), 0...meters ~= bearing.along { return (bearing.along, bearing.across) }
    let (first, last) = (start.meters(to: place), end.meters(to: place))
    return last < first ? (meters, last) : (0, first)
  }

  /// Returns the part within `radius` metres of a place, in metres from the start; nil if the arc stays outside.
  ///
  /// A circle of some hundred metres is treated as flat.
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

/// Circular functions, exact to the last digits of a `Double`.
///
/// The functions of glibc differ in the last bit, even between processors, and the last bit may decide in which row a
/// place is reached: the same ride must give the same rows on every machine.
enum RouteAngle {
  /// Returns the sine and the cosine of an angle in degrees, -360…360.
  static func sineAndCosine(ofDegrees degrees: Double) -> (sine: Double, cosine: Double) {
    let quarters = (degrees / 90).rounded()
    let rest = (degrees - quarters * 90) * .pi / 180
    let (sine, cosine) = (sine(ofSmall: rest), cosine(ofSmall: rest))
    switch (Int(quarters) % 4 + 4) % 4 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Returns the angle with that sine, in radians, 0…π/2; a sine outside 0…1 is replaced by the nearest bound.
  static func arcSine(_ sine: Double) -> Double {
    var (rest, scale) = (min(max(sine, 0), 1), 1.0)
    // asin x = 2 asin(x / √(2 (1 + √(1 − x²)))).
    while rest > 0.05 {
      rest /= (2 * (1 + (1 - rest * rest).squareRoot())).squareRoot()
      scale *= 2
    }
    let square = rest * rest
    let tail = 15.0 / 336 + square * (105.0 / 3456 + square * (945.0 / 42_240))
    return scale * rest * (1 + square * (1.0 / 6 + square * (3.0 / 40 + square * tail)))
  }

  /// Returns the direction of a point in the plane, in degrees, -180…180; 0 at the origin.
  static func degrees(ofX x: Double, y: Double) -> Double {
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return 0 }
    let (along, up) = (abs(x) / length, abs(y) / length)
    // Uses the smaller of the two, for which the arc-sine is exact.
    let acute = (up <= along ? arcSine(up) : .pi / 2 - arcSine(along)) * 180 / .pi
    let degrees = x >= 0 ? acute : 180 - acute
    return y >= 0 ? degrees : -degrees
  }

  /// Computes Taylor's series, for angles of -π/4…π/4.
  private static func sine(ofSmall angle: Double) -> Double {
    let square = angle * angle
    var (term, sum) = (angle, angle)
    for step in stride(from: 2.0, through: 16, by: 2) {
      term *= -square / (step * (step + 1))
      sum += term
    }
    return sum
  }

  private static func cosine(ofSmall angle: Double) -> Double {
    let square = angle * angle
    var (term, sum) = (1.0, 1.0)
    for step in stride(from: 1.0, through: 17, by: 2) {
      term *= -square / (step * (step + 1))
      sum += term
    }
    return sum
  }
}
