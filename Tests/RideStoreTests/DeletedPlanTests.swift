import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct DeletedPlanTests {
  let state = TemporaryState()
  private static let now = StoredPlanTests.now
  private static let later = now.advanced(by: .seconds(60))

  @Test func `a deleted plan is not listed, and is restored unchanged with its route`() async throws {
    let store = try state.open()
    let stored = try await store.save(StoredPlanTests.whole, replacing: false, at: Self.now)
    let deleted = RestorablePlan(stored: stored, deletedAt: Self.later)
    #expect(try await store.deletePlan("über-unders", at: Self.later) == deleted)
    let copy = try state.asAfterAKill()
    let found = try copy.open()
    #expect(try await found.plans().isEmpty)
    #expect(try await found.deletedPlans() == [deleted])
    await expect(throwsCode: .noSuchPlan) { try await found.plan(named: "Über-Unders") }
    #expect(try await found.undeletePlan("ÜBER-unders") == stored)
    #expect(try await found.plan(named: "Über-Unders") == StoredPlanTests.whole)
    #expect(try await found.deletedPlans().isEmpty)
  }

  @Test func `deleting a deleted plan keeps its time of deletion`() async throws {
    let store = try state.open()
    _ = try await store.save(Plan(name: "A"), replacing: false, at: Self.now)
    let deleted = try await store.deletePlan("A", at: Self.now)
    #expect(try await store.deletePlan("a", at: Self.later) == deleted)
    #expect(try await store.deletedPlans().map(\.deletedAt) == [Self.now])
  }

  @Test func `a plan is not restored over another plan with its name`() async throws {
    let store = try state.open()
    _ = try await store.save(StoredPlanTests.whole, replacing: false, at: Self.now)
    _ = try await store.deletePlan("Über-Unders", at: Self.now)
    _ = try await store.save(Plan(name: "ÜBER-UNDERS"), replacing: false, at: Self.later)
    await expect(throwsCode: .duplicatePlan) { try await store.undeletePlan("Über-Unders") }
    _ = try await store.renamePlan("Über-Unders", to: "Other", at: Self.later)
    #expect(try await store.undeletePlan("Über-Unders").plan.groups == StoredPlanTests.whole.groups)
    await expect(throwsCode: .noSuchPlan) { try await store.undeletePlan("Nix") }
  }

  @Test func `the last deleted of several plans with one name is restored first`() async throws {
    let store = try state.open()
    for summary in ["first", "second"] {
      _ = try await store.save(Plan(name: "A", summary: summary), replacing: false, at: Self.now)
      _ = try await store.deletePlan("A", at: summary == "first" ? Self.now : Self.later)
    }
    #expect(try await store.deletedPlans().map(\.stored.plan.summary) == ["second", "first"])
    #expect(try await store.undeletePlan("A").plan.summary == "second")
    _ = try await store.renamePlan("A", to: "B", at: Self.later)
    #expect(try await store.undeletePlan("A").plan.summary == "first")
  }

  @Test func `a plan deleted before the clock is set is purged only after its time is confirmed`() async throws {
    let store = try state.open()
    for (name, isSet) in [("Sure", true), ("Unsure", false)] {
      _ = try await store.save(Plan(name: name), replacing: false, at: Self.now)
      _ = try await store.deletePlan(name, at: Self.now, isSet: isSet)
    }
    #expect(try await store.purgePlans(deletedBefore: Self.now) == 0)
    #expect(try await store.purgePlans(deletedBefore: Self.later) == 1)
    try await store.confirmDeletions(at: Self.later)
    #expect(try await store.deletedPlans().map(\.deletedAt) == [Self.later])
    #expect(try await store.purgePlans(deletedBefore: Self.later.advanced(by: .seconds(1))) == 1)
  }
}

@Suite struct RideNameTests {
  let state = TemporaryState()

  /// Makes a finished ride of a plan.
  private func ride(by plan: RidePlan, in store: RideDatabase) async throws -> Int {
    var ride = newRide(start: start)
    ride.order.plan = plan
    let id = try await store.begin(ride)
    try await store.append(to: id, samples: steady(0..<100))
    _ = try await store.finish(id)
    return id
  }

  private static let plan = RidePlan(
    name: "Über-Unders", intervals: [RideInterval(end: .timer(seconds: 100), aim: .hold(watts: 150))])

  @Test func `a ride is found by its plan's name, also after it is renamed`() async throws {
    let store = try state.open()
    let id = try await ride(by: Self.plan, in: store)
    let other = try await finishedRide(in: store, start: UnixTime(seconds: 1))
    #expect(try await store.rides(RideQuery()).map(\.planName) == ["Über-Unders", nil])
    #expect(try await store.record(id).title == "Über-Unders")
    #expect(try await store.rides(RideQuery(search: "über")).map(\.id) == [id])
    try await store.setTexts(of: id, name: "Sunday")
    #expect(try await store.record(id).title == "Sunday")
    for text in ["ÜBER", "sunday"] { #expect(try await store.rides(RideQuery(search: text)).map(\.id) == [id]) }
    try await store.setTexts(of: other, name: "Monday")
    try await store.setTexts(of: id, name: "")
    #expect(try await store.record(id).title == "Über-Unders")
  }

  @Test func `the sport is the rider's choice, else the file's, else cycling`() async throws {
    let store = try state.open()
    let own = try await finishedRide(in: store)
    var record = importedRecord(start: start.advanced(by: .seconds(86_400)))
    record.origin = RideOrigin(format: .fit, sport: 1, subSport: 3)
    let run = try await store.importRide(record, evenIfThere: false).id
    #expect(try await store.rides(RideQuery()).map(\.sport) == [.running, .cycling])
    #expect(try await store.rides(RideQuery(sport: .running)).map(\.id) == [run])
    try await store.setTexts(of: own, sport: .rowing)
    try await store.setTexts(of: run, sport: .cycling)
    #expect(try await store.rides(RideQuery(sport: .rowing)).map(\.id) == [own])
    #expect(try await store.rides(RideQuery(sport: .cycling)).map(\.id) == [run])
    #expect(try await store.record(run).sport == .cycling)
    try await store.setTexts(of: run, sport: .running)
    #expect(try await store.ride(run).givenSport == nil, "the file's own sport says more")
    #expect(try await store.isFileDue(run))
  }

  @Test(arguments: RideOrigin.Format.allCases, [0, 1, 2, 5, 10, 11, 12, 13, 15, 17, 21, 99])
  func `SQL and the domain agree on the sport of a file`(_ format: RideOrigin.Format, _ number: Int) async throws {
    let store = try state.open()
    var record = importedRecord(seconds: 2)
    record.origin = RideOrigin(format: format, sport: number)
    let ride = try await store.importRide(record, evenIfThere: false)
    #expect(try await store.rides(RideQuery(sport: ride.sport)).map(\.id) == [ride.id])
  }

  @Test func `rows of a ride on a route have positions, and those of other rides have none`() async throws {
    let store = try state.open()
    var plan = Self.plan
    plan.route = StoredPlanTests.route
    let id = try await store.begin(
      {
        var ride = newRide(start: start)
        ride.order.plan = plan
        return ride
      }())
    let place = Place(latitudeDegrees: 48.2, longitudeDegrees: 16.3)
    let rows = steady(0..<2).map { row in
      var row = row
      row.position = row.second == 0 ? place : nil
      row.altitudeMeters = row.second == 0 ? 372.5 : nil
      return row
    }
    try await store.append(to: id, samples: rows)
    #expect(try await store.ride(id).isOnRoute)
    #expect(try await store.samples(of: id, from: 0, limit: 9).map(\.position) == [place, nil])
    #expect(try await store.samples(of: id, from: 0, limit: 9).map(\.altitudeMeters) == [372.5, nil])
    let other = try await finishedRide(in: store, start: UnixTime(seconds: 1))
    #expect(try await store.ride(other).isOnRoute == false)
  }
}
