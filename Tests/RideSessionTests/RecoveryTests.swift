import BluetoothLE
import RadioSim
import Testing

@testable import RideSession

@Suite("A trainer that does not come back")
struct RecoveryTests {
  private func reconnecting(_ failures: [LinkError.Code], strap: Bool = false) -> RideBench {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600, strap: strap)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 20)
    bench.connectFailures = failures
    bench.drop(.trainer, for: .milliseconds(1))
    return bench
  }

  private var trainer: RadioRemedy { .forget(RideBench.trainer.address) }
  private var cycle: RadioRemedy { .powerCycle(costing: [RideBench.trainer.address]) }

  @Test func isForgottenAfterFourFailuresThenTheAdapterIsCycled() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 8))
    bench.run(for: .seconds(5))
    #expect(bench.remedies == [trainer])
    bench.run(for: .seconds(60))
    #expect(bench.remedies == [trainer, cycle])
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.events.filter { $0.kind == .remedy }.map(\.detail) == ["forget", "power cycle"])
  }

  @Test func isAskedAgainBeforeAnythingIsForgotten() {
    var bench = reconnecting([.connectFailed, .servicesUnresolved, .connectFailed])
    bench.run(for: .seconds(10))
    #expect(bench.remedies.isEmpty)
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func isNotForgottenForBeingAway() {
    var bench = reconnecting(Array(repeating: .timedOut, count: 20))
    bench.run(for: .seconds(30))
    #expect(bench.remedies.isEmpty)
  }

  @Test func costsNoLinkOfTheStrap() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 30), strap: true)
    bench.run(for: .seconds(120))
    #expect(bench.remedies.isEmpty)
    #expect(!bench.events.contains { $0.kind == .strapLost })
  }

  @Test func makesTheAdapterSuspectOnlyAfterMinutes() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600, strap: false)
    bench.run(for: .seconds(25))
    bench.isConnectTimingOut = true
    bench.drop(.trainer, for: .seconds(3000))
    bench.run(for: .seconds(280))
    #expect(bench.remedies.isEmpty)
    bench.run(for: .seconds(80))
    #expect(bench.remedies == [cycle])
    bench.run(for: .seconds(500))
    #expect(bench.remedies.count == 1)
    bench.run(for: .seconds(200))
    #expect(bench.remedies == [cycle, cycle])
  }

  @Test func isCycledForLaterWhereTheRadioHasLinksOfOthers() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 40))
    bench.remedyFailure = LinkError(.busy, operation: "power cycle")
    bench.run(for: .seconds(120))
    #expect(bench.remedies.count > 2, "it stays due")
    #expect(bench.maximumPending == 1)
  }

  @Test(arguments: [LinkError.Code.adapterMissing, .adapterOff, .serviceMissing])
  func waitsForARadioThatIsGoneAndIsConnectedWhenItIsBack(_ reason: LinkError.Code) {
    var bench = reconnecting([reason], strap: true)
    bench.run(for: .seconds(60))
    #expect(bench.isRadioAwaited)
    #expect(bench.snapshot.phase == .reconnecting)
    let before = bench.connects.filter { $0.role == .trainer }.count
    bench.bringRadioBack()
    bench.run(for: .seconds(1))
    #expect(bench.connects.filter { $0.role == .trainer }.count == before + 1)
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func endsTheRideAfterHalfAnHourAsItStands() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(25))
    bench.drop(.trainer, for: .seconds(4000))
    bench.run(for: .seconds(1795))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.events.last?.detail == "trainer away")
    #expect(bench.recordEnds == [.finished])
  }

  @Test func doesNotEndARideThatTheRiderPaused() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(25))
    bench.send(.pause)
    bench.drop(.trainer, for: .seconds(8000))
    bench.run(for: .seconds(3600))
    #expect(bench.snapshot.phase == .paused)
  }

  @Test func isLostWithTheSignalThatItHadLast() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(25))
    bench.measureSignal(of: .trainer, dBm: -71)
    bench.measureSignal(of: .trainer, dBm: -88)
    bench.drop(.trainer, for: .seconds(1))
    bench.run(for: .seconds(5))
    bench.drop(.trainer, for: .seconds(1))
    #expect(bench.events.filter { $0.kind == .trainerLost }.map(\.signalDBm) == [-88, nil])
  }

  @Test func isNotAskedForWithoutEndWhereTheRadioOnlySaysThatItIsThere() {
    var bench = reconnecting(Array(repeating: .adapterMissing, count: 1000))
    let before = bench.connects.count
    for _ in 0..<6000 {
      bench.run(for: .milliseconds(10))
      bench.bringRadioBack()
    }
    #expect((5...20).contains(bench.connects.count - before), "in a minute")
  }

  @Test func isWaitedForAnewWhenThePauseOfTheRiderEnds() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(25))
    bench.send(.pause)
    bench.drop(.trainer, for: .seconds(2500))
    bench.run(for: .seconds(2400))
    bench.send(.resume)
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(41))
    #expect(bench.snapshot.phase == .riding)
    #expect((bench.trainer.targetWatts ?? 0) < 150, "it comes back on a ramp")
  }

  @Test func afterAnotherThatCameBackInAPauseHasItsOwnHalfHour() {
    var rules = RideRules()
    rules.finishAfter = nil
    var bench = RideBench(rules: rules)
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(25))
    bench.cadenceRpm = 0
    bench.run(for: .seconds(6))
    #expect(bench.snapshot.isAutoPaused)
    bench.drop(.trainer, for: .seconds(10))
    bench.run(for: .seconds(1700))
    bench.drop(.trainer, for: .seconds(300))
    bench.run(for: .seconds(250))
    #expect(bench.snapshot.phase == .paused)
  }
}
