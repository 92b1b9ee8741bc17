import HTTPTypes
import HubTerms
import Hummingbird

/// Refuses requests that another page made a browser send.
///
/// Browsers name the page in `Origin`, and most also compare it in `Sec-Fetch-Site` (Fetch Metadata Request Headers,
/// W3C), which stays right where a proxy changes `Host`. The cookie's `SameSite=Strict` is not enough: other ports and
/// sub-domains are of the same site. Pis and scripts send neither field.
struct OriginMiddleware: RouterMiddleware {
  @concurrent func handle(
    _ request: Request, context: HubContext, next: @concurrent (Request, HubContext) async throws -> Response
  ) async throws -> Response {
    guard request.method == .get || request.method == .head || Self.isFromHub(request) else {
      throw HubFault(.forbidden, "This request comes from another page.")
    }
    return try await next(request, context)
  }

  private static func isFromHub(_ request: Request) -> Bool {
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) { return site == "same-origin" }
    if let origin = request.headers[.origin] {
      let schemes = ["http://", "https://"]
      return schemes.contains { $0 + (request.head.authority ?? "").lowercased() == origin.lowercased() }
    }
    return true
  }
}
