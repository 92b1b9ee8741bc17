import Foundation
import Rides
import Testing

@testable import RideStore

@Suite struct ImportingTests {
  let state = TemporaryState()

  @Test func `an imported ride is read back as it was in its file`() async throws {
    let record = importedRecord()
    let uuid: RideUUID?
    do {
      let store = try state.open()
      let ride = try await store.importRide(record, evenIfThere: false)
      uuid = ride.uuid
      #expect(uuid != nil)
      #expect(try await store.record(ride.id) == record.numbered(ride.id, uuid))
      #expect(ride.state == .finished)
      #expect(ride.totals == StoredRide.Totals(record.totals))
      #expect((ride.start, ride.activityID) == (record.start, record.activityID))
      #expect((ride.name, ride.note, ride.origin) == (record.name, record.note, record.origin))
      #expect(try await store.unwritten() == [ride.id])
      #expect(try await store.count(RideQuery(search: "RUND")) == 1)
    }
    #expect(try await state.open().record(1) == record.numbered(1, uuid))
  }

  @Test func `gaps in a file take no rows in the store, and are read back with their timer state`() async throws {
    let store = try state.open()
    var record = importedRecord()
    // The timer stops after a while in the first gap, and keeps running in the second one.
    let gap = (200..<5200).map { RideSample(second: $0, timerRunning: $0 < 1000) }
    let later = RideSample(second: 5200, timerRunning: true, powerWatts: 99)
    let running = (5201..<5300).map { RideSample(second: $0, timerRunning: true) }
    record.samples += gap + [later] + running
    let id = try await store.importRide(record, evenIfThere: false).id
    #expect(try await store.rowCount == 200 + 1 + 1 + 1, "the stop, the later value, and the end")
    #expect(try await store.record(id).samples == record.samples)
    for (from, limit) in [(0, 300), (900, 200), (1500, 1500), (5100, 150), (5290, 50)] {
      let rows = record.samples[from..<min(from + limit, record.samples.count)]
      #expect(try await store.samples(of: id, from: from, limit: limit) == Array(rows), "\(limit) from \(from)")
    }
    let cut = try await store.cut(id, to: 500..<4000)
    #expect(cut.totals.elapsedSeconds == 3500 && cut.totals.timerSeconds == 500)
    #expect(try await store.record(id) == record.numbered(id, cut.uuid).cut(to: 500..<4000, activityID: cut.activityID))
  }

  @Test func `a file with few values is imported`() async throws {
    let store = try state.open()
    let record = RideRecord(
      id: 9, start: start, plannedSeconds: 0, trainerName: nil, samples: [RideSample(second: 0, timerRunning: true)],
      events: [], laps: [RideLap(second: 0, fileTotals: [.averageWatts: .infinity])], origin: RideOrigin(format: .tcx))
    let id = try await store.importRide(record, evenIfThere: false).id
    let found = try await store.record(id)
    #expect(found.laps == [RideLap(second: 0)], "what no file can say is left out")
    #expect((found.activityID, found.origin, found.fileTotals) == (start, RideOrigin(format: .tcx), [:]))
  }

  @Test func `a ride that began in the same second prevents an import`() async throws {
    let store = try state.open()
    let there = try await finishedRide(in: store)
    _ = try await store.cut(there, to: 60..<100)
    let ofSecond = start.milliseconds / 1000 * 1000
    for start in [ofSecond, ofSecond + 999, ofSecond + 60_000, ofSecond + 60_999] {
      let record = importedRecord(start: UnixTime(milliseconds: start))
      let error = await #expect(throws: StoreError.self) { try await store.importRide(record, evenIfThere: false) }
      #expect(error?.code == .duplicateRide)
      #expect(error?.context == .ride(there))
    }
    #expect(try await store.count(RideQuery()) == 1)
    for start in [ofSecond - 1, ofSecond + 1000] {
      _ = try await store.importRide(importedRecord(start: UnixTime(milliseconds: start)), evenIfThere: false)
    }
    #expect(try await store.importRide(importedRecord(), evenIfThere: true).start == start)
    #expect(try await store.count(RideQuery()) == 4)
  }

  @Test func `a deleted ride does not prevent an import`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    try await store.delete(id, at: start)
    #expect(try await store.importRide(importedRecord(), evenIfThere: false).id == id + 1)
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max]) func `a ride with any start time is imported`(_ milliseconds: Int64)
    async throws
  {
    let store = try state.open()
    let record = importedRecord(start: UnixTime(milliseconds: milliseconds))
    let id = try await store.importRide(record, evenIfThere: false).id
    #expect(try await store.ride(id).start == record.start)
  }

  /// A ride in progress gets its number without the disk: an import must not use the same number.
  @Test func `an import and a ride that begins have different numbers`() async throws {
    let store = try state.open()
    let riding = store.takeID()
    let imported = try await store.importRide(importedRecord(), evenIfThere: false).id
    try await store.begin(newRide(), as: riding)
    try await store.append(to: riding, samples: steady(0..<5))
    #expect(imported != riding)
    #expect(try await store.record(riding).samples == steady(0..<5))
    #expect(try await store.begin(newRide()) == store.takeID() - 1)
  }

  @Test func `a failed import leaves nothing behind`() async throws {
    let store = try state.open()
    var record = importedRecord()
    record.samples[150].second = 31_622_401
    await expect(throwsCode: .valueRefused) { try await store.importRide(record, evenIfThere: false) }
    #expect(try await store.count(RideQuery()) == 0)
    #expect(try await store.importRide(importedRecord(), evenIfThere: false).totals.elapsedSeconds == 200)
  }

  @Test func `importing a long ride does not make the log grow`() async throws {
    let store = try state.open()
    func size() throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: state.database + "-wal")[.size] as? Int)
    }
    let record = importedRecord(seconds: 30_000)
    let id = try await store.importRide(record, evenIfThere: false).id
    #expect(try size() == WriteAheadLog.size)
    #expect(try await store.record(id).samples == record.samples)
  }
}
