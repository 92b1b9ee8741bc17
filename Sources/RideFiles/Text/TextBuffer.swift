internal import RideSession

/// A text file under way, as UTF-8.
///
/// Numbers and times go straight to bytes: eight hours are 28 800 trackpoints, and a `String` a field would be the
/// whole cost of the file.
struct TextBuffer {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ other: TextBuffer) { bytes.append(contentsOf: other.bytes) }

  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(scalar: Unicode.Scalar) { bytes.append(contentsOf: scalar.utf8) }

  /// Appends `2026-11-21T06:45:12.250Z`, as RFC 3339 and `xsd:dateTime` have it; a time outside the years 1970…9999 as
  /// the nearest within.
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

  /// 9999-12-31T23:59:59.999Z: `xsd:dateTime` takes later years, but who reads these files may not.
  private static let lastMillisecond: Int64 = 253_402_300_799_999

  /// Appends a number of the calendar with leading zeros, `width` of 2…4 digits wide.
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
