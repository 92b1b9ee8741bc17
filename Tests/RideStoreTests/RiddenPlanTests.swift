import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct RiddenPlanTests {
  let state = TemporaryState()

  private static let plan = RidePlan(
    name: "Over",
    intervals: [
      RideInterval(label: "Warm", end: .timer(seconds: 60), aim: .ramp(fromWatts: 80, toWatts: 150)),
      RideInterval(
        end: .location(Place(latitudeDegrees: 48.21, longitudeDegrees: 16.3)),
        aim: .heartRate(
          HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .planned(watts: 140), watts: 60...200)),
        cadence: 80...90, cues: [PlanCue(atSeconds: 1, text: "Go")]),
      RideInterval(
        end: .timer(seconds: 60),
        aim: .heartRate(
          HeartRateTarget(zone: nil, beatsPerMinute: 120...130, start: .usual(watts: 140), watts: 60...200))),
      RideInterval(end: .distance(meters: 25), aim: .free), RideInterval(end: .activity, aim: .hold(watts: 150)),
    ], route: StoredPlanTests.route)

  private var ride: NewRide {
    var ride = newRide()
    ride.order.plan = Self.plan
    ride.order.guards.dfa = true
    ride.order.riderKilograms = 81.5
    return ride
  }

  @Test func `a ride keeps its plan and its latest standing`() async throws {
    let store = try state.open()
    let id = try await store.begin(ride)
    #expect(try await store.ride(id).begunAs == ride)
    try await store.append(
      to: id, samples: steady(0..<1), standing: RideStanding(askedWatts: 150, document: "one", learntWatts: 139))
    try await store.append(to: id, samples: steady(1..<2), standing: RideStanding(askedWatts: 155, document: "two"))
    let found = try await state.asAfterAKill().open().unfinished().first
    #expect(found?.standing == "two")
    #expect(found?.askedWatts == 155)
    #expect(found?.order?.plan == Self.plan)
    #expect(found?.plannedSeconds == 0, "nobody knows")
  }

  @Test func `a ride's standing is stored together with its rows or not stored`() async throws {
    let store = try state.open()
    let id = try await store.begin(ride)
    try await store.append(
      to: id, samples: steady(0..<1), standing: RideStanding(askedWatts: 150, document: "one"))
    let bad = RideSample(second: -1, timerRunning: true)
    await #expect(throws: StoreError.self) {
      try await store.append(to: id, samples: [bad], standing: RideStanding(askedWatts: 170, document: "two"))
    }
    #expect(try await store.ride(id).standing == "one")
    #expect(try await store.ride(id).askedWatts == 150)
  }

  @Test func `the route of a ride's plan is deleted when the ride ends`() async throws {
    let store = try state.open()
    let id = try await store.begin(ride)
    try await store.append(to: id, samples: steady(0..<5))
    #expect(try await store.finish(id).order?.plan.intervals == Self.plan.intervals)
    #expect(try await store.ride(id).order?.plan.route == nil)
    #expect(try await store.queue.read { try Int.fetchOne($0, sql: "SELECT count(route) FROM ridden") } == 0)
  }

  @Test(arguments: [
    "UPDATE ridden SET plan = '{'", "UPDATE ridden SET route = x'01'", "DELETE FROM ridden",
    "UPDATE ridden SET plan = '{\"intervals\":[]}'",
    "UPDATE ridden SET plan = replace(plan, '\"seconds\":60', '\"seconds\":9223372036854775807')",
    "UPDATE ridden SET plan = replace(plan, '150', '9223372036854775807')",
    "UPDATE ridden SET plan = replace(plan, '\"cadenceTo\":90', '\"cadenceTo\":70')",
  ])
  func `a ride whose plan cannot be read is read as a steady ride`(_ damage: String) async throws {
    let store = try state.open()
    let id = try await store.begin(ride)
    try await store.append(to: id, samples: steady(0..<5), standing: RideStanding(askedWatts: 165))
    try await store.queue.write { try $0.execute(sql: damage) }
    #expect(try await store.ride(id).order?.plan == .steady(watts: 165, seconds: 0))
  }

  @Test func `discarding or purging a ride deletes its plan and its standing`() async throws {
    let store = try state.open()
    try await store.discard(try await store.begin(ride))
    let id = try await store.begin(ride)
    try await store.append(
      to: id, samples: steady(0..<5), standing: RideStanding(askedWatts: 165, document: "x", learntWatts: 150))
    _ = try await store.finish(id)
    try await store.delete(id, at: start)
    #expect(try await store.purge(deletedBefore: start.advanced(by: .seconds(1))) == [id])
    for table in ["ride", "ridden", "standing"] {
      let count = try await store.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
      #expect(count == 0, "\(table)")
    }
  }

  @Test func `the learnt power of Zone 2 comes from the newest ride that is not deleted`() async throws {
    let store = try state.open()
    #expect(try await store.lastLearntWatts() == nil)
    var ids: [Int] = []
    for (day, watts) in [(0, 130), (1, 140), (2, 150)] as [(Int, Int)] {
      ids.append(try await store.begin(newRide(start: start.advanced(by: .seconds(day * 86_400)))))
      try await store.append(
        to: ids[day], samples: steady(0..<5), standing: RideStanding(askedWatts: 150, learntWatts: watts))
      if day < 2 { _ = try await store.finish(ids[day]) }
    }
    #expect(try await store.lastLearntWatts() == 140, "the third is under way")
    try await store.suspend(ids[2])
    #expect(try await store.lastLearntWatts() == 150)
    _ = try await store.finish(ids[2])
    try await store.delete(ids[2], at: start)
    #expect(try await store.lastLearntWatts() == 140)
  }

  @Test func `DFA alpha-1 and computed speed are stored with the rows`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    let rows = [
      RideSample(second: 0, timerRunning: true, speedKmh: 30, alpha1: 0.8125, isVirtual: true),
      RideSample(second: 1, timerRunning: true),
    ]
    try await store.append(to: id, samples: rows)
    #expect(try await store.record(id).samples == rows)
  }

  @Test func `the laps of a ride come from its plan, also after a cut`() async throws {
    let store = try state.open()
    let id = try await store.begin(ride)
    let events = [
      RideEvent(at: .zero, kind: .started), RideEvent(at: .zero, kind: .interval(number: 1, label: "Warm")),
      RideEvent(at: .seconds(60), kind: .intervalEnded(number: 1, by: .timer)),
      RideEvent(at: .seconds(60), kind: .interval(number: 2, label: nil)),
      RideEvent(at: .seconds(90), kind: .intervalEnded(number: 2, by: .location)),
      RideEvent(at: .seconds(90), kind: .interval(number: 3, label: "Out")),
    ]
    try await store.append(to: id, samples: steady(0..<100), events: events)
    #expect(
      try await store.record(id).laps == [
        RideLap(second: 0, trigger: .time, label: "Warm", interval: 1),
        RideLap(second: 60, trigger: .location, interval: 2),
        RideLap(second: 90, trigger: .end, label: "Out", interval: 3),
      ])
    _ = try await store.finish(id)
    _ = try await store.cut(id, to: 70..<95)
    #expect(
      try await store.record(id).laps == [
        RideLap(second: 0, trigger: .location, interval: 2),
        RideLap(second: 20, trigger: .end, label: "Out", interval: 3),
      ])
    #expect(try await store.record(id, whole: true).laps.count == 3)
  }

  @Test func `labels of imported laps are kept`() async throws {
    let store = try state.open()
    var record = importedRecord()
    record.laps[1].label = "Dyke"
    let id = try await store.importRide(record, evenIfThere: false).id
    #expect(try await store.record(id).laps == record.laps)
  }
}
