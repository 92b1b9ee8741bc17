import Foundation
import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct CuttingTests {
  let state = TemporaryState()

  @Test(arguments: [0..<50, 10..<100, 30..<31, 50..<5000, 99..<100, 91..<95])
  func `a cut ride equals its record cut in memory`(_ range: Range<Int>) async throws {
    let store = try state.open()
    var record = importedRecord(seconds: 100)
    record.samples[0].distanceMeters = 3
    let id = try await store.importRide(record, evenIfThere: false).id
    let whole = try await store.record(id)
    let ride = try await store.cut(id, to: range)
    let cut = whole.cut(to: range, activityID: ride.activityID)
    #expect(try await store.record(id) == cut)
    #expect(try await store.samples(of: id, from: 0, limit: 1000) == cut.samples)
    #expect(try await store.samples(of: id, from: 5, limit: 7) == Array(cut.samples.dropFirst(5).prefix(7)))
    #expect(try await store.events(of: id) == cut.events)
    #expect(try await store.record(id).laps == cut.laps)
    #expect(ride.totals == StoredRide.Totals(cut.totals))
    #expect(try await store.ride(id) == ride)
    #expect(ride.start == cut.start)
    #expect(ride.begun.time == whole.start)
    #expect(ride.cut == range.clamped(to: 0..<100))
    #expect(ride.wholeElapsedSeconds == 100)

    #expect(try await store.record(id, whole: true) == whole)
    #expect(try await store.samples(of: id, from: 0, limit: 1000, whole: true) == whole.samples)
    #expect(try await store.events(of: id, whole: true) == whole.events)
    #expect(try await store.record(id, whole: true).laps == whole.laps)
  }

  @Test func `a cut can be undone`() async throws {
    let store = try state.open()
    let id = try await store.importRide(importedRecord(), evenIfThere: false).id
    let whole = (try await store.ride(id), try await store.record(id))
    _ = try await store.cut(id, to: 10..<100)
    #expect(try await store.cut(id, to: nil) == whole.0)
    #expect(try await store.record(id) == whole.1)
    #expect(whole.0.activityID == UnixTime(seconds: 7), "what its file said")
  }

  @Test func `every cut of a ride has its own activity ID`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let other = try await finishedRide(in: store, start: UnixTime(milliseconds: start.milliseconds + 10_000))
    var given: Set<UnixTime> = [start, try await store.ride(other).activityID]
    for range in [0..<50, 0..<50, nil, 0..<50, 10..<50, 10..<60, nil, 10..<50] {
      let ride = try await store.cut(id, to: range)
      if let range {
        let late = ride.activityID.milliseconds - ride.start.milliseconds
        #expect(given.insert(ride.activityID).inserted, "\(range)")
        #expect((1...4).contains(late), "\(late) ms after the start of the cut")
      } else {
        #expect(ride.activityID == start)
      }
    }
  }

  @Test func `the file of a cut ride is written again under the same name`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let path = try await store.writeFile([1], of: id)
    for range in [20..<50, nil] {
      _ = try await store.cut(id, to: range)
      #expect(try await store.unwritten() == [id])
      #expect(try await store.writeFile([2], of: id) == path)
      #expect(try await store.unwritten() == [])
    }
    #expect(state.names(in: "/rides").count == 1)
  }

  @Test(arguments: [100..<200, 5..<5, 0..<0, -5..<0, 31_622_401..<Int.max])
  func `a cut that contains no row is refused and changes nothing`(_ range: Range<Int>) async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let before = try await store.ride(id)
    await expect(throwsCode: .obstacle(.failed)) { try await store.cut(id, to: range) }
    #expect(try await store.ride(id) == before)
  }

  @Test(
    arguments: [(nil, nil), (59, nil), (60, 0..<60), (299, 0..<299), (300, nil), (-1, nil), (Int.max, nil)]
      as [(Int?, Range<Int>?)])
  func `a forgotten ride is cut after its last pedal stroke`(_ second: Int?, _ cut: Range<Int>?) async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: steady(0..<300))
    let ride = try await store.finish(id, cutAt: second)
    #expect(ride.state == .finished)
    #expect(ride.cut == cut)
    #expect(ride.totals.elapsedSeconds == cut?.count ?? 300)
    #expect(ride.wholeElapsedSeconds == 300)
    #expect((ride.activityID == start) == (cut == nil))
    #expect(try await store.record(id, whole: true).samples == steady(0..<300))
  }

  @Test func `an interrupted cut leaves the ride unchanged`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let before = try await store.ride(id)
    try await store.queue.write {
      try $0.execute(sql: "CREATE TEMP TRIGGER full BEFORE UPDATE ON ride BEGIN SELECT RAISE(ABORT, 'full'); END")
    }
    await expect(throwsCode: .obstacle(.failed)) { try await store.cut(id, to: 10..<50) }
    #expect(try await store.ride(id) == before)
    #expect(try await store.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM activity") } == 0)
  }
}
