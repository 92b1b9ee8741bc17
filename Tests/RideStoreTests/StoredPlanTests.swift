import GRDB
import Rides
import Testing

@testable import RideStore

@Suite struct StoredPlanTests {
  let state = TemporaryState()
  static let now = UnixTime(seconds: 1_795_300_000)

  static let route = Route(
    name: "Ring", points: [(48.2, 16.3), (48.21, 16.3), (48.21, 16.31), (48.2, 16.3)].map(Place.init),
    altitudes: [372.4, nil, -430.125, 8848.86])

  /// A plan with every kind of content.
  static let whole = Plan(
    name: "Über-Unders", summary: "Hard \"ones\"", author: "me",
    groups: [
      PlanGroup([PlanInterval(label: "Run", end: .timer(seconds: 60), target: .steady(.watts(150)))]),
      PlanGroup(
        repeats: 3,
        [
          PlanInterval(
            end: .distance(meters: 25.5), target: .ramp(from: .thresholdPercent(50.5), to: .thresholdPercent(75)),
            cadence: 85...95, cues: [PlanCue(atSeconds: 3, seconds: 4, text: "Now")]),
          PlanInterval(end: .location(Place(latitudeDegrees: 48.2, longitudeDegrees: -16.3)), target: .free),
        ]),
      PlanGroup([PlanInterval(end: .activity, target: .zone(2, start: .watts(140)))]),
      PlanGroup([PlanInterval(end: .activity, target: .heartRate(120...130, start: .thresholdPercent(60)))]),
    ], route: route)

  @Test func `a plan is read back as it was saved, also after a kill`() async throws {
    let store = try state.open()
    let stored = try await store.save(Self.whole, replacing: false, at: Self.now)
    let found = try state.asAfterAKill().open()
    #expect(try await found.plan(named: "Über-Unders") == Self.whole)
    #expect(try await found.planInShort(named: "über-unders") == stored)
    #expect(try await found.plans() == [stored])
    #expect(stored.plan.route == Route(name: "Ring", points: []))
    let meters = try #require(stored.routeMeters)
    #expect(abs(meters - 3190) < 10)
    #expect(stored.changed == Self.now)
  }

  @Test func `plans are sorted by name, ignoring case`() async throws {
    let store = try state.open()
    for name in ["over", "Under", "alpha", "Öl"] {
      _ = try await store.save(Plan(name: name), replacing: false, at: Self.now)
    }
    #expect(try await store.plans().map(\.plan.name) == ["alpha", "over", "Under", "Öl"])
  }

  @Test func `the names of plans are unique, ignoring case`() async throws {
    let store = try state.open()
    _ = try await store.save(Self.whole, replacing: false, at: Self.now)
    let other = Plan(name: "ÜBER-UNDERS", groups: [PlanGroup([PlanInterval(end: .activity)])])
    await expect(throwsCode: .duplicatePlan) { try await store.save(other, replacing: false, at: Self.now) }
    #expect(try await store.plan(named: "Über-Unders") == Self.whole)
    _ = try await store.save(other, replacing: true, at: Self.now)
    #expect(try await store.plans().map(\.plan.name) == [other.name])
    #expect(try await store.plan(named: "Über-Unders").groups == other.groups)
  }

  @Test func `a route stored before routes had heights is read without them`() async throws {
    let store = try state.open()
    _ = try await store.save(Self.whole, replacing: false, at: Self.now)
    // Latitude 48 and longitude 16, then 49 and 16, as doubles.
    let former = "x'00000000000048400000000000003040" + "00000000008048400000000000003040'"
    try await store.queue.write { try $0.execute(sql: "UPDATE plan SET route = \(former)") }
    let route = try #require(try await store.plan(named: "Über-Unders").route)
    #expect(route == Route(name: "Ring", points: [(48, 16), (49, 16)].map(Place.init)))
    #expect(!route.hasHeights && route.packed.count == 32)
  }

  @Test(arguments: ["01", "0100", "01" + String(repeating: "00", count: 19), "02" + String(repeating: "00", count: 20)])
  func `a damaged route with heights makes its plan unreadable`(bytes: String) async throws {
    let store = try state.open()
    _ = try await store.save(Self.whole, replacing: false, at: Self.now)
    try await store.queue.write { try $0.execute(sql: "UPDATE plan SET route = x'\(bytes)'") }
    let error = await #expect(throws: StoreError.self) { try await store.plan(named: "Über-Unders") }
    #expect(error?.cause == .damaged)
  }

  @Test func `a plan without a route keeps the route of the one it replaces`() async throws {
    let store = try state.open()
    let first = try await store.save(Self.whole, replacing: false, at: Self.now)
    let bare = Plan(name: "Über-Unders", groups: [PlanGroup([PlanInterval(end: .activity)])])
    let second = try await store.save(bare, replacing: true, at: Self.now)
    #expect(second.routeMeters != nil && second.routeMeters == first.routeMeters)
    #expect(try await store.plan(named: "Über-Unders").route == Self.route)
    let other = Route(name: "Way", points: Array(Self.route.points.prefix(2)))
    var routed = bare
    routed.route = other
    _ = try await store.save(routed, replacing: true, at: Self.now)
    #expect(try await store.plan(named: "Über-Unders").route == other)
  }

  @Test(arguments: ["document = '{'", "route = NULL"])
  func `a plan that replaces an unreadable one has no route`(_ damage: String) async throws {
    let store = try state.open()
    _ = try await store.save(Self.whole, replacing: false, at: Self.now)
    try await store.queue.write { try $0.execute(sql: "UPDATE plan SET \(damage)") }
    let bare = Plan(name: "Über-Unders", groups: [PlanGroup([PlanInterval(end: .activity)])])
    #expect(try await store.save(bare, replacing: true, at: Self.now).routeMeters == nil)
    #expect(try await store.plan(named: "Über-Unders") == bare)
  }

  @Test func `a refused change leaves the plan unchanged`() async throws {
    struct Refusal: Error, Equatable {}
    let store = try state.open()
    _ = try await store.save(Self.whole, replacing: false, at: Self.now)
    let refused = try await store.changePlan(named: "Über-Unders", at: Self.now) { _ in
      Result<Plan, Refusal>.failure(Refusal())
    }
    #expect(refused == .failure(Refusal()))
    #expect(try await store.plan(named: "Über-Unders") == Self.whole)
    let later = UnixTime(seconds: 1_795_300_009)
    let changed = try await store.changePlan(named: "über-unders", at: later) { plan in
      var plan = plan
      plan.groups.removeLast()
      plan.route = nil
      return Result<Plan, Refusal>.success(plan)
    }
    #expect(try changed.get().routeMeters == nil)
    #expect(try changed.get().changed == later)
    #expect(try await store.plan(named: "Über-Unders").groups == Array(Self.whole.groups.dropLast()))
  }

  @Test func `a plan is renamed unless another plan has the name`() async throws {
    let store = try state.open()
    _ = try await store.save(Self.whole, replacing: false, at: Self.now)
    _ = try await store.save(Plan(name: "Free"), replacing: false, at: Self.now)
    await expect(throwsCode: .duplicatePlan) {
      try await store.renamePlan("Über-Unders", to: "free", at: Self.now)
    }
    #expect(try await store.renamePlan("free", to: "FREE", at: Self.now).plan.name == "FREE")
    _ = try await store.renamePlan("Über-Unders", to: "Neu", at: Self.now)
    var renamed = Self.whole
    renamed.name = "Neu"
    #expect(try await store.plan(named: "neu") == renamed)
    await expect(throwsCode: .noSuchPlan) { try await store.plan(named: "Über-Unders") }
  }

  @Test func `a missing plan is named in the error`() async throws {
    let store = try state.open()
    let error = await #expect(throws: StoreError.self) { try await store.plan(named: "Nix") }
    #expect(error?.code == .noSuchPlan)
    #expect(error?.context == .plan("Nix"))
    await expect(throwsCode: .noSuchPlan) { try await store.deletePlan("Nix", at: Self.now) }
    await expect(throwsCode: .noSuchPlan) { try await store.renamePlan("Nix", to: "Nox", at: Self.now) }
  }

  @Test(arguments: [
    "document = '{'", "document = '{\"name\":\"x\",\"groups\":[{\"repeats\":-1,\"intervals\":[]}]}'",
    "route = x'01'", "route = NULL", "route = x'000000000000f07f000000000000f07f'",
  ])
  func `a damaged plan is named in the error and can be deleted`(_ damage: String) async throws {
    let store = try state.open()
    _ = try await store.save(Self.whole, replacing: false, at: Self.now)
    _ = try await store.save(Plan(name: "Free"), replacing: false, at: Self.now)
    try await store.queue.write { try $0.execute(sql: "UPDATE plan SET \(damage) WHERE name != 'Free'") }
    let error = await #expect(throws: StoreError.self) { try await store.plan(named: "Über-Unders") }
    #expect(error?.cause == .damaged)
    #expect(error?.context == .plan("Über-Unders"))
    #expect(try await store.plan(named: "Free") == Plan(name: "Free"))
    #expect(try await store.plans().map(\.plan.name).first == "Free")
    #expect(try await store.deletePlan("Über-Unders", at: Self.now) == nil || damage.hasPrefix("route"))
    #expect(try await store.plans().map(\.plan.name) == ["Free"])
  }

  @Test func `a plan too large for a message is refused`() async throws {
    let store = try state.open()
    let cues = (0..<200).map { PlanCue(atSeconds: $0, text: String(repeating: "x", count: 2000)) }
    let large = Plan(
      name: "Talk", groups: (0..<3).map { _ in PlanGroup([PlanInterval(end: .timer(seconds: 600), cues: cues)]) })
    await expect(throwsCode: .planTooLarge) { try await store.save(large, replacing: false, at: Self.now) }
    #expect(try await store.plans().isEmpty)
  }
}
