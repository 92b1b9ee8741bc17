import FoundationEssentials
import HubLibrary
import HubTerms
import Hummingbird

/// Liveness, readiness, and the description of the API.
struct HealthRoutes: Sendable {
  private struct Health: Encodable {
    let status: String
  }

  let library: HubLibrary

  func add(to routes: Routes) {
    routes.at("/healthz", [.get: { _, _ in .json(Health(status: "alive")) }])
    routes.at(
      "/readyz",
      [
        .get: { _, _ in
          guard await library.isReady() else {
            throw HubFault(.unavailable, "The database does not respond.", retryAfterSeconds: 2)
          }
          return .json(Health(status: "ready"))
        }
      ])
    routes.at(
      "/openapi.json",
      [.get: { _, _ in .text(Data(PackageResources.openapi_json), type: "application/json") }])
  }
}
