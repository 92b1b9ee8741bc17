import BluetoothLE
import ControlWire
import DaemonKit
import RadioSim
import RideRuntime
import RideSession
import Rides
import TestKit
import Testing

/// Radio faults that a repeated connection request does not cure.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct RadioFaultTests {
  private static let trainer = SimulatedWorld.trainerAddress
  private static let drop = SimulatedWorld.Fault.away(trainer, .seconds(30)..<Duration.seconds(31))

  private func ride(
    with fault: SimulatedWorld.Fault, strap: Bool, seen: RideSnapshot.Problem?, lostSeconds: Int = .max
  ) async throws {
    var world = SimulatedWorld()
    world.faults = [Self.drop, fault]
    try await withDaemon(world) { bench in
      try await bench.useDevices(strap: strap)
      try await bench.start(watts: 150, minutes: 1)
      try await bench.advance { $0.phase == .reconnecting }
      if let seen { try await bench.advance { $0.problems.contains(seen) || $0.phase == .idle } }
      try await bench.advance { $0.phase == .riding || $0.phase == .idle }
      try await bench.advance { $0.problems.isEmpty }
      #expect(try await bench.status.phase == .riding)
      try await bench.finish()
      let (ride, _) = try await bench.show()
      #expect(ride.timerSeconds == 60)
      #expect(ride.elapsedSeconds - ride.timerSeconds <= lostSeconds)
    }
  }

  @Test func `a ride resumes after a drop even if the radio's record of the trainer is stale`() async throws {
    try await ride(with: .stale(Self.trainer, from: .seconds(30)), strap: false, seen: nil)
  }

  @Test func `a ride resumes after a drop even if the radio is wedged`() async throws {
    try await ride(with: .wedged(from: .seconds(30)), strap: false, seen: nil)
  }

  @Test func `a wedged radio is power cycled even if the strap is connected`() async throws {
    try await ride(with: .wedged(from: .seconds(30)), strap: true, seen: .strapLost(Self.off))
  }

  @Test(arguments: [false, true])
  func `a radio that does not answer costs a ride at most 3 s of timer time`(strap: Bool) async throws {
    try await ride(with: .stuck(from: .seconds(30)), strap: strap, seen: nil, lostSeconds: 3)
  }

  /// The error of a link that a power cycle ended.
  private static let off = LinkError(.adapterOff, operation: "link", device: SimulatedWorld.strapAddress)

  @Test func `a ride waits for a missing adapter and resumes`() async throws {
    let away = Duration.seconds(30)..<Duration.seconds(70)
    try await ride(with: .radioAway(away), strap: true, seen: .missingAdapter)
  }

  @Test func `the heart-rate ceiling eases the target only if the strap has contact`() async throws {
    var world = SimulatedWorld()
    world.faults = [.noContact(.seconds(2)..<Duration.seconds(200))]
    try await withDaemon(world) { bench in
      let order = RideOrder(
        askedWatts: 200, plannedSeconds: 600, trainer: RideDevice(address: Self.trainer),
        heartRate: RideDevice(address: SimulatedWorld.strapAddress),
        guards: TargetGuards(maximumBeatsPerMinute: 120))
      let starting = Task { await bench.parts.driver.perform(.start(order)) }
      await bench.wait { $0.phase != .idle }
      try await bench.advance(toSecond: 190)
      #expect(await bench.parts.driver.snapshot.problems.isEmpty)
      try await bench.advance { $0.problems.contains(.heartRateCeiling(120)) }
      try await bench.finish()
      _ = await starting.value
      let (_, rows) = try await bench.show()
      #expect(Set(rows[20..<190].map(\.targetWatts)) == [200])
      #expect(rows[20..<190].compactMap(\.beatsPerMinute).isEmpty)
      let eased = rows[400...].compactMap(\.beatsPerMinute)
      #expect((rows.last?.targetWatts ?? 200) < 180)
      #expect(eased.reduce(0, +) / max(1, eased.count) <= 122)
    }
  }
}

extension RideSnapshot.Problem {
  /// The trainer is lost because the adapter is missing.
  fileprivate static var missingAdapter: Self {
    .trainerLost(LinkError(.adapterMissing, operation: "connect", device: SimulatedWorld.trainerAddress))
  }
}
