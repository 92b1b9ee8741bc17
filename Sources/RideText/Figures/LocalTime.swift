import ControlWire
package import Rides

/// Converts between moments and the rider's local time.
package struct LocalTime: Sendable {
  /// Returns the clock's offset from UTC at a moment of Unix time, in seconds.
  let offset: @Sendable (Int) -> Int

  package init(offset: @escaping @Sendable (Int) -> Int) {
    self.offset = offset
  }

  /// Formats a moment of RFC 3339 in local time and the reader's form, `2026-11-21 07:45`; other text is returned
  /// unchanged but printable.
  package func text(_ rfc3339: String) -> String {
    guard let moment = Self.moment(rfc3339) else { return rfc3339.printable }
    let local = self.moment(ofUnixTime: moment)
    return "\(local.day.dateText) \("\(local)".prefix(16).suffix(5))"
  }

  /// The local day of a moment of RFC 3339, in days from 1970-01-01; nil if the text is not RFC 3339.
  package func day(_ rfc3339: String) -> Int? {
    Self.moment(rfc3339).map { moment(ofUnixTime: $0).day.daysSince1970 }
  }

  /// The local month of a moment of RFC 3339; nil if the text is not RFC 3339.
  package func month(_ rfc3339: String) -> CalendarMonth? {
    day(rfc3339).map(CalendarMonth.init(ofDay:))
  }

  /// Returns the start of a local day, in Unix time; if the clock skips midnight, the moment of the change.
  package func beginning(ofDay day: Int) -> Int {
    let midnight = day * 86_400
    // The clock may change on that day, so the correct offset is the one before or the one after the change.
    let candidates = [midnight - 86_400, midnight + 86_400].map { midnight - offset($0) }
    return candidates.filter { $0 + offset($0) >= midnight }.min() ?? midnight - offset(midnight)
  }

  /// Returns the moment at which the clock shows a second of a day, with its offset.
  ///
  /// When the clock is set back, a time occurs twice; the earlier one is returned. When it is set forward, some times
  /// do not occur; such a time is moved forward by the same change.
  package func moment(onDay day: CalendarDay, second: Int) -> LocalMoment {
    let local = day.daysSince1970 * 86_400 + second
    // The correct offset is the one before or the one after a change on that day.
    let candidates = [local - 86_400, local + 86_400].map { local - offset($0) }
    let moment = candidates.filter { $0 + offset($0) == local }.min() ?? candidates.max() ?? local
    return LocalMoment(milliseconds: Int64(moment) * 1000, utcOffsetSeconds: offset(moment))
  }

  /// Returns the local time of a moment of Unix time.
  package func moment(ofUnixTime seconds: Int) -> LocalMoment {
    LocalMoment(milliseconds: Int64(seconds) * 1000, utcOffsetSeconds: offset(seconds))
  }

  /// Parses RFC 3339 into Unix time without the fraction; nil if it is malformed or before 1970.
  static func moment(_ rfc3339: String) -> Int? {
    guard let moment = LocalMoment(rfc3339), moment.milliseconds >= 0 else { return nil }
    return Int(moment.milliseconds / 1000)
  }

  /// Formats a moment of Unix time as RFC 3339 in UTC.
  package static func rfc3339(_ moment: Int) -> String { UnixTime(seconds: Int64(moment)).rfc3339 }

  /// Formats a day, given in days from 1970-01-01, as `2026-11-21`, for JSON and files.
  func date(ofDay day: Int) -> String { "\(CalendarDay(daysSince1970: day))" }

  /// Formats a day, given in days from 1970-01-01, in the reader's form.
  func dateText(ofDay day: Int) -> String { CalendarDay(daysSince1970: day).dateText }
}

/// A month of the Gregorian calendar.
package struct CalendarMonth: Hashable, Comparable {
  let year: Int
  /// The number in the year, 1…12.
  let number: Int

  /// The following month.
  package var next: CalendarMonth {
    number == 12 ? CalendarMonth(year: year + 1, number: 1) : CalendarMonth(year: year, number: number + 1)
  }

  /// The first day, in days from 1970-01-01.
  package var firstDay: Int { CalendarDay(firstOf: number, year).daysSince1970 }

  /// Creates the month of a day, given in days from 1970-01-01.
  init(ofDay day: Int) {
    let (year, number, _) = CalendarDay(daysSince1970: day).fields
    self.init(year: year, number: number)
  }

  package init(year: Int, number: Int) {
    self.year = year
    self.number = number
  }

  package static func < (left: CalendarMonth, right: CalendarMonth) -> Bool {
    (left.year, left.number) < (right.year, right.number)
  }
}
