/// The response to a batch.
package struct SyncAnswer: Encodable, Sendable {
  package struct Conflict: Encodable, Sendable {
    let clientID: String
    let serverID: String
    let reason: ConflictReason
    let resolution = "kept_server"
    let serverWorkout: KeptWorkout
    let clientWorkout: Workout

    enum CodingKeys: String, CodingKey {
      case clientID = "client_id"
      case serverID = "server_id"
      case reason, resolution, serverWorkout, clientWorkout
    }

    package init(_ reason: ConflictReason, sent: Workout, kept: KeptWorkout) {
      clientID = sent.clientID
      serverID = kept.serverID
      self.reason = reason
      serverWorkout = kept
      clientWorkout = sent
    }
  }

  let success = true
  let syncID: String
  let serverTimestamp: Instant
  let nextCursor: Cursor
  package let created: Int
  package let updated: Int
  package let unchanged: Int
  package let conflicts: [Conflict]
  /// The hub's present version of each accepted workout, by its `client_id`.
  ///
  /// A later change is based on it.
  let versions: [String: Int]

  enum CodingKeys: String, CodingKey {
    case success
    case syncID = "sync_id"
    case serverTimestamp = "server_timestamp"
    case nextCursor = "next_cursor"
    case created, updated, unchanged, conflicts, versions
  }

  package init(
    syncID: String, now: Instant, cursor: Cursor, created: Int, updated: Int, unchanged: Int, conflicts: [Conflict],
    versions: [String: Int]
  ) {
    self.syncID = syncID
    serverTimestamp = now
    nextCursor = cursor
    self.created = created
    self.updated = updated
    self.unchanged = unchanged
    self.conflicts = conflicts
    self.versions = versions
  }
}
