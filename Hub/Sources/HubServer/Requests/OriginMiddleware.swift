import HTTPTypes
import HubTerms
import Hummingbird

/// Refuses requests that a page of another origin made a browser send.
///
/// Browsers name the page in `Origin`, and most also compare it in `Sec-Fetch-Site` (Fetch Metadata Request Headers,
/// W3C), which stays correct if a proxy changes `Host`. The cookie's `SameSite=Strict` does not suffice, since other
/// ports and subdomains are of the same site. Pis and scripts send neither field.
///
/// An export counts as a change, since it is noted in the audit log and limited in number. A rider may open its address
/// by hand, which sends `Sec-Fetch-Site: none`.
struct OriginMiddleware: RouterMiddleware {
  /// The address of an export, a GET request.
  static let exportPath = "/api/v1/me/export"

  @concurrent func handle(
    _ request: Request, context: HubContext, next: @concurrent (Request, HubContext) async throws -> Response
  ) async throws -> Response {
    let isReading = request.method == .get || request.method == .head
    let isExport = request.uri.path == Self.exportPath
    guard isReading && !isExport || Self.isFromHub(request, mayBeByHand: isReading) else {
      throw HubFault(.forbidden, "This request comes from another page.")
    }
    return try await next(request, context)
  }

  private static func isFromHub(_ request: Request, mayBeByHand: Bool) -> Bool {
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
      return site == "same-origin" || mayBeByHand && site == "none"
    }
    if let origin = request.headers[.origin] {
      let schemes = ["http://", "https://"]
      return schemes.contains { $0 + (request.head.authority ?? "").lowercased() == origin.lowercased() }
    }
    return true
  }
}
