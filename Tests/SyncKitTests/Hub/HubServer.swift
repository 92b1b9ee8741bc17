import Foundation
import SyncKit

/// A server by the contract: it knows rides by their `client_id`, answers a key that it has seen as it did before, and
/// fails as the script says.
actor HubServer: HTTPSending {
  /// What happens to a request for rides.
  enum Event {
    /// The contract.
    case works
    /// It takes effect, and the answer is lost.
    case answerLost
    /// It does not arrive.
    case lost
    /// It is answered, and has no effect.
    case answers(Int, HTTPFields = [:], String = "")
  }

  private(set) var events: [Event]
  /// What was asked, in its order.
  private(set) var requests: [HTTPRequest] = []
  /// How often each ride was created, by its id.
  private(set) var created: [String: Int] = [:]
  /// The bodies that each key came with.
  private(set) var bodies: [String: Set<String>] = [:]
  private(set) var modes: [String] = []
  private(set) var refreshes: [String] = []
  private var answers: [String: String] = [:]
  private var token = "t-1"
  private var tokens = 1
  private var refreshStatus = 200

  init(_ events: [Event] = []) { self.events = events }

  func then(_ events: Event...) { self.events += events }
  /// From now on only a token is taken that nobody has yet.
  func expireToken() { token = "t-\(tokens + 1)" }
  func refuseRefresh(_ status: Int) { refreshStatus = status }
  func take(_ token: String) { self.token = token }

  /// The bodies of the requests for rides.
  var sent: [String] { requests.filter { $0.url.hasSuffix("/workouts/sync") }.map(Self.body) }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    requests.append(request)
    let body = Self.body(request)
    let members = (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    if request.url.hasSuffix("/devices/pair") {
      guard members["code"] as? String == "1234" else { return Self.answer(400, #"{"message":"wrong code"}"#) }
      return Self.answer(200, #"{"access_token":"t-1","refresh_token":"r-1","expires_in":3600}"#)
    }
    if request.url.hasSuffix("/devices/refresh") {
      refreshes.append(members["refresh_token"] as? String ?? "")
      guard refreshStatus == 200 else { return Self.answer(refreshStatus, "{}") }
      tokens += 1
      token = "t-\(tokens)"
      return Self.answer(200, #"{"accessToken":"\#(token)","refreshToken":"r-\#(tokens)","expiresIn":3600}"#)
    }
    let authorization = request.headers.first { $0.name == "Authorization" }?.value
    guard authorization == "Bearer \(token)" else { return Self.answer(401, #"{"code":"TOKEN_INVALID"}"#) }
    guard request.url.hasSuffix("/workouts/sync") else { return Self.answer(200, "{}") }
    switch events.isEmpty ? .works : events.removeFirst() {
    case .works: return take(members, body)
    case .answerLost:
      _ = take(members, body)
      throw HTTPFailure(.cut, "cut", mayHaveArrived: true)
    case .lost: throw HTTPFailure(.unreachable, "no route", mayHaveArrived: false)
    case .answers(let status, let headers, let body):
      return HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
    }
  }

  private func take(_ members: [String: Any], _ body: String) -> HTTPResponse {
    let key = members["idempotency_key"] as? String ?? ""
    bodies[key, default: []].insert(body)
    if let answer = answers[key] { return Self.answer(200, answer, ["X-Idempotent-Replayed": "true"]) }
    modes.append(members["mode"] as? String ?? "")
    var counts = (created: 0, unchanged: 0)
    for workout in members["workouts"] as? [[String: Any]] ?? [] {
      let id = workout["client_id"] as? String ?? ""
      if created[id] == nil {
        created[id] = 1
        counts.created += 1
      } else {
        counts.unchanged += 1
      }
    }
    let answer = """
      {"success":true,"sync_id":"s","server_timestamp":"2026-11-25T10:00:0\(answers.count % 10)Z",\
      "created":\(counts.created),"updated":0,"unchanged":\(counts.unchanged),"conflicts":[]}
      """
    answers[key] = answer
    return Self.answer(200, answer)
  }

  private static func answer(_ status: Int, _ body: String, _ headers: HTTPFields = [:]) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
  }

  private static func body(_ request: HTTPRequest) -> String {
    guard case .bytes(let bytes, _) = request.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
