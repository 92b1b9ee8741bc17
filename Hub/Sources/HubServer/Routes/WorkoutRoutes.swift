import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubTerms
import Hummingbird

/// Batches and lists of workouts, and the status of a rider's data.
struct WorkoutRoutes: Sendable {
  private static let replayed = HTTPField.Name("X-Idempotent-Replayed")
  private static let usualPage = 100

  let desk: Desk

  func add(to routes: Routes) {
    routes.at("/api/v1/workouts/sync", [.post: { request, _ in try await sync(request) }])
    routes.at("/api/v1/sync/status", [.get: { request, _ in try await status(request) }])
    routes.at("/api/v1/workouts", [.get: { request, _ in try await list(request) }])
  }

  private func sync(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request, counted: .sync)
    let body = try await desk.body(request, most: SyncRequest.Limit.bytes)
    let answer = try await desk.library.sync(try SyncRequest(body), body: body, by: caller)
    var headers = HTTPFields()
    if answer.isReplayed, let name = Self.replayed { headers[name] = "true" }
    return .text(Data(answer.body.utf8), type: "application/json", headers: headers)
  }

  private func status(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    return .json(try await desk.library.status(of: caller))
  }

  private func list(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    let limit = try request.count("limit", in: HubLibrary.pageLimits, usual: Self.usualPage)
    let cursor = try request.cursor()
    let rider = try request.parameter("rider")
    return .json(try await desk.library.workouts(since: cursor, limit: limit, of: rider, by: caller))
  }
}
