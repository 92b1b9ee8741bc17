/// Numbers as a rider reads them.
enum Figure {
  /// A number with so many decimals, rounded half away from zero: `31.4`.
  ///
  /// What no text of that form can hold, an infinity say, becomes `?`.
  static func text(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled.isFinite, scaled < 1e15 else { return "?" }
    let digits = String(Int(scaled))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// A whole number that says its sign: `+5`, `-5`, `0`.
  static func signed(_ value: Int) -> String {
    value > 0 ? "+\(value)" : "\(value)"
  }

  /// A number with as many decimals as it needs, at most three: `60`, `2.5`.
  static func short(_ value: Double) -> String {
    var digits = text(value, decimals: 3)
    guard digits.contains(".") else { return digits }
    while digits.hasSuffix("0") { digits.removeLast() }
    if digits.hasSuffix(".") { digits.removeLast() }
    return digits
  }
}
