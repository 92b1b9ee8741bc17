import BluetoothLE
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct TrainerRecoveryTests {
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
  private var cycleWithStrap: RadioRemedy {
    .powerCycle(costing: [RideBench.trainer.address, RideBench.strap.address])
  }

  @Test func `a trainer is forgotten after four failures, then the adapter is power-cycled`() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 8))
    bench.run(for: .seconds(5))
    #expect(bench.remedies == [trainer])
    bench.run(for: .seconds(60))
    #expect(bench.remedies == [trainer, cycle])
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.events.filter { $0.kind.name == .remedy }.map(\.kind.detail) == ["forget", "power cycle"])
  }

  /// They could cost the strap its link.
  @Test(arguments: [LinkError.Code.connectFailed, .timedOut, .lost])
  func `no remedy of the radio is tried for a trainer on the network`(_ code: LinkError.Code) {
    var bench = RideBench()
    bench.ridden.address = DeviceAddress(onNetwork: "KICKR")
    bench.start(watts: 150, seconds: 3600, strap: true)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 20)
    bench.connectFailures = Array(repeating: code, count: 20)
    bench.drop(.trainer, for: .milliseconds(1))
    bench.run(for: .seconds(5))
    for _ in 0..<80 where bench.snapshot.phase != .riding { bench.run(for: .seconds(10)) }
    #expect(bench.remedies.isEmpty)
    #expect(bench.snapshot.phase == .riding)
    #expect(!bench.events.contains { $0.kind.name == .strapLost })
  }

  @Test func `a trainer is retried before it is forgotten`() {
    var bench = reconnecting([.connectFailed, .servicesUnresolved, .connectFailed])
    bench.run(for: .seconds(10))
    #expect(bench.remedies.isEmpty)
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `a trainer that is out of range is not forgotten`() {
    var bench = reconnecting(Array(repeating: .timedOut, count: 20))
    bench.run(for: .seconds(30))
    #expect(bench.remedies.isEmpty)
  }

  @Test func `a lost trainer does not cost the strap its link for three minutes`() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 1000), strap: true)
    bench.run(for: .seconds(175))
    #expect(bench.remedies.isEmpty)
    #expect(!bench.events.contains { $0.kind.name == .strapLost })
  }

  @Test func `a trainer that is heard but does not connect for three minutes costs the strap its link`() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 1000), strap: true)
    let lost = bench.now
    bench.run(for: .seconds(190))
    #expect(bench.remedies == [trainer])
    bench.run(for: .seconds(50))
    #expect(bench.remedies.prefix(2) == [trainer, cycleWithStrap])
    #expect(bench.remedyInstants.allSatisfy { (180...240).contains(($0 - lost).seconds) })
    #expect(bench.remedies.count { $0 == cycleWithStrap } == 1)
    bench.connectFailures = []
    bench.run(for: .seconds(20))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.heartRate?.link == .connected)
    #expect(bench.maximumPending == 1)
  }

  @Test func `a trainer that is not heard does not cost the strap its link`() {
    var bench = reconnecting([], strap: true)
    bench.isConnectTimingOut = true
    bench.drop(.trainer, for: .seconds(1700))
    bench.run(for: .seconds(1600))
    #expect(bench.remedies.isEmpty)
    #expect(!bench.events.contains { $0.kind.name == .strapLost })
  }

  @Test func `a trainer that is heard only now and then does not cost the strap its link`() {
    let codes = (0..<400).map { $0 % 3 == 2 ? LinkError.Code.timedOut : .connectFailed }
    var bench = reconnecting(codes, strap: true)
    bench.run(for: .seconds(600))
    #expect(bench.remedies.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a trainer behind a stuck adapter is reconnected right after the power cycle`(strap: Bool) {
    var bench = reconnecting([], strap: strap)
    bench.run(for: .seconds(5))
    bench.isStuck = true
    bench.drop(.trainer, for: .milliseconds(1))
    let stuck = bench.now
    bench.run(for: .milliseconds(40))
    #expect(bench.remedies == [strap ? cycleWithStrap : cycle])
    let problems = bench.snapshot.problems
    #expect(problems.contains(.adapterStuck(nil)) && problems.contains(.radioMending(.powerCycle)))
    bench.run(for: .seconds(3))
    #expect(bench.remedyInstants.first.map { ($0 - stuck).seconds < 0.1 } == true)
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.problems.allSatisfy { if case .strapLost = $0 { true } else { false } })
  }

  @Test func `an adapter that gets stuck while a connection request rests is power-cycled soon`() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 1000), strap: true)
    bench.run(for: .seconds(100))
    (bench.isStuck, bench.connectFailures) = (true, [])
    let stuck = bench.now
    bench.run(for: .seconds(5))
    #expect(bench.remedies == [cycleWithStrap])
    #expect((bench.remedyInstants.first.map { $0 - stuck } ?? .seconds(99)) < .seconds(5))
  }

  @Test func `the adapter is power-cycled ever more rarely for a trainer that does not connect`() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 1000), strap: false)
    bench.run(for: .seconds(1700))
    let cycles = zip(bench.remedies, bench.remedyInstants).filter { $0.0 == cycle }.map(\.1)
    #expect((3...8).contains(cycles.count))
    #expect(zip(cycles, cycles.dropFirst()).allSatisfy { $1 - $0 >= .seconds(60) })
  }

  @Test func `a stuck adapter that does not recover is power-cycled ever more rarely`() {
    var bench = reconnecting([], strap: false)
    bench.run(for: .seconds(5))
    (bench.isStuck, bench.vainCycles) = (true, 1000)
    bench.drop(.trainer, for: .milliseconds(1))
    bench.run(for: .seconds(1700))
    let pauses = zip(bench.remedyInstants, bench.remedyInstants.dropFirst()).map { $1 - $0 }
    #expect((3...8).contains(bench.remedies.count))
    #expect(pauses.allSatisfy { $0 >= .seconds(60) })
  }

  @Test func `the adapter is not power-cycled for the strap while the trainer works`() {
    var bench = reconnecting([], strap: true)
    bench.run(for: .seconds(5))
    bench.isStuck = true
    bench.drop(.heartRate, for: .milliseconds(1))
    let before = bench.connects.count
    bench.run(for: .seconds(600))
    #expect(bench.remedies.isEmpty)
    #expect((5...40).contains(bench.connects.count - before))
    #expect(bench.snapshot.phase == .riding)
  }

  /// The radio may return a link that this side has just closed.
  ///
  /// The trainer is not at fault.
  @Test func `links that end because the old one is still closing cause no remedy`() {
    var bench = reconnecting([], strap: false)
    bench.run(for: .seconds(5))
    bench.remedyFailure = LinkError(.busy, operation: "forget")
    bench.silent = [.trainer]
    bench.dyingLinks = 4
    bench.run(for: .seconds(10.5))
    bench.silent = []
    let before = bench.connects.count
    bench.run(for: .seconds(10))
    #expect(bench.remedies.isEmpty)
    #expect(bench.connects.count - before <= 7)
    #expect(bench.snapshot.phase == .riding)
  }

  @Test(arguments: [false, true])
  func `a trainer whose services stay incomplete is forgotten, even while a strap is connected`(strap: Bool) {
    var bench = reconnecting([], strap: strap)
    bench.run(for: .seconds(5))
    #expect((bench.snapshot.heartRate?.link == .connected) == strap)
    bench.incompleteLinks = 3
    bench.drop(.trainer, for: .milliseconds(1))
    bench.run(for: .seconds(10))
    #expect(bench.remedies == [trainer])
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `a trainer whose services stay incomplete after it was forgotten is forgotten again`() {
    var bench = reconnecting([], strap: true)
    bench.run(for: .seconds(5))
    bench.incompleteLinks = 7
    bench.drop(.trainer, for: .milliseconds(1))
    bench.run(for: .seconds(90))
    #expect(bench.remedies == [trainer, trainer])
    #expect(bench.snapshot.phase == .riding)
  }

  /// The strap has its turn when a link to the trainer ends.
  @Test func `a trainer whose services stay incomplete is forgotten even while the strap is missing`() {
    var bench = reconnecting([], strap: true)
    bench.run(for: .seconds(5))
    bench.drop(.heartRate, for: .seconds(3600))
    bench.run(for: .seconds(5))
    bench.incompleteLinks = 3
    bench.drop(.trainer, for: .milliseconds(1))
    bench.run(for: .seconds(20))
    #expect(bench.remedies == [trainer])
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.maximumPending == 1)
  }

  @Test func `a trainer whose links end before they are usable is retried with pauses`() {
    var bench = reconnecting([], strap: false)
    bench.run(for: .seconds(5))
    let before = bench.connects.count
    for _ in 0..<600 {
      bench.drop(.trainer, for: .milliseconds(1))
      bench.run(for: .milliseconds(105))
    }
    #expect((5...30).contains(bench.connects.count - before), "in a minute")
  }

  @Test func `a busy radio does not get endless requests to forget the trainer`() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 1000))
    bench.remedyFailure = LinkError(.busy, operation: "forget")
    bench.run(for: .seconds(60))
    let pauses = zip(bench.remedyInstants, bench.remedyInstants.dropFirst()).map { $1 - $0 }
    #expect(pauses.count > 3)
    #expect(pauses.allSatisfy { $0 >= .seconds(1) })
    #expect(!bench.events.contains { $0.kind.name == .remedy }, "none was taken")
  }

  @Test func `the adapter is power-cycled for a trainer out of range only after minutes`() {
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

  @Test func `a power cycle that the radio refuses as busy stays due`() {
    var bench = reconnecting(Array(repeating: .connectFailed, count: 40))
    bench.remedyFailure = LinkError(.busy, operation: "power cycle")
    bench.run(for: .seconds(120))
    #expect(bench.remedies.count > 2, "it stays due")
    #expect(bench.maximumPending == 1)
  }

  @Test(arguments: [LinkError.Code.adapterMissing, .adapterOff, .serviceMissing])
  func `a trainer is reconnected when a missing radio returns`(_ reason: LinkError.Code) {
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

  @Test func `a ride without its trainer is finished after half an hour and ends at its last pedal stroke`() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(25))
    bench.drop(.trainer, for: .seconds(4000))
    bench.run(for: .seconds(1795))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.events.last?.kind.detail == "trainer away")
    #expect(bench.recordEnds == [.forgotten(endSecond: 25)])
  }

  @Test func `a pause of the rider restarts the half hour without a trainer`() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(25))
    bench.drop(.trainer, for: .seconds(8000))
    bench.run(for: .seconds(1500))
    bench.send(.pause)
    bench.run(for: .seconds(1795))
    #expect(bench.snapshot.phase == .paused)
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.recordEnds == [.forgotten(endSecond: 25)])
  }

  @Test func `the event of a lost link has the signal strength that was last measured`() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(25))
    bench.measureSignal(of: .trainer, dBm: -71)
    bench.measureSignal(of: .trainer, dBm: -88)
    bench.drop(.trainer, for: .seconds(1))
    bench.run(for: .seconds(5))
    bench.drop(.trainer, for: .seconds(1))
    #expect(bench.events.filter { $0.kind.name == .trainerLost }.map(\.signalDBm) == [-88, nil])
  }

  @Test func `a radio that wrongly reports its return does not get endless requests`() {
    var bench = reconnecting(Array(repeating: .adapterMissing, count: 1000))
    let before = bench.connects.count
    for _ in 0..<6000 {
      bench.run(for: .milliseconds(10))
      bench.bringRadioBack()
    }
    #expect((5...20).contains(bench.connects.count - before), "in a minute")
  }

  @Test func `the end of a pause restarts the half hour without a trainer`() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(25))
    bench.send(.pause)
    bench.drop(.trainer, for: .seconds(2500))
    bench.run(for: .seconds(1700))
    bench.send(.resume)
    bench.run(for: .seconds(760))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(41))
    #expect(bench.snapshot.phase == .riding)
    #expect((bench.trainer.targetWatts ?? 0) < 150, "it comes back on a ramp")
  }

  @Test func `a second absence of the trainer in an auto-pause has its own half hour`() {
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
