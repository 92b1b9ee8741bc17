/// A local day of the calendar: `2026-11-25`.
package struct CalendarDay: Hashable, Comparable, Sendable {
  /// Number of days since 1970-01-01.
  package let daysSince1970: Int

  package init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

  /// The day of a moment.
  ///
  /// - Parameters:
  ///   - milliseconds: The moment, since 1970-01-01T00:00:00Z; wraps instead of trapping beyond the last representable
  ///     one.
  ///   - utcOffsetSeconds: Local time minus UTC at that moment.
  package init(millisecondsSince1970 milliseconds: Int64, utcOffsetSeconds: Int) {
    let local = Int(milliseconds &+ Int64(utcOffsetSeconds) &* 1000)
    let (quotient, remainder) = local.quotientAndRemainder(dividingBy: 86_400_000)
    self.init(daysSince1970: remainder < 0 ? quotient - 1 : quotient)
  }

  /// A day of the years 1 to 9999 by the proleptic Gregorian calendar; nil for a day that does not exist.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    self = Self(firstOf: month, year).advanced(by: day - 1)
    guard fields == (year, month, day) else { return nil }
  }

  /// The first day of a month 1…12 of a year from 1, by the proleptic Gregorian calendar.
  package init(firstOf month: Int, _ year: Int) {
    // Days are counted from 0000-03-01, so that the leap day ends its year.
    let years = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    self.init(daysSince1970: years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468)
  }

  package static func < (left: Self, right: Self) -> Bool { left.daysSince1970 < right.daysSince1970 }

  /// Returns the day that many days later; wraps instead of trapping beyond the last representable one.
  package func advanced(by days: Int) -> Self { Self(daysSince1970: daysSince1970 &+ days) }

  /// Returns the number of days to another day; negative if that is earlier.
  package func distance(to other: Self) -> Int { other.daysSince1970 &- daysSince1970 }

  /// The year, the month and the day of the month, by the proleptic Gregorian calendar; the year may leave 0…9999.
  package var fields: (year: Int, month: Int, day: Int) {
    // Days are counted from 0000-03-01, so that the leap day ends its year.
    let shifted = daysSince1970 &+ 719_468
    let (quotient, remainder) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let (era, dayOfEra) = remainder < 0 ? (quotient - 1, remainder + 146_097) : (quotient, remainder)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// Parses `2026-11-25` (RFC 3339, `full-date`) in the years 1 to 9999; nil for any other text.
  package init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      description.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package var description: String {
    let (year, month, day) = fields
    return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
  }
}

extension CalendarDay: Codable {
  /// Decodes the text of a day.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day such as 2026-11-25")
    }
    self = day
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Int {
  /// Returns the digits, padded with zeros at the front.
  func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
