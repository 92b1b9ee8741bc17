import BluetoothLE
import ControlWire
import DaemonKit
import Loop
import RadioSim
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ForgottenRideTests {
  /// A world whose rider stops pedalling 200 s after the trainer's first link.
  private func world(awayFor absence: Duration) -> SimulatedWorld {
    var world = SimulatedWorld()
    world.rider.rests = [.seconds(200)..<(.seconds(200) + absence)]
    return world
  }

  @Test func `a forgotten ride is finished after 15 minutes and trimmed to the last pedal stroke`() async throws {
    try await withDaemon(world(awayFor: .seconds(8 * 3600))) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 60)
      try await bench.advance { $0.isAutoPaused }
      let pausedAt = bench.loop.now
      try await bench.finish()
      let waited = bench.loop.now - pausedAt
      #expect((.seconds(892)...(.seconds(898))).contains(waited), "\(waited) after the five seconds until the pause")
      let ride = try #require(try await bench.rides.first)
      #expect(ride.state == .finished)
      let end = try #require(try await bench.parts.store.events(of: ride.id, whole: true).last)
      #expect(end.kind == .ended(.idle))
      let kept = try #require(ride.trim, "it is cut at the last pedal stroke")
      #expect((kept.fromSeconds, kept.toSeconds) == (0, ride.elapsedSeconds))
      #expect(kept.wholeSeconds - kept.toSeconds >= 890)
    }
  }

  @Test func `a ride resumes if the rider is back after 14 minutes`() async throws {
    try await withDaemon(world(awayFor: .seconds(14 * 60))) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.finish()
      let ride = try #require(try await bench.rides.first)
      #expect((ride.state, ride.timerSeconds) == (.finished, 600))
      #expect(ride.elapsedSeconds > 600 + 13 * 60)
      let end = try #require(try await bench.parts.store.events(of: ride.id, whole: true).last)
      #expect(end.kind == .ended(.time))
    }
  }
}
