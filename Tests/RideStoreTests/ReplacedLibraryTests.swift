import Foundation
import GRDB
import Rides
import Testing

@testable import RideStore

/// Libraries that are damaged, or replaced by hand.
@Suite struct ReplacedLibraryTests {
  let state = TemporaryState()

  /// Damages the table of migrations; the rides stay intact.
  private func damage() async throws {
    try await DatabaseQueue(path: state.database).write { try $0.execute(sql: "DROP TABLE grdb_migrations") }
  }

  @Test func `readable rides of a damaged library are recovered with their numbers`() async throws {
    let before: [RideRecord]
    let uuid: String
    do {
      let store = try state.open()
      try await finishedRide(in: store, seconds: 50)
      _ = try await store.importRide(importedRecord(start: UnixTime(seconds: 77)), evenIfThere: false)
      let cutOff = try await store.begin(newRide(start: UnixTime(seconds: 99)))
      try await store.append(to: cutOff, samples: steady(0..<5), standing: RideStanding(askedWatts: 160, document: "x"))
      try await store.choose(trainer, name: "KICKR", as: .trainer, at: start)
      var settings = RiderSettings()
      settings.thresholdWatts = 250
      try await store.setSettings(settings, at: start)
      before = try await [1, 2, 3].asyncMap { try await store.record($0) }
      uuid = try await store.uuid()
    }
    try await damage()

    let store = try state.open()
    #expect(store.setAside == state.database + ".broken-1")
    #expect(store.takeID() == 4, "no number is given again")
    try await store.takeOverFirst()
    #expect(try await store.unfinished().map(\.id) == [3], "what may go on is there at once")
    #expect(try await store.unfinished().first?.standing == "x")
    #expect(try await store.devices().map(\.isChosen) == [true])
    #expect(try await store.settings().thresholdWatts == 250)
    #expect(try await store.uuid() == uuid)
    let taken = RideDatabase.TakenOver(path: state.database + ".broken-1", rides: 2, lost: 0)
    #expect(try await store.takeOver() == [taken])
    #expect(store.takenOver == [taken])
    for record in before { #expect(try await store.record(record.id) == record) }
    #expect(try await store.rides(RideQuery()).map(\.id).sorted() == [1, 2, 3])

    try await store.delete(1, at: start)
    _ = try await store.purge(deletedBefore: UnixTime(milliseconds: .max))
    #expect(try await store.takeOver() == [], "each comes over once")
  }

  @Test func `the newer of two damaged libraries determines the state of a ride`() async throws {
    do {
      let store = try state.open()
      for second: Int64 in [1, 2, 3] { try await finishedRide(in: store, start: UnixTime(seconds: second)) }
    }
    try await damage()
    do {
      let store = try state.open()
      _ = try await store.takeOver()
      try await store.setTexts(of: 1, name: "Danube")
      try await store.delete(2, at: start)
    }
    try await damage()

    let store = try state.open()
    #expect(store.damagedFiles == (1...2).map { "\(state.database).broken-\($0)" })
    #expect(try await store.takeOver().map(\.rides) == [3, 0])
    #expect(try await store.ride(1).name == "Danube")
    #expect(try await store.rides(RideQuery()).map(\.id).sorted() == [1, 3])
    #expect(try await store.rides(RideQuery(deleted: true)).map(\.id) == [2])
  }

  @Test func `the tenth damaged library is newer than the ninth`() async throws {
    do { try await finishedRide(in: try state.open()) }
    for number in [9, 10] { try Data().write(to: URL(filePath: "\(state.database).broken-\(number)")) }
    #expect(try state.open().damagedFiles == [9, 10].map { "\(state.database).broken-\($0)" })
  }

  /// Damages rows in a page in the middle of the second ride.
  @Test func `a ride damaged in the middle keeps its rows on both sides`() async throws {
    do {
      let store = try state.open()
      for second: Int64 in [1, 2, 3] {
        try await finishedRide(in: store, start: UnixTime(seconds: second), seconds: 3000)
      }
    }
    var bytes = try Data(contentsOf: URL(filePath: state.database))
    let page = try #require(try await leafPage(of: 2, second: 1500))
    bytes.replaceSubrange((page - 1) * 512..<page * 512, with: Data(repeating: 0xA5, count: 512))
    try bytes.write(to: URL(filePath: state.database))
    try await damage()

    let store = try state.open()
    try await store.takeOverFirst()
    #expect(try await store.takeOver().map(\.rides) == [3])
    for id in [1, 3] { #expect(try await store.record(id).samples == steady(0..<3000)) }
    let kept = try await store.record(2).samples
    #expect(kept.count > 2900 && kept.count < 3000)
    #expect(kept.first?.second == 0 && kept.last?.second == 2999)
    #expect(try await store.ride(2).totals.timerSeconds == kept.count)
  }

  /// Returns the page of a row, counted from 1; nil if it is not found.
  private func leafPage(of ride: Int, second: Int) async throws -> Int? {
    let bytes = try Data(contentsOf: URL(filePath: state.database))
    // A row of the table begins with the ride and the second, as integers of one and two bytes.
    let row = Data([UInt8(ride), UInt8(second >> 8), UInt8(second & 0xFF)])
    return bytes.range(of: row).map { $0.lowerBound / 512 + 1 }
  }

  @Test func `a database that is being written is not set aside`() async throws {
    do { try await finishedRide(in: try state.open()) }
    let whole = try Data(contentsOf: URL(filePath: state.database))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: state.database))
    let writing: @Sendable () -> Void = { [path = state.database] in
      #expect(throws: Never.self) {
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
      }
    }
    await expect(throwsCode: .obstacle(.failed)) {
      try RideDatabase(directory: state.path, secondLookAfter: writing, executor: QueueExecutor())
    }
    #expect(
      try Data(contentsOf: URL(filePath: state.database)) == whole.prefix(whole.count / 2), "not a byte is changed")
    try whole.write(to: URL(filePath: state.database))
    #expect(try await state.open().rides(RideQuery()).count == 1)
  }

  @Test func `numbers continue above those of recordings if nothing else can be read`() async throws {
    do {
      let store = try state.open()
      try await store.beginLinkPart([1], of: 41)
    }
    try Data(repeating: 0xA5, count: 4096).write(to: URL(filePath: state.database))
    for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: state.database + name) }
    #expect(try state.open().firstFreeID == 42)
    try FileManager.default.removeItem(atPath: state.path + "/links")
    #expect(try state.open().firstFreeID == 42, "the library remembers it")
  }

  @Test func `the current ride continues in a sound library that replaces the open one`() async throws {
    let other = TemporaryState()
    do { try await finishedRide(in: try other.open(), start: UnixTime(seconds: 5), seconds: 7) }
    let store = try state.open()
    let old = try await finishedRide(in: store)
    let id = try await store.begin(newRide(start: UnixTime(seconds: 900)))
    try await store.append(to: id, samples: steady(0..<5))
    // Like `mv`: the log of the former database stays next to it.
    try FileManager.default.removeItem(atPath: state.database)
    try FileManager.default.moveItem(atPath: other.database, toPath: state.database)
    try await store.append(to: id, samples: steady(5..<6))
    #expect(try await store.record(id).samples == steady(0..<6))
    #expect(try await store.ride(1).start == UnixTime(seconds: 5), "the rides are those of the other")
    #expect(try await store.finish(id).state == .finished)
    let kept = try DatabaseQueue(path: state.database + ".replaced-1")
    #expect(store.replacedSinceAsked() == [state.database + ".replaced-1"], "it is told, once")
    #expect(store.replacedSinceAsked() == [])
    #expect(try await kept.read { try Int.fetchAll($0, sql: "SELECT id FROM ride ORDER BY id") } == [old, id])
  }

  @Test func `numbers continue above those of the library before a restore, also after a restart`() async throws {
    let other = TemporaryState()
    do { try await finishedRide(in: try other.open()) }
    do {
      let store = try state.open()
      for second: Int64 in 1...5 { try await finishedRide(in: store, start: UnixTime(seconds: second)) }
      let arrival = store.arrival(on: QueueExecutor())
      try await arrival.take(Array(Data(contentsOf: URL(filePath: other.database))))
      try await arrival.check()
      #expect(try await store.restore(arrival) == state.database + ".replaced-1")
      #expect(try await store.rides(RideQuery()).map(\.id) == [1])
    }
    #expect(try state.open().firstFreeID == 6)
  }

  @Test func `a restored backup is the same library, and followers read everything again`() async throws {
    let store = try state.open()
    try await finishedRide(in: store)
    let uuid = try await store.uuid()
    let backup = try await store.library.backUp()
    let bytes = try await store.library.next(backup.size, of: backup)
    try await finishedRide(in: store, start: UnixTime(seconds: 1))
    let cursor = try await store.changes(after: nil, limit: 1).next
    let arrival = store.arrival(on: QueueExecutor())
    try await arrival.take(bytes)
    try await arrival.check()
    var news = store.changeNews().makeAsyncIterator()
    _ = try await store.restore(arrival)
    await news.next()
    #expect(try await store.uuid() == uuid)
    #expect(try await store.library.changes(after: cursor, limit: 9).startsAnew)
    #expect(try await finishedRide(in: store, start: UnixTime(seconds: 2)) == 3, "no number is given again")
  }

  @Test func `a restored library has no triggers from its file`() async throws {
    let other = TemporaryState()
    do { try await finishedRide(in: try other.open()) }
    try await DatabaseQueue(path: other.database).write {
      try $0.execute(
        sql: "CREATE TRIGGER \"his \"\"own\" AFTER UPDATE ON ride BEGIN DELETE FROM ride; END;"
          + "CREATE VIEW mine AS SELECT 1")
    }
    let store = try state.open()
    let arrival = store.arrival(on: QueueExecutor())
    try await arrival.take(Array(Data(contentsOf: URL(filePath: other.database))))
    try await arrival.check()
    _ = try await store.restore(arrival)
    try await store.setTexts(of: 1, name: "Danube")
    #expect(try await store.ride(1).name == "Danube")
    let sql = "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')"
    #expect(try await store.queue.read { try String.fetchAll($0, sql: sql) } == ["mine"])
  }

  @Test(arguments: [
    // Each refuses, replaces or fails a write of jz2.
    "CREATE UNIQUE INDEX his ON ride (state)",
    "CREATE INDEX his ON ride (CASE WHEN name IS NOT NULL THEN abs(-9223372036854775807 - length(name)) END)",
    "ALTER TABLE ride ADD COLUMN his TEXT CHECK (his IS NOT NULL OR name IS NULL)",
    "ALTER TABLE ride ADD COLUMN his TEXT GENERATED ALWAYS AS (abs(-9223372036854775807 - length(name))) VIRTUAL",
    "CREATE TABLE his (ride INTEGER REFERENCES ride (id)); INSERT INTO his SELECT id FROM ride",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'note TEXT', 'note TEXT CHECK (id < 2)') "
      + "WHERE name = 'ride'",
    "DROP INDEX device_chosen",
  ])
  func `a restored library can be written, whatever constraints its file contains`(_ sql: String) async throws {
    let other = TemporaryState()
    let samples = try await {
      let library = try other.open()
      return try await library.record(finishedRide(in: library)).samples
    }()
    try await DatabaseQueue(path: other.database).writeWithoutTransaction { try $0.execute(sql: sql) }
    let store = try state.open()
    let arrival = store.arrival(on: QueueExecutor())
    try await arrival.take(Array(Data(contentsOf: URL(filePath: other.database))))
    try await arrival.check()
    _ = try await store.restore(arrival)
    #expect(try await store.record(1).samples == samples)
    try await store.setTexts(of: 1, name: "Danube")
    try await finishedRide(in: store, start: UnixTime(seconds: 5))
    #expect(Set(try await store.rides(RideQuery()).map(\.name)) == [nil, "Danube"])
    try await store.delete(1, at: start)
    _ = try await store.purge(deletedBefore: UnixTime(milliseconds: .max))
    let parts = "SELECT count(*) FROM sqlite_master WHERE name = 'his' OR sql LIKE '%his TEXT%'"
    #expect(try await store.queue.read { try Int.fetchOne($0, sql: parts) } == 0)
    #expect(!state.names().contains { $0.contains(".tmp") })
  }

  @Test func `a library whose rides are a view is refused`() async throws {
    let other = TemporaryState()
    do { try await finishedRide(in: try other.open()) }
    try await DatabaseQueue(path: other.database).writeWithoutTransaction {
      try $0.execute(sql: "ALTER TABLE ride RENAME TO his; CREATE VIEW ride AS SELECT * FROM his")
    }
    let arrival = try state.open().arrival(on: QueueExecutor())
    try await arrival.take(Array(Data(contentsOf: URL(filePath: other.database))))
    await #expect(throws: LibraryArrival.Fault.self) { try await arrival.check() }
  }

  @Test func `a library that lost its identity gets a new one and keeps it`() async throws {
    do { try await finishedRide(in: try state.open()) }
    try await DatabaseQueue(path: state.database).write { try $0.execute(sql: "DELETE FROM library") }
    let uuid = try await state.open().uuid()
    #expect(uuid.count == 36)
    #expect(try await state.open().uuid() == uuid)
  }

  /// The received file no longer exists when it should replace the library.
  @Test func `a failed restore leaves the library in place`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let arrival = store.arrival(on: QueueExecutor())
    await #expect(throws: StoreError.self) { _ = try await store.restore(arrival) }
    #expect(await store.replacedFiles == [])
    #expect(try await store.rides(RideQuery()).map(\.id) == [id])
    #expect(try await finishedRide(in: store) == id + 1)
  }

  @Test func `numbers continue above those of a replaced library, also after a restart`() async throws {
    let other = TemporaryState()
    do { try await finishedRide(in: try other.open()) }
    do {
      let store = try state.open()
      for second: Int64 in 1...5 { try await finishedRide(in: store, start: UnixTime(seconds: second)) }
      try FileManager.default.removeItem(atPath: state.database)
      try FileManager.default.moveItem(atPath: other.database, toPath: state.database)
      try await store.setTexts(of: 1, name: "Danube")
      #expect(store.takeID() == 6)
    }
    #expect(try state.open().firstFreeID == 6)
  }

  @Test func `a ride continues in a new library when the old one turns out to be damaged`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: steady(0..<2000))
    _ = try await store.pragma("wal_checkpoint(TRUNCATE)")
    var bytes = try Data(contentsOf: URL(filePath: state.database))
    bytes.replaceSubrange(512..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 512))
    try bytes.write(to: URL(filePath: state.database), options: [])
    _ = try await store.pragma("cache_size = 0")
    do {
      try await store.append(to: id, samples: steady(2000..<2001))
    } catch {
      #expect(error.code == .noSuchRide, "nothing of it could be read")
      try await store.begin(newRide(), as: id)
      try await store.append(to: id, samples: steady(2000..<2001))
    }
    #expect(store.setAside == state.database + ".broken-1")
    #expect(try await store.record(id).samples.last == steady(2000..<2001).last)
  }
}

extension Sequence where Self: Sendable, Element: Sendable {
  /// `map` for an asynchronous transform.
  fileprivate func asyncMap<Output>(_ transform: (Element) async throws -> Output) async rethrows -> [Output] {
    var outputs: [Output] = []
    for element in self { outputs.append(try await transform(element)) }
    return outputs
  }
}
