import ControlWire
import Foundation
import Logging
import Rides
import SyncKit
import TrainerClient

/// The dependencies of a service in a test, without a network and with a clock that the test advances.
struct ServiceBench {
  let memory = BenchMemory()
  let secrets = BenchSecrets()
  let clock = BenchClock()
  /// The number of random numbers drawn.
  ///
  /// Each draw is a different number.
  private let draws = LockedBox(0)

  func tools(_ http: any HTTPSending = NoServer()) -> ServiceTools {
    ServiceTools(
      http: http, secrets: secrets, memory: memory, clock: clock,
      random: { [draws] in
        draws.change { $0 += 1 }
        return 0.5 + Double(draws.value - 1) / 4096
      },
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// A ride of an hour that began at 06:45:12 UTC, `number` days after 2026-11-21.
  static func parcel(
    _ number: Int, form: String = "a", name: String? = nil, bytes: [UInt8]? = nil,
    uuid: String? = nil, title: String? = nil, file: (@Sendable (String) async throws(SyncFault) -> NamedFile)? = nil
  ) -> Parcel {
    let start = Date(timeIntervalSince1970: 1_795_243_512 + Double(number) * 86_400)
    var ride = RideSummary(
      id: number, start: start.formatted(.iso8601), timerSeconds: 3600, elapsedSeconds: 3630, averageWatts: 170,
      averageHeartRate: 128.6, kilojoules: 612.4, distanceMeters: 30_123.456, state: .finished)
    (ride.uuid, ride.name) = (uuid, title)
    let content = bytes ?? Array("ride \(number) \(form)".utf8)
    return Parcel(
      ride: ride, externalID: "STORE.\(number)\(form)", firstExternalID: "STORE.\(number)a", name: "Ride", note: ""
    ) { format throws(SyncFault) in
      if let file { return try await file(format) }
      return NamedFile(name: name ?? "ride-\(number).\(format)", bytes: content)
    } whole: { () throws(SyncFault) in
      if let file { return try await file("whole").bytes }
      return content
    }
  }
}

/// Stores values like the database, and fails on request.
actor BenchMemory: ServiceMemory {
  private(set) var values: [String: [UInt8]] = [:]
  private(set) var writes = 0
  /// The number of the first write that fails, from 1; all later ones fail too.
  private var failing: Int?

  func fail(from write: Int?) { failing = write }

  func value(_ key: String) async throws(SyncFault) -> [UInt8]? { values[key] }

  func keep(_ changes: [String: [UInt8]?]) async throws(SyncFault) {
    writes += 1
    if let failing, writes >= failing { throw SyncFault(.notWritable, detail: "write \(writes)") }
    for (key, value) in changes { values[key] = value }
  }

  func forget(beginningWith prefix: String) async throws(SyncFault) {
    values = values.filter { !$0.key.hasPrefix(prefix) }
  }
}

/// Stores secrets in memory.
final class BenchSecrets: SecretStore {
  private let kept = LockedBox<[String: String]>([:])

  func secret(_ name: String) throws(SyncFault) -> String? { kept.value[name] }

  func keep(_ secret: String?, _ name: String) throws(SyncFault) { kept.change { $0[name] = secret } }
}

/// A clock that the test advances.
final class BenchClock: SyncClock {
  private let state = LockedBox((now: Date(timeIntervalSince1970: 1_795_300_000), isSet: true, uptime: Duration.zero))
  private let isStanding = LockedBox(false)

  var now: Date { state.value.now }
  var isSet: Bool { state.value.isSet }

  var uptime: Duration { state.value.uptime }

  func move(by seconds: Double) {
    state.change { state in
      state.now += seconds
      state.uptime += .seconds(seconds)
    }
  }
  func set(_ isSet: Bool) { state.change { $0.isSet = isSet } }

  /// Stops the clock, so that due events do not occur.
  func stand() { isStanding.change { $0 = true } }

  func sleep(for duration: Duration) async throws(CancellationError) {
    guard isStanding.value else { return move(by: duration / .seconds(1)) }
    do { try await Task.sleep(for: .seconds(3600)) } catch { throw CancellationError() }
  }
}

/// A network without servers.
struct NoServer: HTTPSending {
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    throw HTTPFailure(.unresolved, "no name", mayHaveArrived: false)
  }
}

/// A value shared by several threads.
final class LockedBox<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var content: Value

  init(_ value: Value) { content = value }

  var value: Value { lock.withLock { content } }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&content) } }
}
