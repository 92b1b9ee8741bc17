import ControlWire
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct LinkDropTests {
  /// The device is away for 15 s, from 60 s after the trainer's first link.
  private static let gap = Duration.seconds(60)..<Duration.seconds(75)

  @Test func `a drop of the trainer stops the timer, and the ride keeps its full timer time`() async throws {
    var world = SimulatedWorld()
    world.faults = [.away(SimulatedWorld.trainerAddress, Self.gap)]
    try await withDaemon(world) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 2)
      try await bench.advance { $0.phase == .reconnecting }
      let status = try await bench.status
      #expect(status.problems.map(\.code) == ["trainerLost"])
      #expect(status.trainer?.state == .connecting)
      let timerSeconds = status.ride?.timerSeconds
      try await bench.advance(by: .seconds(10))
      #expect(try await bench.status.ride?.timerSeconds == timerSeconds)
      #expect(try await bench.status.trainer?.powerWatts == nil)
      try await bench.finish()

      let (ride, rows) = try await bench.show()
      #expect(ride.timerSeconds == 120)
      #expect((134...137).contains(ride.elapsedSeconds))
      let still = rows.filter { !$0.timerRunning }.map(\.second)
      #expect(still.count == ride.elapsedSeconds - 120)
      #expect(still == Array((still.first ?? 0)...(still.last ?? 0)), "the timer stood once")
      let strapless = rows.filter { $0.beatsPerMinute == nil }.map(\.second)
      #expect(strapless.max() ?? 0 < 3, "the strap went on")
      #expect(Set(rows[80...].map(\.targetWatts)) == [150], "the target was restored")
      let file = try bench.file
      #expect(file.count(of: "<Trackpoint>") == 120)
      #expect(file.count(of: "<Track>") == 2)
    }
  }

  @Test func `a drop of the strap does not stop the timer`() async throws {
    var world = SimulatedWorld()
    world.faults = [.away(SimulatedWorld.strapAddress, Self.gap)]
    try await withDaemon(world) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 2)
      try await bench.advance { $0.heartRate?.link == .connecting && ($0.figures?.elapsedSeconds ?? 0) > 30 }
      #expect(try await bench.status.phase == .riding)
      #expect(try await bench.status.problems.map(\.code) == ["strapLost"])
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect((ride.timerSeconds, ride.elapsedSeconds) == (120, 120))
      let mute = rows.filter { $0.beatsPerMinute == nil && $0.second > 5 }.map(\.second)
      // The last heart rate counts for 5 s, and the first new one arrives a second after the strap is back.
      #expect((9...13).contains(mute.count))
      #expect(mute == Array((mute.first ?? 0)...(mute.last ?? 0)))
      let file = try bench.file
      #expect(file.count(of: "<Track>") == 1)
      #expect(file.count(of: "<HeartRateBpm>") == rows.compactMap(\.beatsPerMinute).count)
    }
  }

  @Test func `a trainer that reconnects during a pause gets no target`() async throws {
    var world = SimulatedWorld()
    world.faults = [.away(SimulatedWorld.trainerAddress, Self.gap)]
    try await withDaemon(world) { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 2)
      try await bench.advance { $0.phase == .reconnecting }
      #expect(try await bench.call(Pause()) == EmptyReply())
      try await bench.advance { $0.trainer?.link == .connected }
      try await bench.advance(by: .seconds(30))
      #expect(try await bench.status.phase == .paused)
      #expect(try await bench.call(Resume()) == EmptyReply())
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect(ride.timerSeconds == 120)
      let still = rows.filter { !$0.timerRunning }
      #expect(!still.isEmpty && still.compactMap(\.targetWatts).isEmpty)
    }
  }
}
