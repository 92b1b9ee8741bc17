import FoundationEssentials
import Rides

/// The server's address and its tokens.
///
/// Both are stored as one secret and replaced together, so that a token can never go to another server.
struct HubConnection: Codable, Hashable, Sendable {
  /// The credentials for the server.
  struct Tokens: Codable, Hashable, Sendable {
    let access: String
    /// The refresh token, valid once; nil for a token from a file.
    let refresh: String?
    /// The expiry time of the access token, in Unix time by this computer's clock; nil if unknown.
    let expires: Int64?
  }

  /// The room for certificates in a secret, in addition to the tokens.
  static let mostCertificateBytes = 32_768

  /// https, or http to this computer or the local network.
  ///
  /// It has no slash at its end.
  let url: String
  /// PEM text of authorities to trust in addition to the system's, if any.
  let certificates: String?
  /// The `source` of the rides in requests.
  let source: String
  /// Whether the server only reads camelCase; nil if it does not.
  let camelCase: Bool?
  /// The server's `rider_id`; nil if it does not have one.
  let riderID: String?
  let tokens: Tokens

  /// Identifies the rider's rides at this server.
  ///
  /// With a `rider_id` it stays the same when the server moves to another address.
  var destination: String { riderID ?? url }

  func with(_ tokens: Tokens) -> HubConnection {
    HubConnection(
      url: url, certificates: certificates, source: source, camelCase: camelCase, riderID: riderID, tokens: tokens)
  }

  static let acceptsJSON = (name: "Accept", value: "application/json")

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path in the protocol.
  ///   - lines: Further header fields.
  ///   - body: The content of the request.
  /// - Returns: The request, with the token.
  func request(
    _ method: HTTPRequest.Method, _ path: String, _ lines: [(name: String, value: String)] = [],
    body: HTTPRequest.Body = .none
  ) -> HTTPRequest {
    let token = (name: "Authorization", value: "Bearer \(tokens.access)")
    return HTTPRequest(
      method, url + path, headers: [Self.acceptsJSON, token] + lines, body: body,
      trust: HTTPTrust(authorities: certificates))
  }

  /// Whether the access token has expired, or expires within 30 seconds; false if the clock is not set.
  func isExpired(by clock: any SyncClock) -> Bool {
    guard clock.isSet, let expires = tokens.expires else { return false }
    return clock.now.timeIntervalSince1970 > Double(expires) - 30
  }
}

extension HubConnection.Tokens {
  /// Reads the response to pairing and to a refresh: `{access_token, refresh_token, expires_in}`; nil if it is invalid.
  ///
  /// - Parameters:
  ///   - body: The response.
  ///   - kept: The refresh token to keep if the response has no new one.
  ///   - now: The time by this computer's clock.
  init?(answer body: [UInt8], keeping kept: String? = nil, now: Date) {
    guard let answer = JSONValue(body), let access = answer["access_token"].text, Self.isToken(access) else {
      return nil
    }
    let lifetime = answer["expires_in"].count.map { Double(min($0, 1 << 31)) }
    self.access = access
    refresh = answer["refresh_token"].text.flatMap { Self.isToken($0) ? $0 : nil } ?? kept
    expires = lifetime.flatMap { Int64(exactly: (now.timeIntervalSince1970 + $0).rounded(.down)) }
  }

  /// Reads the content of a token file: a token, or the JSON of a response; nil if it is neither.
  init?(file content: String, now: Date) {
    let token = content.trimmingPrefix(while: \.isWhitespace)
    if token.first == "{" {
      self.init(answer: Array(token.utf8), now: now)
    } else {
      let word = token.prefix { !$0.isWhitespace }
      guard token[word.endIndex...].allSatisfy(\.isWhitespace), Self.isToken(word) else { return nil }
      self.init(access: String(word), refresh: nil, expires: nil)
    }
  }

  /// Whether a text may be used in a header field.
  private static func isToken(_ text: some StringProtocol) -> Bool {
    (1...8192).contains(text.utf8.count) && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }
}

/// Checks the address of the rider's own server.
enum HubAddress {
  /// Returns the base address for the paths of the protocol.
  ///
  /// http is only allowed to this computer, to an address of a local network (RFC 1918, RFC 3927, RFC 4193, RFC 4291
  /// §2.5.6) and to names that exist only in the local network (`.local` of RFC 6762, `.home.arpa` of RFC 8375). Any
  /// listener in that network can read the token.
  ///
  /// - Throws: `badOption`.
  static func checked(_ url: String) throws(SyncFault) -> String {
    guard let parts = URLParts(url), parts.query == nil, !url.contains("#") else {
      throw SyncFault(.badOption, detail: "--url")
    }
    guard parts.scheme == .https || parts.isLoopback || isLocal(parts) else {
      throw SyncFault(.badOption, detail: "--url with https, because \(parts.host) is not in the local network,")
    }
    var path = parts.path
    while path.last == "/" { path.removeLast() }
    return parts.origin + path
  }

  private static func isLocal(_ parts: URLParts) -> Bool {
    let host = parts.host
    if host.first == "[" {
      let beginning = host.dropFirst().prefix { $0 != ":" }
      let group = UInt16(beginning, radix: 16) ?? 0
      return beginning.count == 4 && (group & 0xFE00 == 0xFC00 || group & 0xFFC0 == 0xFE80)
    }
    if let numbers = parts.ipv4 {
      switch (numbers[0], numbers[1]) {
      case (10, _), (172, 16...31), (192, 168), (169, 254): return true
      default: return false
      }
    }
    return host.hasSuffix(".local") || host.hasSuffix(".home.arpa")
  }
}
