import FoundationEssentials
import Rides

/// The decision in a response to a batch.
enum HubAnswer: Hashable, Sendable {
  /// The server has all rides.
  case taken(HubReceipt)
  /// The response contradicts itself or reports a failure. The rides are sent again in another batch.
  case contradictory(SyncFault)
  /// Some rides are invalid. Reasons by the ride's position in the batch; empty if the server did not name the rides.
  case invalid([Int: String], reason: String)
  /// The batch is too large.
  case tooLarge
  /// The server rejects the token.
  case unauthorized(SyncFault)
  /// The key was already used with other data.
  case keyTaken(reason: String)
  /// All requests fail until the rider acts.
  case stopped(SyncFault)
  /// No decision: the same batch is sent again.
  case later(SyncFault, after: Duration?)

  /// Reads a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - sent: The number of rides in the batch.
  ///   - now: The time by this computer's clock.
  init(_ response: HTTPResponse, sent: Int, now: Date) {
    let body = JSONValue(response.body)
    let said = body?.problemReason
    let reason = "status \(response.status)\(said.map { ": \($0)" } ?? "")"
    let epoch = Int64(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0
    let after = RetryAfter.delay(response.headers, now: epoch)
    switch response.status {
    case 200...299: self = Self.success(body, response, reason: reason, sent: sent)
    case 300...399:
      let address = response.headers["Location"].map { String($0.prefix { $0 != "?" && $0 != "#" }).printableLine() }
      self = .later(SyncFault(.redirected, detail: address), after: nil)
    case 400, 422: self = .invalid(body?.invalidRides(of: sent) ?? [:], reason: said ?? reason)
    case 401: self = .unauthorized(SyncFault(.unauthorized, detail: said))
    case 403: self = .stopped(SyncFault(.unauthorized, detail: reason))
    // A proxy also sends 404 while the server starts. Otherwise the address is of another server; the rider sees the
    // fault.
    case 404: self = .later(SyncFault(.badAnswer, detail: reason), after: after)
    case 408: self = .later(SyncFault(.timedOut, detail: reason), after: after)
    case 409: self = .keyTaken(reason: reason)
    case 413: self = .tooLarge
    case 425, 500...599: self = .later(SyncFault(.serverFailed, detail: reason), after: after)
    case 429: self = .later(SyncFault(.rateLimited, detail: said), after: after)
    default: self = .stopped(SyncFault(.badAnswer, detail: reason))
    }
  }

  /// Reads a successful response.
  ///
  /// It has to be complete, since a proxy may also send 200.
  private static func success(_ body: JSONValue?, _ response: HTTPResponse, reason: String, sent: Int) -> HubAnswer {
    guard let body, let success = body["success"].flag else {
      return .later(SyncFault(.badAnswer, detail: reason), after: nil)
    }
    guard success else { return .contradictory(SyncFault(.serverFailed, detail: reason)) }
    let receipt = HubReceipt(body, isReplayed: response.headers["X-Idempotent-Replayed"]?.lowercased() == "true")
    guard receipt.count == sent else {
      let detail = "\(receipt.count) rides in the response, \(sent) sent"
      return .contradictory(SyncFault(.badAnswer, detail: detail))
    }
    return .taken(receipt)
  }
}

/// The server's result for the rides of a batch.
struct HubReceipt: Hashable, Sendable {
  let created: Int
  let updated: Int
  let unchanged: Int
  let conflicts: [HubConflict]
  /// The server's present version of each ride, by its `client_id`; only rides that the server reports.
  let versions: [String: Int]
  /// The server's time.
  ///
  /// The client's clock may be wrong.
  let serverTimestamp: String?
  let nextCursor: String?
  /// Whether the batch had arrived before.
  ///
  /// If true, the counts are from that time.
  let isReplayed: Bool

  init(_ body: JSONValue, isReplayed: Bool) {
    created = body["created"].count ?? 0
    updated = body["updated"].count ?? 0
    unchanged = body["unchanged"].count ?? 0
    let conflicts = body["conflicts"].list?.map(HubConflict.init) ?? []
    let kept = conflicts.compactMap { conflict -> (String, Int)? in
      guard let clientID = conflict.clientID, conflict.reason != HubConflict.ofAnotherRide else { return nil }
      return conflict.version.map { (clientID, $0) }
    }
    let received = body["versions"].members?.compactMapValues(\.count) ?? [:]
    versions = received.merging(kept) { $1 }.filter { 1...Int(Int32.max) ~= $1 }
    self.conflicts = conflicts
    serverTimestamp = body["server_timestamp"].text
    nextCursor = body["next_cursor"].text
    self.isReplayed = isReplayed
  }

  /// The number of rides in the result.
  ///
  /// The sum cannot overflow, since a server may send any numbers.
  var count: Int {
    [updated, unchanged, conflicts.count].reduce(created) { sum, next in
      let (total, overflow) = sum.addingReportingOverflow(next)
      return overflow ? .max : total
    }
  }
}

/// A ride of which the server has other data.
struct HubConflict: Hashable, Sendable {
  /// The reason of a conflict with a ride that the server has under another ID.
  static let ofAnotherRide = "duplicate_start_time"

  /// The `client_id` of the ride; nil if the server did not send it.
  let clientID: String?
  let serverID: String?
  /// `duplicate_start_time`, `data_mismatch` or `server_newer`.
  let reason: String?
  /// `kept_server`, `kept_client`, `merged` or `created`.
  let resolution: String?
  /// The server's version of the ride; nil if the server did not send it.
  let version: Int?

  init(_ item: JSONValue) {
    clientID = item["client_id"].text
    serverID = item["server_id"].text
    reason = item["reason"].text?.printableLine(most: 60)
    resolution = item["resolution"].text?.printableLine(most: 60)
    version = item["server_workout"]["version"].count
  }
}
