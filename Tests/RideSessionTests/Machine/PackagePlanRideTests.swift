import RideAnalysis
import Rides
import Testing
import Workouts

@testable import RideSession

@Suite struct PackagePlanRideTests {
  private static let rider = PlanRider(settings: RiderSettings(thresholdWatts: 250), learntWatts: nil, hasStrap: false)

  @Test(arguments: PackagePlan.all.map(\.plan.name))
  func `a workout of the package is ridden to its planned length, and time ends each interval`(
    name: String
  ) throws {
    let plan = try RidePlan(try #require(PackagePlan.named(name)).plan, for: Self.rider)
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
