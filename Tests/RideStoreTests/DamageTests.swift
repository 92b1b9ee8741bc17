import GRDB
import RideSession
import RideStore
import Testing

@Suite struct DamageTests {
  let state = TemporaryState()

  /// Single bits that flip in the pages of the definitions do this.
  @Test(arguments: [
    "ALTER TABLE ride RENAME COLUMN start_ms TO start_ns",
    "ALTER TABLE sample RENAME TO simple",
    "DROP TABLE event",
    "DROP INDEX device_chosen",
    "DELETE FROM grdb_migrations",
    "DROP TABLE grdb_migrations; CREATE TABLE grdb_migrations (identifier); INSERT INTO grdb_migrations VALUES (NULL)",
  ])
  func databaseWithoutTheTablesOfThisProgramIsSetAside(_ damage: String) async throws {
    do {
      let store = try state.open()
      _ = try await store.begin(newRide())
    }
    try await DatabaseQueue(path: state.database).write { try $0.execute(sql: damage) }

    let store = try state.open()
    #expect(store.setAside == state.database + ".broken-1")
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: steady(0..<3))
    #expect(try await store.record(id).samples == steady(0..<3))
  }

  /// SQLite has no checksums: what a flipped bit makes of a number is read as it stands.
  @Test(arguments: [
    "UPDATE sample SET second = 9223372036854775807 WHERE second = 4", "UPDATE sample SET second = -7 WHERE second = 4",
    "UPDATE sample SET power_watts = 9e999, speed_kmh = -9e999, distance_meters = 9e999 WHERE second = 4",
    "UPDATE sample SET beats_per_minute = 9223372036854775807, timer_running = -1 WHERE second = 4",
    "UPDATE sample SET rr = x'01' WHERE second = 4", "UPDATE event SET at_ms = -9223372036854775808",
    "UPDATE ride SET start_ms = 9223372036854775807, planned_seconds = 9223372036854775807",
    "UPDATE ride SET start_ms = -9223372036854775808, target_watts = -9223372036854775808",
  ])
  func numberThatNoRideHasIsReadWithoutATrap(_ damage: String) async throws {
    do {
      let store = try state.open()
      let id = try await store.begin(newRide())
      try await store.append(to: id, samples: steady(0..<5), events: [RideEvent(at: .zero, kind: .started)])
    }
    try await DatabaseQueue(path: state.database).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try $0.execute(sql: damage)
    }

    let store = try state.open()
    let ride = try #require(try await store.unfinished().first)
    let record = try await store.record(ride.id)
    #expect(record.samples.starts(with: steady(0..<4)))
    #expect(record.totals.joules.isFinite && ride.totals.elapsedSeconds <= 5)
    #expect(record.start.rfc3339Milliseconds.hasSuffix("Z"))
    #expect(try await store.finish(ride.id).state == .finished)
    #expect(try await store.writeFile([1], of: ride.id).hasSuffix(".tcx"))
  }
}
