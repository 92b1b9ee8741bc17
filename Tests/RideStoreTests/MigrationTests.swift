import Foundation
import GRDB
import Rides
import TestKit
import Testing

@testable import RideStore

/// Migration of a library to a later version, by a migration made up for this test.
@Suite struct MigrationTests {
  let state = TemporaryState()

  private static let gears = Schema.Migration(name: "9 gears") { db in
    try db.execute(sql: "ALTER TABLE ride ADD COLUMN gears INTEGER CHECK (gears > 0)")
    try db.execute(sql: "UPDATE ride SET gears = 22")
  }

  /// Opens the store like a version with `gears`.
  private func openLater() throws -> RideDatabase {
    try Schema.$laterMigrations.withValue([Self.gears]) { try state.open() }
  }

  private func gears(in store: RideDatabase) async throws -> [Int?] {
    try await store.queue.read { try Int?.fetchAll($0, sql: "SELECT gears FROM ride ORDER BY id") }
  }

  @Test func `a later version migrates the library and keeps its rides`() async throws {
    do { try await finishedRide(in: try state.open()) }
    let store = try openLater()
    #expect(store.setAside == nil)
    #expect(try await gears(in: store) == [22])
    #expect(try await finishedRide(in: store, start: UnixTime(seconds: 90)) == 2)
    #expect(try await gears(in: store) == [22, nil])
  }

  @Test func `a new library of a later version equals a migrated one`() async throws {
    let store = try openLater()
    #expect(store.migrationCopy == nil)
    try await finishedRide(in: store)
    #expect(try await gears(in: store) == [nil])
  }

  @Test func `an earlier version refuses a migrated library, and names the migration`() async throws {
    do { try await finishedRide(in: try openLater()) }
    let error = #expect(throws: StoreError.self) { try state.open() }
    #expect(error?.cause == .newerVersion && error?.context == .migration("9 gears"))
  }

  @Test(arguments: [
    "INSERT INTO sample (ride_id, second, timer_running) VALUES (1, 7, 2)",
    "INSERT INTO event (ride_id, at_ms, kind) VALUES (99, 0, 'started')", "UPDATE ride SET origin = '{'",
    "UPDATE ride SET is_file_due = 7", "CREATE VIEW long AS SELECT * FROM ride",
    "CREATE INDEX by_watts ON ride (average_watts)",
  ])
  func `damage and foreign additions do not prevent the migration of a library`(_ change: String) async throws {
    try state.makeLibrary()
    try await DatabaseQueue(path: state.database).writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
      try db.execute(sql: change)
    }
    let store = try openLater()
    #expect(store.setAside == nil)
    #expect(try await store.unfinishedNumbers() == [1])
    #expect(try await gears(in: store) == [22])
    #expect(try await finishedRide(in: store, start: UnixTime(seconds: 90)) == 2)
  }

  @Test func `a library is copied before its migration, and the two latest copies are kept`() throws {
    try state.makeLibrary()
    for number in [1, 2] { try Data([0]).write(to: URL(filePath: "\(state.database).before-\(number)")) }
    #expect(try openLater().migrationCopy == .made("\(state.database).before-9"))
    #expect(state.names().filter { $0.contains("before") } == ["jz2.sqlite.before-2", "jz2.sqlite.before-9"])
    let copy = try DatabaseQueue(path: "\(state.database).before-9")
    let applied = try copy.read { try Schema.migrator.appliedIdentifiers($0) }
    #expect(applied == Set(Schema.migrator.migrations))
  }

  @Test func `a library that is new or needs no migration is not copied`() throws {
    #expect(try state.open().migrationCopy == nil)
    #expect(try state.open().migrationCopy == nil)
    #expect(state.names().allSatisfy { !$0.contains("before") })
  }
}
