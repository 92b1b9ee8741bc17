/// A day of the calendar, as a rider's wall has it: `2026-11-25`.
package struct CalendarDay: Hashable, Comparable, Sendable {
  /// Counted from 1970-01-01.
  private let number: Int

  private init(number: Int) { self.number = number }

  /// The day of a moment.
  ///
  /// - Parameters:
  ///   - time: The moment.
  ///   - utcOffsetSeconds: Local time minus UTC then.
  package init(_ time: UnixTime, utcOffsetSeconds: Int) {
    let day = 86_400_000
    let local = Int(time.advanced(by: .seconds(utcOffsetSeconds)).milliseconds)
    let (quotient, remainder) = local.quotientAndRemainder(dividingBy: day)
    self.init(number: remainder < 0 ? quotient - 1 : quotient)
  }

  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// The day so many days later; wraps instead of trapping beyond the last representable one.
  package func advanced(by days: Int) -> Self { Self(number: number &+ days) }
}

extension CalendarDay: LosslessStringConvertible {
  /// Reads `2026-11-25` (RFC 3339, `full-date`) of the years 1 to 9999; nil for any other text.
  package init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      description.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0
    else { return nil }
    // Days are counted from 0000-03-01, so that the leap day ends its year.
    let years = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    self.init(number: years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468)
    guard self.description == description else { return nil }
  }

  package var description: String { String(UnixTime(seconds: Int64(number) &* 86_400).rfc3339.prefix(10)) }
}
