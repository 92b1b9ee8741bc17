import ControlWire
import Foundation
import Rides
import Testing

@testable import SyncKit

/// Reading activities from Strava, and the lifetime of the cache.
@Suite struct StravaHistoryTests {
  private let scene = StravaScene()

  private func readable() async throws -> Strava { try await scene.connected { $0.history = true } }

  /// An activity in Strava's format.
  private static func activity(_ id: Int, _ start: String, _ rest: String = "") -> String {
    #"{"id":\#(id),"start_date":"\#(start)","moving_time":3000,"elapsed_time":3100\#(rest)}"#
  }

  private static func page(_ activities: String...) -> String { "[\(activities.joined(separator: ","))]" }

  @Test func `activities are listed newest first, with the values from Strava`() async throws {
    _ = try await readable()
    let strava = scene.strava(rides: ["STORE.1": 12])
    let full =
      #", "name":"Zone <b>2</b>","sport_type":"VirtualRide","type":"Ride","trainer":true,"distance":30012.5,"#
      + #""average_watts":181.4,"weighted_average_watts":190,"average_heartrate":131.2,"kilojoules":544.1,"#
      + #""external_id":"STORE.1.fit","upload_id":5"#
    scene.server.answer(
      200, Self.page(Self.activity(1, "2025-11-20T06:00:00Z"), Self.activity(2, "2025-11-22T06:00:00Z", full)))
    scene.server.answer(200, "[]")
    let activities = try await strava.activities(since: nil, before: nil)
    #expect(activities.map(\.id) == ["2", "1"])
    let newest = try #require(activities.first)
    #expect(newest.start == "2025-11-22T06:00:00Z")
    #expect(newest.name == "Zone 2")
    #expect(newest.sport == "VirtualRide")
    #expect(newest.indoors == true)
    #expect(newest.timerSeconds == 3000 && newest.elapsedSeconds == 3100)
    #expect(newest.distanceMeters == 30_012.5)
    #expect(newest.averageWatts == 181.4 && newest.normalizedWatts == 190)
    #expect(newest.averageHeartRate == 131.2 && newest.kilojoules == 544.1)
    #expect(newest.url == "https://www.strava.com/activities/2")
    #expect(newest.ride == 12)
    #expect(activities.last?.ride == nil)
    #expect(scene.server.questions.map { $0.query["page"] } == ["1", "2"])
    #expect(scene.server.questions.first?.query["per_page"] == "200")
  }

  @Test func `pages are read until an activity is too old, and each activity is listed once`() async throws {
    let strava = try await readable()
    scene.server.answer(
      200, Self.page(Self.activity(5, "2025-11-23T06:00:00Z"), Self.activity(4, "2025-11-22T06:00:00Z")))
    scene.server.answer(
      200,
      Self.page(
        Self.activity(4, "2025-11-22T06:00:00Z"), Self.activity(3, "2025-11-21T06:00:00Z"),
        Self.activity(2, "2025-11-20T05:59:59Z")))
    let activities = try await strava.activities(
      since: Date("2025-11-21T06:00:00Z", strategy: .iso8601), before: Date("2025-11-23T06:00:00Z", strategy: .iso8601))
    #expect(activities.map(\.id) == ["4", "3"])
    #expect(scene.server.lines.count == 2)
    #expect(scene.server.questions.first?.query["before"] == "1763877601")
  }

  @Test func `a list has at most ten pages`() async throws {
    let strava = try await readable()
    for number in 1...20 { scene.server.answer(200, Self.page(Self.activity(number, "2025-11-20T06:00:00Z"))) }
    #expect(try await strava.activities(since: nil, before: nil).count == 10)
    #expect(scene.server.lines.count == 10)
  }

  @Test(arguments: [
    #"null"#, #"5"#, #"{}"#, #"{"id":null,"start_date":"2025-11-20T06:00:00Z"}"#, #"{"id":1,"start_date":"yesterday"}"#,
    #"{"id":-1,"start_date":"2025-11-20T06:00:00Z"}"#, #"{"id":1}"#,
  ])
  func `an invalid activity is left out`(_ activity: String) async throws {
    let strava = try await readable()
    scene.server.answer(200, Self.page(activity, Self.activity(2, "2025-11-20T06:00:00Z")))
    scene.server.answer(200, "[]")
    #expect(try await strava.activities(since: nil, before: nil).map(\.id) == ["2"])
  }

  @Test func `overflowing numbers are left out, and fractions and numeric text are read`() async throws {
    let strava = try await readable()
    scene.server.answer(
      200,
      #"[{"id":"18106372042","start_date":"2025-11-20T06:00:00Z","moving_time":3000.4,"elapsed_time":1e300,"#
        + #""average_watts":1e999,"distance":"far","trainer":1,"average_heartrate":null}]"#)
    scene.server.answer(200, "[]")
    let activity = try #require(try await strava.activities(since: nil, before: nil).first)
    #expect(activity.id == "18106372042")
    #expect(activity.timerSeconds == 3000 && activity.elapsedSeconds == 3000)
    #expect(activity.averageWatts == nil && activity.distanceMeters == nil && activity.averageHeartRate == nil)
    #expect(activity.indoors == true)
  }

  @Test func `history is not requested without the read permission`() async throws {
    let strava = try await scene.connected()
    let missing = SyncFault(.missingScope, detail: "activity:read_all")
    #expect(await fault { () throws(SyncFault) in _ = try await strava.activities(since: nil, before: nil) } == missing)
    #expect(await fault { () throws(SyncFault) in _ = try await strava.activity("5") } == missing)
    #expect(scene.server.lines == [])
  }

  // MARK: Points

  private static let streams =
    #"{"time":{"data":[0,1,2.0,5],"series_type":"distance"},"watts":{"data":[100,null,151.5,"x"]},"#
    + #""heartrate":{"data":[90,91,null,93]},"cadence":{"data":[80,81]},"velocity_smooth":{"data":[0,8.3,8.34,1e999]},"#
    + #""distance":{"data":[0,8.3,16.6,40.0]},"moving":{"data":[true,true]}}"#

  @Test func `an activity has its samples, without their missing values`() async throws {
    let strava = try await readable()
    scene.server.answer(200, Self.activity(5, "2025-11-20T06:00:00Z", #","name":"Früh""#))
    scene.server.answer(200, Self.streams)
    let shown = try await strava.activity("5")
    #expect(shown.activity.name == "Früh")
    #expect(shown.samples.map(\.elapsedSeconds) == [0, 1, 2, 5])
    #expect(shown.samples.map(\.powerWatts) == [100, nil, 151.5, nil])
    #expect(shown.samples.map(\.beatsPerMinute) == [90, 91, nil, 93])
    #expect(shown.samples.map(\.cadenceRpm) == [80, 81, nil, nil])
    #expect(shown.samples.map(\.speedKmh) == [0, 29.9, 30, nil])
    #expect(shown.samples.map(\.distanceMeters) == [0, 8.3, 16.6, 40])
    #expect(scene.server.lines == ["GET /api/v3/activities/5", "GET /api/v3/activities/5/streams"])
    #expect(
      scene.server.questions.last?.query == [
        "keys": "time,distance,heartrate,cadence,watts,velocity_smooth", "key_by_type": "true",
      ])
  }

  @Test func `a manually entered activity has no samples`() async throws {
    let strava = try await readable()
    scene.server.answer(200, Self.activity(5, "2025-11-20T06:00:00Z"))
    scene.server.answer(404, #"{"message":"Resource Not Found"}"#)
    #expect(try await strava.activity("5").samples == [])
  }

  @Test func `a long activity is thinned out to fit into a message`() throws {
    let data = (0..<20_000).map { String($0) }.joined(separator: ",")
    let json = JSONValue(Array(#"{"watts":{"data":[\#(data)]}}"#.utf8))
    let samples = try #require(json.flatMap(StravaStreams.init)).samples
    #expect(samples.count == 5000)
    #expect(samples[1].elapsedSeconds == 4 && samples[1].powerWatts == 4)
  }

  @Test(arguments: ["../athlete", "", "5?x", "0", "five"])
  func `an invalid activity number is refused without a request`(_ id: String) async throws {
    let strava = try await readable()
    #expect(await fault { () throws(SyncFault) in _ = try await strava.activity(id) }?.code == .refused)
    #expect(scene.server.lines == [])
  }

  @Test(arguments: ["", "{", "[", "<html></html>", "[]"])
  func `invalid samples are reported as a bad response`(_ body: String) async throws {
    let strava = try await readable()
    scene.server.answer(200, Self.activity(5, "2025-11-20T06:00:00Z"))
    scene.server.answer(200, body)
    #expect(await fault { () throws(SyncFault) in _ = try await strava.activity("5") }?.code == .badAnswer)
  }

  // MARK: Seven days

  private static let week = 7.0 * 86_400

  private func cached() -> [String] { scene.memory.all.keys.filter { $0.hasPrefix("strava.cache") }.sorted() }

  @Test func `an activity is fetched again only after seven days`() async throws {
    let strava = try await readable()
    scene.server.answer(200, Self.activity(5, "2025-11-20T06:00:00Z"))
    scene.server.answer(200, Self.streams)
    let first = try await strava.activity("5")
    scene.clock.advance(Self.week - 1)
    await strava.purge()
    #expect(try await scene.strava().activity("5") == first)
    #expect(scene.server.lines.count == 2)
    scene.clock.advance(1)
    #expect(await fault { () throws(SyncFault) in _ = try await strava.activity("5") }?.code == .offline)
  }

  @Test func `a cached list is returned for seven days while Strava limits the rate`() async throws {
    let strava = try await readable()
    scene.server.answer(200, Self.page(Self.activity(1, "2025-11-20T06:00:00Z")))
    scene.server.answer(200, "[]")
    #expect(try await strava.activities(since: nil, before: nil).map(\.id) == ["1"])
    scene.server.answer(429)
    #expect(try await strava.activities(since: nil, before: nil).map(\.id) == ["1"])
    scene.server.answer(403, #"{"message":"Forbidden","errors":[{"code":"Inactive"}]}"#)
    #expect(await listFault(strava) == .inactive)
    // The cache has no entry for another time range.
    #expect(await listFault(strava, since: Date(timeIntervalSince1970: 1)) == .offline)
    scene.clock.advance(Self.week)
    #expect(await listFault(strava) == .offline)
  }

  @Test(arguments: [week, -10, 1e9])
  func `cache entries that are older than seven days or of unknown age are deleted`(_ seconds: Double) async throws {
    let strava = try await readable()
    scene.server.answer(200, Self.page(Self.activity(1, "2025-11-20T06:00:00Z")))
    scene.server.answer(200, "[]")
    _ = try await strava.activities(since: nil, before: nil)
    scene.server.answer(200, Self.activity(5, "2025-11-20T06:00:00Z"))
    scene.server.answer(200, Self.streams)
    _ = try await strava.activity("5")
    #expect(cached() == ["strava.cache.5", "strava.cache.5.at", "strava.cache.list", "strava.cache.list.at"])
    scene.clock.advance(seconds)
    await strava.purge()
    #expect(cached() == [])
  }

  @Test func `activities share cache slots, so that the cache stays small`() async throws {
    let strava = try await readable()
    for id in [5, 37, 5] {
      scene.server.answer(200, Self.activity(id, "2025-11-20T06:00:00Z"))
      scene.server.answer(200, Self.streams)
      #expect(try await strava.activity(String(id)).activity.id == String(id))
    }
    #expect(cached() == ["strava.cache.5", "strava.cache.5.at"])
  }

  /// Returns the fault of a request for a list.
  private func listFault(_ strava: Strava, since: Date? = nil) async -> SyncFault.Code? {
    await fault { () throws(SyncFault) in _ = try await strava.activities(since: since, before: nil) }?.code
  }

  private func fault(_ work: () async throws(SyncFault) -> Void) async -> SyncFault? { await SyncFault.of(work) }
}
