import RideSession
import RideStore
import Testing

@Suite struct TrendTests {
  let state = TemporaryState()

  private func reckon(_ id: Int, in store: RideStore, key: String = "120-140") async throws {
    let record = try await store.record(id)
    try await store.setTrend(
      of: id, activityID: record.activityID, zone2Seconds: 60, zone2Watts: id == 1 ? nil : 145.5,
      decouplingPercent: id == 1 ? -2.5 : nil, key: key)
  }

  private func trends(_ store: RideStore, key: String = "120-140") async throws -> (
    known: [StoredTrend], missing: [Int]
  ) {
    try await store.trends(since: UnixTime(seconds: 0), before: nil, key: key)
  }

  @Test func whatWasReckonedIsKnown() async throws {
    let store = try state.open()
    let later = start.advanced(by: .seconds(86_400))
    for start in [start, later] { try await finishedRide(in: store, start: start) }
    #expect(try await trends(store).missing == [1, 2])
    for id in 1...2 { try await reckon(id, in: store) }
    let found = try await trends(store)
    #expect(
      found.known == [
        StoredTrend(
          id: 1, start: start, timerSeconds: 100, zone2Seconds: 60, zone2Watts: nil, decouplingPercent: -2.5),
        StoredTrend(
          id: 2, start: later, timerSeconds: 100, zone2Seconds: 60, zone2Watts: 145.5, decouplingPercent: nil),
      ])
    #expect(found.missing == [])
    #expect(try await store.trends(since: later, before: nil, key: "120-140").known.map(\.id) == [2])
    #expect(try await store.trends(since: start, before: later, key: "120-140").known.map(\.id) == [1])
  }

  /// FIT's numbers: 1 running, 2 cycling, 5 swimming, 11 walking, 21 e-biking, 0 what is not said or, in TCX, no cycling.
  @Test(arguments: [
    (RideOrigin.Format.fit, 2, true), (.fit, 21, true), (.fit, 0, true), (.fit, 1, false), (.fit, 5, false),
    (.fit, 11, false), (.tcx, 2, true), (.tcx, 1, false), (.tcx, 0, false),
  ])
  func whatIsNoCyclingAddsNothing(_ format: RideOrigin.Format, _ sport: Int, _ adds: Bool) async throws {
    let store = try state.open()
    try await finishedRide(in: store)
    var record = importedRecord(start: start.advanced(by: .seconds(86_400)))
    record.origin = RideOrigin(format: format, sport: sport)
    let id = try await store.importRide(record, evenIfThere: false).id
    #expect(try await trends(store).missing == (adds ? [1, id] : [1]))
    try await reckon(id, in: store)
    #expect(try await trends(store).known.map(\.id) == (adds ? [id] : []))
  }

  @Test func otherSettingsAndAnotherCutAskForItAgain() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    try await reckon(id, in: store)
    #expect(try await trends(store, key: "110-130").missing == [id])
    let before = try await store.record(id)
    let cut = try await store.cut(id, to: 10..<90)
    #expect(try await trends(store).missing == [id])
    try await store.setTrend(
      of: id, activityID: before.activityID, zone2Seconds: 99, zone2Watts: nil, decouplingPercent: nil, key: "120-140")
    #expect(try await trends(store).missing == [id], "it was cut while it was reckoned")
    try await reckon(id, in: store)
    #expect(try await trends(store).known.map(\.start) == [cut.start])
    #expect(try await trends(store).known.map(\.timerSeconds) == [80])
  }

  @Test func aRideUnderWayOrDeletedAddsNothing() async throws {
    let store = try state.open()
    _ = try await store.begin(newRide())
    let id = try await finishedRide(in: store)
    try await reckon(id, in: store)
    try await store.delete(id, at: start)
    let found = try await trends(store)
    #expect(found.known == [] && found.missing == [])
  }
}
