import FoundationEssentials
import Rides

/// The access and refresh tokens of Strava.
///
/// They are stored together, because a renewal may replace both.
struct StravaToken: Codable, Hashable, Sendable {
  /// The access token, valid until `expiry`.
  var access: String
  /// The refresh token.
  ///
  /// It may be valid only once.
  var refresh: String
  /// Seconds since 1970 by the clock of this computer.
  var expiry: Int64
  /// The origins that the token may be sent to, from the settings that the rider agreed to.
  ///
  /// Nil in a token that an earlier version stored: it may be sent to the addresses in the settings.
  var origins: [String]?

  /// The time before its expiry at which a token is renewed, in seconds.
  static let margin: Int64 = 300
  /// The lifetime of a token whose response does not state it, in seconds.
  static let usualLife: Int64 = 21_600

  /// Whether the token needs a renewal before it is used.
  func isOver(at now: Date) -> Bool { expiry - now.wholeSeconds <= Self.margin }

  /// - Throws: `unauthorized` if the token is not for the origin of an address.
  func check(for address: String) throws(StravaFailure) {
    guard let origins else { return }
    guard let origin = URLParts(address)?.origin, origins.contains(origin) else { throw StravaFailure(.unauthorized) }
  }
}

/// The response to a code or to a refresh token, from Strava or a broker.
struct StravaTokenAnswer: Sendable {
  let access: String
  /// The new refresh token; nil if the one that was sent stays valid.
  let refresh: String?
  private let expiresAt: Int64?
  private let expiresIn: Int64?
  /// The rider's name; nil in the response to a refresh token.
  let account: String?

  /// Reads the response; nil if it has no access token.
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

  /// Makes the token of a response.
  ///
  /// - Parameters:
  ///   - before: The refresh token that was sent.
  ///   - now: The time of the response by the clock of this computer. If it contradicts `expires_at`, the clock is
  ///     wrong, and the lifetime counts from `now`.
  /// - Returns: The token; nil if there is neither a new nor an earlier refresh token.
  func token(before: String?, at now: Date) -> StravaToken? {
    guard let refresh = refresh ?? before else { return nil }
    let now = now.wholeSeconds
    let life = min(max(expiresIn ?? StravaToken.usualLife, 0), 366 * 86_400)
    var expiry = now + life
    // Without `expires_in`, `expires_at` is used if it is plausible for a correct clock.
    let tolerance: Int64 = expiresIn == nil ? StravaToken.usualLife : 600
    if let expiresAt, expiresAt > expiry - tolerance, expiresAt < expiry + tolerance { expiry = expiresAt }
    return StravaToken(access: access, refresh: refresh, expiry: expiry)
  }
}

extension String {
  /// Whether the text can be used in a header field: visible ASCII of a limited length.
  fileprivate var isSecret: Bool { (1...4096).contains(utf8.count) && utf8.allSatisfy { 0x21...0x7E ~= $0 } }
}
