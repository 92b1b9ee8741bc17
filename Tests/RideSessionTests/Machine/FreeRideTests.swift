import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

/// Rides without a target on machines that cannot hold one.
@Suite struct FreeRideTests {
  enum Machine: CaseIterable, Sendable {
    /// A control point that accepts only a resistance.
    case resistanceOnly
    /// Indoor Bike Data and no control point, as on spin bikes.
    case reporting
    /// A power meter on rollers, or on a trainer without a radio.
    case meter

    func prepare(_ bench: inout RideBench) {
      switch self {
      case .resistanceOnly: bench.trainer.feature.targetSetting = [.resistanceTarget]
      case .reporting: bench.trainerCharacteristics = [.indoorBikeData]
      case .meter: bench.trainerCharacteristics = [.cyclingPowerMeasurement, .batteryLevel]
      }
    }
  }

  /// The crank of a power meter, which turns at 90 rpm while it sends.
  private struct Crank {
    var turns = 0.0

    mutating func send(_ watts: Int16, in bench: inout RideBench) {
      turns += 1.5
      let ticks = (turns.rounded(.down) / 1.5 * CrankRevolutions.ticksPerSecond).rounded()
      let crank = CrankRevolutions(
        count: UInt16(truncatingIfNeeded: Int(turns)), eventTicks: UInt16(truncatingIfNeeded: Int(ticks)))
      let value = CyclingPowerMeasurement(powerWatts: watts, crank: crank)
      bench.notify(.trainer, .cyclingPowerMeasurement, value.encoded())
    }
  }

  static let free = RidePlan(intervals: [RideInterval(end: .timer(seconds: 3600), aim: .free)])

  /// Rides for some seconds; a meter sends once a second.
  private func ride(_ bench: inout RideBench, _ crank: inout Crank, _ machine: Machine, seconds: Int) {
    for _ in 0..<seconds {
      bench.run(for: .seconds(1))
      let isLinked = [.preparing, .connected].contains(bench.snapshot.trainer?.link)
      if machine == .meter, isLinked { crank.send(170, in: &bench) }
    }
  }

  private func started(
    _ machine: Machine, plan: RidePlan = Self.free, seconds: Int = 30, holdsByResistance: Bool = false
  ) -> (bench: RideBench, crank: Crank, token: CommandToken) {
    var (bench, crank) = (RideBench(), Crank())
    machine.prepare(&bench)
    var order = RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: RideBench.strap)
    order.holdsByResistance = holdsByResistance
    let token = bench.send(.start(order))
    ride(&bench, &crank, machine, seconds: seconds)
    return (bench, crank, token)
  }

  @Test(arguments: Machine.allCases)
  func `a machine without power targets and simulation records a free ride and gets no requests`(
    _ machine: Machine
  ) throws {
    let (bench, _, token) = started(machine)
    guard case .success(.started(let taken, _, _)) = bench.replies[token] else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(taken == nil)
    #expect(bench.snapshot.phase == .riding && bench.snapshot.problems.isEmpty)
    let row = try #require(bench.samples.last)
    #expect(row.timerRunning && row.powerWatts ?? 0 > 20 && row.targetWatts == nil)
    #expect(abs((row.cadenceRpm ?? 0) - (machine == .meter ? 90 : 88)) < 3)
    #expect(row.distanceMeters ?? 0 > 30)
    #expect(bench.requests.isEmpty, "its brake is left alone")
  }

  @Test func `a free ride leaves the brake alone although jz2 could hold watts by it`() {
    let (bench, _, _) = started(.resistanceOnly, holdsByResistance: true)
    #expect(bench.snapshot.phase == .riding && bench.requests.isEmpty)
  }

  @Test(arguments: Machine.allCases) func `a machine without power targets records the strap's heart rate`(
    _ machine: Machine
  ) {
    let (bench, _, _) = started(machine)
    #expect(bench.snapshot.heartRate?.link == .connected && bench.samples.last?.beatsPerMinute == 124)
  }

  @Test(arguments: Machine.allCases) func `a machine without power targets refuses watts`(_ machine: Machine) {
    var (bench, _, _) = started(machine)
    let tokens = [bench.send(.setWatts(150)), bench.send(.changeWatts(5))]
    #expect(tokens.map { bench.replies[$0] } == [.failure(.noPowerTargets), .failure(.noPowerTargets)])
    #expect(bench.snapshot.figures?.wantedWatts == nil)
  }

  @Test(arguments: Machine.allCases) func `a machine without power targets refuses a target`(_ machine: Machine) {
    // A device with only Cycling Power may be a trainer that is still waking up.
    let seconds = machine == .meter ? 65 : 10
    let (bench, _, token) = started(machine, plan: .steady(watts: 150, seconds: 600), seconds: seconds)
    #expect(bench.replies[token] == .failure(machine == .resistanceOnly ? .noPowerTargets : .noFitnessMachine))
    #expect(bench.snapshot.phase == .idle)
  }

  @Test(arguments: Machine.allCases)
  func `a machine without power targets refuses a plan if one of its intervals has a target`(_ machine: Machine) {
    let zone = HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 150), watts: 50...220)
    for aim in [IntervalAim.hold(watts: 200), .ramp(fromWatts: 100, toWatts: 200), .heartRate(zone)] {
      let intervals = [
        RideInterval(end: .timer(seconds: 60), aim: .free), RideInterval(end: .timer(seconds: 60), aim: aim),
      ]
      let (bench, _, token) = started(machine, plan: RidePlan(name: "Mixed", intervals: intervals), seconds: 65)
      #expect((try? bench.replies[token]?.get()) == nil)
      #expect(bench.snapshot.phase == .idle)
    }
  }

  @Test(arguments: Machine.allCases)
  func `a free ride without power targets continues after a drop and a pause, and ends normally`(_ machine: Machine) {
    var (bench, crank, _) = started(machine)
    bench.drop(.trainer, for: .seconds(10))
    ride(&bench, &crank, machine, seconds: 5)
    #expect(bench.snapshot.phase == .reconnecting)
    ride(&bench, &crank, machine, seconds: 15)
    #expect(bench.snapshot.phase == .riding)
    bench.send(.pause)
    ride(&bench, &crank, machine, seconds: 5)
    #expect(bench.snapshot.phase == .paused && bench.samples.last?.timerRunning == false)
    bench.send(.resume)
    ride(&bench, &crank, machine, seconds: 5)
    #expect(bench.samples.last?.timerRunning == true)
    let stop = bench.send(.stop)
    bench.run(for: .seconds(1))
    #expect(bench.replies[stop] == .success(.stopped(rideID: 7)))
    #expect(bench.requests.isEmpty)
  }

  @Test func `a power meter that goes silent when the legs stop is not reconnected`() {
    var (bench, crank, _) = started(.meter)
    bench.run(for: .seconds(60))
    #expect(bench.resubscriptions.isEmpty && bench.connects.count { $0.role == .trainer } == 1)
    ride(&bench, &crank, .meter, seconds: 10)
    #expect(bench.snapshot.phase == .riding && bench.samples.last?.timerRunning == true)
  }

  @Test func `a machine that only simulates roads gets a flat road in a free ride`() {
    var bench = RideBench()
    bench.trainer.feature.targetSetting = [.indoorBikeSimulation]
    bench.send(.start(RideOrder(plan: Self.free, trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(20))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.requests.map(\.request).contains(.set(.indoorBikeSimulation(.flatRoad))))
    let token = bench.send(.setWatts(150))
    #expect(bench.replies[token] == .failure(.noPowerTargets))
  }

  @Test(
    arguments: [FitnessMachineControlPoint.OpCode.requestControl, .setIndoorBikeSimulationParameters],
    RideBench.Reluctance.allCases)
  func `a free ride begins though the machine refuses control`(
    _ procedure: FitnessMachineControlPoint.OpCode, _ reluctance: RideBench.Reluctance
  ) {
    var bench = RideBench()
    bench.reluctance = [procedure: reluctance, .setTargetPower: reluctance]
    let token = bench.send(.start(RideOrder(plan: Self.free, trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(65))
    #expect((try? bench.replies[token]?.get()) != nil)
    #expect(bench.snapshot.phase == .riding && bench.snapshot.problems.isEmpty)
  }

  @Test func `a machine that gains a control point is controlled through it`() {
    var (bench, crank, _) = started(.reporting)
    bench.trainerCharacteristics.formUnion([.fitnessMachineControlPoint, .fitnessMachineFeature])
    bench.drop(.trainer, for: .seconds(2))
    ride(&bench, &crank, .reporting, seconds: 10)
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.requests.map(\.request).contains(.set(.indoorBikeSimulation(.flatRoad))))
  }
}
