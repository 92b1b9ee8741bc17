import RideAnalysis
import Rides
import Testing
import Workouts

@testable import RideSession

@Suite struct PackagePlanRideTests {
  private static let rider = PlanRider(settings: RiderSettings(thresholdWatts: 250), learntWatts: nil, hasStrap: false)
  private static let names = PackagePlan.all.map(\.plan.name)
  /// The shortest of each kind.
  private static let shortest = PackagePlan.all.filter { one in PackagePlan.all.first { $0.kind == one.kind } == one }

  private static func plan(_ name: String) throws -> RidePlan {
    try RidePlan(try #require(PackagePlan.named(name)).plan, for: rider)
  }

  @Test(arguments: names)
  func `time ends each interval of a workout of the package, whose length is the planned one`(name: String) throws {
    let plan = try Self.plan(name)
    let seconds = try #require(plan.timerSeconds)
    var run = PlanRun(plan)
    let ends = (1...seconds).compactMap { run.rowEnded(meters: 8, watts: 150, second: $0) }
    #expect(ends.count == plan.intervals.count && run.isOver)
    #expect(ends.allSatisfy { $0.end == .timer && $0.outcome == .expired })
    #expect(ends.last?.atSeconds == seconds && ends.map(\.timerSeconds).reduce(0, +) == seconds)
  }

  @Test(arguments: shortest.map(\.plan.name))
  func `a workout of the package is ridden to its planned length`(name: String) throws {
    let plan = try Self.plan(name)
    let seconds = try #require(plan.timerSeconds)
    var bench = RideBench()
    bench.trainerPeriod = .seconds(1)
    bench.send(.start(RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(seconds + 30))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.samples.filter(\.timerRunning).count == seconds)
    let ends = bench.events.filter { $0.kind.name == .intervalEnded }.compactMap(\.kind.detail)
    #expect(ends == plan.intervals.indices.map { "\($0 + 1) timer" })
    #expect(bench.events.last?.kind.detail == "time")
  }
}
