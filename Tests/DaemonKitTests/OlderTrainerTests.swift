import BluetoothLE
import ControlWire
import Loop
import RadioSim
import Rides
import TestKit
import Testing

@testable import DaemonKit

/// Trainers from before the Fitness Machine Service.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct OlderTrainerTests {
  private static let address = SimulatedWorld.trainerAddress.description

  /// A SNAP without a name, so that only a connection identifies it.
  private func nameless(_ faults: [SimulatedWorld.Fault] = []) -> SimulatedWorld {
    var cast = SimulatedCast()
    cast.trainer = .snap
    var world = SimulatedWorld(cast)
    world.faults = [.nameless, .missing(SimulatedWorld.strapAddress)] + faults
    return world
  }

  /// The trainers with ERG mode; the bike has resistance levels alone.
  private static let withERG = SimulatedCast.Trainer.allCases.filter { $0 != .bike }

  @Test(arguments: withERG)
  func `a first start finds a trainer of any protocol by its name or service`(
    _ trainer: SimulatedCast.Trainer
  ) async throws {
    var cast = SimulatedCast()
    cast.trainer = trainer
    try await withDaemon(SimulatedWorld(cast)) { bench async throws in
      bench.loop.release()
      let started = try await bench.call(Start(watts: 150, minutes: 1))
      bench.loop.hold()
      #expect(started.devices.first?.address == Self.address)
      try await bench.finish()
      let ride = try await bench.rides.first
      #expect(ride?.timerSeconds == 60)
      #expect(abs((ride?.averageWatts ?? 0) - 145) < 10)
    }
  }

  @Test func `a device that only reports power is listed as such and never chosen automatically`() async throws {
    try await withDaemon(nameless()) { bench async throws in
      bench.loop.release()
      let devices = try await bench.call(Scan(seconds: 5)).devices
      #expect(devices.map(\.kinds) == [[.cyclingPower]])
      let error = await #expect(throws: ControlError.self) {
        try await bench.call(Start(watts: 150, minutes: 1))
      }
      bench.loop.hold()
      #expect(error == ControlError(.noTrainerInRange, detail: Self.address))
    }
  }

  @Test func `use identifies a trainer that advertises only power, and a start uses it`() async throws {
    try await withDaemon(nameless()) { bench async throws in
      bench.loop.release()
      let chosen = try await bench.call(Use(address: Self.address))
      bench.loop.hold()
      #expect(chosen.device.kinds == [.trainer] && chosen.device.known)
      try await bench.start(minutes: 1)
      try await bench.finish()
      let ride = try await bench.rides.first
      #expect(ride?.timerSeconds == 60)
    }
  }

  @Test func `use refuses a device that reports power but cannot be controlled`() async throws {
    try await withDaemon(nameless([.noFitnessMachine])) { bench async throws in
      bench.loop.release()
      let error = await #expect(throws: ControlError.self) { try await bench.call(Use(address: Self.address)) }
      bench.loop.hold()
      #expect(error == ControlError(.noFitnessMachine, subject: Self.address))
      #expect(try await bench.call(Devices()).devices == [])
    }
  }
}
