import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct TargetConfirmationTests {
  private func riding(_ watts: Int = 150) -> RideBench {
    var bench = RideBench()
    bench.start(watts: watts, seconds: 3600)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  private func unconfirmed(_ bench: RideBench) -> [String?] {
    bench.events.filter { $0.kind.name == .unconfirmed }.map(\.kind.detail)
  }

  @Test func `the trainer's status confirms a target`() {
    let bench = riding()
    #expect(bench.machine.control.confirmation.isConfirmed == true)
    #expect(bench.targets.filter { $0 == 150 }.count == 1)
  }

  @Test func `a target that is acknowledged but not applied is written again after ten seconds`() {
    var bench = riding()
    bench.deafness = 1
    bench.send(.setWatts(200))
    bench.run(for: .seconds(9))
    #expect(bench.trainer.targetWatts == 150)
    bench.run(for: .seconds(2))
    #expect(bench.trainer.targetWatts == 200)
    #expect(bench.targets.suffix(2) == [200, 200])
    #expect(unconfirmed(bench).isEmpty, "a single time is not reported")
  }

  @Test func `a target that is not applied a second time is reported, and writes continue`() {
    var bench = riding()
    bench.deafness = 3
    bench.send(.setWatts(200))
    bench.run(for: .seconds(22))
    #expect(bench.snapshot.problems == [.targetUnconfirmed(200)])
    #expect(unconfirmed(bench) == ["200"])
    bench.run(for: .seconds(60))
    #expect(bench.trainer.targetWatts == 200)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `the power of the former target does not confirm a target a few watts away`() {
    var bench = riding()
    bench.deafness = 1
    bench.send(.setWatts(158))
    bench.run(for: .seconds(12))
    #expect(bench.targets.suffix(2) == [158, 158])
    #expect(bench.trainer.targetWatts == 158)
  }

  @Test func `power confirms the target of a trainer without status`() {
    var bench = RideBench()
    bench.trainerCharacteristics.remove(.fitnessMachineStatus)
    bench.isStatusSilent = true
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(60))
    #expect(bench.machine.control.confirmation.isConfirmed == true)
    #expect(bench.targets.filter { $0 == 150 }.count == 1)
  }

  @Test func `a target is not written again while the rider is not pedalling`() {
    var rules = RideRules()
    rules.autoPause = nil
    var bench = RideBench(rules: rules)
    bench.isStatusSilent = true
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(30))
    bench.cadenceRpm = 0
    bench.send(.setWatts(220))
    let before = bench.targets.count
    bench.run(for: .seconds(60))
    #expect(bench.targets.count == before)
  }

  @Test func `a trainer that was reset gets its target again`() {
    var bench = riding()
    bench.trainer.linkLost()
    bench.notify(.trainer, .fitnessMachineStatus, [0x01])
    bench.run(for: .seconds(1))
    #expect(bench.trainer.targetWatts == 150)
    #expect(bench.snapshot.phase == .riding)
  }

  /// The parameter is mandatory, but some trainers leave it out.
  @Test(arguments: [[0x02, 0x02], [0x02]] as [[UInt8]])
  func `a trainer that was stopped by hand gets its target again`(_ status: [UInt8]) {
    var bench = riding()
    let before = bench.requests.count
    bench.notify(.trainer, .fitnessMachineStatus, status)
    bench.run(for: .milliseconds(1900))
    #expect(bench.requests.count == before, "one that stops by itself would stop again at once")
    bench.run(for: .seconds(1))
    #expect(bench.requests.dropFirst(before).map(\.request) == [.startOrResume, .set(.power(watts: 150))])
  }

  @Test func `after its safety key was pulled a trainer gets its target only when the rider resumes`() {
    var bench = riding()
    let before = bench.targets.count
    bench.notify(.trainer, .fitnessMachineStatus, [0x03])
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.phase == .paused, "though the legs turn")
    #expect(bench.targets.count == before)
    bench.send(.resume)
    bench.run(for: .seconds(12))
    #expect(bench.trainer.targetWatts == 150)
  }

  @Test func `a target that another program changed is written again`() {
    var bench = riding()
    _ = bench.trainer.answer([0x05, 0x5A, 0x00])
    bench.notify(.trainer, .fitnessMachineStatus, [0x08, 0x5A, 0x00])
    bench.run(for: .seconds(11))
    #expect(bench.trainer.targetWatts == 150)
  }

  @Test func `the mean of fluctuating power confirms a target`() {
    var confirmation = TargetConfirmation()
    confirmation.acknowledged(200)
    for tick in 0..<20 {
      let now = MonotonicInstant(sinceOrigin: .milliseconds(250 * tick))
      let isToBeRepeated = confirmation.measured(tick % 2 == 0 ? 160 : 240, isPedalling: true, at: now)
      #expect(!isToBeRepeated)
    }
    #expect(confirmation.isConfirmed == true)
  }
}
