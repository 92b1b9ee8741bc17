/// Circular functions, which Swift's own library has not; to the last digits of a `Double`.
enum RouteAngle {
  /// The sine and the cosine of an angle in degrees, -360…360.
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

  /// The angle whose sine it is, in radians, 0…π/2; of what lies beyond 0…1 that of the nearest.
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

  /// Taylor's series, for -π/4…π/4.
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
