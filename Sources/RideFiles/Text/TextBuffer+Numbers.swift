extension TextBuffer {
  /// Steps in a unit, and so the greatest number of decimal places.
  enum Resolution: UInt {
    case hundredths = 100
    case thousandths = 1000
  }

  mutating func append(_ value: Int) {
    if value < 0 { append(byte: UInt8(ascii: "-")) }
    append(magnitude: value.magnitude)
  }

  /// Appends a decimal fraction, rounded to `resolution`, without trailing zeros: `8.3`, `25`.
  ///
  /// What is not finite is written as 0, what lies beyond 10¹² as 10¹².
  mutating func append(_ value: Double, to resolution: Resolution) {
    let bounded = value.isFinite ? min(max(value, -1e12), 1e12) : 0
    let scaled = Int((bounded * Double(resolution.rawValue)).rounded())
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: resolution.rawValue)
    if scaled < 0 { append(byte: UInt8(ascii: "-")) }
    append(magnitude: whole)
    append(fraction: fraction, of: resolution.rawValue)
  }

  /// Appends the shortest decimal fraction that reads as the same number, without an exponent: `6.438000202178955`, `26`.
  ///
  /// What is not finite is written as 0.
  mutating func append(exactly value: Double) {
    if let whole = Int(exactly: value) { return append(whole) }
    guard value.isFinite else { return append(0) }
    if value < 0 { append(byte: UInt8(ascii: "-")) }
    let text = value.magnitude.description.utf8
    guard let mark = text.firstIndex(of: UInt8(ascii: "e")) else {
      for byte in text { append(byte: byte) }
      return
    }
    let exponent = Int(Substring(text[text.index(after: mark)...])) ?? 0
    // `description` has one digit before the point where it has an exponent.
    append(digits: text[..<mark].filter { $0 != UInt8(ascii: ".") }, before: exponent + 1)
  }

  /// Appends digits with the decimal point after the first `point` of them, which may be beyond either end.
  private mutating func append(digits: [UInt8], before point: Int) {
    if point <= 0 {
      append("0.")
      for _ in point..<0 { append(digit: 0) }
    }
    for (index, digit) in digits.enumerated() {
      if index == point, index > 0 { append(byte: UInt8(ascii: ".")) }
      append(byte: digit)
    }
    for _ in min(digits.count, point)..<max(point, min(digits.count, point)) { append(digit: 0) }
  }

  private mutating func append(magnitude: UInt) {
    var divisor: UInt = 1
    while magnitude / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(digit: magnitude / divisor % 10)
      divisor /= 10
    }
  }

  private mutating func append(fraction: UInt, of scale: UInt) {
    guard fraction > 0 else { return }
    append(byte: UInt8(ascii: "."))
    var (rest, divisor) = (fraction, scale / 10)
    while rest > 0 {
      append(digit: rest / divisor)
      rest %= divisor
      divisor /= 10
    }
  }
}
