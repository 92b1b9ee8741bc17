import ArgumentParser
import ClientTestKit
import ControlWire
import Rides
import Testing
import TrainerClient

@testable import jz2ctl

/// `calibrate`, which guides through a calibration.
@Suite struct CalibrateTests {
  private func status(
    _ step: CalibrationStatus.Step, kmh: Double? = nil, device: DeviceRole = .trainer,
    _ change: (inout CalibrationStatus) -> Void = { _ in }
  ) -> Status {
    var calibration = CalibrationStatus(device: device, step: step)
    change(&calibration)
    var ride = RideStatus(id: 7, targetWatts: nil, timerSeconds: 1, elapsedSeconds: 1, remainingSeconds: nil)
    ride.calibration = calibration
    var status = Status(phase: .riding)
    status.ride = ride
    status.trainer = DeviceStatus(address: "C0:FF:EE:00:00:01", state: .connected, speedKmh: kmh)
    return status
  }

  private func run(
    _ daemon: ScriptedDaemon, _ device: DeviceRole = .trainer, json: Bool = false
  ) throws -> (CalibrationStatus, Samples.Printed) {
    let printed = Samples.Printed()
    let run = CalibrationRun(
      daemon: daemon, output: printed.stream(json: json), progress: ProgressLine(columns: { 80 }, write: nil))
    return (try run.run(device), printed)
  }

  private let begun = ScriptedDaemon.Answer(
    Calibrating(calibration: CalibrationStatus(device: .trainer, step: .starting)))

  @Test func `each step of a spin-down is an instruction, once`() throws {
    let daemon = ScriptedDaemon(
      begun,
      .init(
        status(.starting), status(.speedUp) { $0.targetKmh = 35 }, status(.speedUp, kmh: 31) { $0.targetKmh = 35 },
        status(.stopPedalling, kmh: 36) { $0.targetKmh = 35 }, status(.done) { $0.spinDownSeconds = 18.2 }))
    let (calibration, printed) = try run(daemon)
    #expect(calibration.step == .done && calibration.spinDownSeconds == 18.2)
    #expect(
      printed.output == """
        The trainer begins its spin-down.
        Pedal until the speed is above 35.0 km/h.
        Stop pedalling, and let the wheel run down.

        """)
    #expect(daemon.requests == [Calibrate(device: .trainer), Watch()])
  }

  @Test func `JSON has no instructions`() throws {
    let (_, printed) = try run(ScriptedDaemon(begun, .init(status(.speedUp), status(.done))), json: true)
    #expect(printed.output.isEmpty)
  }

  @Test func `a zero offset asks for still cranks`() throws {
    let starting = CalibrationStatus(device: .power, step: .starting)
    let daemon = ScriptedDaemon(
      .init(Calibrating(calibration: starting)),
      .init(status(.still, device: .power), status(.done, device: .power) { $0.offset = 540 }))
    let (calibration, printed) = try run(daemon, .power)
    #expect(calibration.offset == 540)
    #expect(
      printed.output == """
        Connecting to the power meter.
        Take your feet off the pedals, and keep the cranks still.

        """)
  }

  @Test func `a calibration ends with its ride, and with the connection`() {
    var idle = Status(phase: .idle)
    idle.ride = nil
    for (parts, code) in [([idle], ControlError.Code.noRide), ([status(.speedUp)], .connectionLost)] {
      var answer = ScriptedDaemon.Answer()
      answer.parts = parts
      let daemon = ScriptedDaemon([begun, answer])
      let error = #expect(throws: ControlError.self) { try run(daemon) }
      #expect(error?.code == code)
    }
  }

  @Test func `a free ride begins only if no ride is on`() throws {
    let output = Samples.Printed().stream(json: false)
    let riding = ScriptedDaemon(.init(status(.starting)))
    #expect(try CalibrateCommand.begin(with: riding, output) == false)
    #expect(riding.requests == [GetStatus()])
    let ride = RideStatus(id: 8, targetWatts: nil, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: nil)
    let idle = ScriptedDaemon(.init(Status(phase: .idle)), .init(Started(ride: ride, target: nil)))
    #expect(try CalibrateCommand.begin(with: idle, output))
    #expect(idle.requests == [GetStatus(), Start(free: true, heartRate: false)])
  }

  @Test func `a calibration in progress can be cancelled from elsewhere`() throws {
    var cancelled = CalibrationStatus(device: .trainer, step: .failed)
    cancelled.reason = "cancelled"
    let daemon = ScriptedDaemon(.init(Calibrating(calibration: cancelled)))
    let printed = try Samples.Printed.by("calibrate --cancel") { (command: CalibrateCommand, output) in
      try command.perform(with: daemon, output: output)
    }
    #expect(printed.output == "The calibration is cancelled.\n")
    #expect(daemon.requests == [Calibrate(device: .trainer, cancel: true)])
  }

  @Test(arguments: [["calibrate"], ["calibrate", "--as", "power"], ["calibrate", "--as", "trainer"]])
  func `a trainer and a power meter can be calibrated`(_ words: [String]) throws {
    #expect(try JZ2Ctl.parseAsRoot(words) is CalibrateCommand)
  }

  @Test(arguments: ["heartRate", "cadence", "fan", "x"])
  func `no other device can be calibrated`(_ role: String) {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(["calibrate", "--as", role]) }
  }
}
