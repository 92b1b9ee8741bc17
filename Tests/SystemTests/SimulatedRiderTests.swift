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

  @Test func `the --sim-events option loses the trainer and rests the legs at these times`() async throws {
    try await withDaemon("--rate", "max", "--sim-events", "away=60+20,rest=120+30") { daemon in
      for address in ["C0:FF:EE:00:00:01", "C0:FF:EE:00:00:02"] { try await daemon.json("use", address) }
      let watched = try await daemon.ctl("start", "--watts", "150", "--minutes", "4", "--watch")
      #expect(watched.status == 0, "\(watched.error)")
      let rows = try #require(try await daemon.json("show", "last")["samples"] as? [[String: Any]])
      let stopped = rows.filter { $0["timerRunning"] as? Bool == false }.compactMap { $0["elapsedSeconds"] as? Int }
      let (lost, rested) = (stopped.filter { (50..<90).contains($0) }, stopped.filter { (110..<160).contains($0) })
      // The pause by itself begins after 5 s without pedalling.
      #expect((18...24).contains(lost.count))
      #expect((22...32).contains(rested.count))
      #expect(stopped.count == lost.count + rested.count)
    }
  }
}
