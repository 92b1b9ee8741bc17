import FoundationEssentials
import Rides

/// What an answer to a batch decides.
enum HubAnswer: Hashable, Sendable {
  /// The server has all rides.
  case taken(HubReceipt)
  /// The answer contradicts itself or says that it failed: the rides are sent again, in another batch.
  case contradictory(SyncFault)
  /// Some rides are invalid: reasons by the ride's place in the batch; none if it cannot be told which.
  case invalid([Int: String], reason: String)
  /// The batch is too large.
  case tooLarge
  /// The token is not taken.
  case unauthorized(SyncFault)
  /// The key was used with other data before.
  case keyTaken(reason: String)
  /// Nothing gets through before somebody has done something.
  case stopped(SyncFault)
  /// Not decided: the same batch is sent again.
  case later(SyncFault, after: Duration?)

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - sent: The number of rides in the batch.
  ///   - now: The time by this computer's clock.
  init(_ response: HTTPResponse, sent: Int, now: Date) {
    let body = JSONValue(response.body)
    let said = body?.spokenReason
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
    // Also of a proxy while the server starts; else the address is another server's, which the rider reads meanwhile.
    case 404: self = .later(SyncFault(.badAnswer, detail: reason), after: after)
    case 408: self = .later(SyncFault(.timedOut, detail: reason), after: after)
    case 409: self = .keyTaken(reason: reason)
    case 413: self = .tooLarge
    case 425, 500...599: self = .later(SyncFault(.serverFailed, detail: reason), after: after)
    case 429: self = .later(SyncFault(.rateLimited, detail: said), after: after)
    default: self = .stopped(SyncFault(.badAnswer, detail: reason))
    }
  }

  /// An answer of success, which has to be complete: whoever stands between may answer 200 too.
  private static func success(_ body: JSONValue?, _ response: HTTPResponse, reason: String, sent: Int) -> HubAnswer {
    guard let body, let success = body["success"].flag else {
      return .later(SyncFault(.badAnswer, detail: reason), after: nil)
    }
    guard success else { return .contradictory(SyncFault(.serverFailed, detail: reason)) }
    let receipt = HubReceipt(body, isReplayed: response.headers["X-Idempotent-Replayed"]?.lowercased() == "true")
    guard receipt.count == sent else {
      let detail = "\(receipt.count) rides counted, \(sent) sent"
      return .contradictory(SyncFault(.badAnswer, detail: detail))
    }
    return .taken(receipt)
  }
}

/// What the server did with the rides of a batch.
struct HubReceipt: Hashable, Sendable {
  let created: Int
  let updated: Int
  let unchanged: Int
  let conflicts: [HubConflict]
  /// The version that the server has now of each ride, by its `client_id`, as far as it tells.
  let versions: [String: Int]
  /// The server's time; the client's clock may be wrong.
  let serverTimestamp: String?
  let nextCursor: String?
  /// Whether the batch had arrived before: then these are the counts of that time.
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
    let told = body["versions"].members?.compactMapValues(\.count) ?? [:]
    versions = told.merging(kept) { $1 }.filter { 1...Int(Int32.max) ~= $1 }
    self.conflicts = conflicts
    serverTimestamp = body["server_timestamp"].text
    nextCursor = body["next_cursor"].text
    self.isReplayed = isReplayed
  }

  /// The rides that are accounted for; a server may claim any number.
  var count: Int {
    [updated, unchanged, conflicts.count].reduce(created) { sum, next in
      let (total, overflow) = sum.addingReportingOverflow(next)
      return overflow ? .max : total
    }
  }
}

/// A ride of which the server has other data.
struct HubConflict: Hashable, Sendable {
  /// The reason of a conflict with a ride that the server has under another name.
  static let ofAnotherRide = "duplicate_start_time"

  /// The ride; nil if the server does not say.
  let clientID: String?
  let serverID: String?
  /// `duplicate_start_time`, `data_mismatch` or `server_newer`.
  let reason: String?
  /// `kept_server`, `kept_client`, `merged` or `created`.
  let resolution: String?
  /// The version of the ride that the server has; nil if the server does not say.
  let version: Int?

  init(_ item: JSONValue) {
    clientID = item["client_id"].text
    serverID = item["server_id"].text
    reason = item["reason"].text?.printableLine(most: 60)
    resolution = item["resolution"].text?.printableLine(most: 60)
    version = item["server_workout"]["version"].count
  }
}
