import FoundationEssentials
import Glibc

/// Moments as the rider's own clock shows them.
struct LocalTime: Sendable {
  /// Seconds that the clock is ahead of UTC at a moment of Unix time.
  let offset: @Sendable (Int) -> Int

  /// The system's zone.
  static let system = LocalTime { moment in
    var seconds = time_t(moment)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }

  /// A moment of RFC 3339 as the clock shows it, `2026-11-21 07:45`; one that is not RFC 3339 as it stands.
  func text(_ rfc3339: String) -> String {
    guard let moment = Self.moment(rfc3339) else { return rfc3339.printable }
    let (day, second) = Self.parts(moment + offset(moment))
    return "\(date(ofDay: day)) \(Self.padded(second / 3600)):\(Self.padded(second / 60 % 60))"
  }

  /// The day of a moment of RFC 3339, in days from 1970-01-01; nil where it is not RFC 3339.
  func day(_ rfc3339: String) -> Int? {
    Self.moment(rfc3339).map { Self.parts($0 + offset($0)).day }
  }

  /// The month of a moment of RFC 3339; nil where it is not RFC 3339.
  func month(_ rfc3339: String) -> CalendarMonth? {
    day(rfc3339).map(CalendarMonth.init(ofDay:))
  }

  /// The moment at which a day begins, in Unix time; where the clock jumps over midnight, that of the jump.
  func beginning(ofDay day: Int) -> Int {
    let midnight = day * 86_400
    // The clock may be changed on that day: the offset is that of the moment itself, or of shortly before.
    let candidates = [midnight - 86_400, midnight + 86_400].map { midnight - offset($0) }
    return candidates.filter { $0 + offset($0) >= midnight }.min() ?? midnight - offset(midnight)
  }

  /// The moment of RFC 3339 in Unix time, its fraction dropped; nil where it is none from 1970 on.
  static func moment(_ rfc3339: String) -> Int? {
    guard let date = try? Date(rfc3339, strategy: .iso8601) else { return nil }
    return Int(exactly: date.timeIntervalSince1970.rounded(.down)).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// A moment of Unix time as RFC 3339 in UTC.
  static func rfc3339(_ moment: Int) -> String {
    Date(timeIntervalSince1970: Double(moment)).formatted(.iso8601)
  }

  /// A day, by days from 1970-01-01, as `2026-11-21`.
  func date(ofDay day: Int) -> String {
    let month = CalendarMonth(ofDay: day)
    return "\(month.year)-\(Self.padded(month.number))-\(Self.padded(day - month.firstDay + 1))"
  }

  /// The day and the second in it.
  private static func parts(_ seconds: Int) -> (day: Int, second: Int) {
    let (day, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    return second < 0 ? (day - 1, second + 86_400) : (day, second)
  }

  private static func padded(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
