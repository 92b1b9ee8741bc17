import BluetoothLE
import FitnessGATT
import Foundation
import RadioSim
import Rides
import Testing

@testable import RideSession

/// From a target to free riding, and back.
@Suite struct WattsFreeTests {
  private func riding(_ plan: RidePlan = .steady(watts: 200, seconds: 3600)) -> RideBench {
    var bench = RideBench()
    bench.send(.start(RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: RideBench.strap)))
    bench.run(for: .seconds(30))
    return bench
  }

  private func isOnFlatRoad(_ bench: RideBench) -> Bool {
    bench.requests.last?.request == .set(.indoorBikeSimulation(.flatRoad))
  }

  @Test func `a steady ride becomes free, and rises to watts that are requested later`() {
    var bench = riding()
    let token = bench.send(.rideFree)
    bench.run(for: .seconds(5))
    #expect(bench.replies[token] == .success(.done))
    #expect(isOnFlatRoad(bench))
    #expect(bench.snapshot.figures?.targetWatts == nil && bench.snapshot.figures?.wantedWatts == nil)
    #expect(bench.samples.last?.targetWatts == nil && bench.samples.last?.timerRunning == true)
    let back = bench.send(.setWatts(200))
    bench.run(for: .seconds(1))
    #expect((try? bench.replies[back]?.get()) != nil)
    #expect((100...115).contains(bench.targets.last ?? 0), "the ride's ramp, from half")
    bench.run(for: .seconds(12))
    #expect(bench.trainer.targetWatts == 200)
    #expect(bench.snapshot.figures?.targetWatts == 200)
  }

  @Test func `free riding is recorded as an event and in the progress, without watts`() {
    var bench = riding()
    bench.send(.rideFree)
    bench.run(for: .seconds(3))
    #expect(bench.events.filter { $0.kind == .free }.count == 1)
    #expect(bench.kept.last?.isFreed == true)
    bench.send(.rideFree)
    bench.run(for: .seconds(3))
    #expect(bench.events.filter { $0.kind == .free }.count == 1, "it was free already")
    bench.send(.setWatts(200))
    bench.run(for: .seconds(15))
    #expect(bench.kept.last?.isFreed == false)
    #expect(bench.events.last { $0.kind.name == .target }?.kind == .target(watts: 200))
  }

  @Test func `free riding survives being stored and read`() throws {
    var run = PlanRun(.steady(watts: 200, seconds: 600))
    run.askFree()
    let kept = try JSONDecoder().decode(PlanProgress.self, from: JSONEncoder().encode(run.progress))
    #expect(PlanRun(run.plan, progress: kept).watts == nil)
    #expect(PlanRun(run.plan, progress: PlanProgress(askedWatts: 0)).watts == nil, "a power of 0 W stands for it")
  }

  @Test func `free riding lasts until the interval ends`() throws {
    let intervals = [
      RideInterval(end: .timer(seconds: 60), aim: .hold(watts: 200)),
      RideInterval(end: .timer(seconds: 600), aim: .hold(watts: 120)),
    ]
    var bench = riding(RidePlan(name: "Two", intervals: intervals))
    bench.send(.rideFree)
    bench.run(for: .seconds(5))
    let interval = try #require(bench.snapshot.plan?.interval)
    #expect(interval.handFree == true && interval.watts == 200 && interval.handWatts == nil)
    bench.run(for: .seconds(40))
    #expect(bench.snapshot.plan?.interval?.number == 2 && bench.snapshot.plan?.interval?.handFree == nil)
    #expect(bench.trainer.targetWatts == 120)
  }

  @Test func `a zone that is left for free riding steers on from watts that are requested later`() {
    let zone = HeartRateTarget(zone: 2, beatsPerMinute: 110...140, start: .usual(watts: 150), watts: 50...220)
    var bench = riding(.steady(.heartRate(zone), seconds: 3600))
    bench.run(for: .seconds(60))
    bench.send(.rideFree)
    bench.run(for: .seconds(60))
    #expect(isOnFlatRoad(bench) && bench.snapshot.figures?.wantedWatts == nil)
    bench.silent = [.heartRate]
    bench.run(for: .seconds(60))
    #expect(!bench.snapshot.problems.contains { if case .steeringEased = $0 { true } else { false } })
    bench.silent = []
    bench.send(.setWatts(140))
    bench.run(for: .seconds(20))
    #expect(abs((bench.trainer.targetWatts ?? 0) - 140) <= 2)
    #expect(bench.machine.ride?.run.progress.steering != nil)
  }

  @Test func `a change of watts is refused while riding is free`() {
    var bench = riding()
    bench.send(.rideFree)
    let token = bench.send(.changeWatts(5))
    #expect(bench.replies[token] == .failure(.noTarget))
  }

  @Test func `a ride that is freed before the first stroke begins free`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.start(watts: 200, seconds: 600)
    bench.run(for: .seconds(3))
    bench.send(.rideFree)
    bench.run(for: .seconds(3))
    bench.cadenceRpm = 88
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .riding && isOnFlatRoad(bench))
  }

  @Test func `free riding is refused without a ride`() {
    var bench = RideBench()
    let token = bench.send(.rideFree)
    #expect(bench.replies[token] == .failure(.noRide))
  }
}
