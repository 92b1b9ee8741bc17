import BluetoothLE
import ControlWire
import Loop
import RadioSim
import RideFiles
import Rides
import TestKit
import Testing

@testable import DaemonKit

/// Sensors and a fan in addition to the trainer.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct SensorRideTests {
  private static let meter = SimulatedWorld.powerMeterAddress.description
  private static let sensor = SimulatedWorld.cadenceSensorAddress.description
  private static let fan = SimulatedWorld.headwindAddress.description

  private func world(_ faults: SimulatedWorld.Fault...) -> SimulatedWorld {
    var cast = SimulatedCast()
    (cast.hasCadenceSensor, cast.meterPercent, cast.hasHeadwind) = (true, -4, true)
    var world = SimulatedWorld(cast)
    world.faults = faults
    return world
  }

  /// Chooses all available devices.
  private func useAll(_ bench: DaemonBench) async throws {
    try await bench.useDevices()
    bench.loop.release()
    try await bench.call(Use(address: Self.meter, as: .power))
    try await bench.call(Use(address: Self.sensor, as: .cadence))
    try await bench.call(Use(address: Self.fan))
    bench.loop.hold()
  }

  @Test func `a power meter can be chosen with a role, and a cadence sensor and a fan without one`() async throws {
    try await withDaemon(world()) { bench async throws in
      bench.loop.release()
      let meter = try await bench.call(Use(address: Self.meter, as: .power)).device
      let sensor = try await bench.call(Use(address: Self.sensor)).device
      let fan = try await bench.call(Use(address: Self.fan)).device
      bench.loop.hold()
      #expect([meter.kinds, sensor.kinds, fan.kinds] == [[.power], [.cadence], [.fan]])
      let known = try await bench.call(Devices()).devices
      #expect(Set(known.filter(\.known).map(\.address)) == [Self.meter, Self.sensor, Self.fan])
      let status = try await bench.status
      #expect(status.power?.address == Self.meter && status.power?.state == .away)
      #expect(status.cadence?.address == Self.sensor && status.fan?.address == Self.fan)
    }
  }

  @Test func `a power meter chosen without a role is identified by a connection`() async throws {
    try await withDaemon(world()) { bench async throws in
      bench.loop.release()
      let meter = try await bench.call(Use(address: Self.meter)).device
      bench.loop.hold()
      #expect(meter.kinds == [.power] && meter.known)
    }
  }

  @Test func `a device that cannot fill its chosen role is refused`() async throws {
    try await withDaemon(world()) { bench async throws in
      bench.loop.release()
      for (address, role) in [(Self.fan, DeviceRole.power), (Self.sensor, .power), (Self.meter, .fan)] {
        let error = await #expect(throws: ControlError.self) { try await bench.call(Use(address: address, as: role)) }
        #expect(error?.code == .unsuitableDevice)
      }
      bench.loop.hold()
      #expect(try await bench.call(Devices()).devices.isEmpty)
    }
  }

  @Test func `a ride with all sensors has their values and matches the trainer to the power meter`() async throws {
    try await withDaemon(world()) { bench async throws in
      try await useAll(bench)
      try await bench.call(
        change {
          $0.fan = .percent; $0.fanPercent = 40
        })
      try await bench.start(watts: 200, minutes: 3)
      try await bench.advance(toSecond: 150)
      let status = try await bench.status
      #expect(status.match?.state == .steering)
      #expect(abs((status.match?.percent ?? 0) - 4.2) < 1)
      #expect(status.ride?.targetWatts == 200)
      #expect(status.fan?.fanPercent == 40 && status.fan?.state == .connected)
      #expect(status.problems.isEmpty)
      try await bench.finish()
      let (_, rows) = try await bench.show()
      let last = try #require(rows.last)
      #expect(abs((last.powerWatts ?? 0) - 200) < 6 && (last.trainerWatts ?? 0) - (last.powerWatts ?? 0) > 4)
    }
  }

  @Test func `the balance of a power meter reaches the rows, the review and the FIT file`() async throws {
    try await withDaemon(world()) { bench async throws in
      try await useAll(bench)
      try await bench.call(change { $0.thresholdWatts = 250 })
      try await bench.start(watts: 200, minutes: 1)
      try await bench.finish()
      let shares = try await bench.show().1.compactMap { $0.pedalling?.leftPercent }
      #expect(shares.count > 50 && Set(shares) == [48.5])
      #expect(try await bench.reviewed().review.pedalling?.leftPercent == 48.5)
      var decoder = FITDecoder()
      let file = try await bench.exported("last", as: "fit")
      try decoder.feed(file)
      let ride = try #require(try decoder.finish().rides.first)
      // FIT has whole percent of the right leg, halves rounded up.
      let read = ride.samples.compactMap { $0.pedalling?.leftPercent }
      #expect(read.count == shares.count && Set(read) == [48])
      #expect(file.firstRange(of: [0x4D, 0, 0, 216, 0]) != nil, "it has the times in zones")
    }
  }

  @Test func `missing sensors are reported, and the ride continues without them`() async throws {
    let missing: [SimulatedWorld.Fault] = [
      .away(SimulatedWorld.powerMeterAddress, .zero..<(.seconds(4000))),
      .away(SimulatedWorld.cadenceSensorAddress, .zero..<(.seconds(4000))),
      .away(SimulatedWorld.headwindAddress, .zero..<(.seconds(4000))),
    ]
    var world = world()
    world.faults = missing
    try await withDaemon(world) { bench async throws in
      try await useAll(bench)
      try await bench.start(watts: 200, minutes: 1)
      try await bench.advance(toSecond: 40)
      #expect(try await bench.status.problems.map(\.code) == ["meterAway", "cadenceSensorAway"])
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect(ride.timerSeconds == 60 && abs((rows.last?.powerWatts ?? 0) - 200) < 8)
      let isOwn = rows.allSatisfy { $0.trainerWatts == nil }
      #expect(isOwn)
    }
  }

  @Test func `the fan follows a setting that is changed during the ride`() async throws {
    try await withDaemon(world()) { bench async throws in
      try await useAll(bench)
      try await bench.start(watts: 200, minutes: 2)
      try await bench.advance(toSecond: 30)
      #expect(try await bench.status.fan?.fanPercent ?? 0 == 0)
      try await bench.call(
        change {
          $0.fan = .percent; $0.fanPercent = 70
        })
      try await bench.advance(toSecond: 45)
      #expect(try await bench.status.fan?.fanPercent == 70)
      try await bench.finish()
    }
  }

  @Test func `a forgotten power meter is no longer used`() async throws {
    try await withDaemon(world()) { bench async throws in
      try await useAll(bench)
      try await bench.call(Forget(address: Self.meter))
      try await bench.start(watts: 200, minutes: 0.5)
      try await bench.finish()
      let isOwn = try await bench.show().1.allSatisfy { $0.trainerWatts == nil }
      #expect(isOwn)
      #expect(try await bench.status.power == nil)
    }
  }

  private func change(_ change: (inout SetSettings) -> Void) -> SetSettings {
    var settings = SetSettings()
    change(&settings)
    return settings
  }
}
