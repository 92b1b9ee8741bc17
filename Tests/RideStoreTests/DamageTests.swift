import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct DamageTests {
  let state = TemporaryState()

  /// Flipped bits in the pages of the definitions have such effects.
  @Test(arguments: [
    "ALTER TABLE ride RENAME COLUMN start_ms TO start_ns",
    "ALTER TABLE sample RENAME TO simple",
    "DROP TABLE event",
    "DROP TABLE lap",
    "ALTER TABLE rider_setting RENAME COLUMN value TO valve",
    "DELETE FROM grdb_migrations",
    "DROP TABLE grdb_migrations; CREATE TABLE grdb_migrations (identifier); INSERT INTO grdb_migrations VALUES (NULL)",
  ])
  func `a database without this program's tables is set aside`(_ damage: String) async throws {
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

  /// SQLite has no checksums: a number with a flipped bit is read as it is.
  @Test(arguments: [
    "UPDATE sample SET second = 9223372036854775807 WHERE second = 4", "UPDATE sample SET second = -7 WHERE second = 4",
    "UPDATE sample SET power_watts = 9e999, speed_kmh = -9e999, distance_meters = 9e999 WHERE second = 4",
    "UPDATE sample SET beats_per_minute = 9223372036854775807, timer_running = -1 WHERE second = 4",
    "UPDATE sample SET rr = x'01' WHERE second = 4", "UPDATE event SET at_ms = -9223372036854775808",
    "UPDATE ride SET start_ms = 9223372036854775807, planned_seconds = 9223372036854775807",
    "UPDATE ride SET start_ms = -9223372036854775808, target_watts = -9223372036854775808",
  ])
  func `an impossible number in a ride is read without a trap`(_ damage: String) async throws {
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

  /// Damaged values of a library are read as they are, or count as absent.
  @Test(arguments: [
    "UPDATE ride SET cut_from = -9223372036854775808", "UPDATE ride SET cut_to = 9223372036854775807",
    "UPDATE ride SET cut_from = 90, cut_to = 20", "UPDATE ride SET cut_from = NULL", "UPDATE ride SET cut_from = 20.5",
    "UPDATE ride SET start_ms = 9223372036854775807, cut_activity_ms = 9223372036854775807",
    "UPDATE ride SET deleted_ms = -9223372036854775808, activity_ms = -9223372036854775808",
    "UPDATE ride SET origin = '{', given = '[1]', name = x'ff', note = 7", "UPDATE ride SET origin = '{}', given = 'x'",
    "UPDATE ride SET given = '{\"averageWatts\":1e999,\"gears\":3}', search = 5",
    "UPDATE sample SET latitude_degrees = 9e999, altitude_meters = 'high', speed_mps = x'00', rr = 5, power_watts = 'no'",
    "UPDATE sample SET second = second + 31622300", "UPDATE lap SET second = 9223372036854775807 WHERE second > 0",
    "UPDATE lap SET second = -9223372036854775808 WHERE second > 0", "UPDATE lap SET trigger = 'bell', given = x'00'",
    "UPDATE upload SET at_ms = -9223372036854775808, service = x'ff'",
    "UPDATE ride SET timer_seconds = 'x', elapsed_seconds = -1, joules = 9e999",
  ])
  func `damaged values of a library are read without a trap`(_ damage: String) async throws {
    do {
      let store = try state.open()
      let id = try await store.importRide(importedRecord(), evenIfThere: false).id
      _ = try await store.cut(id, to: 20..<90)
      try await store.noteUpload(of: id, service: "strava", at: start)
    }
    try await DatabaseQueue(path: state.database).damage(damage)

    let store = try state.open()
    #expect(store.setAside == nil)
    _ = (try await store.uploads(of: 1), try await store.settings(), try await store.unwritten())
    for sort in RideSort.allCases {
      _ = try await store.rides(RideQuery(search: "rund", sort: sort))
      _ = try await store.rides(RideQuery(sort: sort, deleted: true))
    }
    let trends = try await store.trends(
      since: UnixTime(milliseconds: .min), before: nil, by: Derivation(method: "1", basis: "k"))
    #expect(trends.known.allSatisfy { $0.zone2Watts?.isFinite != false })
    guard let ride = try? await store.ride(1) else { return }
    for whole in [false, true] {
      let record = try await store.record(1, whole: whole)
      #expect(record.totals.joules.isFinite)
      #expect(record.laps.allSatisfy { $0.second >= 0 })
      #expect(try await store.samples(of: 1, from: .max, limit: .max, whole: whole).isEmpty)
    }
    #expect(ride.start.rfc3339.hasSuffix("Z"))
    #expect((ride.cut?.lowerBound ?? 0) >= 0)
    do throws(StoreError) {
      _ = try await store.cut(1, to: 0..<1)
      #expect(try await store.cut(1, to: nil).cut == nil)
      try await store.delete(1, at: start)
      _ = try await store.purge(deletedBefore: UnixTime(milliseconds: .max))
      #expect(try await store.resolve("1") == nil)
    } catch {
      #expect([.obstacle(.damaged), .obstacle(.failed), .rideUnfinished].contains(error.code), "\(error)")
    }
  }
}
