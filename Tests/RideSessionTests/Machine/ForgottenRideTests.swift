import BluetoothLE
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct ForgottenRideTests {
  private func riding(_ rules: RideRules = RideRules()) -> RideBench {
    var bench = RideBench(rules: rules)
    bench.start(watts: 150, seconds: 4 * 3600)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 120)
    return bench
  }

  @Test func `a forgotten ride is finished after 15 minutes and ends at its last pedal stroke`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(15 * 60 - 1))
    #expect(bench.snapshot.phase == .paused)
    bench.run(for: .seconds(3))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.recordEnds == [.forgotten(endSecond: 121)])
    #expect(bench.events.last?.kind.name == .ended)
    #expect(bench.events.last?.kind.detail == "idle")
    #expect(bench.trainer.targetWatts == nil)
  }

  @Test func `a forgotten ride keeps every row`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(3600))
    #expect(bench.samples.map(\.second) == Array(0..<bench.samples.count))
    #expect((1020...1022).contains(bench.samples.count))
  }

  @Test func `a ride continues if its rider returns within 15 minutes`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(14 * 60))
    bench.cadenceRpm = 85
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .riding)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(14 * 60))
    #expect(bench.snapshot.phase == .paused, "the time starts again")
  }

  @Test func `a few turns of the pedals do not move the end of a forgotten ride`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(10 * 60))
    bench.cadenceRpm = 30
    bench.run(for: .seconds(3))
    bench.cadenceRpm = 0
    bench.run(for: .seconds(14 * 60))
    #expect(bench.snapshot.phase == .paused, "somebody may be there")
    bench.run(for: .seconds(2 * 60))
    #expect(bench.recordEnds == [.forgotten(endSecond: 121)])
  }

  @Test func `a pause of the rider suspends the 15 minutes, and a resume restarts them`() {
    var bench = riding()
    bench.send(.pause)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(3600))
    #expect(bench.snapshot.phase == .paused)
    bench.send(.resume)
    bench.run(for: .seconds(14 * 60))
    #expect(bench.snapshot.isAutoPaused, "who goes on is given the time again")
    bench.run(for: .seconds(2 * 60))
    #expect(bench.recordEnds == [.forgotten(endSecond: 121)])
  }

  @Test func `a forgotten ride is finished though auto-pause is off`() {
    var rules = RideRules()
    rules.autoPause = nil
    var bench = riding(rules)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(15 * 60 + 2))
    #expect(bench.recordEnds == [.forgotten(endSecond: 121)])
  }

  @Test func `a forgotten ride continues if the rules have no end for idle rides`() {
    var rules = RideRules()
    rules.finishAfter = nil
    var bench = riding(rules)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(3600))
    #expect(bench.snapshot.phase == .paused)
  }

  @Test func `a start after which the pedals never turn is cancelled after 15 minutes and leaves no ride`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(15 * 60 - 1))
    #expect(bench.snapshot.phase == .ready)
    bench.run(for: .seconds(5))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.closedRecords == [nil], "no ride is kept")
    #expect(bench.events.isEmpty)
    #expect(bench.trainer.targetWatts == nil)
    #expect(!bench.trainer.hasControl)
    #expect(bench.snapshot.problems == [.startForgotten])
    bench.cadenceRpm = 88
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(5))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a start after which the trainer is silent ends after 15 minutes`() {
    var bench = RideBench()
    bench.silent = [.trainer]
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.problems == [.trainerSilent], "the rider may be pedalling in vain")
    bench.run(for: .seconds(16 * 60))
    #expect(bench.snapshot.phase == .idle)
  }

  @Test func `a start waits indefinitely if the rules have no end for idle rides`() {
    var rules = RideRules()
    rules.finishAfter = nil
    var bench = RideBench(rules: rules)
    bench.cadenceRpm = 0
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(3600))
    #expect(bench.snapshot.phase == .ready)
  }

  @Test func `a ride that its rider paused is finished after two hours and ends at its last pedal stroke`() {
    var bench = riding()
    bench.send(.pause)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(2 * 3600 - 5))
    #expect(bench.snapshot.phase == .paused)
    bench.run(for: .seconds(15))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.recordEnds == [.forgotten(endSecond: 121)])
    #expect(bench.events.last?.kind.detail == "idle")
    #expect((3715...3725).contains(bench.samples.count), "no rows beyond the first hour of the pause")
  }

  @Test func `a ride that its rider paused is finished sooner if the trainer is disconnected`() {
    var bench = riding()
    bench.send(.pause)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(10 * 60))
    bench.drop(.trainer, for: .seconds(24 * 3600))
    bench.run(for: .seconds(30 * 60 - 5))
    #expect(bench.snapshot.phase == .paused)
    bench.run(for: .seconds(15))
    #expect(bench.recordEnds == [.forgotten(endSecond: 121)])
    #expect(bench.events.last?.kind.detail == "trainer away")
  }

  @Test func `a ride that is suspended in the second hour of a pause has a row for every second`() {
    var bench = riding()
    bench.send(.pause)
    bench.run(for: .seconds(90 * 60))
    bench.send(.suspend)
    bench.run(for: .seconds(5))
    #expect(bench.samples.map(\.second) == Array(0..<bench.samples.count))
    #expect((5519...5523).contains(bench.samples.count))
    #expect(bench.recordEnds == [.suspended])
  }

  @Test func `a ride that continues after a pause of more than an hour has a row for every second`() {
    var bench = riding()
    bench.send(.pause)
    bench.run(for: .seconds(90 * 60))
    #expect((3715...3725).contains(bench.samples.count))
    #expect((5519...5523).contains(bench.snapshot.figures?.elapsedSeconds ?? 0), "the time goes on")
    bench.send(.resume)
    bench.run(for: .seconds(10))
    #expect(bench.samples.map(\.second) == Array(0..<bench.samples.count))
    #expect((5529...5533).contains(bench.samples.count))
    #expect(bench.samples.suffix(8).allSatisfy { $0.timerRunning })
    #expect(bench.samples[3725..<5515].allSatisfy { !$0.timerRunning && $0.rrIntervals.isEmpty })
  }

  @Test func `a forgotten ride is not finished while its trainer is away or has only just returned`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(10 * 60))
    bench.drop(.trainer, for: .seconds(10 * 60))
    bench.run(for: .seconds(9 * 60))
    #expect(bench.snapshot.phase == .paused)
    bench.run(for: .seconds(80))
    #expect(bench.snapshot.phase == .paused, "the rider may just have switched it on")
    bench.run(for: .seconds(20))
    #expect(bench.recordEnds == [.forgotten(endSecond: 121)])
  }

  @Test func `a ride whose trainer was switched off ends at its last pedal stroke`() {
    var bench = riding()
    bench.drop(.trainer, for: .seconds(3600))
    bench.run(for: .seconds(30 * 60 + 5))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.events.last?.kind.detail == "trainer away")
    #expect(bench.recordEnds == [.forgotten(endSecond: 121)])
    #expect(bench.samples.count >= 1920, "every row is kept")
  }

  @Test func `a resumed ride that never finds its trainer ends where the former process stopped the timer`() {
    var bench = RideBench()
    bench.away = [.trainer]
    let rows = (0..<900).map { RideSample(second: $0, timerRunning: $0 < 120, powerWatts: $0 < 120 ? 150 : nil) }
    let order = RideOrder(askedWatts: 150, plannedSeconds: 3600, trainer: RideBench.trainer, heartRate: nil)
    var run = PlanRun(order.plan)
    run.catchUp(with: rows)
    bench.send(
      .resumeUnfinished(
        UnfinishedRide(
          id: 7, order: order, run: run, start: .origin.advanced(by: .seconds(-1000)), totals: RideTotals(rows),
          isAfterReboot: false, wasPaused: false)))
    bench.run(for: .seconds(30 * 60 + 5))
    #expect(bench.recordEnds == [.forgotten(endSecond: 120)])
  }

  @Test func `a forgotten ride is finished though its trainer reconnects again and again`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(60))
    bench.silent = [.trainer]
    bench.run(for: .seconds(20 * 60))
    #expect(bench.recordEnds == [.forgotten(endSecond: 121)])
  }

  @Test func `a resumed ride has the full 15 minutes again`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    var totals = RideTotals()
    let rows = (0..<120).map { RideSample(second: $0, timerRunning: true) }
    for row in rows { totals.add(row) }
    let order = RideOrder(askedWatts: 150, plannedSeconds: 3600, trainer: RideBench.trainer, heartRate: nil)
    var run = PlanRun(order.plan)
    run.catchUp(with: rows)
    bench.send(
      .resumeUnfinished(
        UnfinishedRide(
          id: 7, order: order, run: run, start: .origin.advanced(by: .seconds(-1000)), totals: totals,
          isAfterReboot: true, wasPaused: false)))
    bench.run(for: .seconds(15 * 60 - 1))
    #expect(bench.snapshot.phase == .paused)
    bench.run(for: .seconds(2))
    #expect(bench.recordEnds == [.forgotten(endSecond: 120)], "what nobody wrote is past its end")
  }
}
