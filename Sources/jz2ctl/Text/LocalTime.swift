import FoundationEssentials
import Glibc

/// Moments as the rider's own clock shows them.
enum LocalTime {
  /// A moment of RFC 3339 in the system's zone, `2026-11-21 07:45`; one that is not RFC 3339 as it stands.
  static func text(rfc3339: String) -> String {
    guard let date = try? Date(rfc3339, strategy: .iso8601) else { return rfc3339.printable }
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M", &parts)
    return String(decoding: text.prefix(count).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }
}
