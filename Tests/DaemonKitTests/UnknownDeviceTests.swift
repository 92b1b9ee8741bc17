import BluetoothLE
import ControlWire
import Loop
import RadioSim
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

/// Devices that do not advertise their services.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct UnknownDeviceTests {
  private static let trainer = SimulatedWorld.trainerAddress
  private static let strap = SimulatedWorld.strapAddress

  /// A world in which neither trainer nor strap advertises a service.
  private static func world(_ faults: SimulatedWorld.Fault...) -> SimulatedWorld {
    var world = SimulatedWorld()
    world.faults = [.silentAbout(trainer), .silentAbout(strap)] + faults
    return world
  }

  @Test func `use connects to a device without advertised services and identifies it`() async throws {
    try await withDaemon(Self.world(.nameless)) { bench async throws in
      bench.loop.release()
      let trainer = try await bench.call(Use(address: Self.trainer.description)).device
      let strap = try await bench.call(Use(address: Self.strap.description)).device
      bench.loop.hold()
      #expect(trainer.kinds == [.trainer] && strap.kinds == [.heartRate])
      try await bench.start(minutes: 0.5)
      try await bench.finish()
      #expect(try await bench.rides.first?.timerSeconds == 30)
    }
  }

  @Test func `use identifies a power meter that does not advertise its service`() async throws {
    var world = Self.world(.silentAbout(SimulatedWorld.powerMeterAddress))
    world.powerMeter = SimulatedPowerMeter(percent: 2)
    try await withDaemon(world) { bench async throws in
      let address = SimulatedWorld.powerMeterAddress.description
      bench.loop.release()
      let device = try await bench.call(Use(address: address)).device
      bench.loop.hold()
      #expect(device.kinds == [.power])
    }
  }

  @Test func `use refuses an unsuitable device and names the services it found`() async throws {
    try await withDaemon(Self.world(.nameless, .noFitnessMachine)) { bench async throws in
      bench.loop.release()
      let error = await #expect(throws: ControlError.self) {
        try await bench.call(Use(address: Self.trainer.description))
      }
      bench.loop.hold()
      #expect(error?.code == .unsuitableDevice && error?.detail == "180A")
      #expect(error?.explanation.message.contains("180A") == true)
      #expect(try await bench.call(Devices()).devices.isEmpty)
    }
  }

  @Test func `a scan lists devices with a trainer's name, and all devices on request`() async throws {
    try await withDaemon(Self.world()) { bench async throws in
      bench.loop.release()
      let some = try await bench.call(Scan(seconds: 5)).devices
      let all = try await bench.call(Scan(seconds: 5, all: true)).devices
      bench.loop.hold()
      #expect(some.map(\.kinds) == [[.candidate]])
      #expect(all.map(\.kinds) == [[.candidate], []])
    }
  }

  @Test func `a first start connects to a device with a trainer's name and uses it`() async throws {
    try await withDaemon(Self.world()) { bench async throws in
      bench.loop.release()
      let started = try await bench.call(Start(watts: 150, minutes: 0.5, heartRate: false))
      bench.loop.hold()
      #expect(started.devices.map(\.reason) == [.onlyOne])
      try await bench.finish()
      #expect(try await bench.call(Devices()).devices.map(\.kinds) == [[.trainer]])
    }
  }

  @Test func `a first start rejects a device with a trainer's name that is not a trainer`() async throws {
    try await withDaemon(Self.world(.noFitnessMachine)) { bench async throws in
      bench.loop.release()
      let error = await #expect(throws: ControlError.self) {
        try await bench.call(Start(watts: 150, minutes: 0.5, heartRate: false))
      }
      bench.loop.hold()
      #expect(error?.code == .noTrainerInRange && error?.detail == "KICKR SIM (\(Self.trainer))")
      #expect(try await bench.status.phase == .idle)
    }
  }
}

/// Devices that are chosen during a ride.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct DeviceInRideTests {
  private static let strap = SimulatedWorld.strapAddress.description
  private static let spare = DeviceAddress(0xC0FF_EE00_0004)
  private static let neighbour = DeviceAddress(0xC0FF_EE00_0003)

  private static var world: SimulatedWorld {
    var world = SimulatedWorld()
    world.bystanders = [
      Advertisement(address: spare, name: "TICKR", rssi: -45, services: [.heartRate]),
      Advertisement(address: neighbour, name: "SUITO", rssi: -80, services: [.fitnessMachine]),
    ]
    return world
  }

  @Test func `a strap chosen during the ride joins it and is stored with it`() async throws {
    try await withDaemon(Self.world) { bench async throws in
      try await bench.useDevices(strap: false)
      try await bench.start(minutes: 2)
      try await bench.advance(toSecond: 20)
      #expect(try await bench.status.heartRate == nil)
      #expect(try await bench.call(Use(address: Self.strap)).device.kinds == [.heartRate])
      try await bench.advance(toSecond: 40)
      #expect(try await bench.status.heartRate?.state == .connected)
      await bench.untilStored()
      #expect(try await bench.parts.store.ride(1).order?.heartRate?.address == SimulatedWorld.strapAddress)
      try await bench.finish()
      #expect(try await bench.show().1.last?.beatsPerMinute != nil)
    }
  }

  @Test func `the strap can be changed during the ride`() async throws {
    try await withDaemon(Self.world) { bench async throws in
      try await bench.useDevices()
      try await bench.start(minutes: 2)
      try await bench.advance(toSecond: 20)
      try await bench.call(Use(address: Self.spare.description))
      try await bench.advance(toSecond: 40)
      let strap = try await bench.status.heartRate
      #expect(strap?.address == Self.spare.description && strap?.state == .connected)
      try await bench.finish()
      #expect(try await bench.rides.first?.timerSeconds == 120)
    }
  }

  @Test func `another trainer or an unknown device is refused during the ride`() async throws {
    try await withDaemon(Self.world) { bench async throws in
      try await bench.useDevices()
      try await bench.start(minutes: 1)
      let error = await #expect(throws: ControlError.self) {
        try await bench.call(Use(address: Self.neighbour.description))
      }
      #expect(
        error?.code == .scanDuringRide && error?.explanation.message.contains("trainer cannot be changed") == true)
      await bench.expectRefusal(.scanDuringRide, of: Use(address: "C0:FF:EE:00:00:09", as: .heartRate))
      await bench.expectRefusal(
        .unsuitableDevice, of: Use(address: SimulatedWorld.trainerAddress.description, as: .heartRate),
        SimulatedWorld.trainerAddress.description)
      #expect(try await bench.call(Use(address: SimulatedWorld.trainerAddress.description)).device.kinds == [.trainer])
      try await bench.finish()
    }
  }
}
