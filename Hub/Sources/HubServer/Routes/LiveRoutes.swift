import FoundationEssentials
import HTTPTypes
import HubLibrary
import HubTerms
import Hummingbird
import Rides

/// Rides in progress.
struct LiveRoutes: Sendable {
  private struct Interval: Encodable {
    let intervalSeconds: Int

    enum CodingKeys: String, CodingKey { case intervalSeconds = "interval_seconds" }
  }

  /// The fields that the wall shows.
  ///
  /// The hub drops all others.
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
        .post: { request, _ in try await publish(request) },
        .get: { request, _ in try await show(request) },
      ])
  }

  /// Stores a report.
  ///
  /// It is not counted, since a count would cost as much as the report.
  private func publish(_ request: Request) async throws -> Response {
    let caller = try await desk.uncountedCaller(request)
    let body = try await desk.body(request, most: HubLibrary.LiveLimit.bytes)
    guard let json = JSONValue(body), case .object = json else {
      throw HubFault(.validationError, "The body must be a JSON object.")
    }
    var fields = FieldReader(json)
    var said: [String: JSONValue] = [:]
    for name in Self.texts {
      said[name] = fields.text(name, most: Self.mostCharacters, required: false).map { .text($0) }
    }
    for name in Self.numbers { said[name] = fields.number(name, in: Self.range).map { .number($0) } }
    try fields.finish()
    // Foundation also reads UTF-16 and skips a byte order mark, so the body itself may not fit into a response.
    let content = Response.text(of: JSONValue.object(said))
    return .json(Interval(intervalSeconds: try await desk.library.publish(content, by: caller)))
  }

  /// Returns live rides.
  ///
  /// Their content is JSON that `tell` has encoded.
  private func show(_ request: Request) async throws -> Response {
    let caller = try await desk.caller(request)
    var texts: [String] = []
    for ride in try await desk.library.live(for: caller) {
      texts.append("{\"about\":\(Response.text(of: ride)),\"said\":\(ride.content)}")
    }
    return .text(Data("{\"rides\":[\(texts.joined(separator: ","))]}".utf8), type: "application/json")
  }
}
