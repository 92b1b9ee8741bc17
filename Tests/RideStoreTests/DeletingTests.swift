import Foundation
import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct DeletingTests {
  let state = TemporaryState()

  @Test func `a deleted ride is not listed, and is unchanged once undeleted`() async throws {
    let store = try state.open()
    let other = try await finishedRide(in: store, start: UnixTime(seconds: 1))
    let id = try await finishedRide(in: store)
    try await store.setTexts(of: id, name: "Gone")
    let before = (try await store.ride(id), try await store.record(id))
    try await store.delete(id, at: UnixTime(seconds: 50))
    #expect(try await store.rides(RideQuery()).map(\.id) == [other])
    #expect(try await store.count(RideQuery(search: "gone")) == 0)
    #expect(try await store.resolve("last") == other)
    #expect(try await store.resolve("\(id)") == id)
    #expect(try await store.ride(id).deletedAt == UnixTime(seconds: 50))
    #expect(try await store.rides(RideQuery(search: "gone", deleted: true)).map(\.id) == [id])
    #expect(try await store.count(RideQuery(deleted: true)) == 1)
    #expect(
      try await store.trends(since: UnixTime(seconds: 0), before: nil, by: Derivation(method: "1", basis: "")).missing
        == [other])
    #expect(try await store.unwritten() == [other])

    try await store.undelete(id)
    #expect(try await store.ride(id) == before.0)
    #expect(try await store.record(id) == before.1)
    #expect(try await store.resolve("last") == id)
    #expect(try await store.count(RideQuery(deleted: true)) == 0)
    await expect(throwsCode: .notDeleted) { try await store.undelete(id) }
  }

  @Test func `deleting a ride removes its file, and undeleting it makes the file due`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let path = try await store.writeFile([1], of: id)
    try await store.delete(id, at: start)
    #expect(state.names(in: "/rides") == [])
    #expect(try await store.unwritten() == [])
    // The write of this file was already in progress.
    #expect(try await store.writeFile([1], of: id) == path)
    #expect(state.names(in: "/rides") == [])
    try await store.undelete(id)
    #expect(try await store.unwritten() == [id])
    #expect(try await store.writeFile([2], of: id) == path)
    #expect(try await store.unwritten() == [])
  }

  /// The ride need not be among the newest.
  @Test func `a due file is found however old its ride is`() async throws {
    let store = try state.open()
    let old = try await finishedRide(in: store, seconds: 1)
    _ = try await store.writeFile([1], of: old)
    for _ in 1...101 {
      let id = try await finishedRide(in: store, seconds: 1)
      _ = try await store.writeFile([1], of: id)
    }
    #expect(try await store.unwritten() == [])
    try await store.delete(old, at: start)
    try await store.undelete(old)
    #expect(try await store.unwritten() == [old])
  }

  @Test func `deleting a deleted ride keeps its time of deletion`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    for second: Int64 in 5...6 { try await store.delete(id, at: UnixTime(seconds: second)) }
    #expect(try await store.ride(id).deletedAt == UnixTime(seconds: 5))
  }

  @Test func `an interrupted ride can be deleted, and a ride under way cannot`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    await expect(throwsCode: .rideUnfinished) { try await store.delete(id, at: start) }
    try await store.suspend(id)
    try await store.delete(id, at: start)
    #expect(try await store.unfinishedNumbers() == [], "it does not go on")
    #expect(try await store.rides(RideQuery(deleted: true)).map(\.id) == [id])
    try await store.undelete(id)
    #expect(try await store.unfinishedNumbers() == [id])
    try await store.delete(id, at: start)
    #expect(try await store.purge(deletedBefore: UnixTime(milliseconds: start.milliseconds + 1)) == [id])
  }

  @Test func `a ride deleted before the clock is set gets the time at which the clock is set`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    try await store.delete(id, at: UnixTime(seconds: 5), isSet: false)
    #expect(try await store.purge(deletedBefore: UnixTime(seconds: 1_000_000)) == [])
    try await store.confirmDeletions(at: UnixTime(seconds: 1_000_000))
    #expect(try await store.ride(id).deletedAt == UnixTime(seconds: 1_000_000))
    #expect(try await store.purge(deletedBefore: UnixTime(seconds: 1_000_000)) == [])
    #expect(try await store.purge(deletedBefore: UnixTime(seconds: 1_000_001)) == [id])
  }

  @Test func `a ride is deleted even if its file cannot be removed, and the failure is reported`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let path = try await store.writeFile([1], of: id)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path + "/x", withIntermediateDirectories: true)
    await #expect(throws: StoreError.self) { try await store.delete(id, at: start) }
    #expect(try await store.ride(id).deletedAt == start)
  }

  @Test func `a damaged file name removes no file outside the folder`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let precious = state.path + "/precious.tcx"
    try Data([1]).write(to: URL(filePath: precious))
    try await store.queue.write { try $0.execute(sql: "UPDATE ride SET file_name = '../precious.tcx'") }
    #expect(try await store.unwritten() == [id], "what lies elsewhere is not its file")
    #expect(try await store.writeFile([9], of: id).hasPrefix(state.rides + "/2026"))
    #expect(try Data(contentsOf: URL(filePath: precious)) == Data([1]))
    try await store.queue.write { try $0.execute(sql: "UPDATE ride SET file_name = '../precious.tcx'") }
    try await store.delete(id, at: UnixTime(seconds: 1))
    #expect(try await store.purge(deletedBefore: UnixTime(seconds: 2)) == [id])
    #expect(FileManager.default.fileExists(atPath: precious))
  }

  @Test func `a purge removes all data of the rides deleted before its time`() async throws {
    let store = try state.open()
    let kept = try await finishedRide(in: store, start: UnixTime(seconds: 1), seconds: 10)
    let later = try await finishedRide(in: store, start: UnixTime(seconds: 2), seconds: 10)
    let gone = try await store.importRide(importedRecord(seconds: 2500), evenIfThere: false).id
    for id in [kept, later, gone] {
      _ = try await store.writeFile([1], of: id)
      _ = try await store.cut(id, to: 0..<5)
      try await store.noteUpload(of: id, service: "strava", at: start)
      try await store.beginLinkPart([1], of: id)
      try await store.keep([.trainer: IntervalStatistics(.seconds(1))], of: id)
    }
    try await store.delete(gone, at: UnixTime(seconds: 9))
    try await store.delete(later, at: UnixTime(seconds: 10))
    #expect(try await store.purge(deletedBefore: UnixTime(seconds: 10)) == [gone])
    #expect(try await store.purge(deletedBefore: UnixTime(seconds: 10)) == [])
    #expect(try await store.resolve("\(gone)") == nil)
    await expect(throwsCode: .noSuchRide) { try await store.undelete(gone) }
    for table in ["ride", "sample", "event", "upload", "activity", "link_interval"] {
      #expect(try await store.ids(in: table) == [kept, later], "\(table)")
    }
    #expect(try await store.ids(in: "lap") == [])
    #expect(try await store.record(later, whole: true).samples == steady(0..<10))
    #expect(state.names(in: "/links") == ["\(kept)-1.btsnoop", "\(later)-1.btsnoop"])
    #expect(state.names(in: "/rides").count == 1)
    #expect(try await store.begin(newRide()) == gone + 1, "its number is not given again")
  }

  /// The store takes other calls between two slices.
  @Test func `a ride that is being purged cannot be undeleted`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store, seconds: 1500)
    try await store.delete(id, at: UnixTime(seconds: 1))
    try await store.queue.write { try $0.execute(sql: "UPDATE ride SET is_purged = 1") }
    await expect(throwsCode: .noSuchRide) { try await store.undelete(id) }
    await expect(throwsCode: .noSuchRide) { try await store.record(id) }
    #expect(try await store.resolve("\(id)") == nil)
    #expect(try await store.rides(RideQuery(deleted: true)) == [])
    #expect(try await store.purge(deletedBefore: UnixTime(seconds: 1)) == [id], "what a kill left is gone on with")
    #expect(try await store.ids(in: "sample") == [])
  }
}

extension RideDatabase {
  /// Returns the rides that have rows in a table, in order.
  fileprivate func ids(in table: String) throws -> [Int] {
    let column = table == "ride" ? "id" : "ride_id"
    return try queue.read { try Int.fetchAll($0, sql: "SELECT DISTINCT \(column) FROM \(table) ORDER BY 1") }
  }
}
