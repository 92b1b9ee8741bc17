import ControlWire
import DaemonKit
import RideStore
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ReviewTests {
  @Test func `a ride is reviewed with the rider's settings`() async throws {
    try await withDaemon { bench async throws in
      try await bench.keep(LibraryRide.rows(work: 2400))
      let plain = try await bench.reviewed().review
      #expect((plain.zone2Seconds, plain.zone2Share, plain.zone2Watts) == (2400, 1, 150))
      #expect((plain.zoneMethod, plain.zones.map(\.seconds)) == (.zone2Range, [0, 2400, 0]))
      #expect(plain.normalizedWatts == 150)
      #expect(plain.decouplingPercent == 0)
      #expect((plain.intensityFactor, plain.trainingStressScore) == (nil, nil))
      var change = SetSettings()
      (change.zone2From, change.zone2To, change.thresholdWatts) = (131, 145, 200)
      try await bench.call(change)
      let judged = try await bench.reviewed().review
      #expect((judged.zone2Seconds, judged.intensityFactor, judged.trainingStressScore) == (0, 0.75, 37.5))
      #expect(judged.thresholdWatts == 200 && judged.thresholdOfToday == true, "none was kept with the ride")
    }
  }

  @Test func `a ride is reviewed with the threshold power of its start, not a later one`() async throws {
    try await withDaemon { bench in
      var change = SetSettings()
      change.thresholdWatts = 200
      try await bench.call(change)
      try await bench.useDevices()
      try await bench.start(minutes: 2)
      try await bench.finish()
      change.thresholdWatts = 300
      try await bench.call(change)
      let review = try await bench.reviewed().review
      #expect(review.thresholdWatts == 200 && review.thresholdOfToday == nil)
      let intensity = try #require(review.intensityFactor)
      let normalized = try #require(review.normalizedWatts)
      #expect(abs(intensity - normalized / 200) < 1e-9)
    }
  }

  @Test func `each lap has its own distance, time and work`() async throws {
    try await withDaemon { bench async throws in
      let record = RideRecord(
        id: 0, start: LibraryRide.start, plannedSeconds: 300, trainerName: nil, samples: LibraryRide.rows(work: 300),
        events: [], laps: [RideLap(second: 0), RideLap(second: 100, trigger: .distance), RideLap(second: 100)],
        origin: RideOrigin(format: .tcx))
      _ = try await bench.parts.store.importRide(record, evenIfThere: false)
      let laps = try await bench.reviewed().laps
      #expect(laps.map(\.fromSeconds) == [0, 100, 100])
      #expect(laps.map(\.toSeconds) == [100, 100, 300])
      #expect(laps.map(\.distanceMeters) == [1000, nil, 2000])
      #expect(laps.map(\.timerSeconds) == [100, 0, 200])
      #expect(laps.map(\.kilojoules) == [15, 0, 30])
      #expect(laps.map(\.trigger) == ["manual", "distance", "manual"])
      try await bench.change(TrimRide(ride: "last", fromSeconds: 50, toSeconds: 150))
      #expect(try await bench.reviewed().laps.compactMap(\.distanceMeters) == [500, 500])
    }
  }

  @Test func `the history lists each ride once and follows the settings`() async throws {
    try await withDaemon { bench async throws in
      for day in [0, 9, 3] { try await bench.keep(LibraryRide.rows(work: 1500), days: day) }
      try await bench.change(Delete(ride: "2"))
      func history(since: String, before: String? = nil) async throws -> [RideTrend] {
        let rides = try await bench.call(History(since: since, before: before)).rides
        return rides
      }
      let rides = try await history(since: "2026-11-01T00:00:00Z")
      #expect(rides.map(\.id) == [1, 3])
      #expect(rides.map(\.zone2Watts) == [150, 150])
      #expect(rides.map(\.decouplingPercent) == [0, 0])
      #expect(try await history(since: "2026-11-01T00:00:00Z", before: "2026-11-22T00:00:00Z").map(\.id) == [1])
      try await bench.change(TrimRide(ride: "1", fromSeconds: 0, toSeconds: 600))
      var change = SetSettings()
      change.zone2From = 131
      try await bench.call(change)
      let changed = try await history(since: "2026-11-01T00:00:00Z")
      #expect(changed.map(\.timerSeconds) == [600, 1500])
      #expect(changed.map(\.zone2Seconds) == [0, 0])
      await bench.expectRefusal(.invalidParameter, of: History(since: "yesterday"), "since")
    }
  }
}
