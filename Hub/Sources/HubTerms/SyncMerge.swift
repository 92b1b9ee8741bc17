/// A workout as the hub has it.
package struct KeptWorkout: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case serverID = "server_id"
    case version
  }

  package let serverID: String
  package let workout: Workout
  /// From 1, and one more with each change.
  package let version: Int

  package init(serverID: String, workout: Workout, version: Int) {
    self.serverID = serverID
    self.workout = workout
    self.version = version
  }

  /// Writes its own members beside those of the workout.
  package func encode(to encoder: any Encoder) throws {
    try workout.encode(to: encoder)
    var own = encoder.container(keyedBy: CodingKeys.self)
    try own.encode(serverID, forKey: .serverID)
    try own.encode(version, forKey: .version)
  }
}

/// What becomes of a workout that a client sends.
package enum MergeOutcome: Hashable, Sendable {
  case created
  /// The client changed the version that the hub has.
  case updated(KeptWorkout)
  case unchanged(KeptWorkout)
  case conflict(ConflictReason, KeptWorkout)

  /// Decides.
  ///
  /// The server wins: data that differ from the hub's are a conflict, unless the client says that it changed the very version
  /// that the hub has.
  ///
  /// - Parameters:
  ///   - sent: What the client sends.
  ///   - known: What the hub has under the same `client_id`.
  ///   - others: What else the hub has of this rider around that time.
  package init(_ sent: Workout, known: KeptWorkout?, others: some Sequence<KeptWorkout>) {
    if let known {
      if known.workout.isIdentical(to: sent) {
        self = .unchanged(known)
      } else if let base = sent.baseVersion {
        self = base == known.version ? .updated(known) : .conflict(.serverNewer, known)
      } else {
        self = .conflict(.dataMismatch, known)
      }
    } else if let twin = others.first(where: { $0.workout.isSameRide(as: sent) }) {
      self = .conflict(.duplicateStartTime, twin)
    } else {
      self = .created
    }
  }
}

/// Why the hub keeps its own data of a workout.
package enum ConflictReason: String, Hashable, Sendable, Encodable {
  /// Another ride of this rider began within a minute of it and overlaps it.
  case duplicateStartTime = "duplicate_start_time"
  /// The same ride with other data.
  case dataMismatch = "data_mismatch"
  /// The client changed an older version.
  case serverNewer = "server_newer"
}
