import BluetoothLE
import FitnessGATT
import RadioSim
import Testing

@testable import RideSession

@Suite("A target")
struct ConfirmationTests {
  private func riding(_ watts: Int = 150) -> RideBench {
    var bench = RideBench()
    bench.start(watts: watts, seconds: 3600)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  private func unconfirmed(_ bench: RideBench) -> [String?] {
    bench.events.filter { $0.kind == .unconfirmed }.map(\.detail)
  }

  @Test func thatStatusNamesIsConfirmed() {
    let bench = riding()
    #expect(bench.machine.control.confirmation.isConfirmed == true)
    #expect(bench.targets.filter { $0 == 150 }.count == 1)
  }

  @Test func thatIsAcknowledgedAndNotAppliedIsWrittenAgainAfterTenSeconds() {
    var bench = riding()
    bench.deafness = 1
    bench.send(.setWatts(200))
    bench.run(for: .seconds(9))
    #expect(bench.trainer.targetWatts == 150)
    bench.run(for: .seconds(2))
    #expect(bench.trainer.targetWatts == 200)
    #expect(bench.targets.suffix(2) == [200, 200])
    #expect(unconfirmed(bench).isEmpty, "once is not worth a word")
  }

  @Test func thatIsNotAppliedAgainIsSaidAndTriedOn() {
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

  @Test func isConfirmedByPowerWhereTheTrainerHasNoStatus() {
    var bench = RideBench()
    bench.trainerCharacteristics.remove(.fitnessMachineStatus)
    bench.isStatusSilent = true
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(60))
    #expect(bench.machine.control.confirmation.isConfirmed == true)
    #expect(bench.targets.filter { $0 == 150 }.count == 1)
  }

  @Test func isNotDoubtedWhileNobodyPedals() {
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

  @Test func isGivenAgainToATrainerThatWasReset() {
    var bench = riding()
    bench.trainer.linkLost()
    bench.notify(.trainer, .fitnessMachineStatus, [0x01])
    bench.run(for: .seconds(1))
    #expect(bench.trainer.targetWatts == 150)
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func isGivenAgainToATrainerThatWasStoppedByHand() {
    var bench = riding()
    bench.notify(.trainer, .fitnessMachineStatus, [0x02, 0x02])
    bench.run(for: .seconds(1))
    let last = bench.requests.suffix(2).map(\.request)
    #expect(last == [.startOrResume, .set(.power(watts: 150))])
  }
}
