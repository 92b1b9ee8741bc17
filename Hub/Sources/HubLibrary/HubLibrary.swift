package import HubDatabase
package import HubTerms

/// Riders, their devices and their data, in a database that several hubs share.
///
/// The process caches no data: every value is read from the database when it is needed.
///
/// Every transaction that changes a rider's data first writes the rider's row, so that such transactions are serialised
/// across all processes.
package struct HubLibrary: Sendable {
  let engine: any DatabaseEngine
  /// The wall clock.
  let clock: @Sendable () -> Instant
  /// The factor for the limits on requests.
  let rates: Int
  /// The maximum total size of a rider's whole rides, packed, in bytes.
  let riderBytes: Int

  package init(
    _ engine: any DatabaseEngine, rates: Int = 1, riderBytes: Int = RideLimit.riderBytes,
    clock: @escaping @Sendable () -> Instant = { .now }
  ) {
    self.engine = engine
    self.rates = rates
    self.riderBytes = riderBytes
    self.clock = clock
  }

  /// Migrates the database to the schema of this version.
  ///
  /// - Throws: `DatabaseFault`; `tooNew` if a later version created it.
  package func prepare() async throws {
    try await engine.migrate(HubSchema.migrations, now: clock().milliseconds)
  }

  /// Whether the database responds, and has the schema of this version.
  package func isReady() async -> Bool {
    let made = try? await engine.read { try $0.rows("SELECT name FROM migration", []).count }
    return made == HubSchema.migrations.count
  }

  package func close() async { await engine.close() }

  /// Runs a transaction that writes.
  ///
  /// Database faults become faults of the protocol.
  @discardableResult func write<Result: Sendable>(
    _ durability: Durability = .lasting, _ body: @escaping @Sendable (any SQLSession) throws -> Result
  ) async throws(HubFault) -> Result {
    do {
      return try await engine.write(durability, body)
    } catch {
      throw Self.fault(error)
    }
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (any SQLSession) throws -> Result
  ) async throws(HubFault) -> Result {
    do {
      return try await engine.read(body)
    } catch {
      throw Self.fault(error)
    }
  }

  private static func fault(_ error: any Error) -> HubFault {
    switch error {
    case let fault as HubFault: fault
    case let fault as DatabaseFault where fault.code == .unreachable || fault.code == .contended:
      HubFault(.unavailable, "The database does not respond; try again.", retryAfterSeconds: 2)
    case let fault:
      HubFault(.serverError, "The hub failed; its journal has the reason.", detail: "The database failed: \(fault)")
    }
  }
}

/// The tables of the hub's database.
///
/// A released step never changes; a later change is another step.
package enum HubSchema {
  package static let migrations = [
    Migration(
      "1 riders and rides",
      """
      CREATE TABLE rider (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        created_ms INTEGER NOT NULL,
        -- The number of the rider's last change: the cursor of clients.
        sequence INTEGER NOT NULL,
        last_sync_ms INTEGER);
      CREATE TABLE device (
        id TEXT NOT NULL PRIMARY KEY,
        rider_id TEXT NOT NULL REFERENCES rider ON DELETE CASCADE,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        scopes TEXT NOT NULL,
        created_ms INTEGER NOT NULL,
        seen_ms INTEGER,
        revoked_ms INTEGER);
      CREATE INDEX device_rider ON device (rider_id);
      -- The SHA-256 of tokens, which themselves are kept nowhere. Each refresh makes a generation; as long as none of it is
      -- used there may be several, since answers get lost.
      CREATE TABLE credential (
        access_hash BLOB NOT NULL PRIMARY KEY,
        refresh_hash BLOB UNIQUE,
        device_id TEXT NOT NULL REFERENCES device ON DELETE CASCADE,
        generation INTEGER NOT NULL,
        issued_ms INTEGER NOT NULL,
        expires_ms INTEGER NOT NULL,
        is_used INTEGER NOT NULL,
        -- Since when a later generation is used.
        spent_ms INTEGER);
      CREATE INDEX credential_device ON credential (device_id, generation);
      -- Codes for pairing, for signing in, and for coaches; each works once.
      CREATE TABLE code (
        hash BLOB NOT NULL PRIMARY KEY,
        rider_id TEXT NOT NULL REFERENCES rider ON DELETE CASCADE,
        purpose TEXT NOT NULL,
        expires_ms INTEGER NOT NULL,
        used_ms INTEGER,
        device_id TEXT);
      CREATE INDEX code_rider ON code (rider_id);
      CREATE TABLE coach (
        rider_id TEXT NOT NULL REFERENCES rider ON DELETE CASCADE,
        coach_id TEXT NOT NULL REFERENCES rider ON DELETE CASCADE,
        created_ms INTEGER NOT NULL,
        PRIMARY KEY (rider_id, coach_id));
      CREATE INDEX coach_coach ON coach (coach_id);
      CREATE TABLE audit (
        id TEXT NOT NULL PRIMARY KEY,
        rider_id TEXT NOT NULL REFERENCES rider ON DELETE CASCADE,
        at_ms INTEGER NOT NULL,
        actor TEXT NOT NULL,
        action TEXT NOT NULL,
        detail TEXT);
      CREATE INDEX audit_rider ON audit (rider_id, at_ms);
      CREATE TABLE workout (
        rider_id TEXT NOT NULL REFERENCES rider ON DELETE CASCADE,
        client_id TEXT NOT NULL,
        server_id TEXT NOT NULL UNIQUE,
        version INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        start_ms INTEGER NOT NULL,
        end_ms INTEGER NOT NULL,
        duration_seconds INTEGER NOT NULL,
        distance_meters REAL NOT NULL,
        energy_burned_kcal REAL,
        avg_heart_rate REAL,
        max_heart_rate REAL,
        avg_pace_seconds_per_km REAL,
        source TEXT NOT NULL,
        device_id TEXT NOT NULL,
        created_ms INTEGER NOT NULL,
        updated_ms INTEGER NOT NULL,
        PRIMARY KEY (rider_id, client_id));
      CREATE INDEX workout_start ON workout (rider_id, start_ms);
      CREATE UNIQUE INDEX workout_sequence ON workout (rider_id, sequence);
      -- Answers to batches, which are given again to the same batch.
      CREATE TABLE answer (
        rider_id TEXT NOT NULL REFERENCES rider ON DELETE CASCADE,
        idempotency_key TEXT NOT NULL,
        body_hash BLOB NOT NULL,
        answer TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (rider_id, idempotency_key));
      CREATE INDEX answer_at ON answer (rider_id, at_ms);
      -- How often somebody asked for something within a minute.
      CREATE /* passing */ TABLE rate (
        subject TEXT NOT NULL,
        minute INTEGER NOT NULL,
        asked INTEGER NOT NULL,
        PRIMARY KEY (subject, minute));
      CREATE TABLE ride (
        rider_id TEXT NOT NULL REFERENCES rider ON DELETE CASCADE,
        uuid TEXT NOT NULL,
        revision INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        start_ms INTEGER NOT NULL,
        timer_seconds INTEGER NOT NULL,
        distance_meters REAL NOT NULL,
        average_watts REAL,
        average_bpm REAL,
        name TEXT,
        -- gzip of the JSON, and the SHA-256 and the bytes of the JSON.
        content BLOB NOT NULL,
        content_hash BLOB NOT NULL,
        size INTEGER NOT NULL,
        device_id TEXT NOT NULL,
        updated_ms INTEGER NOT NULL,
        PRIMARY KEY (rider_id, uuid));
      CREATE UNIQUE INDEX ride_sequence ON ride (rider_id, sequence);
      -- Edits that came too late.
      CREATE TABLE ride_note (
        id TEXT NOT NULL PRIMARY KEY,
        rider_id TEXT NOT NULL,
        uuid TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        device TEXT NOT NULL,
        edits TEXT NOT NULL,
        content_hash BLOB NOT NULL,
        UNIQUE (rider_id, uuid, content_hash),
        FOREIGN KEY (rider_id, uuid) REFERENCES ride ON DELETE CASCADE);
      -- What Pis say of the ride that is on, and who looks: worth nothing a moment later.
      CREATE /* passing */ TABLE live (
        device_id TEXT NOT NULL PRIMARY KEY,
        rider_id TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        content TEXT NOT NULL);
      CREATE INDEX live_rider ON live (rider_id);
      CREATE /* passing */ TABLE looking (
        rider_id TEXT NOT NULL PRIMARY KEY,
        until_ms INTEGER NOT NULL);
      """)
  ]
}
