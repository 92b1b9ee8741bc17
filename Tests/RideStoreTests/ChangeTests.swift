import Foundation
import GRDB
import Rides
import Testing

@testable import RideStore

/// The log of changes that other processes follow.
@Suite struct ChangeTests {
  let state = TemporaryState()

  /// A call and its entries in the log, for a library with the finished ride 1, ride 2 in progress, and a plan.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let expected: [LibraryChange]
    let call: @Sendable (RideDatabase) async throws -> Void

    init(
      _ name: String, _ expected: [LibraryChange], _ call: @escaping @Sendable (RideDatabase) async throws -> Void
    ) {
      (self.name, self.expected, self.call) = (name, expected, call)
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("begin", [LibraryChange.ride(3, .began)]) { try await $0.begin(newRide()) },
    Case("setStart", [LibraryChange.ride(2, .placed)]) { try await $0.setStart(StartTime(start), of: 2) },
    Case("append", []) { try await $0.append(to: 2, samples: steady(1..<2)) },
    Case("suspend", [LibraryChange.ride(2, .suspended)]) { try await $0.suspend(2) },
    Case("resume", [LibraryChange.ride(2, .resumed)]) { try await $0.resume(2) },
    Case("finish", [LibraryChange.ride(2, .finished)]) { _ = try await $0.finish(2) },
    Case("discard, with rows", []) { try await $0.discard(2) },
    Case("discard, without", [LibraryChange.ride(3, .dropped)]) { try await $0.discard($0.begin(newRide())) },
    Case("setTexts", [LibraryChange.ride(1, .edited)]) { try await $0.setTexts(of: 1, name: "x") },
    Case("cut", [LibraryChange.ride(1, .trimmed)]) { _ = try await $0.cut(1, to: 10..<90) },
    Case("cut, refused", []) { store in
      await expect(throwsCode: .obstacle(.failed)) { try await store.cut(1, to: 200..<201) }
    },
    Case("delete", [LibraryChange.ride(1, .deleted)]) { try await $0.delete(1, at: start) },
    Case("undelete", [LibraryChange.ride(1, .undeleted)]) {
      try await $0.delete(1, at: start)
      try await $0.undelete(1)
    },
    Case("confirmDeletions", [LibraryChange.ride(2, .deleted), LibraryChange.ride(1, .deleted)]) {
      try await $0.suspend(2)
      try await $0.delete(1, at: start, isSet: false)
      try await $0.delete(2, at: start)
      try await $0.confirmDeletions(at: start)
    },
    Case("purge", [LibraryChange.ride(1, .dropped)]) {
      try await $0.delete(1, at: start)
      _ = try await $0.purge(deletedBefore: UnixTime(milliseconds: .max))
    },
    Case("deleteForGood", [LibraryChange.ride(1, .dropped)]) { try await $0.deleteForGood(1, at: start) },
    Case("noteUpload", [LibraryChange.ride(1, .uploaded)]) {
      try await $0.noteUpload(of: 1, service: "x", at: start)
    },
    Case("noteUpload, nothing new", [LibraryChange.ride(1, .uploaded), LibraryChange.ride(2, .suspended)]) {
      try await $0.noteUpload(of: 1, service: "x", UploadNote(.queued), at: start)
      try await $0.suspend(2)
      try await $0.noteUpload(of: 1, service: "x", UploadNote(.queued), at: UnixTime(seconds: 7))
    },
    Case("removeWay", [LibraryChange.ride(2, .suspended), LibraryChange.ride(1, .uploaded)]) {
      try await $0.noteUpload(of: 1, service: "x", UploadNote(.queued), at: start)
      try await $0.suspend(2)
      try await $0.removeWay(of: 1, to: "x")
    },
    Case("removeWay, of none", []) { try await $0.removeWay(of: 1, to: "x") },
    Case("noteUpload of another activity", []) {
      try await $0.noteUpload(of: 1, service: "x", activityID: UnixTime(seconds: 1), at: start)
    },
    Case("importRide", [LibraryChange.ride(3, .imported)]) {
      _ = try await $0.importRide(importedRecord(start: UnixTime(seconds: 9), seconds: 3000), evenIfThere: false)
    },
    Case("importRide, refused", []) { store in
      await expect(throwsCode: .duplicateRide) { try await store.importRide(importedRecord(), evenIfThere: false) }
    },
    Case("setFigures", []) {
      let derivation = Derivation(method: "1", basis: "")
      let activityID = try await $0.ride(1).activityID
      try await $0.setFigures([
        DerivedFigures(ride: 1, activityID: activityID, figures: [.zone2Seconds: 1], by: [.zone2Seconds: derivation])
      ])
    },
    Case("setSettings", [LibraryChange.settings(.changed)]) {
      try await $0.setSettings(RiderSettings(thresholdWatts: 250), at: start)
    },
    Case("choose", [LibraryChange.devices(.changed)]) {
      try await $0.choose(trainer, name: nil, as: .trainer, at: start)
    },
    Case("forget, a device that is not known", []) { _ = try await $0.forget(strap) },
    Case("save", [LibraryChange.plan("New", .saved)]) {
      _ = try await $0.save(Plan(name: "New"), replacing: false, at: start)
    },
    Case("renamePlan", [LibraryChange.plan("Old", .removed), LibraryChange.plan("New", .saved)]) {
      _ = try await $0.renamePlan("old", to: "New", at: start)
    },
    Case("renamePlan, to other letters", [LibraryChange.plan("Old", .removed), LibraryChange.plan("OLD", .saved)]) {
      _ = try await $0.renamePlan("old", to: "OLD", at: start)
    },
    Case("deletePlan", [LibraryChange.plan("Old", .removed)]) { _ = try await $0.deletePlan("OLD", at: start) },
    Case("deletePlan, again", [LibraryChange.plan("Old", .removed), LibraryChange.ride(2, .suspended)]) {
      _ = try await $0.deletePlan("Old", at: start)
      try await $0.suspend(2)
      _ = try await $0.deletePlan("Old", at: UnixTime(seconds: 7))
    },
    Case("undeletePlan", [LibraryChange.plan("Old", .saved)]) {
      _ = try await $0.deletePlan("Old", at: start)
      _ = try await $0.undeletePlan("old")
    },
    Case("add a measurement", [LibraryChange.body(BodyTests.day, .changed)]) {
      _ = try await $0.add(BodyTests.measured)
    },
    Case("deleteMeasurement", [LibraryChange.body(BodyTests.day, .changed)]) {
      try await $0.deleteMeasurement($0.add(BodyTests.measured).id)
    },
    Case("setNight", [LibraryChange.body(BodyTests.day, .changed)]) {
      _ = try await $0.setNight(BodyTests.night(), replacing: false)
    },
    Case("setNight, refused", [LibraryChange.body(BodyTests.day, .changed), LibraryChange.ride(2, .suspended)]) {
      _ = try await $0.setNight(BodyTests.night(), replacing: false)
      try await $0.suspend(2)
      _ = try await $0.setNight(BodyTests.night(hours: 1...2), replacing: false)
      _ = try await $0.setNight(BodyTests.night(), replacing: true)
    },
    Case("take", [LibraryChange.body(BodyTests.day, .changed)]) {
      _ = try await $0.take(BodyTests.arrived)
    },
    Case("keep", []) { try await $0.keep([BodyTests.scores(1)]) },
  ]

  private func library() async throws -> RideDatabase {
    let store = try state.open()
    try await finishedRide(in: store)
    try await store.begin(newRide(start: UnixTime(seconds: 5)))
    try await store.append(to: 2, samples: steady(0..<1))
    _ = try await store.save(Plan(name: "Old"), replacing: false, at: start)
    return store
  }

  @Test(arguments: cases) func `every call that changes the library logs its change`(_ each: Case) async throws {
    let store = try await library()
    let cursor = try await store.changes(after: nil, limit: 1).next
    try await each.call(store)
    let page = try await store.library.changes(after: cursor, limit: 100)
    #expect(page.changes == each.expected)
    #expect(!page.startsAnew && page.isLast)
  }

  @Test func `a follower without a cursor starts anew, then receives the newest change of each subject`() async throws {
    let store = try state.open()
    let first = try await store.changes(after: nil, limit: 10)
    #expect(first.startsAnew && first.changes.isEmpty)
    for id in 1...3 { try await finishedRide(in: store, start: UnixTime(seconds: Int64(id))) }
    try await store.setTexts(of: 1, name: "x")
    let page = try await store.changes(after: first.next, limit: 2)
    #expect(page.changes == [LibraryChange.ride(2, .finished), LibraryChange.ride(3, .finished)])
    #expect(!page.isLast)
    let rest = try await store.changes(after: page.next, limit: 2)
    #expect(rest.changes == [LibraryChange.ride(1, .edited)])
    #expect(rest.isLast)
    let none = try await store.changes(after: rest.next, limit: 2)
    #expect(none.changes.isEmpty && none.isLast && none.next == rest.next)
  }

  @Test func `a cursor survives a kill and a new process`() async throws {
    let store = try state.open()
    let text = try await store.changes(after: nil, limit: 1).next.description
    let id = try await store.begin(newRide())
    let left = try state.asAfterAKill().open()
    let cursor = try #require(ChangeCursor(text))
    let page = try await left.changes(after: cursor, limit: 10)
    #expect(page.changes == [LibraryChange.ride(id, .suspended)], "the process found it under way")
  }

  @Test func `the log keeps the newest changes, and an older cursor starts anew`() async throws {
    let store = try state.open()
    let first = try await store.changes(after: nil, limit: 1).next
    try await store.queue.write { db in
      for _ in 0..<ChangeLog.kept { try ChangeLog.add(LibraryChange.devices(.changed), db) }
    }
    #expect(try await store.changes(after: first, limit: 1).startsAnew)
    try await store.choose(trainer, name: nil, as: .trainer, at: start)
    let count = try await store.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM change") }
    #expect(count == ChangeLog.kept)
  }

  @Test func `a cursor of a later state starts anew after an older copy replaces the library`() async throws {
    let store = try state.open()
    try await finishedRide(in: store)
    let older = try state.asAfterAKill()
    try await finishedRide(in: store, start: UnixTime(seconds: 1))
    let cursor = try await store.changes(after: nil, limit: 1).next
    let copy = try older.open()
    #expect(try await copy.changes(after: cursor, limit: 9).startsAnew, "it has not so many changes")
    try await finishedRide(in: copy, start: UnixTime(seconds: 2))
    try await copy.setTexts(of: 1, name: "x")
    #expect(try await copy.changes(after: cursor, limit: 9).startsAnew, "its change of that number is another")
    #expect(try await copy.uuid() == store.uuid(), "it is the same library")
  }

  @Test func `followers are woken once a change can be read`() async throws {
    let store = try await library()
    let cursor = try await store.changes(after: nil, limit: 1).next
    var news = store.changeNews().makeAsyncIterator()
    try await store.setTexts(of: 1, name: "x")
    await news.next()
    #expect(try await store.library.changes(after: cursor, limit: 9).changes.count == 1)
  }

  @Test(arguments: ["", "-", "1", "1-", "-1-2", "1-x", "1-2-3", "99999999999999999999-1"])
  func `an invalid cursor text is refused`(_ text: String) {
    #expect(ChangeCursor(text) == nil)
  }

  @Test func `a log emptied or damaged by hand makes every follower start anew`() async throws {
    let store = try await library()
    let cursor = try await store.changes(after: nil, limit: 1).next
    try await store.queue.write { try $0.execute(sql: "UPDATE change SET kind = 'x', subject = 'y', tag = 7") }
    #expect(try await store.changes(after: ChangeCursor(number: 1, tag: 7), limit: 9).changes == [])
    try await store.queue.write { try $0.execute(sql: "DELETE FROM change") }
    let page = try await store.changes(after: cursor, limit: 9)
    #expect(page.startsAnew)
    #expect(try await store.changes(after: page.next, limit: 9).startsAnew)
    try await store.setTexts(of: 1, name: "x")
    #expect(try await !store.changes(after: store.changes(after: page.next, limit: 9).next, limit: 9).startsAnew)
  }
}
