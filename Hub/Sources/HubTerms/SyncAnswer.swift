import FoundationEssentials

/// The answer to a batch.
package struct SyncAnswer: Encodable, Sendable {
  package struct Conflict: Encodable, Sendable {
    let clientID: String
    let serverID: String
    let reason: String
    let resolution = "kept_server"
    let serverWorkout: WorkoutText
    let clientWorkout: WorkoutText

    enum CodingKeys: String, CodingKey {
      case clientID = "client_id"
      case serverID = "server_id"
      case reason, resolution, serverWorkout, clientWorkout
    }

    package init(_ reason: ConflictReason, sent: Workout, kept: KeptWorkout) {
      clientID = sent.clientID
      serverID = kept.serverID
      self.reason = reason.rawValue
      serverWorkout = WorkoutText(kept)
      clientWorkout = WorkoutText(sent)
    }
  }

  let success = true
  let syncID: String
  let serverTimestamp: String
  let nextCursor: String
  package let created: Int
  package let updated: Int
  package let unchanged: Int
  package let conflicts: [Conflict]
  /// The version that the hub has now of each workout that was taken, by its `client_id`: what a later change is based on.
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
    serverTimestamp = now.rfc3339
    nextCursor = cursor.text
    self.created = created
    self.updated = updated
    self.unchanged = unchanged
    self.conflicts = conflicts
    self.versions = versions
  }
}

/// A workout as it goes to a client.
package struct WorkoutText: Encodable, Hashable, Sendable {
  let clientID: String
  let serverID: String?
  let version: Int?
  let startTime: String
  let endTime: String
  let durationSeconds: Int
  let distanceMeters: Double
  let energyBurnedKcal: Double?
  let averageHeartRate: Double?
  let maximumHeartRate: Double?
  let averagePaceSecondsPerKm: Double?
  let source: String

  enum CodingKeys: String, CodingKey {
    case clientID = "client_id"
    case serverID = "server_id"
    case version
    case startTime = "start_time"
    case endTime = "end_time"
    case durationSeconds = "duration_seconds"
    case distanceMeters = "distance_meters"
    case energyBurnedKcal = "energy_burned_kcal"
    case averageHeartRate = "avg_heart_rate"
    case maximumHeartRate = "max_heart_rate"
    case averagePaceSecondsPerKm = "avg_pace_seconds_per_km"
    case source
  }

  package init(_ kept: KeptWorkout) { self.init(kept.workout, serverID: kept.serverID, version: kept.version) }

  package init(_ workout: Workout, serverID: String? = nil, version: Int? = nil) {
    clientID = workout.clientID
    self.serverID = serverID
    self.version = version
    startTime = workout.start.rfc3339
    endTime = workout.end.rfc3339
    durationSeconds = workout.durationSeconds
    distanceMeters = workout.distanceMeters
    energyBurnedKcal = workout.energyBurnedKcal
    averageHeartRate = workout.averageHeartRate
    maximumHeartRate = workout.maximumHeartRate
    averagePaceSecondsPerKm = workout.averagePaceSecondsPerKm
    source = workout.source
  }
}
