import Rides

/// A date in HTTP header fields (RFC 9110 §5.6.7).
package struct HTTPDate: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 UTC.
  package let seconds: Int64

  /// Reads any of the three forms; nil for anything else.
  ///
  /// - Parameters:
  ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
  ///   - near: Seconds since 1970. A two-digit year is at most 50 years after it.
  package init?(_ text: String, near: Int64) {
    var words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
    let dashes = text.count { $0 == "-" }
    guard text.utf8.count <= 40, dashes == 0 || dashes == 2, let weekday = words.first,
      Self.weekdays.contains(String(weekday.prefix(3)))
    else {
      return nil
    }
    words.removeFirst()
    if words.last == "GMT" {
      words.removeLast()
    } else {
      // The asctime form has month, day, time, year.
      guard words.count == 4 else { return nil }
      words = [words[1], words[0], words[3], words[2]]
    }
    guard words.count == 4, let dayOfMonth = Self.number(words[0], 1...31),
      let month = Self.months.firstIndex(of: words[1]), var year = Self.number(words[2], 0...9999)
    else { return nil }
    if words[2].count == 2 {
      let present = CalendarDay(millisecondsSince1970: near * 1000, utcOffsetSeconds: 0).fields.year
      year += present - present % 100
      if year > present + 50 { year -= 100 }
    }
    let clock = words[3].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = Self.number(clock[0], 0...23), let minute = Self.number(clock[1], 0...59),
      let second = Self.number(clock[2], 0...60),
      let day = CalendarDay(year: year, month: month + 1, day: dayOfMonth),
      let moment = LocalMoment(day: day, hour: hour, minute: minute, second: second, utcOffsetSeconds: 0)
    else { return nil }
    seconds = moment.milliseconds / 1000
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func number(_ text: some StringProtocol, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}
