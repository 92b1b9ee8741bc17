internal import Rides

/// A UTF-8 text file being written.
///
/// Numbers and times are written directly as bytes: eight hours are 28 800 trackpoints, and a `String` per field would
/// dominate the cost.
struct TextBuffer {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ other: TextBuffer) { bytes.append(contentsOf: other.bytes) }

  mutating func append(_ text: [UInt8]) { bytes.append(contentsOf: text) }

  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(scalar: Unicode.Scalar) { bytes.append(contentsOf: scalar.utf8) }

  /// Appends a time as in RFC 3339 and `xsd:dateTime`: `2026-11-21T06:45:12.250Z`.
  ///
  /// Times outside the years 1970…9999 are clamped.
  mutating func append(_ time: UnixTime) {
    let fields = UnixTime(milliseconds: min(max(time.milliseconds, 0), Self.lastMillisecond)).calendar
    append(fields.year, width: 4)
    append(fields.month, width: 2, after: UInt8(ascii: "-"))
    append(fields.day, width: 2, after: UInt8(ascii: "-"))
    append(fields.hour, width: 2, after: UInt8(ascii: "T"))
    append(fields.minute, width: 2, after: UInt8(ascii: ":"))
    append(fields.second, width: 2, after: UInt8(ascii: ":"))
    append(fields.millisecond, width: 3, after: UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "Z"))
  }

  /// 9999-12-31T23:59:59.999Z; `xsd:dateTime` permits later years, but other readers may not.
  private static let lastMillisecond: Int64 = 253_402_300_799_999

  /// Appends a number of 2…4 digits with leading zeros.
  private mutating func append(_ field: Int, width: Int, after separator: UInt8? = nil) {
    if let separator { bytes.append(separator) }
    let value = UInt(field)
    if width > 3 { append(digit: value / 1000 % 10) }
    if width > 2 { append(digit: value / 100 % 10) }
    append(digit: value / 10 % 10)
    append(digit: value % 10)
  }

  mutating func append(digit: UInt) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }
}

extension TextBuffer {
  /// Steps per unit, which set the largest number of decimal places.
  enum Resolution: UInt {
    case hundredths = 100
    case thousandths = 1000
  }

  mutating func append(_ value: Int) {
    if value < 0 { append(byte: UInt8(ascii: "-")) }
    append(magnitude: value.magnitude)
  }

  /// Appends a decimal number rounded to `resolution`, without trailing zeros: `8.3`, `25`.
  ///
  /// Writes 0 if the value is not finite, and limits it to ±10¹².
  mutating func append(_ value: Double, to resolution: Resolution) {
    let bounded = value.isFinite ? min(max(value, -1e12), 1e12) : 0
    let scaled = Int((bounded * Double(resolution.rawValue)).rounded())
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: resolution.rawValue)
    if scaled < 0 { append(byte: UInt8(ascii: "-")) }
    append(magnitude: whole)
    append(fraction: fraction, of: resolution.rawValue)
  }

  /// Appends the shortest decimal number that reads back as the same value, without an exponent: `6.438000202178955`,
  /// `26`.
  ///
  /// Writes 0 if the value is not finite.
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
    // With an exponent, `description` has one digit before the point.
    append(digits: text[..<mark].filter { $0 != UInt8(ascii: ".") }, before: exponent + 1)
  }

  /// Appends digits with the decimal point after the first `point` of them; `point` may lie outside the digits.
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
