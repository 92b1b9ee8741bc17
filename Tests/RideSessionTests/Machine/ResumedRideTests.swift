import BluetoothLE
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct ResumedRideTests {
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

  @Test func `a resumed ride continues by itself with the last requested target`() {
    var bench = goingOn(unfinished())
    bench.run(for: .seconds(3))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.trainer.targetWatts == 170)
    #expect(bench.snapshot.figures?.id == 9)
  }

  @Test func `a resumed ride has exactly one row for every second of the gap`() {
    var bench = goingOn(unfinished())
    bench.run(for: .seconds(20))
    #expect(bench.samples.map(\.second) == Array(100..<100 + bench.samples.count))
    #expect(bench.samples.prefix(10).allSatisfy { !$0.timerRunning && $0.powerWatts == nil })
    #expect(bench.samples.count == 30)
  }

  @Test func `a resumed ride marks the gap with events`() {
    let bench = goingOn(unfinished())
    let marks = bench.events.filter { [.interrupted, .continued].contains($0.kind) }
    #expect(marks.map(\.kind) == [.interrupted, .continued])
    #expect(marks.map(\.at) == [.seconds(100), .seconds(110)])
  }

  /// The process was killed between the start and the first commit.
  ///
  /// The ride is stored, but its events are not.
  @Test func `a resumed ride adds its first events if they were not stored`() {
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

  @Test func `a resumed ride lasts for the timer time that was not ridden`() {
    var bench = goingOn(unfinished(seconds: 160))
    bench.run(for: .seconds(90))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.samples.filter(\.timerRunning).count == 60)
    #expect((bench.samples.last?.distanceMeters ?? 0) > 792)
    #expect(bench.recordEnds == [.finished])
  }

  @Test func `a ride whose workout is over ends instead of being resumed`() {
    var bench = goingOn(unfinished(seconds: 100))
    bench.run(for: .seconds(12))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.recordEnds == [.finished])
  }

  @Test func `a ride that is resumed after a reboot waits for a pedal stroke`() {
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

  @Test func `a ride that its rider paused is still paused when it is resumed`() {
    var bench = goingOn(unfinished(wasPaused: true))
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.phase == .paused)
    bench.send(.resume)
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `no ride is resumed while another one is in progress`() {
    var bench = RideBench()
    bench.start()
    bench.run(for: .seconds(5))
    let token = bench.send(.resumeUnfinished(unfinished()))
    #expect(bench.replies[token] == .failure(.rideInProgress(id: 7)))
  }

  @Test func `no ride starts while a resumed one is in progress`() {
    var bench = goingOn(unfinished())
    let token = bench.start()
    #expect(bench.replies[token] == .failure(.rideInProgress(id: 9)))
  }

  @Test func `a suspended ride leaves the trainer free and has no end event`() {
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

  @Test func `a ride whose time ends while the daemon shuts down is finished`() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 20)
    bench.run(for: .seconds(5))
    while bench.snapshot.phase != .finishing { bench.run(for: .milliseconds(10)) }
    bench.send(.suspend)
    bench.run(for: .seconds(5))
    #expect(bench.recordEnds == [.finished])
  }

  @Test func `a start that still waits when the daemon shuts down leaves no ride to resume`() {
    var bench = RideBench()
    bench.away = [.trainer]
    let start = bench.start()
    bench.run(for: .seconds(5))
    bench.send(.suspend)
    bench.run(for: .seconds(10))
    #expect(bench.replies[start] == .failure(.startWithdrawn))
    #expect(bench.closedRecords == [nil])
  }

  @Test func `a resumed ride whose workout is over has no event after its end`() {
    var bench = goingOn(unfinished(seconds: 100))
    bench.run(for: .seconds(2))
    #expect(bench.events.map(\.kind.name) == [.ended])
    #expect(bench.samples.isEmpty)
  }

  @Test func `a ride from long ago is finished instead of being resumed`() {
    let start = MonotonicInstant.origin.advanced(by: .seconds(-90_000_000))
    var bench = goingOn(unfinished(start: start))
    bench.run(for: .seconds(2))
    #expect(bench.samples.isEmpty)
    #expect(bench.events.map(\.kind.detail) == ["recovered"])
    #expect(bench.recordEnds == [.finished])
  }

  @Test func `a resumed ride has the full half hour to find its trainer`() {
    var bench = RideBench()
    bench.away = [.trainer]
    bench.send(.resumeUnfinished(unfinished(start: MonotonicInstant.origin.advanced(by: .seconds(-1850)))))
    bench.run(for: .seconds(1700))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(110))
    #expect(bench.snapshot.phase == .idle)
  }
}
