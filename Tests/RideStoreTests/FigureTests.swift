import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct FigureTests {
  let state = TemporaryState()

  private static let usual = Derivation(method: "1", basis: "120-140")

  private func derive(_ id: Int, in store: RideDatabase, by derivation: Derivation = usual) async throws {
    let figures: [DerivedFigure: Double?] = [
      .zone2Seconds: 60, .zone2Watts: id == 1 ? nil : 145.5, .decouplingPercent: id == 1 ? -2.5 : nil,
    ]
    let activityID = try await store.record(id).activityID
    try await store.setFigures([
      DerivedFigures(
        ride: id, activityID: activityID, figures: figures, by: figures.mapValues { _ in derivation })
    ])
  }

  private func trends(_ store: RideDatabase, by derivation: Derivation = usual) async throws -> (
    known: [StoredTrend], missing: [Int]
  ) {
    try await store.trends(since: UnixTime(seconds: 0), before: nil, by: derivation)
  }

  @Test func `derived figures are stored, including those that a ride does not have`() async throws {
    let store = try state.open()
    let later = start.advanced(by: .seconds(86_400))
    for start in [start, later] { try await finishedRide(in: store, start: start) }
    #expect(try await trends(store).missing == [1, 2])
    for id in 1...2 { try await derive(id, in: store) }
    let found = try await trends(store)
    var expected = [
      StoredTrend(
        id: 1, start: start, timerSeconds: 100, zone2Seconds: 60, zone2Watts: nil, decouplingPercent: -2.5,
        joules: 15_050, distanceMeters: 800),
      StoredTrend(
        id: 2, start: later, timerSeconds: 100, zone2Seconds: 60, zone2Watts: 145.5, decouplingPercent: nil,
        joules: 15_050, distanceMeters: 800),
    ]
    // Without FTP there are no power zones to derive.
    for index in expected.indices { expected[index].arePowerZonesKnown = true }
    #expect(found.known == expected)
    #expect(found.missing == [])
    #expect(try await store.trends(since: later, before: nil, by: Self.usual).known.map(\.id) == [2])
    #expect(try await store.trends(since: start, before: later, by: Self.usual).known.map(\.id) == [1])
  }

  @Test func `the time in power zones belongs to an FTP`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    try await derive(id, in: store)
    func trend(_ thresholdWatts: Int) async throws -> StoredTrend? {
      try await store.trends(
        since: UnixTime(seconds: 0), before: nil, by: Self.usual, powerZones: Derivation(method: "1", basis: "coggan"),
        thresholdWatts: thresholdWatts
      ).known.first
    }
    #expect(try await trend(250)?.arePowerZonesKnown == false)
    let seconds: [Double] = [10, 20, 30, 25, 10, 4, 1]
    let figures = Dictionary(uniqueKeysWithValues: zip(DerivedFigure.powerZones, seconds.map(Optional.some)))
    try await store.setFigures([
      DerivedFigures(
        ride: id, activityID: try await store.record(id).activityID, figures: figures,
        by: figures.mapValues { _ in Derivation(method: "1", basis: "coggan 250") })
    ])
    #expect(try await trend(250)?.powerZoneSeconds == [10, 20, 30, 25, 10, 4, 1])
    let other = try await trend(260)
    #expect(other?.arePowerZonesKnown == false && other?.powerZoneSeconds == nil)
  }

  /// FIT's numbers: 1 running, 2 cycling, 5 swimming, 11 walking, 21 e-biking, 0 unspecified or, in TCX, not cycling.
  @Test(arguments: [
    (RideOrigin.Format.fit, 2, true), (.fit, 21, true), (.fit, 0, true), (.fit, 1, false), (.fit, 5, false),
    (.fit, 11, false), (.tcx, 2, true), (.tcx, 1, false), (.tcx, 0, false),
  ])
  func `an imported ride is part of a history only if its sport is cycling`(
    _ format: RideOrigin.Format, _ sport: Int, _ adds: Bool
  ) async throws {
    let store = try state.open()
    try await finishedRide(in: store)
    var record = importedRecord(start: start.advanced(by: .seconds(86_400)))
    record.origin = RideOrigin(format: format, sport: sport)
    let id = try await store.importRide(record, evenIfThere: false).id
    #expect(try await trends(store).missing == (adds ? [1, id] : [1]))
    try await derive(id, in: store)
    #expect(try await trends(store).known.map(\.id) == (adds ? [id] : []))
  }

  @Test func `figures of other settings, another method or another cut count as missing`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    try await derive(id, in: store)
    #expect(try await trends(store, by: Derivation(method: "1", basis: "110-130")).missing == [id])
    #expect(try await trends(store, by: Derivation(method: "2", basis: "120-140")).missing == [id])
    let before = try await store.record(id)
    let cut = try await store.cut(id, to: 10..<90)
    #expect(try await trends(store).missing == [id])
    let late = DerivedFigures(
      ride: id, activityID: before.activityID, figures: [.zone2Seconds: 99], by: [.zone2Seconds: Self.usual])
    try await store.setFigures([late])
    #expect(try await trends(store).missing == [id], "it was cut while they were derived")
    try await derive(id, in: store)
    #expect(try await trends(store).known.map(\.start) == [cut.start])
    #expect(try await trends(store).known.map(\.timerSeconds) == [80])
  }

  @Test func `rides under way and deleted rides are not part of a history`() async throws {
    let store = try state.open()
    _ = try await store.begin(newRide())
    let id = try await finishedRide(in: store)
    try await derive(id, in: store)
    try await store.delete(id, at: start)
    let found = try await trends(store)
    #expect(found.known == [] && found.missing == [])
  }

  @Test func `figures of two methods are stored together`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let other = Derivation(method: "2", basis: "120-140")
    try await derive(id, in: store)
    try await derive(id, in: store, by: other)
    for derivation in [Self.usual, other] { #expect(try await trends(store, by: derivation).known.map(\.id) == [id]) }
  }

  @Test func `every finished ride of any sport is an effort with its derived figures`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    var run = importedRecord(start: start.advanced(by: .seconds(86_400)))
    run.origin = RideOrigin(format: .fit, sport: 1)
    let other = try await store.importRide(run, evenIfThere: false).id
    let deleted = try await finishedRide(in: store, start: start.advanced(by: .seconds(90_000)))
    try await store.delete(deleted, at: start)
    let derivations: [DerivedFigure: Derivation] = [
      .trimp: Derivation(method: "1", basis: "50 190"), .normalizedWatts: Derivation(method: "1", basis: ""),
    ]
    let figures: [DerivedFigure: Double?] = [.trimp: nil, .normalizedWatts: 151.5]
    try await store.setFigures([
      DerivedFigures(ride: id, activityID: store.record(id).activityID, figures: figures, by: derivations)
    ])
    let found = try await store.library.efforts(by: derivations)
    #expect(found.map(\.id) == [id, other] && found.map(\.isCycling) == [true, false])
    #expect(found.first?.figures == [.trimp: nil, .normalizedWatts: 151.5] && found.last?.figures == [:])
    #expect(found.map(\.utcOffsetSeconds) == [nil, 3600] && found.first?.timerSeconds == 100)
    let basis = [DerivedFigure.trimp: Derivation(method: "1", basis: "50 200")]
    #expect(try await store.efforts(by: basis).first?.figures == [:])
  }

  @Test func `a ride's best power is stored for one method until the ride is cut`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    let later = try await finishedRide(in: store, start: start.advanced(by: .seconds(86_400)))
    func curves(_ method: String = "1") async throws -> [[Double]?] {
      try await store.bests(leastSeconds: 60, method: method).map(\.curve)
    }
    #expect(try await curves() == [nil, nil])
    let activityID = try await store.record(id).activityID
    let gone = DerivedFigures(ride: 99, activityID: activityID, curve: ([1], "1"))
    try await store.setFigures([gone, DerivedFigures(ride: id, activityID: activityID, curve: ([300.25, 250], "1"))])
    #expect(try await curves() == [[300.25, 250], nil])
    #expect(try await curves("2") == [nil, nil])
    #expect(
      try await store.bests(since: start.advanced(by: .seconds(1)), leastSeconds: 60, method: "1").map(\.id) == [later])
    #expect(try await store.bests(leastSeconds: 101, method: "1").isEmpty)
    _ = try await store.cut(id, to: 0..<90)
    #expect(try await curves() == [nil, nil])
    try await store.setFigures([DerivedFigures(ride: id, activityID: activityID, curve: ([1], "1"))])
    #expect(try await curves() == [nil, nil], "the ride was cut since its record was read")
    try await store.delete(later, at: start)
    try await store.setTexts(of: id, sport: .running)
    #expect(try await curves() == [])
  }

  @Test func `lists, histories and bests are read without the rows of the rides`() async throws {
    let store = try state.open()
    for day in 0..<2 { try await finishedRide(in: store, start: start.advanced(by: .seconds(86_400 * day))) }
    for id in 1...2 { try await derive(id, in: store) }
    func everything() async throws -> ([StoredRide], [StoredTrend], [StoredBests], [StoredEffort]) {
      (
        try await store.rides(RideQuery()), try await trends(store).known,
        try await store.bests(leastSeconds: 60, method: "1"), try await store.efforts(by: [:])
      )
    }
    let before = try await everything()
    try await store.write { try $0.execute(sql: "DELETE FROM sample") }
    let after = try await everything()
    #expect(before == after && after.0.count == 2)
  }
}
