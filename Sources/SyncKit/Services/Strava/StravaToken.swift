import FoundationEssentials
import Rides

/// What opens Strava, and what renews it: kept as one, because a renewal may replace both.
struct StravaToken: Codable, Hashable, Sendable {
  /// Opens Strava until `expiry`.
  var access: String
  /// Gets the next token; it may be good for one time only.
  var refresh: String
  /// Seconds since 1970 by the clock of this computer.
  var expiry: Int64
  /// The origins that the token may be sent to, from the settings that the rider agreed to.
  ///
  /// Nil in a token that an earlier version kept: it goes to the addresses in the settings.
  var origins: [String]?

  /// How long before its end a token is renewed, in seconds.
  static let margin: Int64 = 300
  /// How long a token is good that does not say it, in seconds.
  static let usualLife: Int64 = 21_600

  /// Whether it is to be renewed before it is used.
  func isOver(at now: Date) -> Bool { expiry - now.wholeSeconds <= Self.margin }

  /// - Throws: `unauthorized` if the token was not given for the origin of an address.
  func check(for address: String) throws(StravaFailure) {
    guard let origins else { return }
    guard let origin = URLParts(address)?.origin, origins.contains(origin) else { throw StravaFailure(.unauthorized) }
  }
}

/// The answer to a code or to a refresh token, Strava's or a broker's.
struct StravaTokenAnswer: Sendable {
  let access: String
  /// Absent if the one that was sent stays good.
  let refresh: String?
  private let expiresAt: Int64?
  private let expiresIn: Int64?
  /// The rider's name; absent in the answer to a refresh token.
  let account: String?

  /// Nil without a token.
  init?(_ json: JSONValue) {
    guard case .text(let access) = json["access_token"], access.isSecret else { return nil }
    self.access = access
    refresh = json["refresh_token"].text.flatMap { $0.isSecret ? $0 : nil }
    expiresAt = json["expires_at"].integer
    expiresIn = json["expires_in"].integer
    let athlete = json["athlete"]
    let names = [athlete["firstname"], athlete["lastname"]].compactMap { $0.text?.plain }.filter { !$0.isEmpty }
    account =
      names.isEmpty ? athlete["username"].text?.plain ?? athlete["id"].identifier : names.joined(separator: " ")
  }

  /// The token; nil without a refresh token, now or before.
  ///
  /// - Parameters:
  ///   - before: The refresh token that was sent.
  ///   - now: The moment of the answer by the clock of this computer. Where that contradicts `expires_at`, the clock is
  ///     wrong, and the life of the token counts from there.
  /// - Returns: The token.
  func token(before: String?, at now: Date) -> StravaToken? {
    guard let refresh = refresh ?? before else { return nil }
    let now = now.wholeSeconds
    let life = min(max(expiresIn ?? StravaToken.usualLife, 0), 366 * 86_400)
    var expiry = now + life
    // Without `expires_in` the moment is believed if a right clock can have it.
    let tolerance: Int64 = expiresIn == nil ? StravaToken.usualLife : 600
    if let expiresAt, expiresAt > expiry - tolerance, expiresAt < expiry + tolerance { expiry = expiresAt }
    return StravaToken(access: access, refresh: refresh, expiry: expiry)
  }
}

extension String {
  /// Whether it can stand in a header: visible ASCII, and no more than a header has room for.
  fileprivate var isSecret: Bool { (1...4096).contains(utf8.count) && utf8.allSatisfy { 0x21...0x7E ~= $0 } }
}
