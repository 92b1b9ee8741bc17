import RideAnalysis
import Rides
import Testing
import Workouts

@Suite struct TestPlanTests {
  private static func ridden(_ name: String, thresholdWatts: Int?) throws -> RidePlan {
    let rider = PlanRider(
      settings: RiderSettings(thresholdWatts: thresholdWatts), learntWatts: nil, hasStrap: false)
    return try RidePlan(try #require(PackagePlan.named(name)).plan, for: rider)
  }

  /// The power that each interval holds; nil for a ramp or free riding.
  private static func held(_ intervals: [RideInterval]) -> [Int?] {
    intervals.map { if case .hold(let watts) = $0.aim { watts } else { nil } }
  }

  private static func steps(_ plan: RidePlan) -> [Int?] { held(plan.intervals.filter { $0.label == "Test" }) }

  @Test func `a ramp begins at half of FTP and rises by 20 W a minute to twice of it`() throws {
    let plan = try Self.ridden("ramp-test", thresholdWatts: 250)
    #expect(plan.test == .ramp && plan.name == "ramp-test")
    #expect(Self.steps(plan) == Array(stride(from: 125, through: 505, by: 20)))
    #expect(plan.intervals.filter { $0.label == "Test" }.allSatisfy { $0.end == .timer(seconds: 60) })
    #expect(Self.held([plan.intervals[0], plan.intervals[21]]) == [100, 100])
    #expect(plan.intervals.count == 22 && plan.timerSeconds == 1800)
    #expect(plan.intervals.indices.filter(plan.isTested) == Array(1...20))
    #expect(plan.intervals.map(\.cues.count).reduce(0, +) == 1, "only the first step explains the test")
  }

  @Test func `a ramp without an FTP begins at 100 W and reaches 600 W`() throws {
    let plan = try Self.ridden("ramp-test", thresholdWatts: nil)
    #expect(Self.steps(plan) == Array(stride(from: 100, through: 600, by: 20)))
    #expect(Self.held([plan.intervals[0]]) == [80])
  }

  @Test func `a ramp ends at the greatest power that a plan may have`() throws {
    #expect(try Self.steps(Self.ridden("ramp-test", thresholdWatts: 1500)).last == 3000)
  }

  @Test func `a copy of a ramp uses its own FTP for a rider without one`() throws {
    var plan = try #require(PackagePlan.named("ramp-test")).plan
    plan.thresholdWatts = 300
    let rider = PlanRider(settings: RiderSettings(), learntWatts: nil, hasStrap: false)
    #expect(try Self.steps(RidePlan(plan, for: rider)).first == 150)
  }

  @Test func `a rider without an FTP rides the 20-minute test without targets`() throws {
    let plan = try Self.ridden("20-minute-test", thresholdWatts: nil)
    #expect(plan.test == .twentyMinutes && plan.timerSeconds == 3600 && !plan.needsPower)
    #expect(plan.intervals.indices.filter(plan.isTested) == [plan.intervals.count - 2])
  }

  @Test func `the trainer holds no power in the hard parts of the 20-minute test`() throws {
    let plan = try Self.ridden("20-minute-test", thresholdWatts: 250)
    #expect(plan.needsPower)
    #expect(plan.intervals.filter { $0.aim == .free }.map(\.label) == ["Hard", "Test"])
    #expect(plan.intervals.filter { $0.aim == .free }.map(\.end) == [.timer(seconds: 300), .timer(seconds: 1200)])
  }

  @Test func `any other plan in percent needs an FTP`() {
    let error = #expect(throws: PlanFault.self) { try Self.ridden("tempo-45", thresholdWatts: nil) }
    #expect(error?.code == .noThreshold)
  }
}
