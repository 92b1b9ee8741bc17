import Foundation
import HubDatabase
import HubLibrary
import HubTerms
import HubTestKit
import Testing

/// Batches in a library, on each database.
@Suite struct SyncTests {
  private struct Answer: Decodable {
    struct Conflict: Decodable {
      let client_id: String
      let server_id: String
      let reason: String
      let resolution: String
    }

    let created: Int
    let updated: Int
    let unchanged: Int
    let conflicts: [Conflict]
    let versions: [String: Int]
    let next_cursor: String
  }

  private func body(
    _ rides: [Int], key: String, device: String = "a", meters: Double = 1000, base: Int? = nil
  ) -> Data {
    let version = base.map { ",\"base_version\":\($0)" } ?? ""
    let workouts = rides.map { ride in
      let start = Instant(milliseconds: 1_795_000_000_000 + Int64(ride) * 7_200_000)
      return """
        {"client_id":"\(device)-\(ride)","start_time":"\(start.rfc3339)",
        "end_time":"\(start.advanced(bySeconds: 3600).rfc3339)","duration_seconds":3600,"distance_meters":\(meters),"source":"jz2d"\(version)}
        """
    }
    return Data("{\"idempotency_key\":\"\(key)\",\"workouts\":[\(workouts.joined(separator: ","))]}".utf8)
  }

  private func send(_ body: Data, to library: HubLibrary, by caller: Caller) async throws -> (Answer, GivenAnswer) {
    let given = try await library.sync(try SyncRequest(body), body: body, by: caller)
    return (try JSONDecoder().decode(Answer.self, from: Data(given.body.utf8)), given)
  }

  @Test(arguments: TestDatabase.available)
  func `a ride that is sent again is stored once`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      let (first, _) = try await send(body([1, 2, 3], key: "k1"), to: hub.library, by: caller)
      #expect((first.created, first.unchanged, first.conflicts.count) == (3, 0, 0))
      let (second, _) = try await send(body([2, 3, 4], key: "k2"), to: hub.library, by: caller)
      #expect((second.created, second.unchanged) == (1, 2))
      let status = try await hub.library.status(of: caller)
      #expect(status.workouts == 4)
      #expect(status.lastSync == hub.clock.now)
      #expect(status.cursor.text == second.next_cursor)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a repeated batch gets the same response for 24 hours`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      let batch = body([1], key: "k")
      let (_, first) = try await send(batch, to: hub.library, by: caller)
      hub.clock.advance(seconds: 86_399)
      let (_, again) = try await send(batch, to: try hub.other(), by: caller)
      #expect(again.isReplayed && again.body == first.body)
      hub.clock.advance(seconds: 2)
      let (late, lateGiven) = try await send(batch, to: hub.library, by: caller)
      #expect(!lateGiven.isReplayed)
      #expect(late.unchanged == 1)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `an idempotency key that is reused for another body is refused`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      _ = try await send(body([1], key: "k"), to: hub.library, by: caller)
      let fault = await #expect(throws: HubFault.self) {
        try await send(body([2], key: "k"), to: hub.library, by: caller)
      }
      #expect(fault?.code == .idempotencyConflict)
      #expect(try await hub.library.status(of: caller).workouts == 1)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `two riders can use the same idempotency key`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna")
      let (ben, _) = try await hub.device(of: "Ben")
      _ = try await send(body([1], key: "k"), to: hub.library, by: anna)
      let (answer, given) = try await send(body([1, 2], key: "k"), to: hub.library, by: ben)
      #expect(answer.created == 2 && !given.isReplayed)
      #expect(try await hub.library.status(of: anna).workouts == 1)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a conflict keeps the server's data and returns both versions`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      _ = try await send(body([1], key: "k1"), to: hub.library, by: caller)
      let (answer, given) = try await send(body([1], key: "k2", meters: 2000), to: hub.library, by: caller)
      #expect(answer.created + answer.updated + answer.unchanged == 0)
      #expect(answer.conflicts.map(\.reason) == ["data_mismatch"])
      #expect(answer.conflicts.map(\.resolution) == ["kept_server"])
      #expect(given.body.contains("\"serverWorkout\":{") && given.body.contains("\"clientWorkout\":{"))
      let page = try await hub.library.workouts(since: .beginning, limit: 10, of: nil, by: caller)
      #expect(page.workouts.map(\.workout.distanceMeters) == [1000])
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a change based on the current version is stored, and one based on an older version is not`(
    _ database: TestDatabase
  ) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      let (first, _) = try await send(body([1, 2], key: "k1"), to: hub.library, by: caller)
      #expect(first.versions == ["a-1": 1, "a-2": 1])
      let (second, _) = try await send(body([1, 2], key: "k2", meters: 900, base: 1), to: hub.library, by: caller)
      #expect(second.updated == 2 && second.versions == ["a-1": 2, "a-2": 2])
      let (third, _) = try await send(body([1], key: "k3", meters: 800, base: 1), to: hub.library, by: caller)
      #expect(third.conflicts.map(\.reason) == ["server_newer"] && third.versions.isEmpty)
      let (fourth, _) = try await send(body([1], key: "k4", meters: 900), to: hub.library, by: caller)
      #expect(fourth.unchanged == 1 && fourth.versions == ["a-1": 2])
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a ride that two Pis send is stored once`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (one, _) = try await hub.device()
      let (other, _) = try await hub.device()
      _ = try await send(body([1], key: "k1", device: "a"), to: hub.library, by: one)
      let (answer, _) = try await send(body([1], key: "k2", device: "b"), to: hub.library, by: other)
      #expect(answer.conflicts.map(\.reason) == ["duplicate_start_time"])
      #expect(try await hub.library.status(of: one).workouts == 1)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a ride that appears twice in a batch is stored once`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      let (answer, _) = try await send(body([1, 1], key: "k"), to: hub.library, by: caller)
      #expect((answer.created, answer.unchanged) == (1, 1))
    }
  }

  @Test(arguments: TestDatabase.available)
  func `concurrent batches through several processes store each ride once`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      let others = [hub.library, try hub.other(), try hub.other()]
      let created = try await withThrowingTaskGroup(of: Int.self) { group in
        for place in 0..<24 {
          let batch = body(Array(place % 6..<place % 6 + 10), key: "k\(place % 12)")
          let library = others[place % 3]
          group.addTask { try await send(batch, to: library, by: caller).1.isReplayed ? 0 : 1 }
        }
        return try await group.reduce(0, +)
      }
      #expect(created == 12)
      let page = try await hub.library.workouts(since: .beginning, limit: 100, of: nil, by: caller)
      #expect(Set(page.workouts.map(\.workout.clientID)).count == 15)
      #expect(page.workouts.count == 15)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a cursor returns every change once and in order`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      _ = try await send(body([1, 2, 3, 4, 5], key: "k1"), to: hub.library, by: caller)
      var cursor = Cursor.beginning
      var found: [String] = []
      var isMore = true
      while isMore {
        let page = try await hub.library.workouts(since: cursor, limit: 2, of: nil, by: caller)
        found += page.workouts.map(\.workout.clientID)
        (cursor, isMore) = (page.cursor, page.hasMore)
      }
      #expect(found == ["a-1", "a-2", "a-3", "a-4", "a-5"])
      _ = try await send(body([6], key: "k2"), to: hub.library, by: caller)
      let news = try await hub.library.workouts(since: cursor, limit: 10, of: nil, by: caller)
      #expect(news.workouts.map(\.workout.clientID) == ["a-6"])
    }
  }

  @Test(arguments: TestDatabase.available)
  func `the hub replays the last 500 responses to a rider`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      for number in 0...500 {
        _ = try await send(body([1], key: "k\(number)"), to: hub.library, by: caller)
        hub.clock.advance(seconds: 1)
      }
      for (key, isReplayed) in [("k1", true), ("k500", true), ("k0", false)] {
        let (_, given) = try await send(body([1], key: key), to: hub.library, by: caller)
        #expect(given.isReplayed == isReplayed, "\(key)")
      }
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a rider can have at most 50,000 workouts, which can still change`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      _ = try await send(body([0], key: "k0"), to: hub.library, by: caller)
      let engine = try hub.address.open(connections: 1)
      try await engine.write { session in
        try session.define(
          """
          INSERT INTO workout SELECT rider_id, client_id || n, server_id || n, version, sequence + n, start_ms - n,
            end_ms - n, duration_seconds, distance_meters, energy_burned_kcal, avg_heart_rate, max_heart_rate,
            avg_pace_seconds_per_km, source, device_id, created_ms, updated_ms
          FROM workout CROSS JOIN (WITH RECURSIVE numbers(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers
            WHERE n < 49998) SELECT n FROM numbers) AS other
          """)
        try session.run("UPDATE rider SET sequence = 50000", [])
      }
      await engine.close()
      #expect(try await send(body([1], key: "k1"), to: hub.library, by: caller).0.created == 1)
      let fault = await #expect(throws: HubFault.self) {
        _ = try await send(body([2], key: "k2"), to: hub.library, by: caller)
      }
      #expect(fault?.code == .payloadTooLarge)
      #expect(try await send(body([1], key: "k3", meters: 2000, base: 1), to: hub.library, by: caller).0.updated == 1)
    }
  }
}
