import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubTerms
import Hummingbird

/// Pairing, refreshing and revoking devices and browsers.
struct DeviceRoutes: Sendable {
  /// The maximum length of a token in a request.
  ///
  /// The hub's tokens are shorter.
  private static let tokenCharacters = 200
  private static let codeCharacters = 40

  let desk: Desk

  func add(to routes: Routes) {
    routes.at("/api/v1/devices/pair", [.post: { request, context in try await pair(request, context) }])
    routes.at("/api/v1/devices/refresh", [.post: { request, context in try await refresh(request, context) }])
    routes.at("/api/v1/devices", [.get: { request, _ in try await list(request) }])
    routes.at("/api/v1/devices/:id", [.delete: { request, context in try await revoke(request, context) }])
    routes.at(
      "/api/v1/session",
      [
        .post: { request, context in try await signIn(request, context) },
        .delete: { request, _ in try await signOut(request) },
      ])
  }

  private func pair(_ request: Request, _ context: HubContext) async throws -> Response {
    .json(try await paired(request, context, .device))
  }

  private func paired(_ request: Request, _ context: HubContext, _ kind: DeviceKind) async throws -> IssuedTokens {
    try await desk.library.guess(from: desk.address(request, context)) {
      var fields = try await desk.fields(request)
      let code = fields.text("code", most: Self.codeCharacters)
      let name = fields.text("name", most: HubLibrary.RiderLimit.nameCharacters)
      try fields.finish()
      return try await desk.library.pair(code: code ?? "", name: name ?? "", as: kind)
    }
  }

  private func refresh(_ request: Request, _ context: HubContext) async throws -> Response {
    var fields = try await desk.fields(request)
    let token = fields.text("refresh_token", most: Self.tokenCharacters)
    try fields.finish()
    // Counted by device, so that another client of the same address cannot block a Pi's refresh.
    if let deviceID = try await desk.library.deviceID(ofRefreshToken: token ?? "") {
      try await desk.library.count(.read, of: deviceID)
    } else {
      try await desk.library.count(.guess, of: desk.address(request, context))
    }
    return .json(try await desk.library.refresh(token ?? ""))
  }

  private func list(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    return .json(["devices": try await desk.library.devices(of: caller)])
  }

  private func revoke(_ request: Request, _ context: HubContext) async throws -> Response {
    let caller = try await desk.caller(request)
    try await desk.library.revoke(deviceID: try context.parameters.require("id"), by: caller)
    return .empty
  }

  /// Signs a browser in.
  ///
  /// Its token is in a cookie that scripts cannot read and other sites cannot send.
  private func signIn(_ request: Request, _ context: HubContext) async throws -> Response {
    let tokens = try await paired(request, context, .browser)
    var response = Response.json(["rider": tokens.riderName])
    response.headers[.setCookie] = Self.cookie(tokens.access.text, seconds: tokens.expiresInSeconds, request)
    return response
  }

  private func signOut(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    try await desk.library.revoke(deviceID: caller.deviceID, by: caller)
    var response = Response.empty
    response.headers[.setCookie] = Self.cookie("", seconds: 0, request)
    return response
  }

  private static func cookie(_ value: String, seconds: Int, _ request: Request) -> String {
    let isEncrypted = Desk.isEncrypted(request)
    return "\(Desk.cookie(isEncrypted: isEncrypted))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
      + (isEncrypted ? "; Secure" : "")
  }
}
