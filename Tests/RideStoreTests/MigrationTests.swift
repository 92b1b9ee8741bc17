import Foundation
import GRDB
import Rides
import TestKit
import Testing

@testable import RideStore

/// Tests of migrating a library of the version before the log of changes, and of the version with it.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct MigrationTests {
  let state = TemporaryState()
  private let derivation = Derivation(method: "1", basis: "zone2 120-140")

  @Test func `figures, settings and the UTC offset of a file move to their new places`() async throws {
    try state.makeSixthVersion()
    let store = try state.open()
    #expect(store.setAside == nil)
    let trends = try await store.trends(since: UnixTime(seconds: 0), before: nil, by: derivation)
    #expect(
      trends.known == [
        StoredTrend(
          id: 1, start: UnixTime(seconds: 1), timerSeconds: 1, zone2Seconds: 1, zone2Watts: 150.5,
          decouplingPercent: nil, joules: 150)
      ])
    #expect(trends.missing == [2])
    let settings = RiderSettings(thresholdWatts: 240, weightKilograms: 78.5)
    #expect(try await store.settings() == settings)
    #expect(try await store.settings(at: UnixTime(milliseconds: .min)) == settings)
    #expect(try await store.ride(2).begun.utcOffsetSeconds == -3600)
    #expect(try await store.ride(1).begun.utcOffsetSeconds == nil)
    let left = "SELECT count(trend_key) + count(zone2_watts) FROM ride"
    #expect(try await store.queue.read { try Int.fetchOne($0, sql: left) } == 0)
    #expect(try await store.queue.read { try !$0.tableExists("setting") })
    #expect(store.takeID() == 4, "numbers go on")
  }

  @Test func `a follower of a library of an earlier version starts anew`() async throws {
    try state.makeSixthVersion()
    let store = try state.open()
    let page = try await store.changes(after: nil, limit: 10)
    #expect(page.startsAnew && page.changes.isEmpty)
    try await store.setTexts(of: 1, name: "x")
    #expect(try await store.changes(after: page.next, limit: 10).changes == [LibraryChange.ride(1, .edited)])
  }

  @Test func `an upload of an earlier version is one by hand`() async throws {
    try state.makeEighthVersion()
    let store = try state.open()
    #expect(store.setAside == nil)
    #expect(store.migrationCopy == .made("\(state.database).before-9"))
    let noted = RideUpload(service: "strava", at: UnixTime(seconds: 7), activityID: UnixTime(seconds: 1))
    #expect(try await store.uploads(of: 1) == [noted] && noted.state == .done && noted.isByHand)
    try await store.noteUpload(of: 1, service: "strava", UploadNote(.failed), at: UnixTime(seconds: 8))
    #expect(try await store.uploads(of: 1).map(\.state) == [.failed])
    #expect(try await finishedRide(in: store, start: UnixTime(seconds: 90)) == 2)
  }

  @Test(arguments: [
    "UPDATE ride SET trend_key = '1 ' || x'FF', zone2_seconds = -1", "UPDATE ride SET trend_key = 7",
    "UPDATE ride SET origin = '{'", "UPDATE ride SET origin = '{\"utcOffsetSeconds\":\"x\"}'",
    "UPDATE setting SET value = x'00'", "DROP TABLE setting",
    "CREATE VIEW trends AS SELECT id, zone2_watts, trend_key FROM ride",
    "CREATE INDEX by_trend ON ride (zone2_watts)", "CREATE VIEW ftp AS SELECT value FROM setting",
  ])
  func `neither damage nor what others put there keeps a library from being migrated`(_ change: String) async throws {
    try state.makeSixthVersion()
    try await DatabaseQueue(path: state.database).write { try $0.execute(sql: change) }
    let store = try state.open()
    #expect(store.setAside == nil)
    #expect(try await store.unfinishedNumbers() == [3])
    _ = try await store.trends(since: UnixTime(seconds: 0), before: nil, by: derivation)
    _ = try await store.settings()
    #expect(try await finishedRide(in: store) == 4)
  }

  @Test func `plans and rides of an earlier version are of no calendar`() async throws {
    try state.makeSeventhVersion()
    let store = try state.open()
    #expect(store.setAside == nil)
    let plans = try await store.plans()
    #expect(plans.map(\.plan.name) == ["Old"] && plans.map(\.calendar) == [nil])
    let order = try await store.ride(1).order
    #expect(order?.plan.name == "Old" && order?.plan.calendar == nil)
    #expect(try await store.calendarFetches().isEmpty)
  }

  @Test func `a library of the version before measurements and nights keeps all, and takes some`() async throws {
    try state.makeNinthVersion()
    let store = try state.open()
    #expect(store.setAside == nil && store.migrationCopy == .made("\(state.database).before-10"))
    #expect(try await store.ride(1).totals.joules == 150)
    #expect(try await store.uploads(of: 1).map(\.state) == [.done])
    #expect(try await store.settings() == RiderSettings(thresholdWatts: 250))
    let (measurements, nights) = try await (store.measurements(), store.nights())
    #expect(measurements.isEmpty && nights.isEmpty)
    #expect(try await store.add(BodyTests.measured).id == 1)
    #expect(try await store.setNight(BodyTests.night(), replacing: false) == nil)
  }

  /// By processor time, which does not depend on what else runs.
  @Test func `a library of 1000 rides is migrated in time that grows with their number only`() async throws {
    let few = TemporaryState()
    try few.makeSixthVersion(rides: 50, rows: 300)
    try state.makeSixthVersion(rides: 1000, rows: 300)
    let short = try processorTime { _ = try few.open() }
    var opened: RideDatabase?
    let long = try processorTime { opened = try state.open() }
    // Twenty times as many; if each ride took longer the more there are, it would be 400 times.
    #expect(long < short * 80, "\(short), \(long)")
    let store = try #require(opened)
    #expect(try await store.trends(since: UnixTime(seconds: 0), before: nil, by: derivation).known.count == 1000)
    #expect(store.migrationCopy == .made("\(state.database).before-7"))
  }
}
