import BluetoothLE

/// A point of wall time: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
package struct UnixTime: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package init(seconds: Int64) {
    self.init(milliseconds: seconds * 1000)
  }

  package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// Returns the time `duration` later; wraps instead of trapping beyond the last representable time.
  package func advanced(by duration: Duration) -> Self {
    Self(milliseconds: milliseconds &+ duration.nanoseconds / 1_000_000)
  }
}

extension UnixTime {
  /// The calendar fields in UTC, by the proleptic Gregorian calendar; the year may leave 0…9999.
  package var calendar: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int) {
    let (day, ofDay) = Self.floorDivide(Int(milliseconds), 86_400_000)
    let (year, month, dayOfMonth) = CalendarDay(daysSince1970: day).fields
    return (
      year: year, month: month, day: dayOfMonth,
      hour: ofDay / 3_600_000, minute: ofDay / 60_000 % 60, second: ofDay / 1000 % 60, millisecond: ofDay % 1000
    )
  }

  /// `2026-11-21T06:45:12Z`; RFC 3339, truncated to the second.
  package var rfc3339: String { text(separator: ":") }

  /// `2026-11-21T06:45:12.250Z`; RFC 3339 with milliseconds.
  package var rfc3339Milliseconds: String { "\(rfc3339.dropLast()).\(calendar.millisecond.padded(to: 3))Z" }

  /// `2026-11-21T064512Z`, a valid name in every file system.
  package var fileStem: String { text(separator: "") }

  private func text(separator: String) -> String {
    let fields = calendar
    let time = [fields.hour, fields.minute, fields.second].map { $0.padded(to: 2) }.joined(separator: separator)
    return "\(CalendarDay(self, utcOffsetSeconds: 0))T\(time)Z"
  }

  /// Returns the quotient, rounded down, and the remainder, never negative.
  private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension CalendarDay {
  /// The day of a moment.
  ///
  /// - Parameters:
  ///   - time: The moment.
  ///   - utcOffsetSeconds: Local time minus UTC at that moment.
  package init(_ time: UnixTime, utcOffsetSeconds: Int) {
    self.init(millisecondsSince1970: time.milliseconds, utcOffsetSeconds: utcOffsetSeconds)
  }
}

extension LocalMoment {
  /// A moment, with local time minus UTC at that moment.
  package init(_ time: UnixTime, utcOffsetSeconds: Int) {
    self.init(milliseconds: time.milliseconds, utcOffsetSeconds: utcOffsetSeconds)
  }

  /// The moment without its UTC offset.
  package var time: UnixTime { UnixTime(milliseconds: milliseconds) }
}
