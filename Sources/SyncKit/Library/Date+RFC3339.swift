import FoundationEssentials
import Rides

extension Date {
  /// Parses RFC 3339.
  ///
  /// Nil for any other text, and for a day that does not exist.
  ///
  /// Foundation's own parser reads 30 February as 2 March.
  init?(rfc3339 text: String) {
    guard let moment = LocalMoment(text) else { return nil }
    self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
  }

  /// RFC 3339, truncated to the second: `2026-11-21T06:45:12Z`.
  var rfc3339: String { unixTime.rfc3339 }

  /// The day in UTC.
  var day: CalendarDay { CalendarDay(unixTime, utcOffsetSeconds: 0) }

  private var unixTime: UnixTime { UnixTime(milliseconds: wholeSeconds &* 1000) }
}
