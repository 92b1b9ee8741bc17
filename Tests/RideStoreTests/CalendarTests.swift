import GRDB
import Rides
import Testing

@testable import RideStore

/// Plans that are workouts in a service's calendar.
@Suite struct CalendarTests {
  let state = TemporaryState()
  static let now = UnixTime(seconds: 1_795_600_000)
  static let later = UnixTime(seconds: 1_795_603_600)

  static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  static func workout(
    _ key: String, _ name: String = "Sweet Spot", on day: String = "2026-11-25", watts: Int = 150
  ) throws -> CalendarPlan {
    let interval = PlanInterval(end: .timer(seconds: 60), target: .steady(.watts(watts)))
    return CalendarPlan(
      key: key, day: try Self.day(day), plan: Plan(name: name, groups: [PlanGroup([interval])]))
  }

  @discardableResult
  static func set(
    _ workouts: [CalendarPlan], in store: RideDatabase, of source: String = "intervals",
    from: String = "2026-11-25", to: String = "2026-11-26", at time: UnixTime = now
  ) async throws -> CalendarChange {
    try await store.setCalendar(of: source, days: day(from)...day(to), workouts, at: time)
  }

  /// Makes a finished ride of the plan with a name.
  @discardableResult
  static func ride(_ name: String, in store: RideDatabase, finished: Bool = true) async throws -> Int {
    var ride = newRide()
    (_, ride.order.plan.calendar) = try await store.planToRide(named: name)
    let id = try await store.begin(ride)
    try await store.append(to: id, samples: steady(0..<100))
    if finished { _ = try await store.finish(id) }
    return id
  }

  private static func names(in store: RideDatabase) async throws -> [String] {
    try await store.plans(withCalendar: true).map(\.plan.name)
  }

  private static func changes(
    in store: RideDatabase, _ body: () async throws -> Void
  ) async throws -> [LibraryChange] {
    let cursor = try await store.changes(after: nil, limit: 1).next
    try await body()
    return try await store.changes(after: cursor, limit: 100).changes
  }

  @Test func `a workout is a plan named after its day, and the list of plans hides it`() async throws {
    let store = try state.open()
    _ = try await store.save(Plan(name: "Own"), replacing: false, at: Self.now)
    #expect(try await Self.set([Self.workout("1")], in: store) == CalendarChange(saved: 1))
    let found = try state.asAfterAKill().open()
    #expect(try await found.plans().map(\.plan.name) == ["Own"])
    #expect(try await Self.names(in: found) == ["2026-11-25 Sweet Spot", "Own"])
    let stored = try await found.planInShort(named: "2026-11-25 sweet spot")
    let key = CalendarKey(source: "intervals", key: "1")
    #expect(stored.calendar == CalendarEntry(key, on: try Self.day("2026-11-25")))
    #expect(try await found.workouts(on: Self.day("2026-11-25")) == [stored])
    #expect(try await found.workouts(on: Self.day("2026-11-26")).isEmpty)
    let fetch = CalendarFetch(
      source: "intervals", at: Self.now, days: try Self.day("2026-11-25")...Self.day("2026-11-26"))
    #expect(try await found.calendarFetches() == [fetch])
  }

  @Test func `workouts with the same name and day are numbered and keep their names`() async throws {
    let store = try state.open()
    _ = try await store.save(Plan(name: "2026-11-25 sweet spot 2"), replacing: false, at: Self.now)
    try await Self.set([Self.workout("1"), Self.workout("2")], in: store)
    let expected = ["2026-11-25 Sweet Spot", "2026-11-25 sweet spot 2", "2026-11-25 Sweet Spot 3"]
    #expect(try await Self.names(in: store) == expected)
    let changes = try await Self.changes(in: store) {
      try await Self.set([Self.workout("2"), Self.workout("1")], in: store)
    }
    #expect(changes.isEmpty, "only their order changed")
    #expect(try await store.workouts(on: Self.day("2026-11-25")).map(\.calendar?.key.key) == ["2", "1"])
    try await Self.set([Self.workout("2")], in: store)
    #expect(try await Self.names(in: store) == Array(expected.dropFirst()))
  }

  @Test func `a workout's name is cut to the maximum length of a plan's name`() async throws {
    let store = try state.open()
    let long = String(repeating: "é", count: Limits.nameLength)
    try await Self.set([Self.workout("1", long), Self.workout("2", long)], in: store)
    let names = try await Self.names(in: store)
    #expect(names.allSatisfy { $0.count == Limits.nameLength })
    #expect(names.contains { $0.hasSuffix("é 2") })
  }

  @Test func `a new set of workouts updates existing ones and removes those that it does not contain`() async throws {
    let store = try state.open()
    try await Self.set(
      [
        Self.workout("1"), Self.workout("2", "Tempo"), Self.workout("3", "Rest", on: "2026-11-26"),
        Self.workout("4", "Long", on: "2026-11-26"),
      ], in: store)
    let changes = try await Self.changes(in: store) {
      let change = try await Self.set(
        [Self.workout("1", watts: 170), Self.workout("2", "Threshold"), Self.workout("3", "Rest", on: "2026-11-26")],
        in: store, at: Self.later)
      #expect(change == CalendarChange(saved: 2, removed: 1))
    }
    #expect(
      Set(changes) == [
        .plan("2026-11-26 Long", .removed), .plan("2026-11-25 Sweet Spot", .saved),
        .plan("2026-11-25 Tempo", .removed), .plan("2026-11-25 Threshold", .saved),
      ])
    #expect(
      try await Self.names(in: store) == ["2026-11-25 Sweet Spot", "2026-11-25 Threshold", "2026-11-26 Rest"])
    #expect(try await store.planInShort(named: "2026-11-25 Sweet Spot").changed == Self.later)
    #expect(try await store.planInShort(named: "2026-11-26 Rest").changed == Self.now)
  }

  @Test func `two workouts that swap their names are both updated`() async throws {
    let store = try state.open()
    try await Self.set([Self.workout("1", "A", watts: 100), Self.workout("2", "B", watts: 200)], in: store)
    try await Self.set([Self.workout("1", "B", watts: 100), Self.workout("2", "A", watts: 200)], in: store)
    #expect(try await store.planInShort(named: "2026-11-25 B").calendar?.key.key == "1")
    #expect(try await store.planInShort(named: "2026-11-25 A").calendar?.key.key == "2")
  }

  @Test func `workouts of past days are removed, and those of later days stay`() async throws {
    let store = try state.open()
    try await Self.set(
      [Self.workout("1", on: "2026-11-25"), Self.workout("2", on: "2026-11-30")], in: store, to: "2026-11-30")
    try await Self.set([Self.workout("9", on: "2026-11-24")], in: store, of: "other", from: "2026-11-24")
    try await Self.set([Self.workout("3", on: "2026-11-26")], in: store, from: "2026-11-26", to: "2026-11-27")
    #expect(
      try await Self.names(in: store) == [
        "2026-11-24 Sweet Spot", "2026-11-26 Sweet Spot", "2026-11-30 Sweet Spot",
      ], "of another service nothing is known")
  }

  @Test func `a workout counts as ridden while the library has a finished ride of it`() async throws {
    let store = try state.open()
    try await Self.set([Self.workout("1")], in: store)
    func isRidden() async throws -> Bool? {
      try await store.workouts(on: Self.day("2026-11-25")).first?.calendar?.isRidden
    }
    let id = try await Self.ride("2026-11-25 Sweet Spot", in: store, finished: false)
    #expect(try await isRidden() == false, "it is going on")
    _ = try await store.finish(id)
    #expect(try await isRidden() == true)
    let key = CalendarKey(source: "intervals", key: "1")
    #expect(try await store.ride(id).order?.plan.calendar == key)
    try await store.delete(id, at: Self.now)
    #expect(try await isRidden() == false)
    try await store.undelete(id)
    #expect(try await isRidden() == true)
    try await store.discard(try await store.begin(newRide()))
    #expect(try await store.ride(id).order?.plan.calendar == key)
  }

  @Test func `a workout that a ride uses does not change until the ride is deleted`() async throws {
    let store = try state.open()
    try await Self.set([Self.workout("1"), Self.workout("2", "Tempo")], in: store)
    let first = try await Self.ride("2026-11-25 Sweet Spot", in: store)
    try await Self.ride("2026-11-25 Tempo", in: store, finished: false)
    let before = try await store.plans(withCalendar: true)
    let change = try await Self.set([Self.workout("1", "Other", watts: 300)], in: store, at: Self.later)
    #expect(change == CalendarChange())
    #expect(try await store.plans(withCalendar: true) == before)
    try await store.delete(first, at: Self.now)
    #expect(try await Self.set([], in: store) == CalendarChange(removed: 1))
    #expect(try await Self.names(in: store) == ["2026-11-25 Tempo"])
  }

  @Test func `a workout can only be changed by its service`() async throws {
    let store = try state.open()
    try await Self.set([Self.workout("1")], in: store)
    let name = "2026-11-25 SWEET Spot"
    await expect(throwsCode: .planReadOnly) { try await store.save(Plan(name: name), replacing: true, at: Self.now) }
    await expect(throwsCode: .planReadOnly) { try await store.save(Plan(name: name), replacing: false, at: Self.now) }
    await expect(throwsCode: .planReadOnly) { try await store.renamePlan(name, to: "Mine", at: Self.now) }
    await expect(throwsCode: .planReadOnly) { try await store.deletePlan(name, at: Self.now) }
    await expect(throwsCode: .planReadOnly) {
      try await store.changePlan(named: name, at: Self.now) { Result<Plan, StoreError>.success($0) }
    }
    #expect(try await store.planInShort(named: name).plan == Self.workout("1", "2026-11-25 Sweet Spot").plan)
  }

  @Test func `a copy of a workout is the rider's own plan and stays when the workout is removed`() async throws {
    let store = try state.open()
    try await Self.set([Self.workout("1")], in: store)
    let copy = try await store.copyPlan("2026-11-25 sweet spot", to: "Mine", at: Self.now)
    #expect(copy.calendar == nil)
    await expect(throwsCode: .duplicatePlan) {
      try await store.copyPlan("2026-11-25 Sweet Spot", to: "mine", at: Self.now)
    }
    await expect(throwsCode: .noSuchPlan) { try await store.copyPlan("Nix", to: "Nox", at: Self.now) }
    try await Self.set([], in: store)
    #expect(try await Self.names(in: store) == ["Mine"])
    #expect(try await store.plan(named: "Mine").groups == Self.workout("1").plan.groups)
    _ = try await store.deletePlan("Mine", at: Self.now)
    #expect(try await Self.names(in: store).isEmpty)
  }

  @Test func `a copied plan keeps its route`() async throws {
    let store = try state.open()
    _ = try await store.save(StoredPlanTests.whole, replacing: false, at: Self.now)
    let copy = try await store.copyPlan(StoredPlanTests.whole.name, to: "Mine", at: Self.now)
    #expect(copy.routeMeters != nil)
    #expect(try await store.plan(named: "Mine").route == StoredPlanTests.route)
  }

  @Test func `ending a service's calendar keeps only the workouts that were ridden`() async throws {
    let store = try state.open()
    try await Self.set([Self.workout("1"), Self.workout("2", "Tempo")], in: store)
    try await Self.ride("2026-11-25 Tempo", in: store)
    #expect(try await store.endCalendar(of: "intervals") == 1)
    #expect(try await Self.names(in: store) == ["2026-11-25 Tempo"])
    #expect(try await store.calendarFetches().isEmpty)
  }

  @Test func `a workout too large for a message does not block the others`() async throws {
    let store = try state.open()
    var large = try Self.workout("1", "Talk")
    let cues = (0..<200).map { PlanCue(atSeconds: $0, text: String(repeating: "x", count: 2000)) }
    large.plan.groups = (0..<3).map { _ in PlanGroup([PlanInterval(end: .timer(seconds: 600), cues: cues)]) }
    let change = try await Self.set([large, Self.workout("2")], in: store)
    #expect(change == CalendarChange(saved: 1, tooLarge: ["1"]))
    #expect(try await Self.names(in: store) == ["2026-11-25 Sweet Spot"])
  }

  @Test(arguments: ["document = '{'", "day = 'soon'", "day = NULL", "place = NULL"])
  func `a damaged workout is replaced`(_ damage: String) async throws {
    let store = try state.open()
    try await Self.set([Self.workout("1")], in: store)
    let sound = try await store.planInShort(named: "2026-11-25 Sweet Spot")
    try await store.queue.write { try $0.execute(sql: "UPDATE plan SET \(damage)") }
    try await Self.set([Self.workout("1")], in: store)
    #expect(try await store.workouts(on: Self.day("2026-11-25")) == [sound])
  }

  @Test func `workouts are recovered from a damaged library with their calendar data`() async throws {
    do {
      let store = try state.open()
      try await Self.set([Self.workout("1"), Self.workout("2", "Tempo")], in: store)
      try await Self.ride("2026-11-25 Tempo", in: store)
    }
    try await DatabaseQueue(path: state.database).write { try $0.execute(sql: "DROP TABLE grdb_migrations") }
    let store = try state.open()
    #expect(store.setAside != nil)
    try await store.takeOverFirst()
    _ = try await store.takeOver()
    #expect(try await store.workouts(on: Self.day("2026-11-25")).map(\.calendar?.isRidden) == [false, true])
    #expect(try await store.calendarFetches().map(\.at) == [Self.now])
  }
}
