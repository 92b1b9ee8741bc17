import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct SchemaTests {
  let state = TemporaryState()

  /// A released migration never changes: a library whose tables have other definitions counts as damaged.
  @Test func `the schema equals that of existing libraries`() {
    #expect(Schema.migrator.migrations == ["1 library", "2 plans as files have them", "3 pedalling", "4 brake"])
    #expect(Self.hash(Schema.library + Schema.rides + Schema.plans + Schema.body) == 0x4393_C758_82ED_DFAD)
    #expect(Self.hash(Schema.pedalling) == 0xBB6F_5621_9AE6_FBCC)
    #expect(Self.hash(Schema.brake) == 0x68F4_D59E_67F3_1B18)
  }

  /// SQLite's recommended statements, and changes by a person with a database browser or by another program.
  @Test(arguments: [
    "ANALYZE", "CREATE INDEX by_watts ON ride (average_watts)", "CREATE VIEW long AS SELECT * FROM ride",
    "CREATE TABLE theirs (ride INTEGER REFERENCES ride (id) ON DELETE CASCADE)",
    "CREATE TRIGGER seen AFTER INSERT ON ride BEGIN SELECT 1; END", "ALTER TABLE ride ADD COLUMN mood TEXT",
    "CREATE TABLE theirs (x); CREATE INDEX theirs_x ON theirs (x); ANALYZE",
  ])
  func `a library with foreign additions to its tables is not set aside`(_ change: String) async throws {
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
