import BluetoothLE
import FitnessGATT
import Rides
import Testing

@testable import RideSession

/// A heart rate that arrives on the trainer's link.
@Suite struct RelayedHeartRateTests {
  private static func sending(_ beatsPerMinute: UInt8?) -> @Sendable (IndoorBikeData) -> [IndoorBikeData] {
    { data in
      var data = data
      data.heartRateBpm = beatsPerMinute
      return [data]
    }
  }

  private func riding(
    _ beatsPerMinute: UInt8?, strap: Bool = false, seconds: Int = 20, _ prepare: (inout RideBench) -> Void = { _ in }
  ) -> RideBench {
    var bench = RideBench()
    bench.sending = Self.sending(beatsPerMinute)
    prepare(&bench)
    bench.start(watts: 150, seconds: 3600, strap: strap)
    bench.run(for: .seconds(seconds))
    return bench
  }

  private func measure(_ bench: inout RideBench, _ beatsPerMinute: UInt16, rr: [UInt16] = [490]) {
    let value = HeartRateMeasurement(
      heartRateBpm: beatsPerMinute, sensorContact: .notSupported, energyExpendedKilojoules: nil, rrIntervalTicks: rr)
    bench.notify(.trainer, .heartRateMeasurement, value.encoded())
  }

  @Test func `without a strap the trainer's heart rate is used and shown as the trainer's`() {
    let bench = riding(131)
    #expect(bench.samples.last?.beatsPerMinute == 131)
    let heart = bench.snapshot.heartRate
    #expect(heart?.beatsPerMinute == 131 && heart?.isFromTrainer == true && heart?.link == .connected)
    #expect(heart?.device == RideBench.trainer && bench.snapshot.problems.isEmpty)
  }

  @Test(arguments: [nil, 0, 24, 251, 255] as [UInt8?])
  func `an impossible heart rate is ignored`(_ beatsPerMinute: UInt8?) {
    let bench = riding(beatsPerMinute)
    #expect(bench.samples.allSatisfy { $0.beatsPerMinute == nil } && bench.snapshot.heartRate == nil)
  }

  @Test func `a strap takes precedence over the trainer`() {
    let bench = riding(131, strap: true)
    #expect(bench.samples.last?.beatsPerMinute == 124)
    #expect(bench.snapshot.heartRate?.beatsPerMinute == 124 && bench.snapshot.heartRate?.isFromTrainer == false)
  }

  @Test func `the trainer's heart rate is used while the strap is away, and the strap is not reported as missing`() {
    let bench = riding(131, strap: true) { $0.away = [.heartRate] }
    #expect(bench.samples.last?.beatsPerMinute == 131)
    let heart = bench.snapshot.heartRate
    #expect(heart?.device == RideBench.strap && heart?.link == .connecting)
    #expect(heart?.beatsPerMinute == 131 && heart?.isFromTrainer == true)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `the trainer's heart rate is used while the strap is silent`() {
    var bench = riding(131, strap: true)
    bench.silent = [.heartRate]
    bench.run(for: .seconds(7))
    #expect(bench.samples.last?.beatsPerMinute == 131)
    bench.silent = []
    bench.run(for: .seconds(3))
    #expect(bench.samples.last?.beatsPerMinute == 124)
  }

  @Test func `the trainer's Heart Rate service is subscribed to and takes precedence over its data`() {
    var machine = RideMachine(at: .origin)
    let order = RideOrder(askedWatts: 150, plannedSeconds: 600, trainer: RideBench.trainer, heartRate: nil)
    _ = machine.handle(.command(.start(order), CommandToken(1)), at: .origin)
    let effects = machine.handle(
      .linked(.trainer, [.indoorBikeData, .fitnessMachineControlPoint, .heartRateMeasurement]), at: .origin)
    #expect(effects.contains(.subscribe(.trainer, .heartRateMeasurement)))

    var bench = riding(131)
    measure(&bench, 140)
    bench.run(for: .seconds(2))
    #expect(bench.samples.last?.beatsPerMinute == 140)
    bench.run(for: .seconds(6))
    #expect(bench.samples.last?.beatsPerMinute == 131)
  }

  @Test func `the trainer's RR intervals are used like a strap's, unless a strap sends`() {
    var bench = riding(nil)
    for _ in 0..<30 {
      measure(&bench, 122)
      bench.run(for: .seconds(1))
    }
    #expect(bench.samples.suffix(20).allSatisfy { $0.rrIntervals == [490] })
    #expect(bench.machine.ride?.alpha1.latest != nil)

    var worn = riding(nil, strap: true)
    for _ in 0..<10 {
      measure(&worn, 122)
      worn.run(for: .seconds(1))
    }
    #expect(worn.samples.suffix(5).allSatisfy { $0.rrIntervals == [500] })
  }

  @Test func `the ceiling eases the target by the trainer's heart rate`() {
    var bench = RideBench()
    bench.sending = Self.sending(170)
    bench.start(watts: 200, seconds: 3600, strap: false, ceiling: 150)
    bench.run(for: .seconds(240))
    #expect(bench.snapshot.figures?.easing == .heartRate)
    #expect(bench.targets.last ?? 200 < 200)
  }
}

// MARK: - Starts that need a heart rate

extension RelayedHeartRateTests {
  private static let zone = HeartRateTarget(
    zone: 2, beatsPerMinute: 120...140, start: .planned(watts: 140), watts: 50...200)

  private func order(dfa: Bool = false) -> RideOrder {
    let plan = dfa ? RidePlan.steady(watts: 150, seconds: 600) : .steady(.heartRate(Self.zone), seconds: 600)
    return RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: nil, guards: TargetGuards(dfa: dfa))
  }

  private func outcome(_ bench: RideBench, _ token: CommandToken) -> RideRefusal? {
    if case .failure(let refusal)? = bench.replies[token] { refusal } else { nil }
  }

  @Test func `a zone without a strap follows the trainer's heart rate`() {
    var bench = RideBench()
    bench.sending = Self.sending(131)
    let token = bench.send(.start(order()))
    bench.run(for: .seconds(240))
    #expect(outcome(bench, token) == nil && bench.snapshot.phase == .riding)
    #expect(bench.machine.ride?.run.progress.steering?.state == .steering)
  }

  @Test func `a zone without a strap waits ten seconds for the trainer's heart rate and begins when it arrives`() {
    var bench = RideBench()
    let token = bench.send(.start(order()))
    bench.run(for: .seconds(8))
    #expect(bench.snapshot.phase == .connecting && bench.targets.isEmpty)
    bench.sending = Self.sending(131)
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.phase == .riding && outcome(bench, token) == nil)
  }

  @Test func `a zone without a strap is refused if the trainer sends no heart rate`() {
    var bench = RideBench()
    let token = bench.send(.start(order()))
    bench.run(for: .seconds(12))
    #expect(outcome(bench, token) == .noHeartRate(plan: nil))
    #expect(bench.snapshot.phase == .idle && bench.targets.isEmpty)
  }

  @Test func `a DFA alpha-1 guard needs RR intervals, which the trainer's data lacks`() {
    var bench = RideBench()
    bench.sending = Self.sending(131)
    let token = bench.send(.start(order(dfa: true)))
    bench.run(for: .seconds(12))
    #expect(outcome(bench, token) == .noHeartRate(plan: nil))

    var able = RideBench()
    let accepted = able.send(.start(order(dfa: true)))
    for _ in 0..<5 {
      able.run(for: .seconds(1))
      measure(&able, 122)
    }
    able.run(for: .seconds(2))
    #expect(outcome(able, accepted) == nil && able.snapshot.phase == .riding)
  }

  @Test func `a trainer that is also the strap has one link`() {
    var bench = RideBench()
    bench.sending = Self.sending(131)
    let order = RideOrder(
      askedWatts: 150, plannedSeconds: 600, trainer: RideBench.trainer, heartRate: RideBench.trainer)
    bench.send(.start(order))
    bench.run(for: .seconds(20))
    #expect(bench.connects.map(\.role) == [.trainer])
    #expect(bench.samples.last?.beatsPerMinute == 131 && bench.snapshot.problems.isEmpty)
  }
}
