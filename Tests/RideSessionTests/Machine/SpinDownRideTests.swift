import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing
import Trainers

@testable import RideSession

/// Spin-downs within a ride.
@Suite struct SpinDownRideTests {
  private typealias Request = FitnessMachineControlPoint.Request

  private func riding(watts: Int = 150, prepare: (inout RideBench) -> Void = { _ in }) -> RideBench {
    var bench = RideBench()
    prepare(&bench)
    bench.start(watts: watts, seconds: 3600)
    bench.run(for: .seconds(10))
    return bench
  }

  /// Pedals until the trainer stops the rider, and then waits until the wheel has run down.
  private func spinDown(_ bench: inout RideBench) {
    for _ in 0..<240 where bench.calibration?.step != .stopPedalling { bench.run(for: .milliseconds(250)) }
    bench.cadenceRpm = 0
    for _ in 0..<240 where bench.calibration?.isOver != true { bench.run(for: .milliseconds(250)) }
    bench.cadenceRpm = 88
  }

  private func refusal(_ bench: inout RideBench, _ command: RideCommand) -> RideRefusal? {
    let token = bench.send(command)
    guard case .failure(let refusal) = bench.replies[token] else { return nil }
    return refusal
  }

  @Test func `a spin-down leads through its steps, and the target returns afterwards`() {
    var bench = riding()
    let (before, token) = (bench.requests.count, bench.send(.calibrate(.trainer)))
    #expect(bench.replies[token] == .success(.calibrating(CalibrationStatus(device: .trainer, step: .starting))))
    bench.run(for: .seconds(1))
    #expect(bench.calibration?.step == .speedUp && bench.calibration?.targetKmh == 35)
    #expect(bench.snapshot.phase == .riding && bench.snapshot.figures?.targetWatts == nil)
    spinDown(&bench)
    #expect(bench.calibration?.step == .done && bench.calibration?.reason == nil)
    let requests = bench.requests.dropFirst(before).map(\.request)
    #expect(requests == [.spinDown(.start), .stopOrPause(.pause)], "the auto-pause waited")
    #expect(bench.calibrations.map(\.step) == [.done])
    bench.run(for: .seconds(5))
    #expect(bench.snapshot.phase == .riding && bench.machine.control.acknowledgedDemandWatts != nil)
    bench.run(for: .seconds(30))
    #expect(bench.targets.last == 150 && bench.snapshot.figures?.targetWatts == 150)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `the trainer's own speed is shown during a spin-down`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.trainer?.speedKmh ?? 0 > 30)
  }

  @Test func `a spin-down that failed can be repeated`() {
    var bench = riding { $0.trainer.spinDownErrors = 1 }
    bench.send(.calibrate(.trainer))
    spinDown(&bench)
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == "Operation Failed")
    bench.run(for: .seconds(5))
    #expect(bench.machine.control.holdsTarget)
    bench.send(.calibrate(.trainer))
    spinDown(&bench)
    #expect(bench.calibration?.step == .done)
    #expect(bench.requests.count { $0.request == .spinDown(.start) } == 2)
    #expect(bench.calibrations.map(\.step) == [.failed, .done])
  }

  @Test func `a cancelled spin-down is ignored by the trainer, and the target returns`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(2))
    let (before, token) = (bench.requests.count, bench.send(.cancelCalibration))
    guard case .success(.calibrating(let status)) = bench.replies[token] else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(status.step == .failed && status.reason == "cancelled")
    bench.run(for: .seconds(2))
    let requests = bench.requests.dropFirst(before).map(\.request)
    #expect(requests.first == .spinDown(.ignore) && requests.count >= 2)
    #expect(bench.machine.control.holdsTarget && bench.trainer.spinDown == nil)
    bench.run(for: .seconds(30))
    #expect(bench.targets.last == 150 && bench.snapshot.problems.isEmpty)
  }

  @Test func `a spin-down that is cancelled before the trainer answers is ignored`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.send(.cancelCalibration)
    bench.run(for: .seconds(2))
    #expect(bench.requests.contains { $0.request == .spinDown(.ignore) })
    #expect(bench.machine.control.spinDown == .off && bench.machine.control.holdsTarget)
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(2))
    #expect(bench.calibration?.step == .speedUp)
  }

  @Test func `a trainer that refuses to ignore a spin-down gets its target`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(2))
    bench.reluctance[.spinDownControl] = .refused
    bench.send(.cancelCalibration)
    bench.run(for: .seconds(30))
    #expect(bench.targets.last == 150 && bench.machine.control.holdsTarget && bench.snapshot.problems.isEmpty)
  }

  @Test func `a spin-down ends with the trainer's link`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(2))
    bench.drop(.trainer, for: .seconds(3))
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == "supervisionTimeout")
    bench.run(for: .seconds(20))
    #expect(bench.snapshot.phase == .riding && bench.snapshot.figures?.targetWatts == 150)
    #expect(bench.requests.count { $0.request == .spinDown(.start) } == 1)
  }

  @Test func `a spin-down ends when another program takes control`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(2))
    bench.notify(.trainer, .fitnessMachineStatus, [0xFF])
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == TargetRefusal.notPermitted.rawValue)
    bench.run(for: .seconds(20))
    #expect(bench.machine.control.holdsTarget)
  }

  @Test func `a pause by the rider waits for the end of a spin-down`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(1))
    bench.send(.pause)
    #expect(bench.snapshot.phase == .paused)
    let before = bench.requests.count
    spinDown(&bench)
    #expect(bench.calibration?.step == .done && bench.snapshot.phase == .paused)
    #expect(bench.requests.dropFirst(before).map(\.request) == [.stopOrPause(.pause)])
    bench.send(.resume)
    bench.run(for: .seconds(30))
    #expect(bench.targets.last == 150 && bench.machine.control.holdsTarget)
  }

  @Test func `the end of the ride ends a spin-down`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(2))
    let token = bench.send(.stop)
    bench.run(for: .seconds(5))
    #expect(bench.replies[token] == .success(.stopped(rideID: 7)))
    #expect(bench.trainer.spinDown == nil && bench.snapshot.phase == .idle)
  }

  @Test(arguments: [
    (RideBench.Reluctance.refused, "Op Code not supported"), (.notPermitted, TargetRefusal.notPermitted.rawValue),
    (.unanswered, TargetRefusal.noAnswer.rawValue),
  ])
  func `a trainer that refuses a spin-down keeps its target`(_ how: RideBench.Reluctance, _ reason: String) {
    var bench = riding()
    bench.reluctance[.spinDownControl] = how
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(9))
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == reason)
    bench.run(for: .seconds(10))
    #expect(bench.machine.control.holdsTarget && bench.snapshot.phase == .riding)
    #expect(bench.snapshot.problems.isEmpty && bench.snapshot.figures?.targetWatts == 150)
  }

  @Test func `a spin-down without progress fails after two minutes, and its status ends a minute later`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(1))
    bench.cadenceRpm = 0
    bench.run(for: .seconds(118))
    #expect(bench.calibration?.step == .speedUp)
    bench.run(for: .seconds(3))
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == TargetRefusal.noAnswer.rawValue)
    #expect(bench.requests.contains { $0.request == .spinDown(.ignore) })
    bench.run(for: .seconds(57))
    #expect(bench.calibration != nil)
    bench.run(for: .seconds(4))
    #expect(bench.calibration == nil)
  }

  @Test func `a request during a spin-down answers with its present step`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(2))
    let token = bench.send(.calibrate(.trainer))
    guard case .success(.calibrating(let status)) = bench.replies[token] else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(status.step == .speedUp)
    #expect(bench.requests.count { $0.request == .spinDown(.start) } == 1)
  }

  @Test func `a spin-down is possible before the first pedal stroke, and its strokes begin the ride`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(3))
    #expect(bench.snapshot.phase == .ready)
    bench.send(.calibrate(.trainer))
    bench.cadenceRpm = 88
    spinDown(&bench)
    #expect(bench.calibration?.step == .done)
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.phase == .riding && bench.targets.last == 150)
  }

  @Test func `a trainer without a spin-down is refused at once`() {
    var bench = riding { bench in
      bench.trainer.feature = FitnessMachineFeature(machine: [.powerMeasurement], targetSetting: [.powerTarget])
    }
    #expect(refusal(&bench, .calibrate(.trainer)) == .calibrationUnsupported(RideBench.trainer))
    #expect(refusal(&bench, .calibrate(.heartRate)) == .calibrationUnsupported(RideBench.strap))
    #expect(bench.calibration == nil)
    var wahoo = riding { $0.other = SimulatedWahooTrainer(.kickr2016) }
    #expect(refusal(&wahoo, .calibrate(.trainer)) == .calibrationUnsupported(RideBench.trainer))
  }

  @Test func `a calibration needs a ride whose trainer is linked`() {
    var bench = RideBench()
    #expect(refusal(&bench, .calibrate(.trainer)) == .noRide)
    #expect(refusal(&bench, .cancelCalibration) == .noRide)
    bench.start(watts: 150, seconds: 3600)
    #expect(refusal(&bench, .calibrate(.trainer)) == .wrongPhase(.connecting))
    bench.run(for: .seconds(10))
    bench.drop(.trainer, for: .seconds(60))
    #expect(refusal(&bench, .calibrate(.trainer)) == .wrongPhase(.reconnecting))
  }

  // MARK: FE-C

  @Test func `a Tacx reports the time of its spin-down`() {
    var bench = riding { $0.other = SimulatedTacxTrainer() }
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(1))
    #expect(bench.calibration?.step == .speedUp && abs((bench.calibration?.targetKmh ?? 0) - 35) < 0.01)
    spinDown(&bench)
    #expect(bench.calibration?.step == .done)
    #expect((9.5...11).contains(bench.calibration?.spinDownSeconds ?? 0))
    bench.run(for: .seconds(30))
    #expect(bench.machine.control.acknowledgedDemandWatts == 150)
  }

  @Test func `a Tacx without a spin-down does not answer, and keeps its target`() {
    var bench = riding { $0.other = SimulatedTacxTrainer() }
    bench.mood = .deaf
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(29))
    #expect(bench.calibration?.step == .starting)
    bench.mood = .obliging
    bench.run(for: .seconds(4))
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == TargetRefusal.noAnswer.rawValue)
    bench.run(for: .seconds(30))
    #expect(bench.machine.control.acknowledgedDemandWatts == 150)
  }
}

extension RideBench {
  /// The calibration in the snapshot.
  var calibration: CalibrationStatus? { snapshot.figures?.calibration }
}
