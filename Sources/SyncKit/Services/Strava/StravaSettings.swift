import ControlWire
import Rides

/// How Strava is reached and what is asked of it; no secret is among them.
struct StravaSettings: Codable, Hashable, Sendable {
  /// The number of the rider's own app.
  var clientID: String
  /// Below which the calls are.
  var url = "https://www.strava.com/api/v3"
  /// Below which `authorize` and `token` are.
  var oauthURL = "https://www.strava.com/oauth"
  /// The address of a program that has the app's secret; nil where the secret is here.
  var broker: String?
  /// PEM text of authorities to trust beside the system's.
  var certificates: String?
  /// Whether activities may be read.
  var history = false
  /// Whether rides are virtual rides there.
  var virtual = false
  /// The rider's name there.
  var account: String?

  /// What a call asks for; what it does not name stays as it was.
  ///
  /// - Throws: `badOption`.
  init(_ call: Connect, before: StravaSettings?) throws(SyncFault) {
    guard let clientID = call.clientId ?? before?.clientID, clientID.isIdentifier else {
      throw SyncFault(.badOption, detail: "--client-id")
    }
    if call.broker != nil, call.clientSecret != nil {
      throw SyncFault(.badOption, detail: "--broker beside --client-secret-file")
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

  /// Whose certificates are believed.
  var trust: HTTPTrust { HTTPTrust(authorities: certificates) }

  /// The permissions that are asked for: writing, and also reading where history is wanted.
  var scopes: [String] { history ? [Self.reading, Self.writing] : [Self.writing] }

  static let writing = "activity:write"
  static let reading = "activity:read_all"

  /// An address to which secrets may go, without a slash at its end.
  private static func address(_ text: String, of option: String) throws(SyncFault) -> String {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let parts = URLParts(text), parts.isPrivate, parts.query == nil, !text.contains("#") else {
      throw SyncFault(.badOption, detail: option)
    }
    return text
  }
}

/// What Strava's part of the service memory is called.
enum StravaKey {
  /// The settings of the connection.
  static let settings = "strava.settings"
  /// The question that waits for the rider's answer.
  static let consent = "strava.consent"
}

/// What Strava's secrets are called.
enum StravaSecret {
  /// The secret of the rider's app.
  static let client = "strava-client-secret"
  /// The same, as long as the rider has not agreed yet.
  static let newClient = "strava-client-secret-new"
  /// A ``StravaToken``.
  static let token = "strava-token"

  /// The secret of the rider's app; nil if there is none for the address at which tokens are exchanged.
  static func clientSecret(
    _ name: String = client, in secrets: any SecretStore, for settings: StravaSettings
  ) throws(SyncFault) -> String? {
    try secrets.secret(name, for: settings.oauthURL, usual: StravaSettings(clientID: "").oauthURL)
  }
}
