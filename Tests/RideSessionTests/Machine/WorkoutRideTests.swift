import BluetoothLE
import FitnessGATT
import RadioSim
import Testing

@testable import RideSession
@testable import Rides

@Suite struct WorkoutRideTests {
  private static let overUnder = [
    RideInterval(label: "Under", end: .timer(seconds: 30), aim: .hold(watts: 150)),
    RideInterval(label: "Over", end: .timer(seconds: 20), aim: .hold(watts: 200)),
    RideInterval(end: .timer(seconds: 10), aim: .hold(watts: 100)),
  ]

  private static func bench(_ intervals: [RideInterval], dfa: Bool = false) -> RideBench {
    var bench = RideBench()
    bench.send(
      .start(
        RideOrder(
          plan: RidePlan(name: "Test", intervals: intervals), trainer: RideBench.trainer, heartRate: RideBench.strap,
          guards: TargetGuards(dfa: dfa))))
    return bench
  }

  @Test func `a workout gives the trainer the target of each interval`() {
    var bench = Self.bench(Self.overUnder)
    bench.run(for: .seconds(80))
    #expect(bench.samples.count == 60 && bench.snapshot.phase == .idle)
    #expect(bench.samples.map(\.targetWatts)[25] == 150)
    #expect(bench.samples[31..<49].map(\.targetWatts).allSatisfy { $0 == 200 })
    #expect(bench.samples[51...].map(\.targetWatts).allSatisfy { $0 == 100 })
    #expect(bench.events.last?.kind.name == .ended && bench.events.last?.kind.detail == "time")
  }

  @Test func `a workout reports the rows at which each interval begins and ends`() {
    var bench = Self.bench(Self.overUnder)
    bench.run(for: .seconds(80))
    let intervals = bench.events.filter { $0.kind.name == .interval }
    let ends = bench.events.filter { $0.kind.name == .intervalEnded }
    #expect(intervals.compactMap(\.kind.detail) == ["1 Under", "2 Over", "3"])
    #expect(ends.compactMap(\.kind.detail) == ["1 timer", "2 timer", "3 timer"])
    #expect(ends.map(\.at) == [.seconds(30), .seconds(50), .seconds(60)])
    #expect(bench.planEvents.map(\.news.kind) == [.intervalEnded, .intervalEnded, .planEnded])
    #expect(bench.planEvents.map(\.serial) == [1, 2, 3])
    #expect(bench.planEvents.map { $0.news.next?.label } == ["Over", nil, nil])
  }

  @Test func `free riding simulates a flat road`() {
    var bench = Self.bench([
      RideInterval(end: .timer(seconds: 20), aim: .free),
      RideInterval(end: .timer(seconds: 20), aim: .hold(watts: 150)),
    ])
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.figures?.targetWatts == nil)
    #expect(bench.requests.contains { $0.request == .set(.indoorBikeSimulation(.flatRoad)) })
    #expect(bench.targets.isEmpty)
    bench.run(for: .seconds(40))
    #expect(bench.samples.prefix(19).allSatisfy { $0.targetWatts == nil })
    #expect(bench.samples.last?.targetWatts == 150)
  }

  @Test func `a change of watts is refused during free riding`() {
    var bench = Self.bench([RideInterval(end: .timer(seconds: 60), aim: .free)])
    bench.run(for: .seconds(20))
    let token = bench.send(.changeWatts(5))
    bench.run(for: .seconds(5))
    #expect(bench.targets.isEmpty && bench.trainer.isOnFlatRoad)
    #expect(bench.replies[token] == .failure(.noTarget))
    bench.send(.setWatts(150))
    bench.run(for: .seconds(1))
    bench.send(.changeWatts(5))
    bench.run(for: .seconds(1))
    #expect(bench.trainer.targetWatts == 155)
  }

  @Test func `an interval ends by distance though the trainer's speed is always 0`() throws {
    var bench = RideBench()
    bench.isSpeedless = true
    let intervals = [RideInterval(end: .distance(meters: 500), aim: .hold(watts: 200))]
    bench.send(
      .start(
        RideOrder(
          plan: RidePlan(name: "Sprint", intervals: intervals), trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(60))
    #expect(try #require(bench.snapshot.trainer?.speedKmh) > 20)
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.phase == .idle)
    let meters = try #require(bench.samples.last?.distanceMeters)
    #expect((500..<515).contains(meters))
  }

  @Test func `free riding holds the lowest target of a trainer that simulates no road`() {
    var bench = RideBench()
    bench.trainer.feature = FitnessMachineFeature(machine: [.powerMeasurement], targetSetting: [.powerTarget])
    bench.send(
      .start(
        RideOrder(
          plan: RidePlan(name: "Free", intervals: [RideInterval(end: .timer(seconds: 20), aim: .free)]),
          trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.trainer.targetWatts == 25)
  }

  @Test func `an interval is restored after a drop and still lasts its full time`() {
    var bench = Self.bench(Self.overUnder)
    bench.run(untilSecond: 0)
    bench.run(for: .seconds(12))
    bench.drop(.trainer, for: .seconds(15))
    bench.run(for: .seconds(90))
    let timer = bench.samples.filter(\.timerRunning)
    #expect(timer.count == 60)
    #expect(timer[29].targetWatts == 150 && timer[31].targetWatts == 200)
  }

  @Test(arguments: [60.0, 110])
  func `virtual distance depends on the rider's weight if the trainer sends no speed`(kilograms: Double) throws {
    var bench = RideBench()
    bench.trainer.sendsSpeed = false
    let intervals = [RideInterval(end: .distance(meters: 500), aim: .hold(watts: 150))]
    bench.send(
      .start(
        RideOrder(
          plan: RidePlan(name: "Virtual", intervals: intervals), trainer: RideBench.trainer, heartRate: nil,
          riderKilograms: kilograms)))
    bench.run(for: .seconds(200))
    #expect(!bench.samples.contains { !$0.isVirtual })
    let meters = try #require(bench.samples.last?.distanceMeters)
    #expect((500..<515).contains(meters))
    let speed = try #require(bench.samples.last?.speedKmh)
    #expect(kilograms == 60 ? speed > 30 : speed < 30)
  }

  @Test func `a start reports the first interval that the trainer cannot hold`() {
    var bench = RideBench()
    let ramp = RideInterval(end: .timer(seconds: 60), aim: .ramp(fromWatts: 100, toWatts: 1800))
    let plan = RidePlan(name: "a", intervals: Self.overUnder + [ramp])
    let token = bench.send(.start(RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(5))
    guard case .success(.started(_, _, let unheld)) = bench.replies[token] else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(unheld == Unheld(interval: 4, watts: 1800, minimumWatts: 25, maximumWatts: 1500))
    #expect(RidePlan(intervals: Self.overUnder).firstUnheld(in: 25...1500) == nil)
  }

  @Test func `a pause stops the progress of a workout`() {
    var bench = Self.bench(Self.overUnder)
    bench.run(for: .seconds(10))
    bench.send(.pause)
    let before = bench.snapshot.plan
    bench.run(for: .seconds(100))
    #expect(bench.snapshot.plan == before)
    #expect(before?.interval?.number == 1)
  }

  @Test func `a workout applies the rider's skips, bias and labels`() {
    var bench = Self.bench(Self.overUnder)
    bench.run(for: .seconds(10))
    let skip = bench.send(.step(.skip))
    guard case .success(.stepped(let standing)) = bench.replies[skip] else {
      Issue.record("\(String(describing: bench.replies[skip]))")
      return
    }
    #expect(standing.interval?.label == "Over" && standing.expired.map(\.outcome) == [.skipped])
    bench.run(for: .seconds(1))
    #expect(bench.trainer.targetWatts == 200)
    bench.send(.step(.bias(percent: -10)))
    bench.run(for: .seconds(1))
    #expect(bench.trainer.targetWatts == 180)
    let done = bench.send(.step(.done))
    #expect(bench.replies[done] == .failure(.step(.notAwaited(2))))
    bench.send(.step(.label("Last one")))
    #expect(bench.snapshot.plan?.interval?.label == "Last one")
    bench.send(.step(.skip))
    bench.send(.step(.skip))
    #expect(bench.snapshot.phase == .finishing)
  }

  @Test(arguments: [PlanStep.skip, .back, .done])
  func `a step for another interval is refused and changes nothing`(step: PlanStep) {
    var bench = Self.bench(Self.overUnder)
    bench.run(for: .seconds(10))
    bench.send(.step(.skip, in: 1))
    let before = bench.snapshot.plan
    #expect(before?.interval?.number == 2)
    let late = bench.send(.step(step, in: 1))
    #expect(bench.replies[late] == .failure(.step(.passed(1))))
    #expect(bench.snapshot.plan == before)
  }

  @Test func `a steady ride has no intervals to skip but can be extended`() {
    var bench = RideBench()
    bench.start(seconds: 60)
    bench.run(for: .seconds(10))
    let skip = bench.send(.step(.skip))
    #expect(bench.replies[skip] == .failure(.noPlan))
    bench.send(.step(.extend(.seconds(60))))
    bench.run(for: .seconds(120))
    #expect(bench.samples.count == 120, "but it can be extended")
  }

  @Test func `progress is stored at each milestone, not every second`() {
    var bench = Self.bench(Self.overUnder)
    bench.run(for: .seconds(80))
    #expect(bench.kept.map(\.index) == [0, 1, 2, 3])
  }

  @Test func `a resumed workout continues in the same interval with its remaining time`() {
    var first = Self.bench(Self.overUnder)
    first.run(untilSecond: 0)
    first.run(for: .seconds(45))
    var run = PlanRun(RidePlan(name: "Test", intervals: Self.overUnder), progress: first.kept.last)
    run.catchUp(with: first.samples)
    #expect(run.progress.index == 1)
    let left = run.remainingSecondsInAll ?? 0
    var next = RideBench()
    let order = RideOrder(
      plan: RidePlan(name: "Test", intervals: Self.overUnder), trainer: RideBench.trainer, heartRate: nil)
    next.send(
      .resumeUnfinished(
        UnfinishedRide(
          id: 3, order: order, run: run, start: .origin.advanced(by: .seconds(-100)), totals: RideTotals(first.samples),
          isAfterReboot: false, wasPaused: false)))
    next.run(for: .seconds(2))
    #expect(next.snapshot.figures?.wantedWatts == 200 && next.snapshot.plan?.interval?.label == "Over")
    next.run(for: .seconds(60))
    #expect(next.samples.filter(\.timerRunning).count == left)
  }
}

@Suite struct SteeredRideTests {
  private static let target = HeartRateTarget(
    zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 150), watts: 50...220)

  private static func bench(seconds: Int = 1800) -> RideBench {
    var bench = RideBench()
    bench.send(
      .start(
        RideOrder(
          plan: .steady(.heartRate(target), seconds: seconds), trainer: RideBench.trainer, heartRate: RideBench.strap)))
    return bench
  }

  @Test func `a steered ride begins at half its start power and reaches all of it after a minute`() {
    var bench = Self.bench()
    bench.run(for: .seconds(90))
    #expect(bench.samples.first?.targetWatts == 75)
    #expect(bench.samples.last?.targetWatts == 150)
    #expect(bench.events.filter { $0.kind.name == .target }.isEmpty, "what changes by itself stands in the rows")
  }

  @Test func `a steered ride lowers the watts if the heart rate is too high`() throws {
    var bench = Self.bench()
    bench.beatsPerMinute = 150
    bench.run(for: .seconds(600))
    let watts = try #require(bench.samples.last?.targetWatts)
    #expect(watts < 120 && watts >= 50)
  }

  @Test func `a steered ride that loses its strap freezes, then eases, and reports both`() throws {
    var bench = Self.bench()
    bench.beatsPerMinute = 130
    bench.run(for: .seconds(400))
    let before = try #require(bench.samples.last?.targetWatts)
    bench.silent = [.heartRate]
    bench.run(for: .seconds(15))
    #expect(bench.snapshot.problems.contains(.steeringFrozen(before)))
    #expect(bench.samples.last?.targetWatts == before)
    bench.run(for: .seconds(45))
    #expect(bench.snapshot.problems.contains(.steeringEased(120)))
    #expect(bench.samples.last?.targetWatts == 120)
    #expect(bench.events.contains { $0.kind.name == .steeringEased && $0.kind.detail == "120" })
    bench.silent = []
    bench.run(for: .seconds(120))
    #expect(bench.events.contains { $0.kind.name == .steeringReturned })
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a steered ride holds watts that the rider requests`() throws {
    var bench = Self.bench()
    bench.beatsPerMinute = 130
    bench.run(for: .seconds(400))
    bench.send(.setWatts(170))
    bench.run(for: .seconds(10))
    #expect(try #require(bench.samples.last?.targetWatts) == 170)
  }

  @Test func `a steered ride returns to its power once the legs have recovered`() throws {
    var bench = Self.bench()
    bench.beatsPerMinute = 130
    bench.run(for: .seconds(400))
    let before = try #require(bench.samples.last?.targetWatts)
    bench.legWatts = 60
    for rpm in stride(from: 60.0, through: 38, by: -2) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(500))
    }
    bench.run(for: .seconds(20))
    #expect(bench.events.contains { $0.kind.name == .released })
    #expect(try #require(bench.trainer.targetWatts) < before / 2)
    bench.legWatts = nil
    bench.cadenceRpm = 80
    bench.run(for: .seconds(20))
    #expect(abs(try #require(bench.samples.last?.targetWatts) - before) <= 2)
  }

  @Test func `watts that the rider requests are a milestone of a steered ride`() {
    var run = PlanRun(.steady(.heartRate(Self.target), seconds: 60))
    let before = run.progress.milestone
    run.ask(watts: 110)
    #expect(run.progress.milestone != before)
  }

  @Test func `a zone begins at its planned power with the rider's bias`() throws {
    let free = RideInterval(end: .timer(seconds: 10), aim: .free)
    let zone = RideInterval(end: .timer(seconds: 600), aim: .heartRate(Self.target))
    var run = PlanRun(RidePlan(name: "a", intervals: [free, zone]))
    _ = try run.take(.bias(percent: -20), second: 0)
    #expect(run.planned(at: 1)?.watts == 120)
    _ = try run.take(.skip, second: 1)
    #expect(run.progress.steering?.askedWatts == 120)
  }

  @Test func `a zone is eased from its own power, whatever the target of the interval before`() throws {
    var bench = RideBench()
    bench.beatsPerMinute = 130
    let hard = RideInterval(end: .timer(seconds: 300), aim: .hold(watts: 300))
    let easy = RideInterval(end: .timer(seconds: 600), aim: .heartRate(Self.target))
    bench.send(
      .start(
        RideOrder(
          plan: RidePlan(name: "a", intervals: [hard, easy]), trainer: RideBench.trainer, heartRate: RideBench.strap,
          guards: TargetGuards(maximumBeatsPerMinute: 125))))
    bench.run(for: .seconds(290))
    #expect(try #require(bench.samples.last?.targetWatts) <= 150)
    bench.run(for: .seconds(200))
    #expect(try #require(bench.samples.last?.targetWatts) <= 75, "half of the 150 W that the zone begins at")
  }

  @Test func `the ceiling eases a steered ride below the power that steering would hold`() throws {
    var bench = RideBench()
    bench.beatsPerMinute = 130
    bench.send(
      .start(
        RideOrder(
          plan: .steady(.heartRate(Self.target), seconds: 1800), trainer: RideBench.trainer, heartRate: RideBench.strap,
          guards: TargetGuards(maximumBeatsPerMinute: 125))))
    bench.run(for: .seconds(300))
    let watts = try #require(bench.samples.last?.targetWatts)
    #expect(watts <= 75, "half of what was held, whatever the steering would make up for")
  }
}
