import BluetoothLE
import ControlWire
import FitnessGATT
import Loop
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

@testable import DaemonKit

/// Rides without a target.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct FreeRideTests {
  private static let meter = SimulatedWorld.powerMeterAddress.description

  /// A world with a power meter and no trainer.
  private func meterAlone() -> SimulatedWorld {
    var cast = SimulatedCast()
    cast.meterPercent = 0
    var world = SimulatedWorld(cast)
    world.faults = [.missing(SimulatedWorld.trainerAddress), .missing(SimulatedWorld.strapAddress)]
    return world
  }

  private func stop(_ bench: DaemonBench) async throws {
    let stopping = await bench.begin(Stop()) { $0.phase == .finishing || $0.phase == .idle }
    try await bench.finish()
    _ = try await stopping.value
  }

  /// Rides for a minute, and returns the rows.
  private func rows(_ bench: DaemonBench) async throws -> [RideSample] {
    try await bench.advance(toSecond: 60)
    let status = try await bench.status
    #expect(status.phase == .riding && status.ride?.wantedWatts == nil && status.power == nil)
    #expect(status.trainer?.address == Self.meter)
    await bench.expectRefusal(.noPowerTargets, of: SetWatts(watts: 150))
    try await stop(bench)
    return try await bench.show().1
  }

  @Test func `a ride without a target uses a chosen power meter if there is no trainer`() async throws {
    try await withDaemon(meterAlone()) { bench async throws in
      bench.loop.release()
      try await bench.call(Use(address: Self.meter))
      bench.loop.hold()
      #expect(try await bench.firstStart(Start(free: true, heartRate: false)).target == nil)
      let rows = try await rows(bench)
      let (powered, pedalled) = (rows.count { ($0.powerWatts ?? 0) > 0 }, rows.count { ($0.cadenceRpm ?? 0) > 0 })
      #expect(powered > 50 && pedalled > 40)
      #expect(try await bench.call(Devices()).devices.map(\.kinds) == [[.power]])
    }
  }

  @Test func `a ride without a target uses the only power meter in range if there is no trainer`() async throws {
    try await withDaemon(meterAlone()) { bench async throws in
      let started = try await bench.firstStart(Start(free: true, heartRate: false))
      #expect(started.devices.map(\.kind) == [.power])
      _ = try await rows(bench)
      #expect(try await bench.call(Devices()).devices.map(\.kinds) == [[.power]], "and it stays a power meter")
    }
  }

  @Test func `a ride with a target is refused if there is only a power meter`() async throws {
    try await withDaemon(meterAlone()) { bench async throws in
      bench.loop.release()
      try await bench.call(Use(address: Self.meter, as: .trainer))
      let error = await #expect(throws: ControlError.self) { try await bench.call(Start(watts: 150, minutes: 1)) }
      bench.loop.hold()
      #expect(error?.code == .noFitnessMachine && error?.explanation.remedy.contains("start --free") == true)
      #expect(try await bench.start(Start(free: true, heartRate: false)).target == nil)
    }
  }

  @Test func `a trainer that only sets resistance can be ridden free if the rider wants no ERG by it`() async throws {
    var world = SimulatedWorld()
    world.kickr.feature.targetSetting = [.resistanceTarget]
    try await withDaemon(world) { bench async throws in
      try await bench.useDevices(strap: false)
      var change = SetSettings()
      change.ergByResistance = false
      _ = try await bench.call(change)
      let error = await #expect(throws: ControlError.self) { try await bench.start(minutes: 1) }
      #expect(error?.code == .noPowerTargets && error?.explanation.remedy.contains("start --free") == true)
      try await bench.start(Start(free: true))
      try await bench.advance(toSecond: 30)
      #expect(try await bench.status.phase == .riding)
      try await stop(bench)
      let hasPower = try await bench.show().1.contains { ($0.powerWatts ?? 0) > 0 }
      #expect(hasPower)
    }
  }

  @Test func `switching to free riding removes the target, and setting watts restores it`() async throws {
    try await withDaemon { bench async throws in
      try await bench.useDevices(strap: false)
      try await bench.start(watts: 200, minutes: 10)
      try await bench.advance(toSecond: 30)
      _ = try await bench.command(RideFree()) { $0.figures?.wantedWatts == nil }
      try await bench.advance(toSecond: 60)
      let free = try await bench.status
      #expect(free.ride?.targetWatts == nil && free.ride?.wantedWatts == nil && free.phase == .riding)
      _ = try await bench.command(SetWatts(watts: 200)) { $0.figures?.wantedWatts == 200 }
      try await bench.advance(toSecond: 90)
      #expect(try await bench.status.ride?.targetWatts == 200)
      try await stop(bench)
      let rows = try await bench.show().1
      let isFree = rows.dropFirst(33).prefix(25).allSatisfy { $0.targetWatts == nil }
      #expect(isFree)
      #expect(rows.last?.targetWatts == 200)
    }
  }
}
