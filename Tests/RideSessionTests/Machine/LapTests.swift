import RadioSim
import RideSession
import Rides
import Testing

@Suite struct LapTests {
  private static func riding(_ plan: RidePlan = .steady(watts: 150, seconds: 600)) -> RideBench {
    var bench = RideBench()
    bench.send(.start(RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: RideBench.strap)))
    while bench.samples.count < 40 { bench.run(for: .milliseconds(100)) }
    return bench
  }

  private static func lap(_ bench: inout RideBench) -> (ended: LapInHand?, number: Int)? {
    let token = bench.send(.lap)
    guard case .success(.lapped(let ended, let number)) = bench.replies[token] else { return nil }
    return (ended, number)
  }

  @Test func `a lap ends when the rider asks for it, and the next one counts from there`() throws {
    var bench = Self.riding()
    let (ended, number) = try #require(Self.lap(&bench))
    #expect(ended?.number == 1 && ended?.totals.timerSeconds == 40 && number == 2)
    bench.run(for: .seconds(10))
    let figures = try #require(bench.snapshot.figures)
    #expect(figures.lap?.number == 2 && figures.lap?.totals.timerSeconds == 10)
    #expect(figures.timerSeconds == 50)
    let (whole, lap) = (try #require(figures.distanceMeters), try #require(figures.lap?.meters))
    #expect(lap > 0 && lap < whole / 3)
    #expect(bench.events.laps(ofRows: bench.samples.count).map(\.second) == [0, 40])
  }

  @Test func `a lap does not change the interval of a workout`() throws {
    let plan = RidePlan(
      name: "Test",
      intervals: [
        RideInterval(label: "Under", end: .timer(seconds: 60), aim: .hold(watts: 150)),
        RideInterval(end: .timer(seconds: 20), aim: .hold(watts: 200)),
      ])
    var bench = Self.riding(plan)
    let before = bench.snapshot.plan?.interval
    #expect(try #require(Self.lap(&bench)).number == 2)
    #expect(bench.snapshot.plan?.interval == before)
    bench.run(for: .seconds(60))
    #expect(bench.events.laps(ofRows: bench.samples.count).map(\.second) == [0, 40, 60])
  }

  @Test func `a second lap within a second of riding is not recorded`() throws {
    var bench = Self.riding()
    _ = Self.lap(&bench)
    let (ended, number) = try #require(Self.lap(&bench))
    #expect(ended == nil && number == 2)
    #expect(bench.events.filter { $0.kind == .lap }.count == 1)
  }

  @Test func `only one lap ends in a pause, and the next one waits for the timer`() throws {
    var bench = Self.riding()
    bench.send(.pause)
    bench.run(for: .seconds(10))
    #expect(try #require(Self.lap(&bench)).ended?.totals.timerSeconds == 40)
    #expect(try #require(Self.lap(&bench)).ended == nil)
    #expect(bench.snapshot.figures?.stoppedSeconds == 10)
    bench.send(.resume)
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.figures?.lap?.number == 2 && bench.snapshot.figures?.stoppedSeconds == nil)
  }

  @Test func `a lap is refused without a ride and before the first pedal stroke`() {
    var bench = RideBench()
    let idle = bench.send(.lap)
    bench.cadenceRpm = 0
    bench.start()
    bench.run(for: .seconds(2))
    let ready = bench.send(.lap)
    #expect(bench.replies[idle] == .failure(.noRide))
    #expect(bench.replies[ready] == .failure(.wrongPhase(.ready)))
  }

  @Test func `an interval that has ended reports its average power and its target`() throws {
    var bench = RideBench()
    let intervals = [150, 200].map { RideInterval(end: .timer(seconds: 30), aim: .hold(watts: $0)) }
    bench.send(
      .start(RideOrder(plan: RidePlan(name: "Test", intervals: intervals), trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(40))
    let ended = try #require(bench.snapshot.plan?.expired.first)
    #expect(ended.targetWatts == 150)
    // The trainer reaches the target during the ramp of the start.
    #expect(try #require(ended.averageWatts) < 150 && ended.averageWatts ?? 0 > 100)
  }

  @Test func `the outline shows each interval as it was ridden or will be ridden`() {
    var bench = RideBench()
    let intervals = [150, 200, 100].map { RideInterval(end: .timer(seconds: 30), aim: .hold(watts: $0)) }
    bench.send(
      .start(RideOrder(plan: RidePlan(name: "Test", intervals: intervals), trainer: RideBench.trainer, heartRate: nil)))
    while bench.samples.count < 10 { bench.run(for: .milliseconds(100)) }
    bench.send(.step(.skip))
    bench.send(.step(.bias(percent: 10)))
    bench.send(.step(.extend(.seconds(60))))
    let outline = bench.machine.outline
    #expect(outline.map(\.watts) == [165, 220, 110])
    #expect(outline.map(\.timerSeconds) == [10, 0, 0])
    #expect(outline.map(\.remainingSeconds) == [0, 90, 30])
  }
}
