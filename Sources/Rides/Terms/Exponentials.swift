extension Double {
  /// The natural logarithm, exact to the last digits of a `Double`; not a number for 0, negative and infinite values.
  ///
  /// The function of glibc differs in the last bit, even between processors, and rows store alpha-1 unrounded: the same
  /// beats must give the same rows on every machine. The exponent gives the powers of two; the rest, within a root of
  /// two around 1, is computed by the series of 2 artanh((x − 1) / (x + 1)).
  package var naturalLogarithm: Double {
    guard self > 0, isFinite else { return .nan }
    let isUpper = significand > 2.0.squareRoot()
    let rest = isUpper ? significand / 2 : significand
    let twos = Double(exponent) + (isUpper ? 1 : 0)
    let quotient = (rest - 1) / (rest + 1)
    let square = quotient * quotient
    let series = stride(from: 23.0, through: 1, by: -2).reduce(0) { sum, odd in sum * square + 1 / odd }
    return twos * 0.693_147_180_559_945_309_417 + 2 * quotient * series
  }

  /// e to this power, without glibc for the same reason: the nearest power of two, times the series of the rest.
  ///
  /// 0 or infinity outside the range of a `Double`.
  package var exponential: Double {
    guard isFinite, abs(self) < 700 else { return self > 0 ? .infinity : isNaN ? .nan : 0 }
    let twos = (self / 0.693_147_180_559_945_309_417).rounded()
    let rest = self - twos * 0.693_147_180_559_945_309_417
    let series = stride(from: 17.0, through: 1, by: -1).reduce(1.0) { sum, step in 1 + rest / step * sum }
    return Double(sign: .plus, exponent: Int(twos), significand: series)
  }
}
