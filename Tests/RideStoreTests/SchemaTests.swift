import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct SchemaTests {
  let state = TemporaryState()

  /// A released migration is never changed: the text of its tables is compared with that of every library.
  @Test func `the text of each released migration is the one that was released`() {
    let literals = [
      Schema.devicesAndRides, Schema.goingOn, Schema.library, Schema.plans, Schema.linkIntervals, Schema.certainty,
      Schema.changes + Schema.movesToChanges.joined(), Schema.calendar, Schema.uploads, Schema.body,
      Schema.namesAndBests + Schema.namesOfPlans, Schema.sensors,
      Schema.identities + Schema.identitiesOfRides,
    ]
    #expect(Schema.migrator.migrations.count == literals.count)
    #expect(
      literals.map(Self.hash) == [
        0x48A5_09BC_9F9B_C638, 0xAA1B_BAF1_3FD6_508E, 0xE255_2F8F_CB44_81CB, 0x0D99_13C1_A090_E4D3,
        0x9071_D1B1_A0FF_E150, 0xD585_59BE_00B6_CF23, 0xF466_EDE6_C6D3_A7F2, 0x22D6_E1BE_4C2D_F827,
        0x180C_27EF_6B55_8998, 0x518D_FDE5_4B63_B9D2, 0xA7A0_F7B1_3461_27E2,
        0x0AB0_62CD_1E2D_593C, 0xD38C_6A8A_9935_257F,
      ])
  }

  /// SQLite's recommended statements, and changes by a person with a database browser or by another program.
  @Test(arguments: [
    "ANALYZE", "CREATE INDEX by_watts ON ride (average_watts)", "CREATE VIEW long AS SELECT * FROM ride",
    "CREATE TABLE theirs (ride INTEGER REFERENCES ride (id) ON DELETE CASCADE)",
    "CREATE TRIGGER seen AFTER INSERT ON ride BEGIN SELECT 1; END", "ALTER TABLE ride ADD COLUMN mood TEXT",
    "CREATE TABLE theirs (x); CREATE INDEX theirs_x ON theirs (x); ANALYZE",
  ])
  func `a library stays where others put something beside its tables`(_ change: String) async throws {
    do { try await finishedRide(in: try state.open()) }
    try await DatabaseQueue(path: state.database).write { try $0.execute(sql: change) }
    for id in 2...3 {
      let store = try state.open()
      #expect(store.setAside == nil && store.damagedFiles.isEmpty)
      #expect(try await finishedRide(in: store, start: UnixTime(seconds: Int64(id))) == id)
    }
    #expect(!state.names().contains { $0.contains("broken") })
  }

  @Test(arguments: ["device_chosen", "ride_search", "ride_file_due", "measurement_day"])
  func `a dropped index is created again`(_ index: String) async throws {
    do { try await finishedRide(in: try state.open()) }
    try await DatabaseQueue(path: state.database).write { try $0.execute(sql: "DROP INDEX \(index)") }
    let store = try state.open()
    #expect(store.setAside == nil)
    let sql = "SELECT count(*) FROM sqlite_master WHERE name = ?"
    #expect(try await store.queue.read { try Int.fetchOne($0, sql: sql, arguments: [index]) } == 1)
  }

  /// FNV-1a.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
