import FoundationEssentials
import Rides

/// The time of this computer's clock.
package struct WallTime: Hashable, Sendable {
  /// Milliseconds since 1970.
  package var milliseconds: Int

  package init(milliseconds: Int) { self.milliseconds = milliseconds }

  package static var now: WallTime { WallTime(milliseconds: Int((Date().timeIntervalSince1970 * 1000).rounded(.down))) }

  /// Seconds since 1970.
  package var seconds: Int { milliseconds / 1000 }

  /// RFC 3339 in UTC, with milliseconds: `2026-11-26T17:03:12.250Z`.
  package var text: String { unixTime.rfc3339Milliseconds }

  /// RFC 3339 in UTC, to the second.
  package var textToTheSecond: String { unixTime.rfc3339 }

  private var unixTime: UnixTime { UnixTime(milliseconds: Int64(milliseconds)) }
}
