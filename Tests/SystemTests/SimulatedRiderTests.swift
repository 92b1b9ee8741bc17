import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct SimulatedRiderTests {
  @Test func `the --sim-rider option sets the simulated rider's heart rate`() async throws {
    try await withDaemon("--rate", "max", "--sim-rider", "gain=0,drift=0,lag=10,rest=93") { daemon in
      for address in ["C0:FF:EE:00:00:01", "C0:FF:EE:00:00:02"] { try await daemon.json("use", address) }
      let watched = try await daemon.ctl("start", "--watts", "150", "--minutes", "4", "--watch")
      #expect(watched.status == 0, "\(watched.error)")
      let rows = try #require(try await daemon.json("show", "last")["samples"] as? [[String: Any]])
      let beats = rows.suffix(60).compactMap { $0["beatsPerMinute"] as? Int }
      let near = beats.filter((91...95).contains)
      #expect(beats.count == 60)
      #expect(near == beats)
    }
  }
}
