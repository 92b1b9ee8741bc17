import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing
import Trainers

@testable import RideSession

@Suite struct RideDropTests {
  private func riding(seconds: Int = 300) -> RideBench {
    var bench = RideBench()
    bench.start(watts: 150, seconds: seconds)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  @Test func `a drop of the trainer stops the timer until the target is restored`() {
    var bench = riding(seconds: 60)
    bench.drop(.trainer, for: .seconds(5))
    #expect(bench.snapshot.phase == .reconnecting)
    bench.run(for: .seconds(4))
    #expect(bench.snapshot.problems.count == 1)
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.phase == .riding)
    bench.run(for: .seconds(60))
    #expect(bench.samples.filter(\.timerRunning).count == 60)
    #expect(bench.samples.filter { !$0.timerRunning }.count == 5)
    let links: Set<RideEvent.Name> = [.trainerLost, .trainerRestored]
    #expect(bench.events.map(\.kind.name).filter(links.contains) == [.trainerLost, .trainerRestored])
  }

  @Test func `a trainer that dropped gets a connection request at once, and the request stays pending`() {
    var bench = riding()
    let before = bench.connects.count
    bench.drop(.trainer, for: .seconds(60))
    bench.run(for: .seconds(59))
    #expect(bench.connects.dropFirst(before).map(\.role) == [.trainer])
    #expect(bench.pending == [.trainer])
  }

  @Test func `after a drop control is requested first, then the target is restored, then the session`() {
    var bench = riding()
    let before = bench.requests.count
    bench.drop(.trainer, for: .seconds(2))
    bench.run(for: .seconds(3))
    #expect(
      bench.requests.dropFirst(before).map(\.request)
        == [.requestControl, .set(.power(watts: 150)), .startOrResume])
  }

  @Test func `the full target returns at once after a drop under 30 s`() {
    var bench = riding()
    bench.drop(.trainer, for: .seconds(28))
    bench.run(for: .seconds(29))
    #expect(bench.trainer.targetWatts == 150)
  }

  @Test func `the target returns on a ramp after a drop over 30 s`() {
    var bench = riding()
    bench.drop(.trainer, for: .seconds(40))
    bench.run(for: .milliseconds(40_500))
    #expect(bench.trainer.targetWatts == 75)
    bench.run(for: .seconds(12))
    #expect(bench.trainer.targetWatts == 150)
  }

  @Test func `a drop of the strap does not stop the timer, and rows lose their heart rate after 5 s`() {
    var bench = riding(seconds: 120)
    bench.drop(.heartRate, for: .seconds(20))
    bench.run(for: .seconds(40))
    #expect(bench.snapshot.phase == .riding)
    let without = bench.samples.filter { $0.second > 10 && $0.beatsPerMinute == nil }.map(\.second)
    #expect(without == Array(35...50))
    #expect(bench.samples.count { !$0.timerRunning } == 0)
  }

  @Test func `the trainer is reconnected before the strap if both dropped`() {
    var bench = riding()
    bench.drop(.heartRate, for: .seconds(10))
    bench.run(for: .seconds(1))
    #expect(bench.pending == [.heartRate])
    bench.drop(.trainer, for: .seconds(3))
    bench.run(for: .milliseconds(100))
    #expect(bench.pending == [.trainer])
    bench.run(for: .seconds(12))
    #expect(bench.pending.isEmpty)
    #expect(bench.snapshot.heartRate?.link == .connected)
    #expect(bench.maximumPending == 1)
  }

  @Test func `a drop in a pause leaves the ride paused and the trainer free`() {
    var bench = riding()
    bench.send(.pause)
    bench.run(for: .seconds(1))
    bench.drop(.trainer, for: .seconds(5))
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .paused)
    #expect(bench.snapshot.trainer?.link == .connected)
    #expect(bench.trainer.targetWatts == nil)
    bench.send(.resume)
    bench.run(for: .seconds(15))
    #expect(bench.trainer.targetWatts == 150)
  }

  @Test func `a target that is set during a drop applies after it`() {
    var bench = riding()
    bench.drop(.trainer, for: .seconds(5))
    bench.run(for: .seconds(1))
    let token = bench.send(.setWatts(170))
    #expect(bench.replies[token] != nil)
    bench.run(for: .seconds(6))
    #expect(bench.trainer.targetWatts == 170)
  }

  @Test func `lost control is requested again`() {
    var bench = riding()
    let before = bench.requests.count
    bench.notify(.trainer, .fitnessMachineStatus, [0xFF])
    bench.run(for: .seconds(1))
    #expect(
      bench.requests.dropFirst(before).map(\.request)
        == [.requestControl, .startOrResume, .set(.power(watts: 150))])
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `a stop during a drop ends the ride without the trainer`() {
    var bench = riding()
    bench.drop(.trainer, for: .seconds(600))
    bench.run(for: .seconds(1))
    let token = bench.send(.stop)
    bench.run(for: .seconds(2))
    #expect(bench.replies[token] == .success(.stopped(rideID: 7)))
    #expect(bench.pending.isEmpty)
  }
}

@Suite struct ReturningControlTests {
  private let start = MonotonicInstant.origin

  /// Returns the control of a trainer that was started, was lost and is under control again.
  private func returned() -> TrainerControl {
    var control = TrainerControl()
    control.goal = .hold(watts: 150, for: 150)
    control.subscribed()
    while control.next(at: start) != nil { control.ended(.success, at: start) }
    control.linkLost()
    control.subscribed()
    #expect(control.next(at: start) == .requestControl)
    control.ended(.success, at: start)
    #expect(control.next(at: start) == .setTargetPower(watts: 150))
    return control
  }

  @Test func `a target that is refused after a drop is written again after the start procedure`() {
    var control = returned()
    control.ended(.refused("operation failed"), at: start)
    let later = start.advanced(by: TrainerControl.refusalPause)
    #expect(control.next(at: later) == .startOrResume)
    control.ended(.success, at: later)
    #expect(control.next(at: later) == .setTargetPower(watts: 150))
  }

  @Test(arguments: [
    (TrainerControl.Goal.paused(orElse: .setSlope(percent: 0)), ControlProcedure.pause), (.free, .stop),
  ])
  func `a restored target can be released before the session is restored`(
    goal: TrainerControl.Goal, procedure: ControlProcedure
  ) {
    var control = returned()
    control.ended(.success, at: start)
    control.goal = goal
    #expect(control.next(at: start) == procedure)
    control.ended(.success, at: start)
    #expect(control.acknowledgedWatts == nil)
  }

  @Test func `a second drop before the start procedure still restores the target first`() {
    var control = returned()
    control.linkLost()
    control.subscribed()
    #expect(control.next(at: start) == .requestControl)
    control.ended(.success, at: start)
    #expect(control.next(at: start) == .setTargetPower(watts: 150))
  }
}
