import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubTerms
import Hummingbird
import Rides

/// Exchanges codes and refresh tokens at Strava for programs without the app's secret.
///
/// Exchanges are neither stored nor logged.
struct BrokerRoutes: Sendable {
  private static let mostCharacters = 500

  let desk: Desk
  let apps: BrokerApps
  let endpoint: TokenEndpoint

  func add(to routes: Routes) {
    routes.at(
      "/token",
      [.post: { request, context in try await exchange(request, context, "authorization_code", "code") }])
    routes.at(
      "/refresh",
      [.post: { request, context in try await exchange(request, context, "refresh_token", "refresh_token") }])
  }

  private func exchange(
    _ request: Request, _ context: HubContext, _ grant: String, _ member: String
  ) async throws -> Response {
    try await desk.library.count(.guess, of: desk.address(request, context))
    var fields = try await desk.fields(request)
    let value = fields.text(member, most: Self.mostCharacters)
    let name = fields.text("app", most: Self.mostCharacters, required: false)
    try fields.finish()
    guard let app = apps.app(named: name) else {
      throw HubFault(.forbidden, "This broker does not serve the app \(name ?? "").")
    }
    let form = [
      ("client_id", app.clientID), ("client_secret", app.secret), ("grant_type", grant), (member, value ?? ""),
    ]
    return try await answer(to: form.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&"))
  }

  /// Returns Strava's response unchanged, if it is JSON without a server error.
  private func answer(to form: String) async throws(HubFault) -> Response {
    guard let answer = await endpoint.post(form) else {
      throw HubFault(.unavailable, "Strava cannot be reached.", retryAfterSeconds: 30)
    }
    guard 200..<500 ~= answer.status, JSONValue(answer.body) != nil else {
      throw HubFault(.unavailable, "Strava responded with status \(answer.status).", retryAfterSeconds: 60)
    }
    var headers = HTTPFields()
    if answer.retryAfterSeconds > 0 { headers[.retryAfter] = String(answer.retryAfterSeconds) }
    return .text(
      answer.body, type: "application/json", status: HTTPResponse.Status(code: answer.status), headers: headers)
  }

  /// Encodes text as `application/x-www-form-urlencoded` (WHATWG URL §5.2).
  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      switch UInt8(byte) {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "*"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
