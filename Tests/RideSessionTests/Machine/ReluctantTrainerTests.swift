import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing
import Trainers

@testable import RideSession

@Suite struct ReluctantTrainerTests {
  private func riding(_ prepare: (inout RideBench) -> Void = { _ in }) -> RideBench {
    var bench = RideBench()
    prepare(&bench)
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(10))
    bench.run(untilSecond: 30)
    return bench
  }

  @Test(arguments: RideBench.Reluctance.allCases)
  func `a trainer that does not accept the start procedure is ridden without it`(how: RideBench.Reluctance) {
    var bench = riding { $0.reluctance = [.startOrResume: how] }
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.trainer.targetWatts == 150)
    #expect(bench.snapshot.problems.isEmpty)
    let before = bench.requests.count
    bench.run(for: .seconds(60))
    #expect(bench.requests.count == before, "it is not asked for again while the target is held")
  }

  @Test(arguments: [RideBench.Reluctance.refused, .unanswered])
  func `a trainer that does not accept the start procedure gets its target at once after a drop or a pause`(
    how: RideBench.Reluctance
  ) {
    var bench = riding { $0.reluctance = [.startOrResume: how] }
    bench.drop(.trainer, for: .seconds(2))
    bench.run(for: .seconds(3))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.trainer.targetWatts == 150)
    bench.send(.pause)
    bench.run(for: .seconds(5))
    #expect(bench.trainer.targetWatts == nil)
    bench.send(.resume)
    bench.run(for: .seconds(1))
    #expect(bench.trainer.targetWatts == 75)
  }

  @Test func `a trainer that refuses targets before the start procedure gets that procedure again`() {
    let start = MonotonicInstant.origin
    var control = TrainerControl()
    control.goal = .hold(watts: 150, for: 150)
    control.subscribed()
    var (now, written) = (start, [ControlProcedure]())
    let results: [ControlResult] = [.success, .refused("busy"), .refused("not started"), .success, .success]
    for result in results {
      now = max(now, control.deadline ?? now)
      guard let procedure = control.next(at: now) else { break }
      written.append(procedure)
      control.ended(result, at: now)
    }
    #expect(
      written == [
        .requestControl, .startOrResume, .setTargetPower(watts: 150), .startOrResume, .setTargetPower(watts: 150),
      ])
    #expect(now - start == TrainerControl.refusalPause)
    #expect(control.isSettled && control.holdsTarget)
  }

  @Test(arguments: RideBench.Reluctance.allCases)
  func `a trainer that does not pause simulates a flat road while the rider rests`(how: RideBench.Reluctance) {
    var bench = riding { $0.reluctance = [.stopOrPause: how] }
    bench.cadenceRpm = 0
    bench.run(for: .seconds(13))
    #expect(bench.snapshot.isAutoPaused)
    #expect(bench.trainer.isOnFlatRoad)
    let before = bench.requests.count
    bench.run(for: .seconds(60))
    #expect(bench.requests.count == before, "that is enough")
    bench.cadenceRpm = 88
    bench.run(for: .seconds(12))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.trainer.targetWatts == 150)
  }

  @Test func `a trainer that neither pauses nor simulates a road holds its lowest target`() {
    var bench = riding {
      $0.reluctance = [.stopOrPause: .refused]
      $0.trainer.feature.targetSetting = [.powerTarget]
    }
    bench.cadenceRpm = 0
    bench.run(for: .seconds(7))
    #expect(bench.trainer.targetWatts == 25)
  }

  @Test func `a trainer that refuses the simulation it announced holds its lowest target in a pause`() {
    var bench = riding { $0.reluctance = [.stopOrPause: .refused, .setIndoorBikeSimulationParameters: .refused] }
    bench.cadenceRpm = 0
    bench.run(for: .seconds(10))
    #expect(bench.trainer.targetWatts == 25)
  }

  @Test func `failed writes to the trainer are repeated every two seconds and reported with their reason`() {
    var bench = riding()
    let error = LinkError(.failed, operation: "WriteValue", detail: "Failed to initiate write")
    bench.writeFailures = Array(repeating: error, count: 1000)
    let before = bench.requests.count
    bench.send(.setWatts(180))
    bench.run(for: .seconds(20))
    #expect((8...11).contains(bench.requests.count - before))
    #expect(bench.snapshot.problems == [.targetRefused(.other("Failed to initiate write"))])
    bench.writeFailures = []
    bench.run(for: .seconds(3))
    #expect(bench.trainer.targetWatts == 180)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `writes to the trainer that time out are repeated with pauses`() {
    var bench = riding()
    bench.writeFailures = Array(repeating: LinkError(.timedOut, operation: "WriteValue"), count: 1000)
    let before = bench.requests.count
    bench.send(.setWatts(180))
    bench.run(for: .seconds(20))
    #expect((5...11).contains(bench.requests.count - before))
    #expect(bench.snapshot.problems == [.controlLost])
  }

  @Test func `a start fails with the reason of a failed write to the trainer`() {
    var bench = RideBench()
    bench.writeFailures = Array(
      repeating: LinkError(.refused, operation: "WriteValue", detail: "Not permitted"), count: 1000)
    let token = bench.start()
    bench.run(for: .seconds(10))
    #expect(bench.replies[token] == .failure(.targetRefused(.other("Not permitted"))))
  }
}

@Suite struct ControlContestTests {
  /// Returns a ride in which another program takes control `lag` after each time that the ride regains it.
  private func contested(for duration: Duration, after lag: Duration = .milliseconds(100)) -> RideBench {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 36_000)
    bench.run(for: .seconds(30))
    let end = bench.now.advanced(by: duration)
    while bench.now < end {
      if bench.trainer.targetWatts != nil {
        bench.trainer.linkLost()
        bench.notify(.trainer, .fitnessMachineStatus, [0xFF])
      }
      bench.run(for: lag)
    }
    return bench
  }

  private func takings(_ bench: RideBench) -> [MonotonicInstant] {
    bench.requests.filter { $0.request == .requestControl }.map(\.at)
  }

  @Test func `a trainer that another program controls gets control requests ever more rarely`() {
    let bench = contested(for: .seconds(600))
    let instants = takings(bench).dropFirst()
    let rests = zip(instants, instants.dropFirst()).map { $1 - $0 }
    #expect((10...25).contains(instants.count))
    #expect(rests.first.map { $0 >= .seconds(2) } == true)
    #expect(rests.last.map { $0 >= .seconds(60) } == true)
  }

  @Test func `contested control is reported`() {
    let bench = contested(for: .seconds(20))
    #expect(bench.snapshot.problems == [.controlLost])
  }

  @Test func `a contest for control is forgotten after a minute in control`() {
    var bench = contested(for: .seconds(20))
    bench.run(for: .seconds(100))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.problems.isEmpty)
    let before = takings(bench).count
    bench.trainer.linkLost()
    bench.notify(.trainer, .fitnessMachineStatus, [0xFF])
    bench.run(for: .seconds(1))
    #expect(takings(bench).count == before + 1)
    #expect(bench.trainer.targetWatts == 150)
    #expect(bench.snapshot.problems.isEmpty, "once is not worth a word")
  }
}
