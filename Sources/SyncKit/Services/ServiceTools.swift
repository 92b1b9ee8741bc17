package import FoundationEssentials
package import Logging
package import Rides

/// The dependencies of a service.
///
/// Tests replace them.
package struct ServiceTools: Sendable {
  package let http: any HTTPSending
  package let secrets: any SecretStore
  package let memory: any ServiceMemory
  package let clock: any SyncClock
  /// Returns a number from 0 up to, but excluding, 1.
  package let random: @Sendable () -> Double
  package let log: Logger

  package init(
    http: any HTTPSending, secrets: any SecretStore, memory: any ServiceMemory, clock: any SyncClock,
    random: @escaping @Sendable () -> Double, log: Logger
  ) {
    self.http = http
    self.secrets = secrets
    self.memory = memory
    self.clock = clock
    self.random = random
    self.log = log
  }
}

/// The time, for a computer that may have no real-time clock.
package protocol SyncClock: Sendable {
  /// The wall clock. It may leap.
  var now: Date { get }
  /// Whether the wall clock is known to be right.
  var isSet: Bool { get }
  /// The time since a fixed moment, by a clock that does not leap.
  var uptime: Duration { get }

  /// Sleeps for a duration of real time.
  func sleep(for duration: Duration) async throws(CancellationError)
}

extension SyncClock {
  package var uptime: Duration { Self.origin.duration(to: .now) }

  private static var origin: SuspendingClock.Instant { SyncClockOrigin.moment }
}

private enum SyncClockOrigin {
  static let moment = SuspendingClock.now
}

/// A service's key-value store in jz2sync's database.
///
/// Each change is on the disk when the call returns.
package protocol ServiceMemory: Sendable {
  /// Returns a value; nil if the key is absent.
  func value(_ key: String) async throws(SyncFault) -> [UInt8]?
  /// Stores all values in one transaction; nil deletes one.
  func keep(_ values: [String: [UInt8]?]) async throws(SyncFault)
  /// Deletes the values whose keys have a prefix.
  func forget(beginningWith prefix: String) async throws(SyncFault)
}

extension ServiceMemory {
  /// Returns a value that was stored as JSON; nil if it is absent or unreadable.
  package func json<Value: Decodable>(_ type: Value.Type, _ key: String) async throws(SyncFault) -> Value? {
    guard let bytes = try await value(key) else { return nil }
    return try? JSONDecoder().decode(type, from: Data(bytes))
  }

  /// Stores a value as JSON.
  package func keep(json value: some Encodable & Sendable, _ key: String) async throws(SyncFault) {
    guard let data = try? JSONEncoder().encode(value) else { throw SyncFault(.badAnswer, detail: key) }
    try await keep([key: Array(data)])
  }
}

/// Secrets, one file each, readable only by this user and replaced by a rename.
///
/// If there is no file, systemd's credential of the same name is used.
package protocol SecretStore: Sendable {
  /// Returns a secret without surrounding white space; nil if it is missing.
  func secret(_ name: String) throws(SyncFault) -> String?
  /// Stores a secret; nil deletes it. The change is on the disk when the call returns.
  func keep(_ secret: String?, _ name: String) throws(SyncFault)
}
