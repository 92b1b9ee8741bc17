import FoundationEssentials
import Rides

/// The question whether the rider agrees, as long as it waits for an answer.
struct StravaConsent: Codable, Hashable, Sendable {
  /// 128 random bits, which the answer must bring back.
  let state: String
  /// Seconds since 1970.
  let began: Int64
  /// What the connection will be once the rider agrees.
  let settings: StravaSettings

  /// How long an answer is waited for, in seconds.
  static let life: Int64 = 600
  /// Where the browser ends; Strava lets every app have its answer at `localhost`.
  static let callback = "http://localhost:8721\(path)"
  static let path = "/strava/callback"

  /// What the rider opens in a browser.
  var address: String {
    let query = FormEncoding.text([
      (name: "client_id", value: settings.clientID), (name: "redirect_uri", value: Self.callback),
      (name: "response_type", value: "code"), (name: "approval_prompt", value: "auto"),
      (name: "scope", value: settings.scopes.joined(separator: ",")), (name: "state", value: state),
    ])
    return "\(settings.oauthURL)/authorize?\(query)"
  }

  /// Seconds that are left; nil if it is over, or if the clock was moved to before it.
  func left(at now: Date) -> Int64? {
    let gone = now.wholeSeconds - began
    return 0..<Self.life ~= gone ? Self.life - gone : nil
  }

  /// The code in the text that the rider pasted, or in the address that the browser brought.
  ///
  /// The rider may paste the code alone. An address needs the state, even without a query: any page, and any user
  /// of this computer, can request the callback's address.
  ///
  /// - Throws: `consentOutdated`, after which the question still waits; any other fault is the rider's answer.
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
    // The rider can untick each of them.
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
  /// Without white space and quotation marks around it, as something pasted may have.
  fileprivate var trimmed: String {
    let isAround: (Character) -> Bool = { $0.isWhitespace || "\"'<>".contains($0) }
    let rest = drop(while: isAround)
    guard let end = rest.lastIndex(where: { !isAround($0) }) else { return "" }
    return String(rest[...end])
  }
}
