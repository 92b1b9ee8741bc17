import Foundation
package import HubDatabase
package import HubLibrary
package import HubTerms
import Synchronization
import Testing

/// The databases on which every test of the library runs.
package enum TestDatabase: String, Sendable, CaseIterable {
  case sqlite
  case postgres

  /// The available databases: PostgreSQL only if `postgres.sh` has started it.
  package static var available: [TestDatabase] { postgresAddress == nil ? [.sqlite] : allCases }

  private static var postgresAddress: String? { ProcessInfo.processInfo.environment["JZ2HUB_TEST_POSTGRES"] }

  /// Returns the address of an empty database, and a function that removes it.
  package func make() async throws -> (address: DatabaseAddress, remove: @Sendable () async throws -> Void) {
    let name = "t" + UUID().uuidString.lowercased().filter { $0 != "-" }
    switch self {
    case .sqlite:
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appendingPathComponent("hub.sqlite").path
      return (.sqlite(path), { try FileManager.default.removeItem(at: folder) })
    case .postgres:
      let server = try #require(Self.postgresAddress)
      try await Self.run("CREATE SCHEMA \(name)", on: server)
      return (
        .postgres("\(server)?options=-csearch_path%3D\(name)"),
        { try await Self.run("DROP SCHEMA \(name) CASCADE", on: server) }
      )
    }
  }

  private static func run(_ sql: String, on server: String) async throws {
    let engine = try DatabaseAddress.postgres(server).open(connections: 1)
    try await engine.write { try $0.define(sql) }
    await engine.close()
  }
}

/// A wall clock that a test sets.
package final class TestClock: Sendable {
  private let time: Mutex<Instant>

  package init(_ text: String = "2026-11-27T18:00:00Z") {
    time = Mutex(Instant(text) ?? Instant(milliseconds: 0))
  }

  package var now: Instant { time.withLock { $0 } }

  package func advance(seconds: Int) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

/// A library in an empty database.
package struct TestHub: Sendable {
  package let library: HubLibrary
  package let clock: TestClock
  package let address: DatabaseAddress

  /// Runs a test on such a library.
  package static func run(
    on database: TestDatabase, _ test: (TestHub) async throws -> Void
  ) async throws {
    let (address, remove) = try await database.make()
    let clock = TestClock()
    let library = HubLibrary(try address.open(connections: 8)) { clock.now }
    try await library.prepare()
    do {
      try await test(TestHub(library: library, clock: clock, address: address))
    } catch {
      await library.close()
      try await remove()
      throw error
    }
    await library.close()
    try await remove()
  }

  /// Opens the same database as another process would.
  package func other() throws -> HubLibrary {
    let clock = clock
    return HubLibrary(try address.open(connections: 4)) { clock.now }
  }

  /// Creates a code for erasing a rider, as the administrator would.
  package func erasingCode(of rider: String) async throws -> String {
    try await library.code(forRiderNamed: rider, for: .erasing).code.text
  }

  /// Adds a rider and pairs a device.
  package func device(
    of rider: String = "Anna", _ kind: DeviceKind = .device
  ) async throws -> (caller: Caller, tokens: IssuedTokens) {
    let code =
      try await library.riders().contains { $0.name == rider }
      ? library.code(forRiderNamed: rider, for: kind.purpose) : library.addRider(named: rider, for: kind)
    let tokens = try await library.pair(code: code.code.text, name: "pi-\(rider)", as: kind)
    return (try await library.caller(by: tokens.access.text), tokens)
  }
}
