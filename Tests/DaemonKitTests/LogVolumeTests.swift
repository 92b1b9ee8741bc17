import RadioSim
import TestKit
import Testing

/// The volume of a ride's log; the log is stored on an SD card.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct LogVolumeTests {
  private func lines(of world: SimulatedWorld, minutes: Double) async throws -> [LogLines.Line] {
    let lines = LogLines()
    try await withDaemon(world, log: lines.logger) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: minutes)
      try await bench.finish()
    }
    return lines.all
  }

  @Test func `an hour of steady riding logs at most 12 lines`() async throws {
    let lines = try await lines(of: SimulatedWorld(), minutes: 60)
    #expect(lines.count <= 12, "\(lines.map(\.text))")
    #expect(lines.contains { $0.text.hasPrefix("ready → riding") && $0.text.contains("ride=1") })
  }

  @Test func `a strap that is never in range is logged once`() async throws {
    var world = SimulatedWorld()
    world.faults = [.away(SimulatedWorld.strapAddress, .seconds(0)..<Duration.seconds(5000))]
    let lines = try await lines(of: world, minutes: 60)
    #expect(lines.count <= 12, "\(lines.map(\.text))")
    #expect(lines.count { $0.text.hasPrefix("no link") } == 1)
  }

  @Test func `a trainer that is away for half an hour logs at most 24 lines`() async throws {
    var world = SimulatedWorld()
    world.faults = [.away(SimulatedWorld.trainerAddress, .seconds(60)..<Duration.seconds(60 + 1750))]
    let lines = try await lines(of: world, minutes: 2)
    #expect(lines.count <= 24, "\(lines.map(\.text))")
    #expect(lines.contains { $0.text.hasPrefix("reconnecting → riding") }, "it came back")
  }

  @Test func `a trainer that cannot be written to is logged once with the reason`() async throws {
    var world = SimulatedWorld()
    world.faults = [.unwritable(SimulatedWorld.trainerAddress, .seconds(10)..<Duration.seconds(600))]
    let lines = try await lines(of: world, minutes: 12)
    #expect(lines.count <= 12, "\(lines.map(\.text))")
    let told = lines.filter { $0.text.hasPrefix("the trainer's control point was not written") }
    #expect(told.count == 1 && told.allSatisfy { $0.text.contains("Failed to initiate write") })
  }
}
