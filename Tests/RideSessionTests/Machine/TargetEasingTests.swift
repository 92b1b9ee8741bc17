import RadioSim
import Rides
import Testing

@testable import RideSession

/// The trainer's target, compared with the wanted watts.
@Suite struct TargetEasingTests {
  private func target(_ bench: RideBench) -> [Int?] {
    [bench.snapshot.figures?.targetWatts, bench.snapshot.figures?.wantedWatts]
  }

  private func easing(_ bench: RideBench) -> TargetEasing? { bench.snapshot.figures?.easing }

  @Test func `a start rises from half the target`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.start(watts: 200, seconds: 600)
    bench.run(for: .seconds(3))
    #expect(target(bench) == [100, 200] && easing(bench) == .ramp, "before the first stroke")
    bench.cadenceRpm = 88
    bench.run(for: .seconds(5))
    #expect(target(bench) == [bench.trainer.targetWatts, 200] && easing(bench) == .ramp)
    bench.run(for: .seconds(10))
    #expect(target(bench) == [200, 200] && easing(bench) == nil)
  }

  @Test func `a pause has no target, and a resume rises from half of it`() {
    var bench = RideBench()
    bench.start(watts: 200, seconds: 600)
    bench.run(for: .seconds(30))
    bench.send(.pause)
    bench.run(for: .seconds(5))
    #expect(target(bench) == [nil, 200] && easing(bench) == nil)
    bench.send(.resume)
    bench.run(for: .milliseconds(500))
    #expect(target(bench) == [100, 200] && easing(bench) == .ramp)
  }

  @Test func `a disconnected trainer has no target`() {
    var bench = RideBench()
    bench.start(watts: 200, seconds: 600)
    bench.run(for: .seconds(30))
    bench.drop(.trainer, for: .seconds(60))
    bench.run(for: .seconds(5))
    #expect(target(bench) == [nil, 200])
  }

  @Test func `a heart rate above the ceiling eases the target`() {
    var bench = RideBench()
    bench.beatsPerMinute = 150
    bench.start(watts: 200, seconds: 1200, ceiling: 110)
    bench.run(for: .seconds(600))
    #expect(target(bench) == [100, 200] && easing(bench) == .heartRate)
    #expect(bench.samples.last?.targetWatts == 100)
  }

  @Test func `the target is released for legs that give way`() {
    var bench = RideBench()
    bench.start(watts: 200, seconds: 1200)
    bench.run(for: .seconds(60))
    bench.legWatts = 60
    for rpm in stride(from: 60.0, through: 38, by: -2) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(500))
    }
    bench.run(for: .seconds(5))
    #expect(target(bench) == [bench.trainer.targetWatts, 200] && easing(bench) == .legs)
  }

  @Test(arguments: [(20, 25), (2100, 1500)])
  func `a target outside the trainer's range is limited to the range`(asked: Int, held: Int) {
    var bench = RideBench()
    bench.start(watts: asked, seconds: 600)
    bench.run(for: .seconds(60))
    #expect(target(bench) == [held, asked] && easing(bench) == .range)
  }

  @Test func `a zone rises to its start power and is eased without a heart rate`() throws {
    var bench = RideBench()
    let zone = HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 150), watts: 50...220)
    bench.send(
      .start(
        RideOrder(
          plan: .steady(.heartRate(zone), seconds: 1800), trainer: RideBench.trainer, heartRate: RideBench.strap)))
    bench.beatsPerMinute = 130
    bench.run(for: .seconds(20))
    #expect(try #require(bench.snapshot.figures?.targetWatts) < 150)
    #expect(bench.snapshot.figures?.wantedWatts == 150 && easing(bench) == .ramp)
    bench.run(for: .seconds(380))
    let before = try #require(bench.snapshot.figures?.targetWatts)
    #expect(easing(bench) == nil)
    bench.silent = [.heartRate]
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.figures?.targetWatts == 120 && easing(bench) == .noHeartRate)
    #expect(abs(try #require(bench.snapshot.figures?.wantedWatts) - before) <= 2)
  }

  @Test func `a guard lowers the target of a zone but not its wanted watts`() throws {
    var bench = RideBench()
    bench.beatsPerMinute = 150
    let zone = HeartRateTarget(zone: 5, beatsPerMinute: 160...180, start: .planned(watts: 200), watts: 50...220)
    bench.send(
      .start(
        RideOrder(
          plan: .steady(.heartRate(zone), seconds: 1800), trainer: RideBench.trainer, heartRate: RideBench.strap,
          guards: TargetGuards(maximumBeatsPerMinute: 110))))
    bench.run(for: .seconds(600))
    let figures = try #require(bench.snapshot.figures)
    #expect(try #require(figures.targetWatts) < (try #require(figures.wantedWatts)))
    #expect(figures.easing == .heartRate)
  }
}

/// The bias, and watts that the rider requested.
@Suite struct WorkoutBiasTests {
  private static func run(_ intervals: [RideInterval]) -> PlanRun {
    PlanRun(RidePlan(name: "Test", intervals: intervals))
  }
  private static let two = [
    RideInterval(end: .timer(seconds: 60), aim: .hold(watts: 200)),
    RideInterval(end: .timer(seconds: 60), aim: .hold(watts: 100)),
  ]

  @Test func `a bias raises watts that the rider requested before it`() throws {
    var run = Self.run(Self.two)
    run.ask(watts: 160)
    _ = try run.take(.bias(percent: 5), second: 0)
    #expect(run.watts == 168 && run.current?.handWatts == 168 && run.current?.watts == 210)
    _ = try run.take(.bias(percent: 0), second: 0)
    #expect(run.watts == 160)
  }

  @Test func `watts that the rider requests include the present bias`() throws {
    var run = Self.run(Self.two)
    _ = try run.take(.bias(percent: 10), second: 0)
    run.ask(watts: 165)
    #expect(run.watts == 165, "what the rider says is what is held")
    _ = try run.take(.bias(percent: 0), second: 0)
    #expect(run.watts == 150)
    _ = try run.take(.bias(percent: 10), second: 0)
    _ = try run.take(.skip, second: 0)
    #expect(run.watts == 110 && run.current?.handWatts == nil, "they last until the interval ends")
  }

  @Test func `the bias is stored with the watts that the rider requested`() throws {
    var run = Self.run(Self.two)
    _ = try run.take(.bias(percent: 10), second: 0)
    run.ask(watts: 165)
    let next = PlanRun(run.plan, progress: run.progress)
    #expect(next.watts == 165)
  }

  @Test func `the figures of a steady ride include its bias`() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 600)
    bench.run(for: .seconds(30))
    bench.send(.setWatts(160))
    bench.send(.step(.changeBias(percent: 5)))
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.figures?.targetWatts == 168 && bench.trainer.targetWatts == 168)
    #expect(bench.snapshot.figures?.biasPercent == 5)
  }
}
