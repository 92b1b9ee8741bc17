/// A workout in the hub.
package struct KeptWorkout: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case serverID = "server_id"
    case version
  }

  package let serverID: String
  package let workout: Workout
  /// The version, from 1.
  ///
  /// Each change increases it by one.
  package let version: Int

  package init(serverID: String, workout: Workout, version: Int) {
    self.serverID = serverID
    self.workout = workout
    self.version = version
  }

  /// Encodes its own fields next to those of the workout.
  package func encode(to encoder: any Encoder) throws {
    try workout.encode(to: encoder)
    var own = encoder.container(keyedBy: CodingKeys.self)
    try own.encode(serverID, forKey: .serverID)
    try own.encode(version, forKey: .version)
  }
}

/// The outcome of a workout from a client.
package enum MergeOutcome: Hashable, Sendable {
  case created
  /// The client changed the hub's present version.
  case updated(KeptWorkout)
  case unchanged(KeptWorkout)
  case conflict(ConflictReason, KeptWorkout)

  /// Computes the outcome.
  ///
  /// The server wins: data that differ from the hub's are a conflict, unless the client's change is based on the hub's
  /// present version.
  ///
  /// - Parameters:
  ///   - sent: The client's workout.
  ///   - known: The hub's workout with the same `client_id`; nil if there is no such workout.
  ///   - others: The rider's other workouts around that time.
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

/// The reason that the hub keeps its own data of a workout.
package enum ConflictReason: String, Hashable, Sendable, Encodable {
  /// Another ride of this rider began within a minute of it and overlaps with it.
  case duplicateStartTime = "duplicate_start_time"
  /// The same ride with other data.
  case dataMismatch = "data_mismatch"
  /// The client changed an older version.
  case serverNewer = "server_newer"
}
