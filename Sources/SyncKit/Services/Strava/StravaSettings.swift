import ControlWire
import Rides

/// The addresses and options of the connection to Strava.
///
/// It contains no secret.
struct StravaSettings: Codable, Hashable, Sendable {
  /// The client ID of the rider's own API app.
  var clientID: String
  /// The base address of the API.
  var url = "https://www.strava.com/api/v3"
  /// The base address of `authorize` and `token`.
  var oauthURL = "https://www.strava.com/oauth"
  /// The address of a broker that has the app's secret; nil if the secret is on this computer.
  var broker: String?
  /// PEM text of authorities to trust in addition to the system's, if any.
  var certificates: String?
  /// Whether the rider permits reading activities.
  var history = false
  /// Whether rides are uploaded as virtual rides.
  var virtual = false
  /// The rider's name at Strava; nil if unknown.
  var account: String?

  /// Applies a call to the earlier settings.
  ///
  /// Values that it does not name stay the same.
  ///
  /// - Throws: `badOption`.
  init(_ call: Connect, before: StravaSettings?) throws(SyncFault) {
    guard let clientID = call.clientId ?? before?.clientID, clientID.isIdentifier else {
      throw SyncFault(.badOption, detail: "--client-id")
    }
    if call.broker != nil, call.clientSecret != nil {
      throw SyncFault(.badOption, detail: "--broker, which excludes --client-secret-file,")
    }
    self = before ?? StravaSettings(clientID: clientID)
    self.clientID = clientID
    if let text = call.url { url = try Self.address(text, of: "--url") }
    if let text = call.oauthUrl { oauthURL = try Self.address(text, of: "--oauth-url") }
    if let text = call.broker { broker = try Self.address(text, of: "--broker") }
    if call.clientSecret != nil { broker = nil }
    if let text = call.certificates { certificates = text.isEmpty ? nil : text }
    history = call.history ?? history
    virtual = call.virtual ?? virtual
  }

  init(clientID: String) { self.clientID = clientID }

  /// The origins that a token of this connection may be sent to.
  var origins: [String] { [url, oauthURL, broker].compactMap { $0.flatMap(URLParts.init)?.origin } }

  var trust: HTTPTrust { HTTPTrust(authorities: certificates) }

  /// The permissions to request: writing, and reading if `history` is on.
  var scopes: [String] { history ? [Self.reading, Self.writing] : [Self.writing] }

  static let writing = "activity:write"
  static let reading = "activity:read_all"

  /// Checks an address to which secrets may be sent.
  ///
  /// Returns it without a slash at its end.
  private static func address(_ text: String, of option: String) throws(SyncFault) -> String {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let parts = URLParts(text), parts.isPrivate, parts.query == nil, !text.contains("#") else {
      throw SyncFault(.badOption, detail: option)
    }
    return text
  }
}

/// The keys of Strava in the service memory.
enum StravaKey {
  /// The settings of the connection.
  static let settings = "strava.settings"
  /// The pending consent.
  static let consent = "strava.consent"
}

/// The names of Strava's secrets.
enum StravaSecret {
  /// The secret of the rider's app.
  static let client = "strava-client-secret"
  /// The new secret of the rider's app, until the rider has agreed.
  static let newClient = "strava-client-secret-new"
  /// A ``StravaToken``.
  static let token = "strava-token"

  /// Returns the secret of the rider's app; nil without one for the address of the token endpoint.
  static func clientSecret(
    _ name: String = client, in secrets: any SecretStore, for settings: StravaSettings
  ) throws(SyncFault) -> String? {
    try secrets.secret(name, for: settings.oauthURL, usual: StravaSettings(clientID: "").oauthURL)
  }
}
