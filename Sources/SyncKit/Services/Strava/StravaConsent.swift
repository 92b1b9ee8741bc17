import FoundationEssentials
import Rides

/// A request for the rider's consent that is pending.
struct StravaConsent: Codable, Hashable, Sendable {
  /// 128 random bits, which the redirect must contain.
  let state: String
  /// Seconds since 1970.
  let began: Int64
  /// The settings of the connection after the rider agrees.
  let settings: StravaSettings

  /// The time for which a consent stays pending, in seconds.
  static let life: Int64 = 600
  /// The redirect URI.
  ///
  /// Strava permits `localhost` for every app.
  static let callback = "http://localhost:8721\(path)"
  static let path = "/strava/callback"

  /// The address to open in the rider's browser.
  var address: String {
    let query = FormEncoding.text([
      (name: "client_id", value: settings.clientID), (name: "redirect_uri", value: Self.callback),
      (name: "response_type", value: "code"), (name: "approval_prompt", value: "auto"),
      (name: "scope", value: settings.scopes.joined(separator: ",")), (name: "state", value: state),
    ])
    return "\(settings.oauthURL)/authorize?\(query)"
  }

  /// Returns the seconds left; nil if the time is over, or if the clock was set to before the beginning.
  func left(at now: Date) -> Int64? {
    let gone = now.wholeSeconds - began
    return 0..<Self.life ~= gone ? Self.life - gone : nil
  }

  /// Returns the code in the text that the rider pasted, or in the address of the redirect.
  ///
  /// The rider may paste only the code. An address needs the state, even without a query: any page, and any user of
  /// this computer, can request the redirect's address.
  ///
  /// - Throws: `consentOutdated`, after which the consent stays pending; any other fault is the rider's decision.
  func code(in text: String) throws(SyncFault) -> String {
    let text = text.trimmed
    guard text.contains("?") || text.contains("=") || text.contains("://") else { return try Self.checked(text) }
    let query = text.firstIndex(of: "?").map { text[text.index(after: $0)...] } ?? text[...]
    let items = FormEncoding.items(of: query.prefix { $0 != "#" })
    func item(_ name: String) -> String? { items.first { $0.name == name }?.value }
    guard item("state") == state else { throw SyncFault(.consentOutdated) }
    if let error = item("error") {
      throw error == "access_denied" ? SyncFault(.consentDenied) : SyncFault(.refused, detail: error.plain)
    }
    // The rider can untick each permission.
    if let scope = item("scope") {
      let given = scope.split { $0 == "," || $0 == " " }.map(String.init)
      if let missing = settings.scopes.first(where: { !given.contains($0) }) {
        throw SyncFault(.missingScope, detail: missing)
      }
    }
    return try Self.checked(item("code") ?? "")
  }

  private static func checked(_ code: String) throws(SyncFault) -> String {
    guard (1...512).contains(code.utf8.count), code.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw SyncFault(.badOption, detail: "--code")
    }
    return code
  }
}

extension String {
  /// The text without surrounding white space and quotation marks, as pasted text may have.
  fileprivate var trimmed: String {
    let isAround: (Character) -> Bool = { $0.isWhitespace || "\"'<>".contains($0) }
    let rest = drop(while: isAround)
    guard let end = rest.lastIndex(where: { !isAround($0) }) else { return "" }
    return String(rest[...end])
  }
}
