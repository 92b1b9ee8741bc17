/// The `Retry-After` field (RFC 9110 §10.2.3).
package enum RetryAfter {
  /// The maximum of the delay, whatever the server asks for.
  package static let longest = Duration.seconds(3600)

  /// Returns the delay that a response asks for, at most an hour; nil if the field is absent or invalid.
  ///
  /// A date is relative to the response's own `Date`, since the clock of this computer may be years off. Without that
  /// field it is relative to `now`: seconds since 1970 by this computer.
  package static func delay(_ headers: HTTPFields, now: Int64) -> Duration? {
    guard let value = headers["Retry-After"] else { return nil }
    if !value.isEmpty, value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
      return min(Int64(value).map { Duration.seconds($0) } ?? longest, longest)
    }
    let present = headers["Date"].flatMap { HTTPDate($0, near: now)?.seconds } ?? now
    guard let date = HTTPDate(value, near: present) else { return nil }
    return min(max(.seconds(date.seconds - present), .zero), longest)
  }
}
