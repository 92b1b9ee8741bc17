import BluetoothLE
import Foundation
import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct RecordingTests {
  let state = TemporaryState()

  @Test func `a recorded ride is read back as it was stored`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    let samples = steady(0..<3) + [RideSample(second: 3, timerRunning: false)]
    let events = [
      RideEvent(at: .zero, kind: .started), RideEvent(at: .milliseconds(1250), kind: .target(watts: 150)),
      RideEvent(at: .milliseconds(1250), kind: .paused), RideEvent(at: .seconds(4), kind: .ended(.stop)),
    ]
    try await store.append(to: id, samples: samples, events: events)
    let record = try await store.record(id)
    let begun = RideRecord(
      id: id, start: start, plannedSeconds: 3600, trainerName: "KICKR 1234", samples: samples, events: events)
    #expect(record.uuid != nil)
    #expect(record == begun.numbered(id, record.uuid))
  }

  @Test func `the work of a ride also counts the seconds without a power value`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    var rows = steady(0..<900)
    for index in rows.indices where index % 3 == 2 { rows[index].powerWatts = nil }
    try await store.append(to: id, samples: rows)
    #expect(try await store.ride(id).totals.joules == 900 * 150.5)
    let finished = try await store.finish(id)
    #expect(finished.totals.joules == 900 * 150.5 && finished.totals.averageWatts == 150.5)
    #expect(try await store.record(id).totals.joules == 900 * 150.5)
  }

  @Test func `the order and the start of a ride are stored, with later corrections`() async throws {
    let store = try state.open()
    var ride = newRide()
    ride.askedWatts = 5000
    ride.order.guards.maximumBeatsPerMinute = 140
    ride.order.heartRate?.name = "TICKR"
    ride.order.thresholdWatts = 251
    ride.start.utcOffsetSeconds = -12_600
    let id = try await store.begin(ride)
    #expect(try await store.ride(id).begunAs == ride)
    ride.start.time = UnixTime(seconds: 5)
    ride.start.instant = BootInstant(bootID: "A", instant: MonotonicInstant(nanoseconds: 1_234_567_890_123))
    (ride.start.isConfirmed, ride.start.utcOffsetSeconds) = (true, 3600)
    ride.askedWatts = 165
    try await store.setStart(ride.start, of: id)
    try await store.append(to: id, samples: steady(0..<1), standing: RideStanding(askedWatts: 165))
    try await store.append(to: id, samples: steady(1..<2))
    #expect(try await store.ride(id).begunAs == ride)
  }

  @Test(arguments: [(-71, -71), (-127, -127), (20, 20), (127, nil), (nil, nil)] as [(Int?, Int?)])
  func `only a possible signal strength is stored`(_ measured: Int?, _ kept: Int?) async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    let event = RideEvent(at: .seconds(1), kind: .trainerLost(.timedOut), signalDBm: measured)
    try await store.append(to: id, samples: [], events: [event])
    #expect(try await store.events(of: id).map(\.signalDBm) == [kept])
  }

  @Test func `a ride's number is used only once, even before the ride is stored`() async throws {
    do {
      let store = try state.open()
      #expect(store.firstFreeID == 1)
      try await store.begin(newRide(), as: 3)
      try await store.append(to: 3, samples: steady(0..<1))
      try await store.begin(newRide(start: UnixTime(seconds: 9)), as: 3)
      #expect(try await store.ride(3).begun.time == start, "a ride that is there is left as it is")
      try await store.begin(newRide(), as: 4)
      try await store.discard(4)
    }
    #expect(try state.open().firstFreeID == 5)
  }

  @Test func `a ride with events but without a row is dropped`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: [], events: [RideEvent(at: .zero, kind: .started)])
    try await store.discard(id)
    #expect(try await store.unfinished().isEmpty)
  }

  @Test func `discarding a ride without rows removes it from every table`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(
      to: id, samples: [], events: [RideEvent(at: .zero, kind: .started)],
      standing: RideStanding(askedWatts: 1, document: "x"))
    try await store.keep([.trainer: IntervalStatistics(.seconds(1))], of: id)
    let tables = try await store.tablesOfRides()
    #expect(tables.count == 10)
    try await store.queue.write { db in
      try db.execute(sql: "INSERT INTO lap (ride_id, number, second, trigger, is_resting) VALUES (1, 0, 0, 'end', 0)")
      try db.execute(sql: "INSERT INTO activity VALUES (7, 1)")
      try db.execute(sql: "INSERT INTO upload (ride_id, service, activity_ms, at_ms) VALUES (1, 's', 7, 7)")
      try db.execute(sql: "INSERT INTO figure VALUES (1, 'f', '1', '', 7)")
    }
    try await store.discard(id)
    for table in tables {
      #expect(try await store.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } == 0)
    }
    #expect(try await store.unfinishedNumbers().isEmpty)
  }

  @Test func `a ride with no row is dropped with its files`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.beginLinkPart([1], of: id)
    let file = try await store.writeFile([2], of: id)
    try await store.discard(id)
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(state.path)/links").isEmpty)
  }

  @Test func `rows and events that arrive twice are stored once`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    let event = RideEvent(at: .seconds(1), kind: .paused)
    try await store.append(to: id, samples: steady(0..<5), events: [event])
    try await store.append(to: id, samples: steady(3..<8), events: [event])
    let record = try await store.record(id)
    #expect(record.samples == steady(0..<8))
    #expect(record.events == [event])
  }

  @Test func `a finished ride keeps the totals of its rows`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    let samples = steady(0..<100) + [RideSample(second: 100, timerRunning: false, powerWatts: 900)]
    try await store.append(to: id, samples: samples)
    let live = try await store.ride(id)
    let finished = try await store.finish(id)
    #expect(live.state == .riding)
    #expect(finished.state == .finished)
    #expect(finished.totals == StoredRide.Totals(RideTotals(samples)))
    #expect(finished.totals == live.totals)
    #expect(finished.totals.averageWatts == 150.5 && finished.totals.elapsedSeconds == 101)
    #expect(finished.begunAs == newRide())
  }

  @Test func `the start of a ride can be corrected`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide(start: UnixTime(seconds: 0)))
    try await store.setStart(StartTime(start), of: id)
    #expect(try await store.record(id).start == start)
  }

  @Test func `a start recorded before the clock is set is corrected after the ride, in the same boot`() async throws {
    let store = try state.open()
    for boot in ["A", "B", "A"] {
      var ride = newRide(start: UnixTime(seconds: 50))
      ride.start.instant = BootInstant(bootID: boot, instant: MonotonicInstant(nanoseconds: 100_000_000_000))
      ride.start.isConfirmed = false
      let id = try await store.begin(ride)
      try await store.append(to: id, samples: steady(0..<5))
    }
    for id in 1...2 {
      _ = try await store.finish(id)
      _ = try await store.writeFile([1], of: id)
    }
    let boot = UnixTime(seconds: 1_800_000_000)
    let corrected = try await store.confirmStarts(ofBoot: "A", begunAt: boot) { $0.milliseconds > 0 ? 7200 : nil }
    #expect(corrected == [1], "the third is in hand")
    #expect(try await store.ride(1).start == UnixTime(seconds: 1_800_000_100))
    #expect(try await store.ride(1).begun.utcOffsetSeconds == 7200)
    #expect(try await store.ride(1).begun.isConfirmed == true)
    #expect(try await store.ride(2).start == UnixTime(seconds: 50))
    #expect(try await store.unwritten() == [1])
    #expect(try await store.confirmStarts(ofBoot: "A", begunAt: boot) == [])
  }

  @Test func `a ride is found by its number or as the last one`() async throws {
    let store = try state.open()
    #expect(try await store.resolve("last") == nil)
    let ids = [try await store.begin(newRide()), try await store.begin(newRide(start: UnixTime(seconds: 0)))]
    #expect(ids == [1, 2])
    #expect(try await store.resolve("last") == 2, "that is being ridden, whatever its clock says")
    #expect(try await store.resolve("1") == 1)
    for name in ["3", "0", "", "x", "1;", "99999999999999999999"] { #expect(try await store.resolve(name) == nil) }
    #expect(try await store.rides(RideQuery(limit: 10)).map(\.id) == [1, 2])
    #expect(try await store.rides(RideQuery(limit: 1)).map(\.id) == [1])
    #expect(try await store.rides(RideQuery(limit: -1)).isEmpty)
    for id in ids { _ = try await store.finish(id) }
    #expect(try await store.resolve("last") == 1, "that began last")
  }

  @Test func `an interrupted ride counts as the last one only if no other ride exists`() async throws {
    let store = try state.open()
    let dead = try await store.begin(newRide())
    try await store.suspend(dead)
    #expect(try await store.resolve("last") == dead)
    let finished = try await finishedRide(in: store, start: UnixTime(seconds: 5))
    #expect(try await store.resolve("last") == finished)
    try await store.resume(dead)
    #expect(try await store.resolve("last") == finished, "another was ridden since")
    let ridden = try await store.begin(newRide(start: UnixTime(seconds: 1)))
    _ = try await store.importRide(importedRecord(start: UnixTime(seconds: 900)), evenIfThere: false)
    #expect(try await store.resolve("last") == ridden)
  }

  @Test func `any range of a ride's rows can be read`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: steady(0..<10))
    #expect(try await store.samples(of: id, from: 0, limit: 4) == steady(0..<4))
    #expect(try await store.samples(of: id, from: 8, limit: 4) == steady(8..<10))
    #expect(try await store.samples(of: id, from: 10, limit: 4).isEmpty)
  }

  @Test func `recording a ride that does not exist throws noSuchRide`() async throws {
    let store = try state.open()
    await expect(throwsCode: .noSuchRide) { try await store.append(to: 7, samples: steady(0..<1)) }
    await expect(throwsCode: .noSuchRide) { try await store.setStart(StartTime(start), of: 7) }
    await expect(throwsCode: .noSuchRide) { try await store.suspend(7) }
    await expect(throwsCode: .noSuchRide) { try await store.finish(7) }
    await expect(throwsCode: .noSuchRide) { try await store.record(7) }
    await expect(throwsCode: .noSuchRide) { try await store.writeFile([], of: 7) }
  }

  @Test func `a full disk stores no part of a batch, and the batch can be stored later`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    let pages = try #require(try await Int(store.pragma("page_count")))
    _ = try await store.pragma("max_page_count = \(pages + 1)")
    await expect(throwsCode: .obstacle(.diskFull)) { try await store.append(to: id, samples: steady(0..<1000)) }
    #expect(try await store.record(id).samples.isEmpty)
    _ = try await store.pragma("max_page_count = 100000")
    try await store.append(to: id, samples: steady(0..<1000))
    #expect(try await store.record(id).samples.count == 1000)
  }

  @Test func `commits wait for the disk`() async throws {
    let store = try state.open()
    #expect(try await store.pragma("journal_mode") == "wal")
    #expect(try await store.pragma("synchronous") == "2")
    #expect(try await store.pragma("foreign_keys") == "1")
  }
}

extension RideDatabase {
  /// The tables that refer to rides.
  func tablesOfRides() throws -> [String] {
    let sql = """
      SELECT DISTINCT t.name FROM sqlite_master t, pragma_foreign_key_list(t.name) k
      WHERE t.type = 'table' AND k."table" = 'ride' ORDER BY 1
      """
    return try queue.read { try String.fetchAll($0, sql: sql) }
  }

  /// SQLite's answer to a pragma on the store's own connection.
  func pragma(_ text: String) throws -> String {
    try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(text)") } ?? ""
  }
}
