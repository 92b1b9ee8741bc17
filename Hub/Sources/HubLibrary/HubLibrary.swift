package import HubDatabase
package import HubTerms

/// Riders, their devices and what they send, in a database that other hubs use at the same time.
///
/// Nothing is kept in the process: every fact is read from the database when it is needed.
///
/// Whatever changes a rider's data first writes the rider's own row, so that two such transactions follow one another, in
/// whatever processes they run.
package struct HubLibrary: Sendable {
  let engine: any DatabaseEngine
  /// The wall clock.
  let clock: @Sendable () -> Instant
  /// By how much the limits of requests are multiplied.
  let rates: Int
  /// Bytes of a rider's whole rides, packed.
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

  /// Brings the database to the form that this version knows.
  ///
  /// - Throws: `DatabaseFault`; `tooNew` if a later version made it.
  package func prepare() async throws {
    try await engine.migrate(HubSchema.migrations, now: clock().milliseconds)
  }

  /// Whether the database answers, and has the form that this version knows.
  package func isReady() async -> Bool {
    let made = try? await engine.read { try $0.rows("SELECT name FROM migration", []).count }
    return made == HubSchema.migrations.count
  }

  package func close() async { await engine.close() }

  /// Runs a transaction that writes; what the database does not do becomes a fault of the contract.
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
      HubFault(.unavailable, "The database does not answer now; try again.", retryAfterSeconds: 2)
    case let fault:
      HubFault(.serverError, "The hub failed; its journal has the reason.", detail: "The database failed: \(fault)")
    }
  }
}
