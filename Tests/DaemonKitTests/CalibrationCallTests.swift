import BluetoothLE
import ControlWire
import Loop
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

@testable import DaemonKit

/// Calibrations of simulated devices through the daemon.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct CalibrationCallTests {
  private static let meter = SimulatedWorld.powerMeterAddress.description

  private func stop(_ bench: DaemonBench) async throws {
    let stopping = await bench.begin(Stop(discard: true)) { $0.phase == .finishing || $0.phase == .idle }
    try await bench.finish()
    _ = try await stopping.value
  }

  /// Lets time pass until the calibration has reached a step.
  private func advance(_ bench: DaemonBench, to step: CalibrationStatus.Step) async throws -> CalibrationStatus {
    try await bench.advance { $0.figures?.calibration?.step == step }
    return try #require(try await bench.status.ride?.calibration)
  }

  @Test(arguments: [SimulatedCast.Trainer.kickr, .neo2t])
  func `a spin-down runs to its end, and the target returns`(_ trainer: SimulatedCast.Trainer) async throws {
    var cast = SimulatedCast()
    cast.trainer = trainer
    try await withDaemon(SimulatedWorld(cast)) { bench async throws in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 10)
      let begun = try await bench.command(Calibrate()) { $0.figures?.calibration != nil }
      #expect(begun.calibration == CalibrationStatus(device: .trainer, step: .starting))
      let fast = try await advance(bench, to: .speedUp)
      #expect(fast.targetKmh == 35)
      #expect(try await advance(bench, to: .stopPedalling).device == .trainer)
      let done = try await advance(bench, to: .done)
      #expect((done.spinDownSeconds != nil) == (trainer == .neo2t) && done.reason == nil)
      try await bench.advance { $0.figures?.targetWatts == 150 }
      #expect(try await bench.status.phase == .riding)
      try await stop(bench)
    }
  }

  @Test func `a spin-down without a ride is refused, and so is one by a KICKR of 2016`() async throws {
    var cast = SimulatedCast()
    cast.trainer = .kickr2016
    try await withDaemon(SimulatedWorld(cast)) { bench async throws in
      await bench.expectRefusal(.noRide, of: Calibrate())
      await bench.expectRefusal(.invalidParameter, of: Calibrate(device: .fan), "device")
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 5)
      await bench.expectRefusal(.calibrationUnsupported, of: Calibrate(), "KICKR 2016 SIM")
      await bench.expectRefusal(.calibrationUnsupported, of: Calibrate(device: .power))
      try await stop(bench)
    }
  }

  @Test func `a cancelled spin-down gives the brake back`() async throws {
    try await withDaemon { bench async throws in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 10)
      try await bench.command(Calibrate()) { $0.figures?.calibration != nil }
      _ = try await advance(bench, to: .speedUp)
      let cancelled = try await bench.command(Calibrate(cancel: true)) { $0.figures?.calibration?.isOver == true }
      #expect(cancelled.calibration.step == .failed && cancelled.calibration.reason == "cancelled")
      try await bench.advance { $0.figures?.targetWatts == 150 }
      try await stop(bench)
    }
  }

  @Test func `a power meter gets its zero offset before the first pedal stroke`() async throws {
    var cast = SimulatedCast()
    cast.meterPercent = 0
    var world = SimulatedWorld(cast)
    world.rider.firstStroke = .seconds(60)
    try await withDaemon(world) { bench async throws in
      try await bench.useDevices()
      bench.loop.release()
      try await bench.call(Use(address: Self.meter, as: .power))
      bench.loop.hold()
      try await bench.start(Start(free: true, heartRate: false))
      try await bench.command(Calibrate(device: .power)) { $0.figures?.calibration != nil }
      #expect(try await advance(bench, to: .done).offset == SimulatedPowerMeter.offset)
      try await stop(bench)
      #expect(try await bench.rides.isEmpty)
    }
  }
}
