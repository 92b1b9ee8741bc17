import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubTerms
import Hummingbird

/// Rides that are on.
struct LiveRoutes: Sendable {
  private struct Interval: Encodable {
    let intervalSeconds: Int

    enum CodingKeys: String, CodingKey { case intervalSeconds = "interval_seconds" }
  }

  /// What a reader of the wall sees; a Pi may say more.
  private static let texts = ["phase", "plan"]
  private static let numbers = [
    "power_watts", "target_watts", "heart_rate_bpm", "cadence_rpm", "elapsed_seconds", "remaining_seconds",
  ]
  private static let mostCharacters = 200
  private static let range = -1_000_000.0...1_000_000

  let desk: Desk

  func add(to routes: Routes) {
    routes.at(
      "/api/v1/live",
      [
        .post: { request, _ in try await tell(request) },
        .get: { request, _ in try await show(request) },
      ])
  }

  /// Not counted: it costs as much as a count would.
  private func tell(_ request: Request) async throws -> Response {
    let caller = try await desk.uncountedCaller(request)
    let body = try await desk.body(request, most: HubLibrary.LiveLimit.bytes)
    guard let json = JSONValue(body), case .object = json else {
      throw HubFault(.validationError, "The body has to be a JSON object.")
    }
    var fields = FieldReader(json)
    for name in Self.texts { _ = fields.text(name, most: Self.mostCharacters, required: false) }
    for name in Self.numbers { _ = fields.number(name, in: Self.range) }
    try fields.finish()
    return .json(Interval(intervalSeconds: try await desk.library.tell(body, by: caller)))
  }

  /// What the Pis said is JSON already, and is handed on as it came.
  private func show(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    var texts: [String] = []
    for ride in try await desk.library.live(for: caller) {
      let head = LiveText(device: ride.device, rider: ride.rider, riderID: ride.riderID, at: ride.at.rfc3339)
      texts.append("{\"about\":\(Response.text(of: head)),\"said\":\(ride.content)}")
    }
    return .text(Data("{\"rides\":[\(texts.joined(separator: ","))]}".utf8), type: "application/json")
  }

  private struct LiveText: Encodable {
    let device: String
    let rider: String
    let riderID: String
    let at: String

    enum CodingKeys: String, CodingKey {
      case device, rider, at
      case riderID = "rider_id"
    }
  }
}
