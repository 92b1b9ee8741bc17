internal import RideSession

/// An XML document under way, as UTF-8.
///
/// Numbers and times go straight to bytes: eight hours are 28 800 trackpoints, and a `String` a field would be the
/// whole cost of the file.
struct XMLBuffer {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Appends what is already XML.
  mutating func append(_ markup: StaticString) {
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    append(magnitude: value.magnitude)
  }

  /// Appends a decimal fraction, rounded to `resolution`, without trailing zeros: `8.3`, `25`.
  ///
  /// What is not finite is written as 0, what lies beyond 10¹² as 10¹².
  mutating func append(_ value: Double, to resolution: Resolution) {
    let bounded = value.isFinite ? min(max(value, -1e12), 1e12) : 0
    let scaled = Int((bounded * Double(resolution.rawValue)).rounded())
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: resolution.rawValue)
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    append(magnitude: whole)
    append(fraction: fraction, of: resolution.rawValue)
  }

  /// Appends `2026-11-21T06:45:12.250Z`; a time outside the years 1970…9999 as the nearest within.
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

  /// Appends character data: markup escaped, and what XML 1.0 §2.2 forbids or discourages left out.
  mutating func append(text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\t", "\n": bytes.append(UInt8(scalar.value))
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": continue
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
  }
}

extension XMLBuffer {
  /// Appends an element and what `content` appends in it.
  mutating func element(_ name: StaticString, _ content: (inout Self) -> Void) {
    bytes.append(UInt8(ascii: "<"))
    append(name)
    bytes.append(UInt8(ascii: ">"))
    content(&self)
    append("</")
    append(name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Appends an element with a whole number in it, or nothing for nil.
  mutating func element(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    element(name) { $0.append(value) }
  }

  /// Appends an element with a decimal fraction in it, or nothing for nil.
  mutating func element(_ name: StaticString, _ value: Double?, to resolution: Resolution) {
    guard let value else { return }
    element(name) { $0.append(value, to: resolution) }
  }
}

extension XMLBuffer {
  /// Steps in a unit, and so the greatest number of decimal places.
  enum Resolution: UInt {
    case hundredths = 100
    case thousandths = 1000
  }

  /// 9999-12-31T23:59:59.999Z: `xsd:dateTime` takes later years, but who reads these files may not.
  private static let lastMillisecond: Int64 = 253_402_300_799_999

  private mutating func append(magnitude: UInt) {
    var divisor: UInt = 1
    while magnitude / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      appendDigit(magnitude / divisor % 10)
      divisor /= 10
    }
  }

  private mutating func append(fraction: UInt, of scale: UInt) {
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var (rest, divisor) = (fraction, scale / 10)
    while rest > 0 {
      appendDigit(rest / divisor)
      rest %= divisor
      divisor /= 10
    }
  }

  /// Appends a number of the calendar with leading zeros, `width` of 2…4 digits wide.
  private mutating func append(_ field: Int, width: Int, after separator: UInt8? = nil) {
    if let separator { bytes.append(separator) }
    let value = UInt(field)
    if width > 3 { appendDigit(value / 1000 % 10) }
    if width > 2 { appendDigit(value / 100 % 10) }
    appendDigit(value / 10 % 10)
    appendDigit(value % 10)
  }

  private mutating func appendDigit(_ digit: UInt) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }
}
