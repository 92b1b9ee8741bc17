extension Double {
  /// The natural logarithm, to the last places of a `Double`; not a number of what has none, 0 included.
  ///
  /// The standard library has none, and a pure module imports no C library: the exponent gives whole twos, and the rest,
  /// within a root of two around 1, goes through the series of 2 artanh((x − 1) / (x + 1)).
  var naturalLogarithm: Double {
    guard self > 0, isFinite else { return .nan }
    let isUpper = significand > 2.0.squareRoot()
    let rest = isUpper ? significand / 2 : significand
    let twos = Double(exponent) + (isUpper ? 1 : 0)
    let quotient = (rest - 1) / (rest + 1)
    let square = quotient * quotient
    let series = stride(from: 23.0, through: 1, by: -2).reduce(0) { sum, odd in sum * square + 1 / odd }
    return twos * 0.693_147_180_559_945_309_417 + 2 * quotient * series
  }
}
