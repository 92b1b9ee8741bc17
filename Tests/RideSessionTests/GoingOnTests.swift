import BluetoothLE
import RadioSim
import Testing

@testable import RideSession

@Suite("A ride that another process began")
struct GoingOnTests {
  private static let rows = (0..<100).map {
    RideSample(second: $0, timerRunning: true, powerWatts: 150, distanceMeters: Double($0) * 8)
  }
  private static let ridden = RideTotals(rows)

  private func unfinished(
    seconds: Int = 600, start: MonotonicInstant = MonotonicInstant(nanoseconds: -110_000_000_000),
    isAfterReboot: Bool = false, wasPaused: Bool = false
  ) -> UnfinishedRide {
    let order = RideOrder(
      askedWatts: 150, plannedSeconds: seconds, trainer: RideBench.trainer, heartRate: RideBench.strap)
    var run = PlanRun(order.plan, progress: PlanProgress(askedWatts: 170))
    run.catchUp(with: Self.rows)
    return UnfinishedRide(
      id: 9, order: order, run: run, start: start, totals: Self.ridden, isAfterReboot: isAfterReboot,
      wasPaused: wasPaused)
  }

  private func goingOn(_ ride: UnfinishedRide) -> RideBench {
    var bench = RideBench()
    let token = bench.send(.resumeUnfinished(ride))
    #expect(bench.replies[token] == .success(.done))
    return bench
  }

  @Test func goesOnByItselfWithTheTargetAskedForLast() {
    var bench = goingOn(unfinished())
    bench.run(for: .seconds(3))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.trainer.targetWatts == 170)
    #expect(bench.snapshot.figures?.id == 9)
  }

  @Test func hasARowForEverySecondOfTheGapAndNoneTwice() {
    var bench = goingOn(unfinished())
    bench.run(for: .seconds(20))
    #expect(bench.samples.map(\.second) == Array(100..<100 + bench.samples.count))
    #expect(bench.samples.prefix(10).allSatisfy { !$0.timerRunning && $0.powerWatts == nil })
    #expect(bench.samples.count == 30)
  }

  @Test func marksTheGap() {
    let bench = goingOn(unfinished())
    let marks = bench.events.filter { [.interrupted, .continued].contains($0.kind) }
    #expect(marks.map(\.kind) == [.interrupted, .continued])
    #expect(marks.map(\.at) == [.seconds(100), .seconds(110)])
  }

  /// Killed between the start and the first commit: the ride is known, and nothing that happened in it.
  @Test func hasItsBeginningAllTheSameWhereThatWasNotKept() {
    let intervals = [60, 120].map { RideInterval(end: .timer(seconds: $0), aim: .hold(watts: 150)) }
    let order = RideOrder(plan: RidePlan(name: "Two", intervals: intervals), trainer: RideBench.trainer, heartRate: nil)
    let start = MonotonicInstant(nanoseconds: -20_000_000_000)
    var bench = goingOn(
      UnfinishedRide(
        id: 9, order: order, run: PlanRun(order.plan), start: start, totals: RideTotals(), isAfterReboot: false,
        wasPaused: false, hasBeginning: false))
    #expect(bench.events.map(\.kind.name) == [.started, .interval, .interrupted, .continued])
    #expect(bench.events.prefix(3).allSatisfy { $0.at == .zero })
    bench.run(for: .seconds(200))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.events.laps(ofRows: bench.samples.count).map(\.second) == [0, 80])
  }

  @Test func owesWhatWasNotRidden() {
    var bench = goingOn(unfinished(seconds: 160))
    bench.run(for: .seconds(90))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.samples.filter(\.timerRunning).count == 60)
    #expect((bench.samples.last?.distanceMeters ?? 0) > 792)
    #expect(bench.recordEnds == [.finished])
  }

  @Test func isOverWhereNothingIsOwed() {
    var bench = goingOn(unfinished(seconds: 100))
    bench.run(for: .seconds(12))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.recordEnds == [.finished])
  }

  @Test func waitsForAPedalStrokeAfterAReboot() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.send(.resumeUnfinished(unfinished(isAfterReboot: true)))
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.phase == .paused)
    #expect(bench.snapshot.isAutoPaused)
    #expect(bench.snapshot.trainer?.link == .connected)
    bench.cadenceRpm = 80
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func staysPausedWhereTheRiderHadPausedIt() {
    var bench = goingOn(unfinished(wasPaused: true))
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.phase == .paused)
    bench.send(.resume)
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func isRefusedWhileAnotherIsOn() {
    var bench = RideBench()
    bench.start()
    bench.run(for: .seconds(5))
    let token = bench.send(.resumeUnfinished(unfinished()))
    #expect(bench.replies[token] == .failure(.rideInProgress(id: 7)))
  }

  @Test func keepsASecondStartOut() {
    var bench = goingOn(unfinished())
    let token = bench.start()
    #expect(bench.replies[token] == .failure(.rideInProgress(id: 9)))
  }

  @Test func wasLeftWithTheTrainerFreeAndNoEnd() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 600)
    bench.run(for: .seconds(30))
    let token = bench.send(.suspend)
    bench.run(for: .seconds(5))
    #expect(bench.replies[token] == .success(.stopped(rideID: 7)))
    #expect(bench.recordEnds == [.suspended])
    #expect(!bench.events.contains { $0.kind.name == .ended })
    #expect(!bench.trainer.hasControl)
  }

  @Test func isOverWhereItsTimeWasUpAsTheDaemonWentDown() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 20)
    bench.run(for: .seconds(5))
    while bench.snapshot.phase != .finishing { bench.run(for: .milliseconds(10)) }
    bench.send(.suspend)
    bench.run(for: .seconds(5))
    #expect(bench.recordEnds == [.finished])
  }

  @Test func isNoneWhereTheStartStillWaited() {
    var bench = RideBench()
    bench.away = [.trainer]
    let start = bench.start()
    bench.run(for: .seconds(5))
    bench.send(.suspend)
    bench.run(for: .seconds(10))
    #expect(bench.replies[start] == .failure(.startWithdrawn))
    #expect(bench.closedRecords == [nil])
  }

  @Test func saysNothingAfterItsEndWhereNothingIsOwed() {
    var bench = goingOn(unfinished(seconds: 100))
    bench.run(for: .seconds(2))
    #expect(bench.events.map(\.kind.name) == [.ended])
    #expect(bench.samples.isEmpty)
  }

  @Test func isOverWhereItLiesDaysBack() {
    let start = MonotonicInstant.origin.advanced(by: .seconds(-90_000_000))
    var bench = goingOn(unfinished(start: start))
    bench.run(for: .seconds(2))
    #expect(bench.samples.isEmpty)
    #expect(bench.events.map(\.kind.detail) == ["recovered"])
    #expect(bench.recordEnds == [.finished])
  }

  @Test func hasItsWholeTimeToFindTheTrainer() {
    var bench = RideBench()
    bench.away = [.trainer]
    bench.send(.resumeUnfinished(unfinished(start: MonotonicInstant.origin.advanced(by: .seconds(-1850)))))
    bench.run(for: .seconds(1700))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(110))
    #expect(bench.snapshot.phase == .idle)
  }
}
