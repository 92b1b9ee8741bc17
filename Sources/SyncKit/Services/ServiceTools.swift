package import FoundationEssentials
package import Logging
package import Rides

/// What a service works with; a test hands in others.
package struct ServiceTools: Sendable {
  package let http: any HTTPSending
  package let secrets: any SecretStore
  package let memory: any ServiceMemory
  package let clock: any SyncClock
  /// A number from 0 up to, and without, 1.
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

/// The time, for a program whose computer may have no clock of its own.
package protocol SyncClock: Sendable {
  /// The wall clock; it may leap.
  var now: Date { get }
  /// Whether the wall clock is known to be right.
  var isSet: Bool { get }
  /// The time since some moment, by a clock that does not leap.
  var uptime: Duration { get }

  /// Sleeps for a while of real time.
  func sleep(for duration: Duration) async throws(CancellationError)
}

extension SyncClock {
  package var uptime: Duration { Self.origin.duration(to: .now) }

  private static var origin: SuspendingClock.Instant { SyncClockOrigin.moment }
}

private enum SyncClockOrigin {
  static let moment = SuspendingClock.now
}

/// What a service keeps beside the rides, in the database of jz2sync; each change is kept when the call returns.
package protocol ServiceMemory: Sendable {
  /// A value; nil if there is none.
  func value(_ key: String) async throws(SyncFault) -> [UInt8]?
  /// Keeps values, all or none; nil removes one.
  func keep(_ values: [String: [UInt8]?]) async throws(SyncFault)
  /// Removes each value whose key begins so.
  func forget(beginningWith prefix: String) async throws(SyncFault)
}

extension ServiceMemory {
  /// A value that was kept as JSON; nil if there is none, or none that can be read.
  package func json<Value: Decodable>(_ type: Value.Type, _ key: String) async throws(SyncFault) -> Value? {
    guard let bytes = try await value(key) else { return nil }
    return try? JSONDecoder().decode(type, from: Data(bytes))
  }

  /// Keeps a value as JSON.
  package func keep(json value: some Encodable & Sendable, _ key: String) async throws(SyncFault) {
    guard let data = try? JSONEncoder().encode(value) else { throw SyncFault(.badAnswer, detail: key) }
    try await keep([key: Array(data)])
  }
}

/// Secrets, one file each that only this user may read, replaced by a rename; or systemd's credentials, which a name finds if
/// there is no file.
package protocol SecretStore: Sendable {
  /// A secret, without white space around it; nil if there is none.
  func secret(_ name: String) throws(SyncFault) -> String?
  /// Keeps a secret on the disk before it returns; nil deletes it.
  func keep(_ secret: String?, _ name: String) throws(SyncFault)
}
