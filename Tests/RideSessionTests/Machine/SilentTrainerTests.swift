import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct SilentTrainerTests {
  private func riding(_ rules: RideRules = RideRules(), seconds: Int = 4 * 3600, strap: Bool = true) -> RideBench {
    var bench = RideBench(rules: rules)
    bench.start(watts: 150, seconds: seconds, strap: strap)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  private func timerSeconds(_ bench: RideBench) -> Int { bench.samples.count(where: \.timerRunning) }

  @Test func `the timer stops 3 s after the trainer's last data`() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .milliseconds(2500))
    #expect(bench.snapshot.phase == .riding)
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(600))
    #expect(timerSeconds(bench) == 33)
    #expect(bench.samples.count > 600)
    #expect(bench.snapshot.problems == [.trainerSilent])
    #expect((595...604).contains(bench.snapshot.figures?.stoppedSeconds ?? 0))
  }

  @Test func `a silent trainer does not end an interval or shorten the ride`() {
    let intervals = [60, 120, 120].map { RideInterval(end: .timer(seconds: $0), aim: .hold(watts: 150)) }
    var bench = RideBench()
    bench.send(
      .start(
        RideOrder(plan: RidePlan(name: "Three", intervals: intervals), trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    bench.silent = [.trainer]
    bench.run(for: .seconds(600))
    #expect(bench.snapshot.plan?.interval?.number == 1)
    #expect(bench.snapshot.figures?.remainingSeconds == 267)
    bench.silent = []
    bench.run(for: .seconds(200))
    #expect(bench.snapshot.phase == .riding)
    bench.run(for: .seconds(300))
    #expect(bench.snapshot.phase == .idle)
    #expect(timerSeconds(bench) == 300)
  }

  @Test func `the full target returns after a short silence, and a ramp after a long one`() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .seconds(4))
    bench.silent = []
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.trainer.targetWatts == 150)
    #expect(!bench.events.contains { $0.kind.name == .silent || $0.kind.name == .trainerRestored }, "too short to tell")
    bench.silent = [.trainer]
    bench.run(for: .seconds(120))
    bench.silent = []
    while bench.snapshot.phase != .riding { bench.run(for: .milliseconds(250)) }
    bench.run(for: .milliseconds(500))
    #expect(bench.trainer.targetWatts == 75)
    bench.run(for: .seconds(12))
    #expect(bench.trainer.targetWatts == 150)
    #expect(bench.events.suffix(4).map(\.kind.name).contains(.trainerRestored))
    #expect(bench.events.filter { $0.kind == .silent(.trainer) }.count == 1)
  }

  @Test func `reconnections without data do not resume the timer`() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .seconds(4))
    let before = bench.phases.count
    bench.run(for: .seconds(600))
    #expect(bench.connects.filter { $0.role == .trainer }.count > 3)
    #expect(bench.phases.dropFirst(before).isEmpty)
  }

  @Test func `a ride with a silent trainer ends 15 minutes after the last pedal stroke`() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .seconds(15 * 60 - 10))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.recordEnds == [.forgotten(endSecond: 31)])
  }

  @Test func `a ride with a silent trainer ends after half an hour if idle rides do not end`() {
    var rules = RideRules()
    rules.finishAfter = nil
    var bench = riding(rules)
    bench.silent = [.trainer]
    bench.run(for: .seconds(30 * 60 - 10))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(20))
    #expect(bench.recordEnds == [.forgotten(endSecond: 31)])
    #expect(bench.events.last?.kind.detail == "trainer away")
  }

  @Test func `a trainer that sends zeros is not silent: auto-pause stops the timer`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(8))
    #expect(bench.snapshot.isAutoPaused)
    #expect(!bench.phases.contains(.reconnecting))
  }

  @Test func `zeros after a silence cause an auto-pause and do not resume the timer`() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .seconds(75))
    (bench.silent, bench.cadenceRpm) = ([], 0)
    bench.run(for: .seconds(180))
    #expect(bench.snapshot.isAutoPaused, "data of pedals that stand is no riding")
    #expect(timerSeconds(bench) == 33)
    bench.cadenceRpm = 88
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `zeros after a drop resume the timer if auto-pause is off`() {
    var rules = RideRules()
    rules.autoPause = nil
    var bench = riding(rules)
    bench.drop(.trainer, for: .seconds(5))
    bench.cadenceRpm = 0
    bench.run(for: .seconds(7))
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `records without power, cadence and speed are not ride data`() {
    var bench = riding()
    bench.sending = { _ in [IndoorBikeData()] }
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.phase == .reconnecting)
    #expect(timerSeconds(bench) == 33)
  }

  @Test func `a ride on a trainer without cadence resumes at once after a drop`() {
    var bench = RideBench()
    bench.sending = { data in
      var data = data
      data.instantaneousCadence = Cadence(rpm: 0)
      return [data]
    }
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(20))
    bench.run(untilSecond: 60)
    bench.drop(.trainer, for: .seconds(5))
    bench.run(for: .seconds(6))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.trainer.targetWatts == 150)
  }

  @Test func `a subscription that is refused after a drop is reported, and the timer stays stopped`() {
    var bench = riding()
    bench.refusals = [.trainer: [.indoorBikeData: LinkError(.failed, operation: "StartNotify")]]
    bench.drop(.trainer, for: .seconds(5))
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.phase == .reconnecting)
    #expect((30...33).contains(timerSeconds(bench)))
    #expect(bench.snapshot.problems.contains(.trainerSilent))
    bench.run(for: .seconds(600))
    let now = bench.now
    let links = bench.connects.filter { $0.role == .trainer && now - $0.at < .seconds(300) }
    #expect((3...10).contains(links.count), "ever more rarely")
    #expect(bench.snapshot.problems.contains(.trainerSilent))
    bench.refusals = [:]
    bench.run(for: .seconds(70))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a trainer that sends every 4 s is ridden without stops once its pace is known`() {
    var bench = RideBench()
    bench.trainerPeriod = .seconds(4)
    bench.start(watts: 150, seconds: 3600, strap: false)
    bench.run(for: .seconds(60))
    let before = bench.phases.count
    bench.run(for: .seconds(300))
    #expect(bench.phases.dropFirst(before).isEmpty)
    #expect(bench.samples.suffix(300).allSatisfy { $0.timerRunning })
    #expect(bench.resubscriptions.isEmpty)
    #expect(bench.snapshot.trainer?.powerWatts != nil)
    bench.silent = [.trainer]
    bench.run(for: .seconds(21))
    #expect(bench.snapshot.phase == .reconnecting)
  }

  @Test func `a resume while the trainer is silent waits for its data`() {
    var bench = riding()
    bench.send(.pause)
    bench.silent = [.trainer]
    bench.run(for: .seconds(4))
    bench.send(.resume)
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .milliseconds(500))
    bench.silent = []
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.phase == .riding)
  }
}

@Suite struct SuspendedComputerTests {
  private func riding(seconds: Int) -> RideBench {
    var bench = RideBench()
    bench.start(watts: 150, seconds: seconds)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 60)
    return bench
  }

  @Test func `time during which the process did not run does not count as ridden`() {
    var bench = riding(seconds: 20 * 60)
    bench.sleep(for: .seconds(30 * 60))
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.phase == .riding)
    #expect((62...66).contains(bench.samples.count(where: \.timerRunning)))
    #expect(bench.samples.map(\.second) == Array(0..<bench.samples.count))
    #expect((1859...1864).contains(bench.samples.count))
    bench.run(for: .milliseconds(250))
    #expect((bench.trainer.targetWatts ?? 150) < 150, "as after any long gap")
  }

  @Test func `a ride whose computer slept past the ride's limits still waits for a pedal stroke`() {
    var bench = riding(seconds: 4 * 3600)
    bench.silent = [.trainer]
    bench.sleep(for: .seconds(3 * 3600))
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(40))
    #expect(bench.recordEnds == [.forgotten(endSecond: 61)])
  }
}

@Suite struct SlowStoreTests {
  @Test func `a record is opened only once if control is lost before the store has answered`() {
    var bench = RideBench()
    bench.storeDelay = .seconds(5)
    bench.start()
    bench.run(for: .seconds(1))
    bench.notify(.trainer, .fitnessMachineStatus, [0xFF])
    bench.run(for: .seconds(2))
    #expect(bench.openedRecords == 1)
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.openedRecords == 1)
  }
}
