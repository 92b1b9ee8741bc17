/// When a server wants to be asked again (RFC 9110 §10.2.3).
package enum RetryAfter {
  /// No server is left alone for longer on its word.
  package static let longest = Duration.seconds(3600)

  /// How long to wait by the head of an answer, at most an hour; nil without the line, or with one that says nothing.
  ///
  /// A date is taken relative to the answer's own `Date`: the clock of this computer may be years off.
  /// Without it, `now` counts: seconds since 1970 by this computer.
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
