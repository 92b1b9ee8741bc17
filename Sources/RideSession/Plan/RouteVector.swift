/// A place as a direction from the middle of the globe, so that neither the poles nor the date line are places apart.
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

  var length: Double { dot(self).squareRoot() }

  func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Self) -> Self {
    Self(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  func times(_ factor: Double) -> Self { Self(x: x * factor, y: y * factor, z: z * factor) }

  func plus(_ other: Self) -> Self { Self(x: x + other.x, y: y + other.y, z: z + other.z) }

  /// The straight line through the globe to another, in metres; never more than the way over it.
  func chordMeters(to other: Self) -> Double { plus(other.times(-1)).length * Self.earthMeters }

  /// The way over the globe to another, in metres.
  func meters(to other: Self) -> Double {
    2 * RouteAngle.arcSine(plus(other.times(-1)).length / 2) * Self.earthMeters
  }
}

extension Place {
  /// The shortest way over the globe to another, in metres, by the haversine.
  package func meters(to other: Place) -> Double { RouteVector(self).meters(to: RouteVector(other)) }
}
