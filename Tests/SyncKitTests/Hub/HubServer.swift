import Compression
import Foundation

@testable import SyncKit

/// A server that implements the protocol: it identifies rides by their `client_id`, repeats its response to a known
/// key, and fails as scripted.
actor HubServer: HTTPSending {
  /// The handling of a request with rides.
  enum Event {
    /// The request succeeds.
    case works
    /// The request takes effect, but its response is lost.
    case answerLost
    /// The request does not arrive.
    case lost
    /// The request gets this response and has no effect.
    case answers(Int, HTTPFields = [:], String = "")
  }

  private(set) var events: [Event]
  /// The received requests, in order.
  private(set) var requests: [HTTPRequest] = []
  /// The number of creations of each ride, by its ID.
  private(set) var created: [String: Int] = [:]
  /// The bodies received with each key.
  private(set) var bodies: [String: Set<String>] = [:]
  private(set) var modes: [String] = []
  /// The last base version of each workout.
  private(set) var bases: [String: Int] = [:]
  private(set) var refreshes: [String] = []
  /// The whole rides, by their UUIDs.
  private(set) var rides: [String: (revision: Int, body: [UInt8])] = [:]
  /// The number of edits based on an older revision.
  private(set) var lateEdits = 0
  /// A whole ride arrives and its response is lost; a whole ride is lost.
  static let answerLost = -1, lost = -2
  /// The next responses to whole rides, each by its status or as above.
  ///
  /// Without a response here, the ride is stored.
  private var rideAnswers: [Int] = []
  /// The versions of the workouts; nil for a server that sends no versions.
  private var versions: [String: Int]?
  /// The `rider_id` in its responses; nil for a server without one.
  private var riderID: String?
  private var isWatched = false
  private var isWeak = false
  private var answers: [String: String] = [:]
  private var token = "t-1"
  private var tokens = 1
  private var refreshStatus = 200
  private var refusal = "{}"

  init(_ events: [Event] = []) { self.events = events }

  func then(_ events: Event...) { self.events += events }
  /// Makes the server accept only the next token that it issues.
  func expireToken() { token = "t-\(tokens + 1)" }
  func answerRides(_ statuses: Int...) { rideAnswers = statuses }
  /// Makes entity tags weak, as a compressing proxy does (RFC 9110, section 8.8.1).
  func weakenTags() { isWeak = true }
  func call(theRider id: String) { riderID = id }
  func watch() { isWatched = true }
  func tellVersions() { versions = [:] }
  /// Changes a ride as another client would.
  func changeRide(_ uuid: String, to content: [UInt8]? = nil) {
    rides[uuid]?.revision += 1
    if let content { rides[uuid]?.body = Gzip.packed(content) ?? [] }
  }
  func refuseRefresh(_ status: Int, _ body: String = "{}") { (refreshStatus, refusal) = (status, body) }
  func take(_ token: String) { self.token = token }

  /// The bodies of the requests for rides.
  var sent: [String] { requests.filter { $0.url.hasSuffix("/workouts/sync") }.map(Self.body) }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    requests.append(request)
    let body = Self.body(request)
    let members = (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    if request.url.hasSuffix("/devices/pair") {
      guard members["code"] as? String == "1234" else { return Self.answer(400, #"{"message":"wrong code"}"#) }
      let rider = riderID.map { #","rider_id":"\#($0)""# } ?? ""
      return Self.answer(200, #"{"access_token":"t-1","refresh_token":"r-1","expires_in":3600\#(rider)}"#)
    }
    if request.url.hasSuffix("/devices/refresh") {
      refreshes.append(members["refresh_token"] as? String ?? "")
      guard refreshStatus == 200 else { return Self.answer(refreshStatus, refusal) }
      tokens += 1
      token = "t-\(tokens)"
      return Self.answer(200, #"{"accessToken":"\#(token)","refreshToken":"r-\#(tokens)","expiresIn":3600}"#)
    }
    let authorization = request.headers.first { $0.name == "Authorization" }?.value
    guard authorization == "Bearer \(token)" else { return Self.answer(401, #"{"code":"TOKEN_INVALID"}"#) }
    if request.url.hasSuffix("/live") {
      return Self.answer(200, #"{"interval_seconds":\#(isWatched ? 1 : 15)}"#)
    }
    if request.url.contains("/api/v1/rides") { return try ride(request) }
    guard request.url.hasSuffix("/workouts/sync") else {
      return Self.answer(200, riderID.map { #"{"riderId":"\#($0)"}"# } ?? "{}")
    }
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

  /// The requests for whole rides: their methods and the last components of their paths.
  var rideRequests: [String] {
    requests.filter { $0.url.contains("/api/v1/rides") }.map { request in
      "\(request.method.rawValue) \(request.url.split(separator: "/").last ?? "")"
    }
  }

  private func ride(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let status = rideAnswers.isEmpty ? 200 : rideAnswers.removeFirst()
    if status < 0 {
      if status == Self.answerLost { _ = put(String(request.url.split(separator: "/").last ?? ""), request) }
      throw HTTPFailure(.cut, "cut", mayHaveArrived: true)
    }
    if status != 200 {
      return Self.answer(status, #"{"error":{"code":"X","message":"scripted"}}"#, ["Retry-After": "7"])
    }
    let uuid = String(request.url.split(separator: "/").last ?? "")
    switch request.method {
    case .put: return put(uuid, request)
    case .get where uuid.hasPrefix("rides"): return list(uuid)
    default:
      guard let ride = rides[uuid] else { return Self.answer(404, "{}") }
      return HTTPResponse(
        status: 200, headers: ["ETag": tag(ride.revision)], body: Gzip.unpacked(ride.body, most: 1 << 20) ?? [])
    }
  }

  private func put(_ uuid: String, _ request: HTTPRequest) -> HTTPResponse {
    guard case .bytes(let body, _) = request.body else { return Self.answer(400, "{}") }
    let lines = Dictionary(request.headers.map { ($0.name, $0.value) }) { $1 }
    guard lines["Content-Digest"] == (try? ContentDigest.line(of: body)), lines["Content-Encoding"] == "gzip" else {
      return Self.answer(422, #"{"error":{"code":"CHECKSUM_MISMATCH"}}"#)
    }
    var revision = 1
    if let there = rides[uuid] {
      if there.body == body { return Self.answer(200, #"{"outcome":"unchanged"}"#, ["ETag": tag(there.revision)]) }
      guard lines["If-Match"] == "\"\(there.revision)\"" else {
        lateEdits += 1
        return Self.answer(409, "{}", ["ETag": tag(there.revision)])
      }
      revision = there.revision + 1
    }
    rides[uuid] = (revision, body)
    return Self.answer(revision == 1 ? 201 : 200, "{}", ["ETag": tag(revision)])
  }

  private func tag(_ revision: Int) -> String { "\(isWeak ? "W/" : "")\"\(revision)\"" }

  /// Returns a page of two rides.
  ///
  /// The cursor is the number of rides before the page.
  private func list(_ query: String) -> HTTPResponse {
    let skipped = query.split(separator: "cursor=").dropFirst().first.flatMap { Int($0) } ?? 0
    let part = rides.keys.sorted().dropFirst(skipped).prefix(2)
    let texts = part.map { #"{"uuid":"\#($0)","revision":1}"# }.joined(separator: ",")
    let next = skipped + part.count
    return Self.answer(200, #"{"rides":[\#(texts)],"next_cursor":"\#(next)","has_more":\#(next < rides.count)}"#)
  }

  private func take(_ members: [String: Any], _ body: String) -> HTTPResponse {
    let key = members["idempotency_key"] as? String ?? ""
    bodies[key, default: []].insert(body)
    if let answer = answers[key] { return Self.answer(200, answer, ["X-Idempotent-Replayed": "true"]) }
    modes.append(members["mode"] as? String ?? "")
    var counts = (created: 0, unchanged: 0)
    for workout in members["workouts"] as? [[String: Any]] ?? [] {
      let id = workout["client_id"] as? String ?? ""
      bases[id] = workout["base_version"] as? Int
      if versions != nil { versions?[id] = 3 }
      if created[id] == nil {
        created[id] = 1
        counts.created += 1
      } else {
        counts.unchanged += 1
      }
    }
    let told =
      versions.map { versions in
        ",\"versions\":{\(versions.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
      } ?? ""
    let answer = """
      {"success":true,"sync_id":"s","server_timestamp":"2026-11-25T10:00:0\(answers.count % 10)Z",\
      "created":\(counts.created),"updated":0,"unchanged":\(counts.unchanged),"conflicts":[]\(told)}
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
