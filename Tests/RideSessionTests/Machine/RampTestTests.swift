import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

/// Tests of the functional threshold power.
@Suite struct RampTestTests {
  private static func plan(_ test: PlanTest = .ramp) -> RidePlan {
    let ramp = stride(from: 200, through: 500, by: 20).map {
      RideInterval(label: "Test", end: .timer(seconds: 60), aim: .hold(watts: $0))
    }
    let long = [RideInterval(label: "Test", end: .timer(seconds: 1200), aim: .hold(watts: 200))]
    var plan = RidePlan(
      name: "A test",
      intervals: [RideInterval(label: "Warm-up", end: .timer(seconds: 30), aim: .hold(watts: 100))]
        + (test == .ramp ? ramp : long)
        + [RideInterval(label: "Cool-down", end: .timer(seconds: 60), aim: .hold(watts: 80))])
    plan.test = test
    return plan
  }

  private static var settings: RiderSettings {
    var settings = RiderSettings()
    (settings.thresholdWatts, settings.criticalWatts, settings.wPrimeKilojoules) = (250, 250, 20)
    return settings
  }

  private static func order(_ plan: RidePlan) -> RideOrder {
    var order = RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: RideBench.strap)
    order.thresholdWatts = settings.thresholdWatts
    return order
  }

  /// A test at a second of the ride; the third step of a ramp begins at second 150.
  private static func bench(_ test: PlanTest = .ramp, at second: Int = 180) -> RideBench {
    var bench = RideBench()
    let order = order(plan(test))
    bench.send(.start(order, EffortInHand(order, settings)))
    bench.run(for: .seconds(5))
    bench.run(untilSecond: second)
    return bench
  }

  private static func collapse(_ bench: inout RideBench, to least: Double = 42) {
    for rpm in stride(from: 80.0, through: least, by: -2) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(500))
    }
  }

  private func number(_ bench: RideBench) -> Int? { bench.snapshot.plan?.interval?.number }
  private func isCoolingDown(_ bench: RideBench) -> Bool { bench.snapshot.plan?.interval?.label == "Cool-down" }
  private func kinds(_ bench: RideBench) -> [RideEvent.Name] { bench.events.map(\.kind.name) }

  // MARK: - The legs

  @Test func `a ramp ends with the cool-down when the cadence collapses`() throws {
    var bench = Self.bench()
    #expect(number(bench) == 4)
    bench.legWatts = 215
    Self.collapse(&bench)
    bench.run(for: .seconds(5))
    #expect(isCoolingDown(bench) && bench.trainer.targetWatts == 80)
    #expect(!kinds(bench).contains(.released))
    let test = try #require(bench.snapshot.figures?.test)
    #expect(test.over == true)
    #expect(bench.tests == [test])
    let watts = try #require(test.meanWatts)
    #expect((225...240).contains(watts))
    #expect(test.thresholdWatts == Int((watts * 0.75).rounded()))
  }

  @Test func `a ramp ends when the power stays below the target`() {
    var bench = Self.bench()
    bench.legWatts = 160
    bench.run(for: .seconds(8))
    #expect(!isCoolingDown(bench))
    bench.run(for: .seconds(6))
    #expect(isCoolingDown(bench))
  }

  @Test func `a ramp goes on while the legs almost hold the target`() {
    var bench = Self.bench()
    bench.legWatts = 218
    bench.run(for: .seconds(25))
    #expect(number(bench) == 4)
  }

  @Test func `legs that stop end a ramp, and auto-pause follows`() {
    var bench = Self.bench()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(4))
    #expect(isCoolingDown(bench) && bench.snapshot.phase == .riding)
    bench.run(for: .seconds(3))
    #expect(bench.snapshot.isAutoPaused)
    bench.cadenceRpm = 80
    bench.run(for: .seconds(20))
    #expect(bench.snapshot.phase == .riding && bench.trainer.targetWatts == 80)
  }

  @Test func `the auto-pause of a trainer without cadence ends a ramp`() {
    var bench = Self.bench(at: 20)
    bench.sending = { data in
      var data = data
      data.instantaneousCadence = nil
      return [data]
    }
    bench.run(untilSecond: 180)
    #expect(number(bench) == 4)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(9))
    #expect(isCoolingDown(bench) && bench.snapshot.isAutoPaused)
  }

  @Test func `a ramp whose last interval is the test ends with the ride`() {
    var plan = Self.plan()
    plan.intervals.removeLast()
    var bench = RideBench()
    bench.send(.start(Self.order(plan)))
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 180)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(20))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.tests.map(\.over) == [true] && bench.events.last?.kind.name == .ended)
  }

  // MARK: - What does not end it

  @Test func `a lost link does not end a ramp`() {
    var bench = Self.bench()
    bench.drop(.trainer, for: .seconds(60))
    bench.run(for: .seconds(75))
    #expect(bench.snapshot.phase == .riding && number(bench) == 4)
  }

  @Test func `a silent trainer does not end a ramp`() {
    var bench = Self.bench()
    bench.silent = [.trainer]
    bench.run(for: .seconds(20))
    bench.silent = []
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .riding && number(bench) == 4)
  }

  @Test(arguments: [nil, 0] as [Int16?])
  func `missing power values do not end a ramp`(watts: Int16?) {
    var bench = Self.bench(at: 152)
    bench.run(for: .seconds(10))
    bench.sending = { data in
      var data = data
      data.instantaneousPowerWatts = watts
      return [data]
    }
    bench.run(for: .seconds(30))
    #expect(number(bench) == 4)
  }

  @Test func `a trainer that does not apply the targets does not end a ramp`() {
    var bench = Self.bench(at: 145)
    bench.deafness = .max
    bench.run(for: .seconds(180))
    #expect(!isCoolingDown(bench))
  }

  @Test func `neither a pause nor the way back to the pedals ends a ramp`() {
    var bench = Self.bench()
    bench.send(.pause)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(60))
    bench.send(.resume)
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.isAutoPaused && number(bench) == 4)
    bench.cadenceRpm = 88
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .riding && number(bench) == 4)
  }

  @Test func `coasting into the first step does not end a ramp`() {
    var bench = Self.bench(at: 26)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(20))
    #expect(bench.snapshot.isAutoPaused)
    bench.cadenceRpm = 88
    bench.run(for: .seconds(10))
    #expect(number(bench) == 2)
  }

  @Test func `weak legs do not end a test of 20 minutes`() {
    var bench = Self.bench(.twentyMinutes)
    bench.legWatts = 100
    Self.collapse(&bench, to: 38)
    bench.run(for: .seconds(30))
    #expect(number(bench) == 2)
    #expect(kinds(bench).contains(.released), "the guard does what it always does")
  }

  @Test func `the spiral of death guard releases the target of legs that never held the ramp's`() {
    var bench = Self.bench(at: 32)
    bench.legWatts = 100
    Self.collapse(&bench, to: 38)
    #expect(kinds(bench).contains(.released) && !isCoolingDown(bench))
  }

  @Test func `a heart rate above the ceiling eases the target of a ramp`() {
    var bench = RideBench()
    var order = Self.order(Self.plan())
    order.guards = TargetGuards(maximumBeatsPerMinute: 110)
    bench.send(.start(order))
    bench.run(for: .seconds(200))
    #expect(kinds(bench).contains(.eased) && number(bench) ?? 0 > 2)
  }

  // MARK: - The record

  @Test func `the steps that a ramp leaves out are neither laps nor ended intervals`() throws {
    var bench = Self.bench()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(7))
    let plan = try #require(bench.snapshot.plan)
    #expect(plan.expired.map(\.number) == [1, 2, 3, 4])
    #expect(plan.expired.map(\.outcome) == [.expired, .expired, .expired, .skipped])
    #expect(plan.interval?.number == 18 && plan.intervals == 18)
    let news = try #require(bench.planEvents.last?.news)
    #expect(news.kind == .intervalEnded && news.interval?.number == 4 && news.next?.label == "Cool-down")
    let outline = bench.machine.outline
    #expect(outline[4..<17].allSatisfy { $0.timerSeconds == 0 && $0.remainingSeconds == 0 })
    bench.cadenceRpm = 88
    bench.run(for: .seconds(100))
    #expect(bench.snapshot.phase == .idle)
    let laps = bench.events.laps(ofRows: bench.samples.count)
    #expect(laps.map(\.interval) == [1, 2, 3, 4, 18])
    #expect(laps.map(\.label) == ["Warm-up", "Test", "Test", "Test", "Cool-down"])
    #expect(bench.samples.filter { $0.timerRunning && $0.second >= laps[4].second }.count >= 59)
  }

  @Test func `legs that give up in the last row of a step leave out the next one`() {
    var bench = Self.bench(at: 204)
    bench.cadenceRpm = 30
    bench.run(for: .seconds(8))
    #expect(isCoolingDown(bench))
    let ended = bench.snapshot.plan?.expired ?? []
    #expect(ended.allSatisfy { $0.timerSeconds > 0 } && Set(ended.map(\.number)).count == ended.count)
  }

  @Test func `a stop in a ramp reports its best minute`() throws {
    var bench = Self.bench()
    bench.send(.stop)
    bench.run(for: .seconds(5))
    #expect(bench.snapshot.phase == .idle)
    let test = try #require(bench.tests.first)
    #expect(bench.tests.count == 1 && test.over == true)
    let best = bench.bestMinuteWatts(from: 30, to: 180)
    #expect(abs(try #require(test.meanWatts) - best) < 0.5)
  }

  @Test func `a stop in the warm-up reports no test`() {
    var bench = Self.bench(at: 20)
    bench.send(.stop)
    bench.run(for: .seconds(5))
    #expect(bench.tests.isEmpty)
  }

  @Test func `a ramp has no result before its first full minute`() {
    var bench = Self.bench(at: 88)
    #expect(bench.snapshot.figures?.test == TestStatus(test: .ramp))
    bench.run(for: .seconds(4))
    #expect(bench.snapshot.figures?.test?.meanWatts != nil)
  }

  @Test func `a test of 20 minutes is 95 percent of its mean power when it is over`() throws {
    var bench = Self.bench(.twentyMinutes, at: 1200)
    let running = try #require(bench.snapshot.figures?.test)
    #expect(running.meanWatts != nil && running.thresholdWatts == nil && running.over == nil)
    bench.run(for: .seconds(40))
    let test = try #require(bench.snapshot.figures?.test)
    let watts = bench.samples.filter { (30..<1230).contains($0.second) }.compactMap(\.powerWatts)
    let mean = watts.reduce(0, +) / Double(watts.count)
    #expect(watts.count == 1200 && abs((test.meanWatts ?? 0) - mean) < 0.01)
    #expect(test.over == true && test.thresholdWatts == Int((mean * 0.95).rounded()))
    #expect(bench.tests == [test])
  }

  @Test func `a steady ride is no test`() {
    var bench = RideBench()
    bench.start(seconds: 60)
    bench.run(for: .seconds(70))
    #expect(bench.tests.isEmpty)
  }

  // MARK: - The next process

  @Test(arguments: [20, 100, 200])
  func `the rows and events restore zones, W′ and test`(second: Int) throws {
    var bench = Self.bench(at: 80)
    bench.send(.pause)
    bench.run(for: .seconds(15))
    bench.send(.resume)
    bench.run(untilSecond: 95 + second)
    bench.send(.step(.skip))
    bench.run(for: .seconds(20))
    let ride = try #require(bench.machine.ride)
    let record = RideRecord(
      id: 7, start: UnixTime(milliseconds: 0), plannedSeconds: 0, trainerName: nil, samples: bench.samples,
      events: bench.events)
    #expect(EffortInHand(ride.order, Self.settings, after: record) == ride.effort)
    #expect(ride.effort.test(isOver: false)?.meanWatts != nil)
    #expect(ride.effort.powerZones?.count == 7 && ride.effort.wPrime?.kilojoules ?? 20 < 20.1)
  }

  @Test func `a resumed ramp continues with its best minute and can end`() throws {
    var bench = Self.bench()
    let former = try #require(bench.machine.ride)
    let unfinished = UnfinishedRide(
      id: 7, order: former.order, run: former.run, start: MonotonicInstant(nanoseconds: -190_000_000_000),
      totals: former.totals, lap: former.lap, effort: former.effort, isAfterReboot: false, wasPaused: false)
    let before = try #require(bench.snapshot.figures?.test?.meanWatts)
    bench = RideBench()
    bench.send(.resumeUnfinished(unfinished))
    bench.run(for: .seconds(25))
    let after = try #require(bench.snapshot.figures?.test?.meanWatts)
    #expect(after >= before)
    #expect(number(bench) == 4)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(8))
    #expect(isCoolingDown(bench) && bench.tests.count == 1)
  }
}

extension RideBench {
  /// The greatest mean power of 60 rows, in watts.
  fileprivate func bestMinuteWatts(from: Int, to: Int) -> Double {
    let watts = samples.filter { (from..<to).contains($0.second) }.compactMap(\.powerWatts)
    return (0...(watts.count - 60)).map { watts[$0..<$0 + 60].reduce(0, +) / 60 }.max() ?? 0
  }
}
