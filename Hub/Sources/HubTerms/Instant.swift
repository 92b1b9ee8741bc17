import FoundationEssentials
import Rides

/// An instant of the wall clock, in whole milliseconds.
package struct Instant: Hashable, Sendable, Comparable, Encodable {
  /// Since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64

  /// The milliseconds of the years 1970 to 2999.
  package static let range: Range<Int64> = 0..<32_503_680_000_000

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The present time, by the system's clock.
  package static var now: Instant {
    Instant(milliseconds: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// Parses RFC 3339 (§5.6) with an offset, for the years 1970 to 2999, with or without fractions of a second.
  ///
  /// Nil for anything else.
  package init?(_ text: String) {
    guard text.utf8.dropFirst(10).first.map({ $0 | 0x20 }) == UInt8(ascii: "t"), let moment = LocalMoment(text),
      Self.range.contains(moment.milliseconds)
    else { return nil }
    milliseconds = moment.milliseconds
  }

  /// RFC 3339 in UTC with milliseconds: `2026-11-27T18:30:00.000Z`.
  package var rfc3339: String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  package func encode(to encoder: any Encoder) throws {
    var text = encoder.singleValueContainer()
    try text.encode(rfc3339)
  }

  package func advanced(bySeconds seconds: Int) -> Instant {
    Instant(milliseconds: milliseconds + Int64(seconds) * 1000)
  }

  package static func < (one: Instant, other: Instant) -> Bool { one.milliseconds < other.milliseconds }
}
