package import FoundationEssentials
import HubDatabase
package import HubTerms

/// The response to a batch, in the bytes for the client.
package struct GivenAnswer: Hashable, Sendable {
  package let body: String
  /// Whether it was sent before.
  package let isReplayed: Bool
}

/// The status of a rider's data at the hub.
package struct SyncStatus: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case riderID = "riderId"
    case lastSync = "lastSyncAt"
    case cursor = "serverCursor"
    case workouts = "totalWorkouts"
    case pending = "pendingSync"
    case oldest = "oldestWorkout"
    case newest = "newestWorkout"
  }

  /// The rider's ID, unique across all hubs.
  package let riderID: String
  package let lastSync: Instant?
  package let cursor: Cursor
  package let workouts: Int
  /// Always 0, since the hub stores a batch before it responds.
  private let pending = 0
  package let oldest: Instant?
  package let newest: Instant?
}

extension HubLibrary {
  private enum SyncLimit {
    /// The time for which a response is kept, in milliseconds.
    static let answers: Int64 = 24 * 3_600_000
    /// The maximum number of a rider's responses that are kept.
    ///
    /// The oldest are deleted.
    static let mostAnswers = 500
    /// The distance between two starts up to which they may be of the same ride, in milliseconds.
    static let twin: Int64 = 60_000
  }

  /// Stores a batch of workouts.
  ///
  /// - Parameters:
  ///   - request: The batch.
  ///   - body: Its bytes, which identify a repeated batch.
  ///   - caller: The sender.
  /// - Returns: The response, or the earlier response to the same batch.
  /// - Throws: `idempotencyConflict` if its key was used with other bytes within 24 hours; `payloadTooLarge` if the
  ///   rider has no room for more workouts.
  package func sync(_ request: SyncRequest, body: Data, by caller: Caller) async throws(HubFault) -> GivenAnswer {
    try caller.need(.sync)
    let hash = Digest.sha256(body)
    let now = clock()
    return try await write { session in
      let sequence = try session.lockRider(caller.riderID)
      let key: [SQLValue] = [.text(caller.riderID), .text(request.idempotencyKey)]
      try session.run(
        "DELETE FROM answer WHERE rider_id = ? AND at_ms < ?",
        [.text(caller.riderID), .integer(now.milliseconds - SyncLimit.answers)])
      if let given = try session.row(
        "SELECT body_hash, answer FROM answer WHERE rider_id = ? AND idempotency_key = ?", key)
      {
        guard try given.blob("body_hash") == hash else {
          throw HubFault(
            .idempotencyConflict,
            "The key \(request.idempotencyKey) was already used for other data; send this with a new key.")
        }
        return GivenAnswer(body: try given.text("answer"), isReplayed: true)
      }
      var batch = try Batch(session, request.workouts, caller, sequence: sequence, now)
      for workout in request.workouts { try batch.take(workout) }
      try batch.finish()
      let answer = try batch.answer()
      try session.run(
        "INSERT INTO answer (rider_id, idempotency_key, body_hash, answer, at_ms) VALUES (?, ?, ?, ?, ?)",
        key + [.blob(hash), .text(answer), .integer(now.milliseconds)])
      let rider = SQLValue.text(caller.riderID)
      try session.run(
        """
        DELETE FROM answer WHERE rider_id = ? AND idempotency_key NOT IN
          (SELECT idempotency_key FROM answer WHERE rider_id = ? ORDER BY at_ms DESC, idempotency_key LIMIT ?)
        """, [rider, rider, .integer(SyncLimit.mostAnswers)])
      return GivenAnswer(body: answer, isReplayed: false)
    }
  }

  /// Returns the status of the calling rider's data.
  package func status(of caller: Caller) async throws(HubFault) -> SyncStatus {
    try await read { session in
      let row = try session.row(
        """
        SELECT sequence, last_sync_ms, (SELECT COUNT(*) FROM workout WHERE rider_id = rider.id) AS workouts,
          (SELECT MIN(start_ms) FROM workout WHERE rider_id = rider.id) AS oldest,
          (SELECT MAX(start_ms) FROM workout WHERE rider_id = rider.id) AS newest
        FROM rider WHERE id = ?
        """, [.text(caller.riderID)])
      guard let row else { throw HubFault(.tokenInvalid, "This rider's data were erased.") }
      func instant(_ column: String) throws -> Instant? {
        try row.optionalInteger(column).map { Instant(milliseconds: $0) }
      }
      return SyncStatus(
        riderID: caller.riderID, lastSync: try instant("last_sync_ms"),
        cursor: Cursor(sequence: try row.integer("sequence")),
        workouts: Int(try row.integer("workouts")), oldest: try instant("oldest"), newest: try instant("newest"))
    }
  }

  /// Stores workouts in a transaction that has locked the rider.
  struct Batch {
    private let session: any SQLSession
    private let caller: Caller
    private let now: Instant
    private var sequence: Int64
    /// The stored workouts around the times of the batch, and those with the same client IDs.
    private var known: [String: KeptWorkout]
    private var created = 0
    private var updated = 0
    private var unchanged = 0
    private var conflicts: [SyncAnswer.Conflict] = []
    private var versions: [String: Int] = [:]

    init(
      _ session: any SQLSession, _ workouts: [Workout], _ caller: Caller, sequence: Int64, _ now: Instant
    ) throws {
      self.session = session
      self.caller = caller
      self.now = now
      self.sequence = sequence
      let starts = workouts.map(\.start.milliseconds)
      let (first, last) = (starts.min() ?? 0, starts.max() ?? 0)
      known = [:]
      let around = try session.rows(
        "SELECT \(KeptWorkout.columns) FROM workout WHERE rider_id = ? AND start_ms BETWEEN ? AND ?",
        [.text(caller.riderID), .integer(first - SyncLimit.twin), .integer(last + SyncLimit.twin)])
      for row in around {
        let kept = try KeptWorkout(row)
        known[kept.workout.clientID] = kept
      }
      for workout in workouts where known[workout.clientID] == nil {
        let row = try session.row(
          "SELECT \(KeptWorkout.columns) FROM workout WHERE rider_id = ? AND client_id = ?",
          [.text(caller.riderID), .text(workout.clientID)])
        if let row { known[workout.clientID] = try KeptWorkout(row) }
      }
    }

    mutating func take(_ workout: Workout) throws {
      switch MergeOutcome(workout, known: known[workout.clientID], others: known.values) {
      case .created:
        try keep(KeptWorkout(serverID: UUID().uuidString.lowercased(), workout: workout, version: 1))
        created += 1
      case .updated(let kept):
        try keep(KeptWorkout(serverID: kept.serverID, workout: workout, version: kept.version + 1))
        updated += 1
      case .unchanged(let kept):
        versions[workout.clientID] = kept.version
        unchanged += 1
      case .conflict(let reason, let kept):
        conflicts.append(SyncAnswer.Conflict(reason, sent: workout, kept: kept))
      }
    }

    /// Stores the workout of a whole ride.
    ///
    /// The revision of the whole ride has already made it the newest.
    mutating func takeNewest(_ workout: Workout) throws {
      var workout = workout
      workout.baseVersion = known[workout.clientID]?.version
      try take(workout)
    }

    /// Stores the sequence number of the rider's last change.
    ///
    /// - Throws: `payloadTooLarge` if the rider has no room for more workouts.
    func finish() throws {
      if created > 0 { try session.needRows(in: .workout, caller) }
      try session.run(
        "UPDATE rider SET sequence = ?, last_sync_ms = ? WHERE id = ?",
        [.integer(sequence), .integer(now.milliseconds), .text(caller.riderID)])
    }

    private mutating func keep(_ kept: KeptWorkout) throws {
      versions[kept.workout.clientID] = kept.version
      sequence += 1
      known[kept.workout.clientID] = kept
      try session.run(
        """
        INSERT INTO workout (\(KeptWorkout.columns), rider_id, sequence, device_id, created_ms, updated_ms)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (rider_id, client_id) DO UPDATE SET version = excluded.version, sequence = excluded.sequence,
          start_ms = excluded.start_ms, end_ms = excluded.end_ms, duration_seconds = excluded.duration_seconds,
          distance_meters = excluded.distance_meters, energy_burned_kcal = excluded.energy_burned_kcal,
          avg_heart_rate = excluded.avg_heart_rate, max_heart_rate = excluded.max_heart_rate,
          avg_pace_seconds_per_km = excluded.avg_pace_seconds_per_km, source = excluded.source,
          device_id = excluded.device_id, updated_ms = excluded.updated_ms
        """,
        kept.values + [
          .text(caller.riderID), .integer(sequence), .text(caller.deviceID), .integer(now.milliseconds),
          .integer(now.milliseconds),
        ])
    }

    func answer() throws -> String {
      let answer = SyncAnswer(
        syncID: UUID().uuidString.lowercased(), now: now, cursor: Cursor(sequence: sequence), created: created,
        updated: updated, unchanged: unchanged, conflicts: conflicts, versions: versions)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(answer), as: UTF8.self)
    }
  }
}

extension KeptWorkout {
  static let columns = """
    client_id, server_id, version, start_ms, end_ms, duration_seconds, distance_meters, energy_burned_kcal, \
    avg_heart_rate, max_heart_rate, avg_pace_seconds_per_km, source
    """

  /// The values of `columns`.
  fileprivate var values: [SQLValue] {
    [
      .text(workout.clientID), .text(serverID), .integer(version), .integer(workout.start.milliseconds),
      .integer(workout.end.milliseconds), .integer(workout.durationSeconds), .real(workout.distanceMeters),
      .real(workout.energyBurnedKcal), .real(workout.averageHeartRate), .real(workout.maximumHeartRate),
      .real(workout.averagePaceSecondsPerKm), .text(workout.source),
    ]
  }

  init(_ row: SQLRow) throws {
    self.init(
      serverID: try row.text("server_id"),
      workout: Workout(
        clientID: try row.text("client_id"), start: Instant(milliseconds: try row.integer("start_ms")),
        end: Instant(milliseconds: try row.integer("end_ms")),
        durationSeconds: Int(try row.integer("duration_seconds")),
        distanceMeters: try row.real("distance_meters"), energyBurnedKcal: try row.optionalReal("energy_burned_kcal"),
        averageHeartRate: try row.optionalReal("avg_heart_rate"),
        maximumHeartRate: try row.optionalReal("max_heart_rate"),
        averagePaceSecondsPerKm: try row.optionalReal("avg_pace_seconds_per_km"), source: try row.text("source")),
      version: Int(try row.integer("version")))
  }
}
