import GRDB
import RideSession
import RideStore
import Testing

@Suite struct DamagedSchemaTests {
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
}
