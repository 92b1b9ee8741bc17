import HubDatabase
import HubLibrary
import HubTerms
import HubTestKit
import Testing

/// Whole rides in a library, on each database.
@Suite struct WholeRideTests {
  private static let uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"

  private func ride(
    _ name: String, uuid: String = uuid, seconds: Int = 0, base: Int? = nil
  ) throws -> SentRide {
    let content = Array("\(uuid) \(name)".utf8)
    let began = try #require(Instant("2026-11-27T18:00:00Z"))
    // The content is never unpacked here.
    return SentRide(
      RideSummary(
        uuid: uuid, began: began, timerSeconds: seconds, elapsedSeconds: seconds + 5, joules: 150_400,
        distanceMeters: 1234.56, averageBeatsPerMinute: 131.4, name: name),
      packed: content.reversed(), content: content, base: base)
  }

  private func workouts(_ hub: TestHub, _ caller: Caller) async throws -> [KeptWorkout] {
    try await hub.library.workouts(since: .beginning, limit: 10, of: nil, by: caller).workouts
  }

  @Test(arguments: TestDatabase.available)
  func `a whole ride creates a workout, and an edit of the ride updates it`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      _ = try await hub.library.put(try ride("a", seconds: 600), by: caller)
      let kept = try #require(try await workouts(hub, caller).first)
      let start = try #require(Instant("2026-11-27T18:00:00Z"))
      #expect(
        kept.workout
          == Workout(
            clientID: Self.uuid, start: start, end: start.advanced(bySeconds: 605), durationSeconds: 600,
            distanceMeters: 1234.6, energyBurnedKcal: 150, averageHeartRate: 131, source: "jz2d"))
      _ = try await hub.library.put(try ride("b", seconds: 600, base: 1), by: caller)
      #expect(try await workouts(hub, caller) == [kept], "a name is not in it")
      _ = try await hub.library.put(try ride("c", seconds: 300, base: 2), by: caller)
      _ = try await hub.library.put(try ride("late", seconds: 200, base: 1), by: caller)
      let edited = try #require(try await workouts(hub, caller).first)
      #expect(edited.workout.durationSeconds == 300 && edited.version == 2 && edited.serverID == kept.serverID)
      #expect(try await hub.library.status(of: caller).lastSync == hub.clock.now)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a ride that two Pis recorded becomes one workout and two whole rides`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      let other = "0f8fad5b-d9cb-469f-a165-708677289501"
      _ = try await hub.library.put(try ride("a", seconds: 600), by: caller)
      _ = try await hub.library.put(try ride("b", uuid: other, seconds: 590), by: caller)
      #expect(try await workouts(hub, caller).map(\.workout.clientID) == [Self.uuid])
      #expect(try await hub.library.rides(since: .beginning, limit: 10, of: nil, by: caller).rides.count == 2)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `an identical ride changes nothing, and an edit creates a revision`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      #expect(try await hub.library.put(try ride("a"), by: caller) == .created)
      #expect(try await hub.library.put(try ride("a"), by: caller) == .unchanged(revision: 1))
      #expect(try await hub.library.put(try ride("b", base: 1), by: caller) == .updated(revision: 2))
      let (kept, packed) = try await hub.library.ride(Self.uuid, of: nil, by: caller)
      #expect(kept.revision == 2 && kept.name == "b" && kept.notes == 0)
      #expect(packed == (try ride("b")).packed)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `an edit based on an older revision is stored as a note, once`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      _ = try await hub.library.put(try ride("a"), by: caller)
      _ = try await hub.library.put(try ride("b", base: 1), by: caller)
      for _ in 0..<2 {
        #expect(try await hub.library.put(try ride("late", base: 1), by: caller) == .superseded(by: 2))
      }
      #expect(try await hub.library.ride(Self.uuid, of: nil, by: caller).ride.name == "b")
      let notes = try await hub.library.notes(of: Self.uuid, of: nil, by: caller)
      #expect(notes.map(\.text) == ["name: late; note: none"])
      #expect(notes.map(\.device) == ["pi-Anna"])
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a rider cannot read or replace another rider's ride`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (anna, _) = try await hub.device(of: "Anna")
      let (ben, _) = try await hub.device(of: "Ben")
      _ = try await hub.library.put(try ride("a"), by: anna)
      let fault = await #expect(throws: HubFault.self) { try await hub.library.ride(Self.uuid, of: nil, by: ben) }
      #expect(fault?.code == .notFound)
      let other = await #expect(throws: HubFault.self) {
        try await hub.library.ride(Self.uuid, of: anna.riderID, by: ben)
      }
      #expect(other?.code == .notFound)
      #expect(try await hub.library.put(try ride("b"), by: ben) == .created)
      #expect(try await hub.library.ride(Self.uuid, of: nil, by: anna).ride.name == "a")
    }
  }

  @Test(arguments: TestDatabase.available)
  func `each rider's rides have their own limit in bytes`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let clock = hub.clock
      let library = HubLibrary(try hub.address.open(connections: 2), riderBytes: 100) { clock.now }
      let (anna, _) = try await hub.device(of: "Anna")
      let (ben, _) = try await hub.device(of: "Ben")
      let others = (1...2).map { "0f8fad5b-d9cb-469f-a165-70867728950\($0)" }
      // 38 bytes each.
      _ = try await library.put(try ride("a"), by: anna)
      _ = try await library.put(try ride("a", uuid: others[0]), by: anna)
      let fault = await #expect(throws: HubFault.self) {
        try await library.put(try ride("a", uuid: others[1]), by: anna)
      }
      #expect(fault?.code == .payloadTooLarge)
      let long = String(repeating: "b", count: 20)
      #expect(try await library.put(try ride(long, base: 1), by: anna) == .updated(revision: 2))
      let longer = await #expect(throws: HubFault.self) {
        try await library.put(try ride(long + long, base: 2), by: anna)
      }
      #expect(longer?.code == .payloadTooLarge)
      #expect(try await library.put(try ride("a"), by: ben) == .created)
      await library.close()
    }
  }

  @Test(arguments: TestDatabase.available)
  func `one of several concurrent edits wins, and the others become notes`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      _ = try await hub.library.put(try ride("first"), by: caller)
      let libraries = [hub.library, try hub.other()]
      let updated = try await withThrowingTaskGroup(of: Bool.self) { group in
        for place in 0..<10 {
          group.addTask {
            let sent = try ride("edit \(place)", base: 1)
            return try await libraries[place % 2].put(sent, by: caller) == .updated(revision: 2)
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(updated == 1)
      #expect(try await hub.library.notes(of: Self.uuid, of: nil, by: caller).count == 9)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `late edits count towards the rider's limit in bytes`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      let small = HubLibrary(try hub.address.open(connections: 1), riderBytes: 1000)
      _ = try await small.put(try ride("a"), by: caller)
      _ = try await small.put(try ride("b", base: 1), by: caller)
      let late = String(repeating: "x", count: 700)
      #expect(try await small.put(try ride("1" + late, base: 1), by: caller) == .superseded(by: 2))
      let fault = await #expect(throws: HubFault.self) {
        _ = try await small.put(try ride("2" + late, base: 1), by: caller)
      }
      #expect(fault?.code == .payloadTooLarge)
      await small.close()
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a cursor returns every ride that changed`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let (caller, _) = try await hub.device()
      let uuids = (1...3).map { "0f8fad5b-d9cb-469f-a165-70867728950\($0)" }
      for uuid in uuids { _ = try await hub.library.put(try ride("a", uuid: uuid), by: caller) }
      let first = try await hub.library.rides(since: .beginning, limit: 2, of: nil, by: caller)
      #expect(first.rides.map(\.uuid) == Array(uuids.prefix(2)) && first.hasMore)
      let rest = try await hub.library.rides(since: first.cursor, limit: 2, of: nil, by: caller)
      #expect(rest.rides.map(\.uuid) == [uuids[2]] && !rest.hasMore)
      _ = try await hub.library.put(try ride("b", uuid: uuids[0], base: 1), by: caller)
      let news = try await hub.library.rides(since: rest.cursor, limit: 2, of: nil, by: caller)
      #expect(news.rides.map(\.uuid) == [uuids[0]])
    }
  }
}
