import AsyncHTTPClient
import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubTerms
import Hummingbird
import NIOCore
import NIOHTTP1

/// Exchanges codes and refresh tokens at Strava for programs that do not have the app's secret.
///
/// Nothing of an exchange is kept or logged.
struct BrokerRoutes: Sendable {
  private enum Limit {
    static let characters = 500
    /// Bytes of Strava's answer.
    static let answer = 64 << 10
    static let seconds: Int64 = 20
  }

  let desk: Desk
  let apps: BrokerApps
  /// Strava's token endpoint.
  let tokenURL: String
  let client: HTTPClient

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
    try await desk.countGuess(request, context)
    var fields = try await desk.fields(request)
    let value = fields.text(member, most: Limit.characters)
    let name = fields.text("app", most: Limit.characters, required: false)
    try fields.finish()
    guard let app = apps.app(named: name) else {
      throw HubFault(.forbidden, "This broker does not serve the app \(name ?? "").")
    }
    let form = [
      ("client_id", app.clientID), ("client_secret", app.secret), ("grant_type", grant), (member, value ?? ""),
    ]
    var asked = HTTPClientRequest(url: tokenURL)
    asked.method = .POST
    asked.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
    asked.headers.add(name: "Accept", value: "application/json")
    asked.body = .bytes(ByteBuffer(string: form.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")))
    return try await answer(to: asked)
  }

  /// Strava's answer as it is, where it is one.
  private func answer(to asked: HTTPClientRequest) async throws(HubFault) -> Response {
    do {
      let answer = try await client.execute(asked, timeout: .seconds(Limit.seconds))
      let body = try await answer.body.collect(upTo: Limit.answer)
      let data = Data(body.readableBytesView)
      guard 200..<500 ~= answer.status.code, JSONValue(data) != nil else {
        throw HubFault(.unavailable, "Strava answered \(answer.status.code).", retryAfterSeconds: 60)
      }
      var headers = HTTPFields()
      if let after = answer.headers.first(name: "Retry-After") { headers[.retryAfter] = after }
      return .text(
        data, type: "application/json", status: HTTPResponse.Status(code: Int(answer.status.code)), headers: headers)
    } catch let fault as HubFault {
      throw fault
    } catch {
      throw HubFault(.unavailable, "Strava cannot be reached now.", retryAfterSeconds: 30)
    }
  }

  /// As `application/x-www-form-urlencoded` has it (WHATWG URL §5.2).
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
