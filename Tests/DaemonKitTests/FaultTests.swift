import BluetoothLE
import ControlWire
import DaemonKit
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

/// Faults of trainer, strap, rider and radio, tested with the whole daemon.
///
/// Times count from the first link.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct FaultTests {
  private static let trainer = SimulatedWorld.trainerAddress

  private func world(_ faults: SimulatedWorld.Fault...) -> SimulatedWorld {
    var world = SimulatedWorld()
    world.faults = faults
    return world
  }

  private func from(_ start: Int, for seconds: Int) -> Range<Duration> {
    .seconds(start)..<Duration.seconds(start + seconds)
  }

  @Test func `a rest triggers auto-pause, and pedalling resumes the ride`() async throws {
    var world = SimulatedWorld()
    world.rider.rests = [from(40, for: 20)]
    try await withDaemon(world) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 1.5)
      try await bench.advance { $0.isAutoPaused }
      try await bench.advance { $0.phase == .riding }
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect(ride.timerSeconds == 90)
      #expect((14...16).contains(ride.elapsedSeconds - ride.timerSeconds), "five seconds of rest are ridden")
      let still = rows.filter { !$0.timerRunning }.dropFirst()
      #expect(!still.isEmpty && still.compactMap(\.targetWatts).isEmpty)
    }
  }

  @Test func `the spiral of death guard eases the target for weak legs and restores it`() async throws {
    var world = SimulatedWorld()
    world.rider.weaknesses = [.init(from(30, for: 25), legWatts: 140)]
    try await withDaemon(world) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 250, minutes: 2)
      try await bench.advance { $0.problems.contains { if case .legsSpared = $0 { true } else { false } } }
      #expect(try await bench.status.problems.map(\.code) == ["legsSpared"])
      try await bench.advance(toSecond: 110)
      #expect(try await bench.status.problems.isEmpty)
      try await bench.finish()
      let (_, rows) = try await bench.show()
      let slow = rows.filter { ($0.cadenceRpm ?? 0) <= 25 }.map(\.second)
      #expect(slow.max() ?? 0 < 5, "no row in which the legs stood")
      #expect(rows.last?.targetWatts == 250)
    }
  }

  @Test func `a target that the trainer does not apply is sent again`() async throws {
    try await withDaemon(world(.deaf(from(30, for: 15)))) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 1.5)
      try await bench.advance(toSecond: 35)
      _ = await bench.begin(SetWatts(watts: 200)) { $0.figures?.targetWatts == 200 }
      try await bench.finish()
      let (_, rows) = try await bench.show()
      #expect(rows[40..<44].allSatisfy { ($0.powerWatts ?? 0) < 170 }, "it is deaf")
      #expect(rows[60...].allSatisfy { abs(($0.powerWatts ?? 0) - 200) < 10 })
    }
  }

  @Test(arguments: [
    SimulatedWorld.Fault.mute(.seconds(30)..<Duration.seconds(40)),
    .denying(.seconds(30)..<Duration.seconds(40)), .controlLost(at: .seconds(35)),
    .garbage(trainer, .seconds(30)..<Duration.seconds(33)), .unwritable(trainer, .seconds(30)..<Duration.seconds(40)),
  ])
  func `a temporary trainer fault leaves no gap in the ride's rows`(_ fault: SimulatedWorld.Fault) async throws {
    try await withDaemon(world(fault)) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 1.5)
      try await bench.advance(toSecond: 32)
      _ = await bench.begin(SetWatts(watts: 180)) { $0.figures?.targetWatts == 180 }
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect(ride.timerSeconds == 90)
      #expect(rows.map(\.second) == Array(0..<rows.count))
      #expect(rows.last?.targetWatts == 180)
    }
  }

  @Test func `a silent trainer is noticed within 5 s and reconnected`() async throws {
    try await withDaemon(world(.silent(Self.trainer, from(30, for: 12)))) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 1)
      try await bench.advance { $0.problems == [.trainerSilent] }
      let second = try #require(try await bench.status.ride?.elapsedSeconds)
      #expect((31...34).contains(second), "the ride begins two seconds after the link")
      try await bench.advance { $0.phase == .reconnecting }
      try await bench.advance { $0.phase == .riding && $0.problems.isEmpty }
      try await bench.finish()
      #expect(try await bench.rides.first?.timerSeconds == 60)
    }
  }

  @Test func `a silent strap does not stop the timer`() async throws {
    try await withDaemon(world(.silent(SimulatedWorld.strapAddress, from(30, for: 40)))) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 2)
      try await bench.advance { $0.problems.contains(.strapSilent) }
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect((ride.timerSeconds, ride.elapsedSeconds) == (120, 120))
      #expect(rows.last?.beatsPerMinute != nil)
    }
  }
}
