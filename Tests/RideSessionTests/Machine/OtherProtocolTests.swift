import BluetoothLE
import RadioSim
import Rides
import Testing
import Trainers

@testable import RideSession

/// Trainers without Fitness Machine, as the ride machine sees them.
@Suite struct OtherProtocolTests {
  enum Model: CaseIterable, Sendable {
    case kickr2016, snap, neo2t

    var control: any SimulatedControl {
      switch self {
      case .kickr2016: SimulatedWahooTrainer(.kickr2016)
      case .snap: SimulatedWahooTrainer(.snap)
      case .neo2t: SimulatedTacxTrainer()
      }
    }
  }

  private func started(
    _ model: Model, watts: Int = 150, _ prepare: (inout RideBench) -> Void = { _ in }
  ) -> (bench: RideBench, token: CommandToken) {
    var bench = RideBench()
    bench.other = model.control
    prepare(&bench)
    let token = bench.start(watts: watts, seconds: 3600)
    bench.run(for: .seconds(5))
    return (bench, token)
  }

  private func riding(_ model: Model, watts: Int = 150) -> RideBench {
    var (bench, _) = started(model, watts: watts)
    bench.run(for: .seconds(20))
    return bench
  }

  private func held(_ bench: RideBench) -> Int? { bench.other?.brake.targetWatts }

  /// Returns the times of the targets that were written to a Wahoo trainer.
  private func ergTimes(_ bench: RideBench) -> [MonotonicInstant] {
    bench.written.filter { $0.write.value.first == 0x42 }.map(\.at)
  }

  @Test(arguments: Model.allCases)
  func `a ride begins at half of the target and rises to all of it`(_ model: Model) {
    var (bench, token) = started(model) { $0.cadenceRpm = 0 }
    #expect(held(bench) == 75)
    #expect(bench.snapshot.phase == .ready)
    if case .success(.started(let taken, _, _)) = bench.replies[token] {
      #expect(taken?.targetWatts == 150)
    } else {
      Issue.record("\(String(describing: bench.replies[token]))")
    }
    bench.cadenceRpm = 88
    bench.run(for: .seconds(20))
    #expect(held(bench) == 150)
    #expect(bench.snapshot.phase == .riding && bench.snapshot.problems.isEmpty)
  }

  @Test(arguments: Model.allCases)
  func `rows have power, speed and, if the trainer sends it, cadence`(_ model: Model) throws {
    let bench = riding(model)
    let row = try #require(bench.samples.last)
    #expect(abs((row.powerWatts ?? 0) - 150) < 8)
    #expect((25...35).contains(row.speedKmh ?? 0))
    #expect(row.distanceMeters ?? 0 > 50)
    #expect((row.cadenceRpm.map { abs($0 - 88) < 3 } ?? false) == (model != .snap))
  }

  @Test(arguments: Model.allCases)
  func `the trainer's answer confirms a target without power data`(_ model: Model) {
    var bench = riding(model)
    bench.silent = [.trainer]
    bench.send(.setWatts(180))
    bench.run(for: .seconds(3))
    #expect(held(bench) == 180)
    #expect(bench.machine.control.confirmation.isConfirmed == true)
  }

  @Test(arguments: [Model.kickr2016, .snap])
  func `targets in Wahoo's protocol are two seconds apart, and the first one is sent at once`(_ model: Model) throws {
    var bench = riding(model)
    bench.run(for: .seconds(5))
    let asked = bench.now
    for watts in [160, 170, 180, 190] {
      bench.send(.setWatts(watts))
      bench.run(for: .milliseconds(300))
    }
    bench.run(for: .seconds(5))
    let times = ergTimes(bench)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(2) })
    #expect(try #require(times.first { $0 >= asked }) - asked < .milliseconds(50))
    #expect(held(bench) == 190)
  }

  @Test(arguments: Model.allCases)
  func `after a drop the target is the first write, within a third of a second`(_ model: Model) throws {
    var bench = riding(model)
    bench.drop(.trainer, for: .seconds(4))
    bench.run(for: .seconds(4))
    let back = bench.now
    #expect(held(bench) == nil)
    while held(bench) == nil, bench.now - back < .seconds(2) { bench.run(for: .milliseconds(10)) }
    #expect(bench.now - back <= .milliseconds(300))
    #expect(held(bench) == 150)
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.phase == .riding)
  }

  @Test(arguments: Model.allCases)
  func `a pause releases the brake, and a resume applies it again`(_ model: Model) {
    var bench = riding(model)
    bench.send(.pause)
    bench.run(for: .seconds(3))
    #expect(bench.other?.brake.mode == .free)
    bench.send(.resume)
    bench.run(for: .seconds(14))
    #expect(held(bench) == 150)
  }

  /// A count or a speed that stops is only detected after seconds, which are part of the five.
  @Test(arguments: Model.allCases)
  func `the trainer is freed five seconds after the legs last moved`(_ model: Model) {
    var bench = riding(model)
    bench.run(for: .seconds(5))
    (bench.cadenceRpm, bench.legWatts) = (0, 0)
    bench.run(for: .milliseconds(4500))
    #expect(bench.snapshot.phase == .riding)
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.isAutoPaused)
    #expect(bench.other?.brake.mode == .free)
  }

  @Test(arguments: Model.allCases)
  func `the brake is off after the end of a ride`(_ model: Model) {
    var bench = riding(model)
    bench.send(.stop)
    bench.run(for: .seconds(3))
    #expect(bench.other?.brake.mode == .free)
    #expect(bench.snapshot.phase == .idle && bench.recordEnds == [.finished])
  }

  @Test(arguments: Model.allCases)
  func `a trainer that never answers can be ridden, and its power confirms the target`(_ model: Model) {
    var (bench, token) = started(model) { $0.mood = .mute }
    bench.run(for: .seconds(30))
    #expect((try? bench.replies[token]?.get()) != nil)
    #expect(held(bench) == 150)
    #expect(bench.machine.control.confirmation.isConfirmed == true)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test(arguments: Model.allCases)
  func `a trainer that refuses every target fails the start with its own reason`(_ model: Model) {
    var (bench, token) = started(model) { $0.mood = .denying }
    bench.run(for: .seconds(20))
    guard case .failure(.targetRefused(let how)) = bench.replies[token] else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(how.rawValue == (model == .neo2t ? "rejected" : "status 0"))
  }

  @Test(arguments: Model.allCases)
  func `a target that is echoed but not applied is written again once power shows it`(_ model: Model) {
    var bench = riding(model)
    bench.mood = .deaf
    bench.send(.setWatts(156))
    bench.run(for: .seconds(4))
    #expect(held(bench) == 150)
    bench.mood = .obliging
    bench.run(for: .seconds(10))
    #expect(held(bench) == 156)
    #expect(!bench.events.contains { if case .unconfirmed = $0.kind { true } else { false } })
  }

  @Test(arguments: Model.allCases)
  func `a target that a new link echoes but does not apply is written again once power shows it`(_ model: Model) {
    var bench = riding(model)
    bench.drop(.trainer, for: .seconds(3))
    bench.run(for: .seconds(2))
    bench.mood = .deaf
    bench.run(for: .seconds(4))
    #expect(bench.snapshot.phase == .riding && held(bench) == nil)
    bench.mood = .obliging
    bench.run(for: .seconds(12))
    #expect(held(bench) == 150)
  }

  @Test(arguments: Model.allCases)
  func `a target that is applied is not written again, whatever the legs do`(_ model: Model) {
    var bench = riding(model)
    bench.send(.setWatts(200))
    bench.run(for: .seconds(3))
    let before = bench.written.count
    bench.legWatts = 190
    bench.run(for: .seconds(40))
    #expect(bench.written.count == before)
  }

  @Test(arguments: Model.allCases)
  func `free riding simulates a flat road`(_ model: Model) {
    var bench = RideBench()
    bench.other = model.control
    let interval = RideInterval(end: .timer(seconds: 600), aim: .free)
    bench.send(
      .start(
        RideOrder(plan: RidePlan(name: "free", intervals: [interval]), trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(10))
    #expect(bench.other?.brake.mode == .flatRoad)
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `a target beyond the range of all Wahoo trainers is limited, and the reply includes the range`() {
    let (bench, token) = started(.snap, watts: 2500)
    guard case .success(.started(let taken, _, _)) = bench.replies[token] else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(taken?.targetWatts == 2000 && taken?.minimumWatts == 25 && taken?.maximumWatts == 2000)
  }

  @Test func `an interval beyond an assumed range is not reported as one that the trainer cannot hold`() {
    var bench = RideBench()
    bench.other = Model.snap.control
    let sprint = RideInterval(end: .timer(seconds: 30), aim: .hold(watts: 2400))
    let plan = RidePlan(
      name: "Sprint", intervals: [RideInterval(end: .timer(seconds: 60), aim: .hold(watts: 150)), sprint])
    let token = bench.send(.start(RideOrder(plan: plan, trainer: RideBench.trainer, heartRate: nil)))
    bench.run(for: .seconds(5))
    guard case .success(.started(_, _, let unheld)) = bench.replies[token] else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(unheld == nil)
  }

  @Test func `a NEO that still knows the rider and the bicycle does not get them again on a new link`() {
    var bench = riding(.neo2t)
    let configurations = { (bench: RideBench) in bench.written.count { $0.write.value.dropFirst(4).first == 0x37 } }
    #expect(configurations(bench) == 1)
    bench.drop(.trainer, for: .seconds(2))
    bench.run(for: .seconds(10))
    #expect(configurations(bench) == 1, "it still knows them")
  }

  @Test func `wheel speed reveals legs that give way on a trainer without cadence`() throws {
    var bench = riding(.snap)
    bench.run(for: .seconds(20))
    bench.legWatts = 90
    for rpm in stride(from: 84.0, to: 42, by: -2) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(500))
    }
    #expect(bench.events.contains { if case .released = $0.kind { true } else { false } })
    #expect(try #require(held(bench)) < 80)
    (bench.legWatts, bench.cadenceRpm) = (nil, 88)
    bench.run(for: .seconds(25))
    #expect(held(bench) == 150)
  }

  @Test func `a trainer's report that it turns too slowly releases the target at once`() throws {
    var bench = riding(.neo2t)
    bench.cadenceRpm = 47
    bench.run(for: .seconds(3))
    #expect(!bench.events.contains { if case .released = $0.kind { true } else { false } }, "slow, and it holds")
    bench.legWatts = 100
    bench.run(for: .seconds(3))
    #expect(bench.events.contains { if case .released = $0.kind { true } else { false } })
  }

  @Test func `a trainer that gains Fitness Machine between two links is controlled through it`() {
    var bench = riding(.kickr2016)
    bench.drop(.trainer, for: .seconds(2))
    bench.other = nil
    bench.run(for: .seconds(10))
    #expect(bench.trainer.targetWatts == 150)
    #expect(bench.snapshot.phase == .riding)
  }
}
