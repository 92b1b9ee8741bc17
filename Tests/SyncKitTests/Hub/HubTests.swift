import ControlWire
import Foundation
import Rides
import Testing

@testable import SyncKit

@Suite struct HubTests {
  private let bench = ServiceBench()
  private let server = HubServer()

  private func connected(source: String? = nil) async throws -> Hub {
    let hub = Hub(bench.tools(server), hostName: "pi")
    var call = Connect(service: .hub)
    call.url = "https://hub.example/base/"
    call.code = "1234"
    call.source = source
    #expect(try await hub.connect(call) == .connected(account: nil))
    return hub
  }

  private func parcels(_ numbers: ClosedRange<Int>) -> [Parcel] { numbers.map { ServiceBench.parcel($0) } }

  private func there(_ numbers: ClosedRange<Int>, wasThere: Bool = false) -> [Int: Delivery] {
    Dictionary(uniqueKeysWithValues: numbers.map { ($0, .there(remoteID: nil, url: nil, wasThere: wasThere)) })
  }

  @Test func `a batch matches the documented request exactly`() async throws {
    let hub = try await connected()
    #expect(await hub.send(parcels(1...1)) == there(1...1))
    let request = try #require(await server.requests.last)
    #expect(request.method == .post)
    #expect(request.url == "https://hub.example/base/api/v1/workouts/sync")
    #expect(request.headers.contains { $0 == ("Authorization", "Bearer t-1") })
    #expect(
      await server.sent == [
        """
        {"client_sync_timestamp":"2026-11-21T22:26:40+00:00","idempotency_key":"sync_1795300000_80000000","mode":"full",\
        "workouts":[{"avg_heart_rate":129,"client_id":"STORE.1a","distance_meters":30123.5,"duration_seconds":3600,\
        "end_time":"2026-11-22T07:45:42+00:00","energy_burned_kcal":612,"source":"jz2d",\
        "start_time":"2026-11-22T06:45:12+00:00"}]}
        """
      ])
  }

  @Test func `a batch without a response is sent again with the same key and the same bytes`() async throws {
    let hub = try await connected()
    await server.then(.answerLost, .lost, .answers(500), .answers(503, [:], "no"))
    for _ in 0..<4 {
      guard case .later = await hub.send(parcels(1...2))[1] else { Issue.record("not later"); return }
      bench.clock.move(by: 100_000)
    }
    // Another process continues, even if it has no rides to send.
    let after = Hub(bench.tools(server))
    #expect(await after.send([]) == there(1...2))
    let sent = await server.sent
    #expect(sent.count == 5 && Set(sent).count == 1)
    #expect(await server.created == ["STORE.1a": 1, "STORE.2a": 1])
  }

  @Test func `a batch is repeated until its results are settled, and then deleted`() async throws {
    let hub = try await connected()
    _ = await hub.send(parcels(1...2))
    #expect(await Hub(bench.tools(server)).send([]) == there(1...2), "the process ended before the results were kept")
    await hub.settled(nothingWaits: true)
    #expect(try await hub.lastSuccess()?.timestamp == "2026-11-25T10:00:00Z")
    #expect(await hub.send([]).isEmpty)
    #expect(await server.sent.count == 2)
  }

  @Test func `the server's timestamp is used only after the results are settled`() async throws {
    let hub = try await connected()
    _ = await hub.send(parcels(1...1))
    #expect(try await hub.lastSuccess() == nil)
    await hub.settled(nothingWaits: false)
    #expect(try await hub.lastSuccess() != nil)
  }

  @Test func `a ride that changed after a lost response is also sent in its new form`() async throws {
    let hub = try await connected()
    await server.then(.answerLost)
    _ = await hub.send(parcels(1...2))
    let results = await hub.send([ServiceBench.parcel(1, form: "b"), ServiceBench.parcel(2)])
    #expect(results[2] == .there(remoteID: nil, url: nil, wasThere: false))
    #expect(results[1] == .there(remoteID: nil, url: nil, wasThere: true))
    let sent = await server.sent
    #expect(sent.count == 3 && sent[0] == sent[1])
    #expect(sent[2].contains("STORE.1a") && !sent[2].contains("STORE.2a"))
  }

  @Test func `250 rides are sent in three batches`() async throws {
    let hub = try await connected()
    var waiting = parcels(1...250)
    while !waiting.isEmpty {
      let results = await hub.send(waiting)
      waiting.removeAll { results[$0.ride.id] != nil }
      await hub.settled(nothingWaits: waiting.isEmpty)
    }
    #expect(await server.bodies.count == 3)
    #expect(await server.created.count == 250)
    #expect(await server.modes == ["full", "full", "full"], "the first run sends all")
    _ = await hub.send(parcels(251...251))
    await hub.settled(nothingWaits: true)
    try await hub.startFull()
    _ = await hub.send(parcels(1...1))
    #expect(await server.modes.suffix(2) == ["incremental", "full"])
  }

  /// Each write fails in turn, as if the process had been killed there, and every ride arrives once.
  @Test(arguments: 1...12) func `a crash at any write loses no ride and sends none twice`(_ write: Int) async throws {
    var hub = try await connected()
    await server.then(
      .answers(413), .answerLost, .works, .answers(400, [:], #"{"errors":[{"field":"workouts[0].x","message":"no"}]}"#))
    await bench.memory.fail(from: await bench.memory.writes + write)
    var results: [Int: Delivery] = [:]
    for round in 0..<20 where results.count < 8 {
      let waiting = parcels(1...8).filter { results[$0.ride.id] == nil }
      let new = await hub.send(waiting)
      // After the first failure, another process continues.
      if await bench.memory.writes >= write + 1, round < 2 {
        await bench.memory.fail(from: nil)
        hub = Hub(bench.tools(server))
        continue
      }
      for (ride, result) in new {
        if case .later = result { continue }
        results[ride] = result
      }
      await hub.settled(nothingWaits: results.count == 8)
      await bench.memory.fail(from: nil)
    }
    #expect(results.count == 8)
    let arrived = await server.created
    for (ride, result) in results {
      if case .there = result {
        #expect(arrived["STORE.\(ride)a"] == 1)
      } else {
        #expect(result == .refused(SyncFault(.refused, detail: "x: no")))
      }
    }
    #expect(await server.bodies.values.allSatisfy { $0.count == 1 }, "one key, one body")
    #expect(await server.sent.count < 20)
  }

  @Test func `a batch that cannot be stored is not sent`() async throws {
    let hub = try await connected()
    await bench.memory.fail(from: 0)
    guard case .later(let fault, nil) = await hub.send(parcels(1...1))[1] else { Issue.record("not later"); return }
    #expect(fault.code == .notWritable)
    #expect(await server.sent.isEmpty)
  }

  @Test func `a retry waits for the time in Retry-After, in seconds or as a date`() async throws {
    let hub = try await connected()
    await server.then(
      .answers(429, ["Retry-After": "2"]),
      .answers(429, ["Date": "Sun, 22 Nov 2026 02:00:00 GMT", "Retry-After": "Sun, 22 Nov 2026 02:01:30 GMT"]),
      .answers(429), .answers(503, ["Retry-After": "7"]))
    let rides = parcels(1...1)
    #expect(await hub.send(rides)[1] == .later(SyncFault(.rateLimited), after: .seconds(2)))
    #expect(await hub.send(rides)[1] == .later(SyncFault(.rateLimited), after: .seconds(90)))
    #expect(await hub.send(rides)[1] == .later(SyncFault(.rateLimited), after: nil))
    #expect(await hub.send(rides)[1] == .later(SyncFault(.serverFailed, detail: "status 503"), after: .seconds(7)))
    #expect(await hub.send(rides) == there(1...1))
    #expect(await server.bodies.count == 1)
  }

  @Test(
    arguments: [
      (#"{"success":false,"message":"no"}"#, SyncFault(.serverFailed, detail: "status 200: no")),
      (#"{"success":true,"created":1}"#, SyncFault(.badAnswer, detail: "1 rides in the response, 2 sent")),
      (
        #"{"success":true,"created":9e18,"updated":9e18}"#,
        SyncFault(.badAnswer, detail: "\(Int.max) rides in the response, 2 sent")
      ),
    ])
  func `a contradictory response leaves the rides waiting`(_ body: String, _ fault: SyncFault) async throws {
    let hub = try await connected()
    await server.then(.answers(200, [:], body))
    #expect(await hub.send(parcels(1...2)) == [1: .later(fault, after: nil), 2: .later(fault, after: nil)])
    await hub.settled(nothingWaits: false)
    #expect(await hub.send(parcels(1...2)) == there(1...2))
  }

  @Test(arguments: ["", "<html>", "[]", #"{"created":2}"#, #"{"success":"#])
  func `a malformed response with status 200 leaves the rides waiting`(_ body: String) async throws {
    let hub = try await connected()
    await server.then(.answers(200, [:], body))
    guard case .later(let fault, nil) = await hub.send(parcels(1...2))[2] else { Issue.record("not later"); return }
    #expect(fault.code == .badAnswer)
    await hub.settled(nothingWaits: false)
    #expect(await hub.send([]) == there(1...2))
    #expect(Set(await server.sent).count == 1)
  }

  @Test func `a conflict counts as a ride that is already on the server`() async throws {
    let hub = try await connected()
    await server.then(
      .answers(
        200, [:],
        """
        {"success":true,"syncId":"s","serverTimestamp":"2026-11-25T10:00:00Z","created":1,"updated":0,"unchanged":0,
        "conflicts":[{"clientId":"STORE.2a","serverId":"w-9","reason":"data_mismatch","resolution":"kept_server",
        "serverWorkout":{"distanceMeters":12}}]}
        """))
    #expect(
      await hub.send(parcels(1...2)) == [
        1: .there(remoteID: nil, url: nil, wasThere: false), 2: .there(remoteID: "w-9", url: nil, wasThere: true),
      ])
  }

  @Test
  func `rides that the server calls invalid are refused, and the others are sent in another batch`() async throws {
    let hub = try await connected()
    await server.then(
      .answers(
        400, [:],
        #"{"code":"VALIDATION_ERROR","errors":[{"field":"workouts[1].start_time","message":"Invalid"},"#
          + #"{"field":"workouts.2.source","message":"Unknown"}]}"#))
    let results = await hub.send(parcels(1...4))
    #expect(results[2] == .refused(SyncFault(.refused, detail: "start_time: Invalid")))
    #expect(results[3] == .refused(SyncFault(.refused, detail: "source: Unknown")))
    #expect(await server.created.keys.sorted() == ["STORE.1a", "STORE.4a"])
    #expect(await server.bodies.count == 1)
  }

  @Test func `a batch is halved until the invalid ride is found if the response names none`() async throws {
    let hub = try await connected()
    await server.then(.answers(422), .works, .answers(400), .answers(400, [:], #"{"error":"bad"}"#), .works)
    let results = await hub.send(parcels(1...4))
    #expect(results[3] == .refused(SyncFault(.refused, detail: "bad")))
    #expect(await server.created.keys.sorted() == ["STORE.1a", "STORE.2a", "STORE.4a"])
  }

  @Test func `a batch that is too large is halved, and a ride that is too large is refused`() async throws {
    let hub = try await connected()
    await server.then(.answers(413), .answers(413), .works)
    let results = await hub.send(parcels(1...2))
    #expect(results[1] == .refused(SyncFault(.tooLarge)))
    #expect(results[2] == .there(remoteID: nil, url: nil, wasThere: false))
  }

  @Test func `an idempotency key that is already in use is replaced once`() async throws {
    let hub = try await connected()
    await server.then(.answers(409, [:], #"{"code":"IDEMPOTENCY_CONFLICT"}"#), .works)
    #expect(await hub.send(parcels(1...1)) == there(1...1))
    await server.then(.answers(409, [:], #"{"code":"IDEMPOTENCY_CONFLICT"}"#), .answers(409))
    await hub.settled(nothingWaits: true)
    bench.clock.move(by: 5)
    #expect(await hub.send(parcels(2...2)) == [2: .refused(SyncFault(.refused, detail: "status 409"))])
  }

  @Test(
    arguments: [
      (403, SyncFault(.unauthorized, detail: "status 403: no")), (410, SyncFault(.badAnswer, detail: "status 410: no")),
    ])
  func `a response that needs the rider stops the service and keeps the batch`(
    _ status: Int, _ fault: SyncFault
  ) async throws {
    let hub = try await connected()
    await server.then(.answers(status, [:], #"{"error":{"message":"no"}}"#))
    #expect(await hub.send(parcels(1...1)) == [1: .stopped(fault)])
    await hub.settled(nothingWaits: false)
    #expect(await hub.send([]) == there(1...1))
  }

  @Test func `a response with 404 is retried, as from a proxy whose server is starting`() async throws {
    let hub = try await connected()
    await server.then(.answers(404, ["Retry-After": "7"], "<html>"))
    let later = Delivery.later(SyncFault(.badAnswer, detail: "status 404"), after: .seconds(7))
    #expect(await hub.send(parcels(1...1)) == [1: later])
    #expect(await hub.send([]) == there(1...1), "the batch was kept")
  }

  @Test func `a redirect is not followed`() async throws {
    let hub = try await connected()
    await server.then(.answers(302, ["Location": "https://login.example/?token=1"]))
    let results = await hub.send(parcels(1...1))
    #expect(results == [1: .later(SyncFault(.redirected, detail: "https://login.example/"), after: nil)])
  }

  @Test func `rides wait without a connection, and no request is sent`() async throws {
    let hub = Hub(bench.tools(server))
    #expect(await hub.send(parcels(1...1)) == [1: .stopped(SyncFault(.unauthorized))])
    #expect(await server.requests.isEmpty)
  }
}
