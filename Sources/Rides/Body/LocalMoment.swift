/// A moment with the local time of its place: RFC 3339 with an offset, `2026-11-25T06:45:12+01:00`.
///
/// The offset is stored because a day is a local day: a day spent in another time zone keeps its date.
package struct LocalMoment: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64
  /// Local time minus UTC, at most 18 hours either way.
  package let utcOffsetSeconds: Int

  /// The possible offsets, in seconds.
  package static let offsets = -64_800...64_800

  /// Replaces an impossible offset by that of UTC.
  package init(milliseconds: Int64, utcOffsetSeconds: Int) {
    self.milliseconds = milliseconds
    self.utcOffsetSeconds = Self.offsets.contains(utcOffsetSeconds) ? utcOffsetSeconds : 0
  }

  /// Converts local time to a moment; nil for a time that does not exist.
  ///
  /// - Parameters:
  ///   - day: The local day.
  ///   - hour: 0…23.
  ///   - minute: 0…59.
  ///   - second: 0…59, or 60 in the leap second 23:59:60 UTC, counted as the next second (RFC 3339 §5.7).
  ///   - millisecond: 0…999.
  ///   - utcOffsetSeconds: Local time minus UTC, at most 18 hours either way.
  package init?(
    day: CalendarDay, hour: Int, minute: Int, second: Int, millisecond: Int = 0, utcOffsetSeconds: Int
  ) {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second, 0..<1000 ~= millisecond,
      Self.offsets.contains(utcOffsetSeconds)
    else { return nil }
    let seconds = day.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - utcOffsetSeconds
    guard second < 60 || seconds.isMultiple(of: 86_400) else { return nil }
    self.init(milliseconds: Int64(seconds) * 1000 + Int64(millisecond), utcOffsetSeconds: utcOffsetSeconds)
  }

  /// The local day.
  package var day: CalendarDay {
    CalendarDay(millisecondsSince1970: milliseconds, utcOffsetSeconds: utcOffsetSeconds)
  }

  /// The seconds since the local day began, 0…86,399.
  package var secondOfDay: Int {
    let local = Int(milliseconds &+ Int64(utcOffsetSeconds) &* 1000)
    return (local &- day.daysSince1970 &* 86_400_000) / 1000
  }

  /// Returns the moment that many seconds later, at the same offset; wraps instead of trapping beyond the last one.
  package func advanced(bySeconds seconds: Double) -> Self {
    let added = Int64(exactly: (seconds * 1000).rounded()) ?? 0
    return Self(milliseconds: milliseconds &+ added, utcOffsetSeconds: utcOffsetSeconds)
  }

  /// Returns the seconds from this moment to another one; negative if that is earlier.
  package func seconds(to other: Self) -> Double { Double(other.milliseconds &- milliseconds) / 1000 }
}

extension LocalMoment: Comparable {
  /// Orders moments by time, and only then by offset.
  package static func < (left: Self, right: Self) -> Bool {
    (left.milliseconds, left.utcOffsetSeconds) < (right.milliseconds, right.utcOffsetSeconds)
  }
}

extension LocalMoment: LosslessStringConvertible {
  /// Parses RFC 3339 (`2026-11-25T06:45:12.250+01:00`, or `Z`) in the years 1 to 9999; nil for a time without an
  /// offset.
  package init?(_ description: String) {
    guard let time = DateTimeText(description.utf8), time.hasOffset else { return nil }
    self = time.moment
  }

  /// RFC 3339, truncated to seconds if there are no milliseconds; the offset is truncated to minutes.
  package var description: String {
    let second = secondOfDay
    let clock = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    let part = Int(milliseconds % 1000 + 1000) % 1000
    let fraction = part == 0 ? "" : ".\(part.padded(to: 3))"
    guard utcOffsetSeconds != 0 else { return "\(day)T\(clock)\(fraction)Z" }
    let minutes = abs(utcOffsetSeconds) / 60
    let sign = utcOffsetSeconds < 0 ? "-" : "+"
    return "\(day)T\(clock)\(fraction)\(sign)\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
  }
}

extension LocalMoment: Codable {
  /// Reads RFC 3339.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let moment = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time such as 2026-11-25T06:45:12Z")
    }
    self = moment
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
