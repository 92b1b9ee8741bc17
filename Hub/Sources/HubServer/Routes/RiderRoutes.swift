import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubTerms
import Hummingbird
import NIOCore

/// A rider's management of their own data: codes, coaches, the audit log, export and erasure.
struct RiderRoutes: Sendable {
  private static let auditLimits = 1...1000
  private static let usualAudit = 100
  private static let codeCharacters = 40
  private static let ridesOfPage = 100

  let desk: Desk

  func add(to routes: Routes) {
    routes.at("/api/v1/me", [.get: { request, _ in try await me(request) }])
    routes.at("/api/v1/me/erase", [.post: { request, _ in try await erase(request) }])
    routes.at(
      OriginMiddleware.exportPath, [.get: { request, context in try await export(request, context) }])
    routes.at("/api/v1/me/audit", [.get: { request, _ in try await audit(request) }])
    routes.at("/api/v1/codes", [.post: { request, _ in try await code(.pairing, request) }])
    routes.at("/api/v1/codes/browser", [.post: { request, _ in try await code(.signIn, request) }])
    routes.at("/api/v1/coaches/invite", [.post: { request, _ in try await code(.coaching, request) }])
    routes.at("/api/v1/coaches/accept", [.post: { request, _ in try await accept(request) }])
    routes.at("/api/v1/coaches", [.get: { request, _ in try await coaches(request) }])
    routes.at("/api/v1/coaches/:id", [.delete: { request, context in try await endCoaching(request, context) }])
  }

  private func me(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    return .json(
      MeText(
        id: caller.riderID, name: caller.riderName, device: caller.deviceName,
        scopes: caller.scopes.map(\.rawValue).sorted()))
  }

  private func erase(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    return try await guess(by: caller, request) { code in
      try await desk.library.erase(caller, code: code)
      return .empty
    }
  }

  /// Reads the code in a body and tries it.
  ///
  /// Signed-in riders have the same limit on guesses.
  private func guess(
    by caller: Caller, _ request: Request, _ body: (String) async throws -> Response
  ) async throws -> Response {
    try await desk.library.guess(from: caller.riderID) {
      var fields = try await desk.fields(request)
      let code = fields.text("code", most: Self.codeCharacters)
      try fields.finish()
      return try await body(code ?? "")
    }
  }

  private func export(_ request: Request, _ context: HubContext) async throws -> Response {
    let caller = try await desk.caller(request, counted: .export)
    let place = try desk.sentRides.place(of: caller.riderID)
    let headers: HTTPFields = [.contentDisposition: "attachment; filename=\"jz2-hub.json\""]
    guard request.method != .head else {
      try caller.need(.manage)
      return .text(Data(), type: "application/json", headers: headers)
    }
    let data = try await desk.library.ownData(of: caller)
    // The data without its closing brace. The rides follow one by one.
    let head = Response.text(of: data).dropLast() + ",\"rides\":["
    return .rides(nil, type: "application/json", headers: headers, keeping: place) { [library = desk.library] writer in
      try await writer.write(inPieces: ByteBuffer(substring: head), context)
      var (separator, cursor, hasMore) = ("", Cursor.beginning, true)
      while hasMore {
        let page = try await library.rides(since: cursor, limit: Self.ridesOfPage, of: nil, by: caller)
        for ride in page.rides {
          try await writer.write(ByteBuffer(string: separator))
          try await writer.write(packedRide: try await library.ride(ride.uuid, of: nil, by: caller).packed, context)
          separator = ","
        }
        (cursor, hasMore) = (page.cursor, page.hasMore)
      }
      try await writer.write(ByteBuffer(string: "]}"))
    }
  }

  private func audit(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    let limit = try request.count("limit", in: Self.auditLimits, usual: Self.usualAudit)
    return .json(["entries": try await desk.library.audit(of: caller, limit: limit)])
  }

  private func code(_ purpose: CodePurpose, _ request: Request) async throws -> Response {
    let issued = try await desk.library.code(purpose, by: try await desk.caller(request))
    return .json(CodeText(code: issued.code.text, expiresAt: issued.expires), status: .created)
  }

  private func accept(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    return try await guess(by: caller, request) { code in
      .json(try await desk.library.accept(coachingCode: code, by: caller))
    }
  }

  private func coaches(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    let coaches = try await desk.library.coaches(of: caller)
    let coached = try await desk.library.coached(by: caller)
    return .json(["coaches": coaches, "coached": coached])
  }

  private func endCoaching(_ request: Request, _ context: HubContext) async throws -> Response {
    let caller = try await desk.caller(request)
    try await desk.library.endCoaching(with: try context.parameters.require("id"), by: caller)
    return .empty
  }
}

private struct MeText: Encodable {
  let id: String
  let name: String
  let device: String
  let scopes: [String]
}

private struct CodeText: Encodable {
  let code: String
  let expiresAt: Instant

  enum CodingKeys: String, CodingKey {
    case code
    case expiresAt = "expires_at"
  }
}
