import ControlWire
import Foundation
import Rides
import Synchronization
import Testing

@testable import SyncKit

/// Strava's token and its renewal.
@Suite struct StravaTokenTests {
  private let scene = StravaScene()
  private static let ready = #"{"id":5,"error":null,"status":"Your activity is ready.","activity_id":8}"#
  private static let there = Delivery.there(
    remoteID: "8", url: "https://www.strava.com/activities/8", wasThere: false)
  private static let refused = #"{"message":"Authorization Error","errors":[{"resource":"Athlete","code":"invalid"}]}"#

  @Test func `a token is renewed five minutes before it expires, and its refresh token is replaced`() async throws {
    let strava = try await scene.connected()
    scene.clock.advance(21_600 - 301)
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    scene.clock.advance(1)
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2", expiresAt: 1_764_042_899))
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    #expect(scene.server.lines == ["POST /api/v3/uploads", "POST /oauth/token", "POST /api/v3/uploads"])
    #expect(scene.server.questions.map(\.authorization) == ["Bearer access-1", nil, "Bearer access-2"])
    #expect(
      scene.server.questions[1].form == [
        "client_id": "4711", "client_secret": "app-secret", "grant_type": "refresh_token",
        "refresh_token": "refresh-1",
      ])
    #expect(scene.keptToken == StravaToken(access: "access-2", refresh: "refresh-2", expiry: 1_764_042_899))
  }

  @Test func `a new token is stored before it is used`() async throws {
    let strava = try await scene.connected()
    scene.clock.advance(30_000)
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2"))
    scene.server.answer(201, Self.ready)
    let seen = Mutex<[String?]>([])
    scene.server.before { [scene] in seen.withLock { $0.append(scene.keptToken?.access) } }
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    #expect(seen.withLock { $0 } == ["access-1", "access-2"])
  }

  @Test func `a new token that cannot be stored is not used, and is stored when there is room`() async throws {
    let strava = try await scene.connected()
    scene.clock.advance(30_000)
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2", expiresAt: 1_764_051_600))
    scene.secrets.setFull(true)
    let full = Delivery.later(SyncFault(.notWritable, detail: StravaSecret.token), after: nil)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == full)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == full)
    #expect(scene.server.lines == ["POST /oauth/token"])
    scene.secrets.setFull(false)
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    #expect(scene.server.lines == ["POST /oauth/token", "POST /api/v3/uploads"])
    #expect(scene.keptToken?.refresh == "refresh-2")
  }

  @Test func `a process that starts after a renewal uses the new token`() async throws {
    let first = try await scene.connected()
    scene.clock.advance(30_000)
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2", expiresAt: 1_764_051_600))
    scene.server.fail(.cut)
    _ = await first.send(StravaScene.parcel, mayBeThere: false)
    scene.server.answer(201, Self.ready)
    #expect(await scene.strava().send(StravaScene.parcel, mayBeThere: false) == Self.there)
    #expect(scene.server.questions.last?.authorization == "Bearer access-2")
  }

  @Test func `concurrent requests renew an expired token once`() async throws {
    let strava = try await scene.connected()
    scene.clock.advance(30_000)
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2", expiresAt: 1_764_051_600))
    for _ in 0..<8 { scene.server.answer(201, Self.ready) }
    scene.server.before { for _ in 0..<50 { await Task.yield() } }
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { await strava.send(StravaScene.parcel, mayBeThere: false) } }
      for await delivery in group { #expect(delivery == Self.there) }
    }
    #expect(scene.server.lines.filter { $0 == "POST /oauth/token" }.count == 1)
  }

  @Test func `concurrent requests renew a rejected token once`() async throws {
    let strava = try await scene.connected()
    scene.server.answer { question in
      switch question.authorization {
      case nil: (200, StravaScene.tokenAnswer("access-2", "refresh-2"))
      case "Bearer access-2": (201, Self.ready)
      default: (401, Self.refused)
      }
    }
    scene.server.before { for _ in 0..<50 { await Task.yield() } }
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { await strava.send(StravaScene.parcel, mayBeThere: false) } }
      for await delivery in group { #expect(delivery == Self.there) }
    }
    #expect(scene.server.lines.filter { $0 == "POST /oauth/token" }.count == 1)
  }

  @Test func `a rejected token is renewed once, and the request is sent once more`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(401, Self.refused)
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2"))
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    #expect(scene.server.questions.map(\.authorization) == ["Bearer access-1", nil, "Bearer access-2"])
  }

  @Test func `a new token that is also rejected stops Strava`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(401, Self.refused)
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    scene.server.answer(401, Self.refused)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == .stopped(SyncFault(.unauthorized)))
    #expect(scene.server.lines.count == 3)
  }

  @Test func `a missing permission is named`() async throws {
    let strava = try await scene.connected()
    let missing =
      #"{"message":"Authorization Error","errors":[{"resource":"AccessToken","#
      + #""field":"activity:write_permission","code":"missing"}]}"#
    scene.server.answer(401, missing)
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2"))
    scene.server.answer(401, missing)
    #expect(
      await strava.send(StravaScene.parcel, mayBeThere: false)
        == .stopped(SyncFault(.missingScope, detail: "activity:write")))
  }

  @Test(arguments: [400, 401, 422])
  func `a rejected refresh token stops Strava and empties the cache`(_ status: Int) async throws {
    let strava = try await scene.connected()
    try await strava.cache.keep(["x"], of: "q", .list)
    scene.clock.advance(30_000)
    scene.server.answer(
      status,
      #"{"message":"Bad Request","errors":[{"resource":"RefreshToken","field":"refresh_token","code":"invalid"}]}"#)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == .stopped(SyncFault(.unauthorized)))
    #expect(scene.server.lines == ["POST /oauth/token"])
    #expect(scene.memory.all.keys.filter { $0.hasPrefix("strava.cache") } == [])
  }

  @Test func `a renewal also reports a lapsed subscription`() async throws {
    let strava = try await scene.connected()
    scene.clock.advance(30_000)
    scene.server.answer(
      403, #"{"message":"Forbidden","errors":[{"resource":"Application","field":"Status","code":"Inactive"}]}"#)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == .stopped(SyncFault(.inactive)))
    #expect(scene.keptToken?.refresh == "refresh-1")
  }

  @Test(arguments: ["", "{", "<html></html>", "{}", #"{"access_token":""}"#, #"{"access_token":"a\r\nb"}"#])
  func `an invalid response to a renewal changes nothing`(_ body: String) async throws {
    let strava = try await scene.connected()
    scene.clock.advance(30_000)
    scene.server.answer(200, body)
    guard case .later = await strava.send(StravaScene.parcel, mayBeThere: false) else {
      Issue.record("not later")
      return
    }
    #expect(scene.keptToken?.refresh == "refresh-1")
  }

  @Test func `a response without a refresh token keeps the existing one`() async throws {
    let strava = try await scene.connected()
    scene.clock.advance(30_000)
    scene.server.answer(200, #"{"access_token":"access-2","expires_in":"21600"}"#)
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    #expect(scene.keptToken == StravaToken(access: "access-2", refresh: "refresh-1", expiry: 1_764_051_600))
  }

  @Test func `a broker gets only the refresh token, and its response is read like Strava's`() async throws {
    let strava = try await scene.connected {
      $0.clientSecret = nil
      $0.broker = "https://broker.example/strava/"
    }
    scene.clock.advance(30_000)
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2"))
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    let question = try #require(scene.server.questions.first)
    #expect(question.request.url == "https://broker.example/strava/refresh")
    #expect(question.json == ["refresh_token": "refresh-1"])
    #expect(question.authorization == nil)
  }

  // MARK: A clock years off

  private static func expiry(_ json: String, at now: Double) -> Int64? {
    JSONValue(Array(json.utf8)).flatMap(StravaTokenAnswer.init)?
      .token(before: "r", at: Date(timeIntervalSince1970: now))?.expiry
  }

  @Test(
    arguments: [
      (#"{"access_token":"a","expires_at":1764021600,"expires_in":21600}"#, 1_764_021_600),
      (#"{"access_token":"a","expires_at":1764021500,"expires_in":21600}"#, 1_764_021_500),
      // Strava's clock and this one differ by years.
      (#"{"access_token":"a","expires_at":1864021600,"expires_in":21600}"#, 1_764_021_600),
      (#"{"access_token":"a","expires_at":21600,"expires_in":21600}"#, 1_764_021_600),
      (#"{"access_token":"a","expires_in":3600}"#, 1_764_003_600), (#"{"access_token":"a"}"#, 1_764_021_600),
      (#"{"access_token":"a","expires_at":1764010000}"#, 1_764_010_000),
      (#"{"access_token":"a","expires_at":9e300,"expires_in":-9223372036854775808}"#, 1_764_000_000),
      (#"{"access_token":"a","expires_at":-9223372036854775808,"expires_in":9223372036854775807}"#, 1_795_622_400),
    ] as [(String, Int64)])
  func `a token's lifetime counts from its arrival if the clocks disagree`(_ json: String, _ expiry: Int64) {
    #expect(Self.expiry(json, at: 1_764_000_000) == expiry)
  }

  @Test func `a dead token is renewed even after the clock was set back by years`() async throws {
    let strava = try await scene.connected()
    scene.clock.advance(-1_700_000_000)
    scene.server.answer(401, Self.refused)
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2"))
    scene.server.answer(201, Self.ready)
    scene.server.answer(201, Self.ready)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == Self.there)
    #expect(scene.server.lines.filter { $0 == "POST /oauth/token" }.count == 1)
    #expect(scene.keptToken?.expiry == 64_021_600)
  }

  // MARK: Disconnecting

  @Test func `disconnecting revokes the token with the app's secret and deletes every secret`() async throws {
    let strava = try await scene.connected()
    try await strava.cache.keep(["x"], of: "q", .list)
    scene.server.answer(200)
    #expect(await strava.disconnect())
    let question = try #require(scene.server.questions.first)
    #expect(question.line == "POST /oauth/revoke")
    #expect(question.authorization == "Basic \(Data("4711:app-secret".utf8).base64EncodedString())")
    #expect(question.form["token"] == "refresh-1")
    #expect(question.query == [:])
    #expect(scene.secrets.all == [:])
    #expect(scene.memory.all.keys.filter { $0.hasPrefix("strava.cache") } == [])
    #expect(await strava.send(StravaScene.parcel, mayBeThere: false) == .stopped(SyncFault(.unauthorized)))
  }

  @Test func `disconnecting uses the older deauthorization if revocation is not supported`() async throws {
    let strava = try await scene.connected()
    scene.server.answer(404, "<html></html>")
    scene.server.answer(200, #"{"access_token":"access-1"}"#)
    #expect(await strava.disconnect())
    #expect(scene.server.lines == ["POST /oauth/revoke", "POST /oauth/deauthorize"])
    #expect(scene.server.questions.last?.authorization == "Bearer access-1")
    #expect(scene.server.questions.last?.text == "")
  }

  @Test func `disconnecting deletes every secret even without a response`() async throws {
    let strava = try await scene.connected()
    #expect(await !strava.disconnect())
    #expect(scene.secrets.all == [:])
  }

  @Test func `a renewal in progress does not restore a deleted token`() async throws {
    let strava = try await scene.connected()
    scene.clock.advance(30_000)
    // The upload and the revocation follow the renewal in any order.
    scene.server.answer { question in
      (200, question.line.contains("/token") ? StravaScene.tokenAnswer("access-2", "refresh-2") : "")
    }
    scene.server.before { for _ in 0..<50 { await Task.yield() } }
    let sending = Task { await strava.send(StravaScene.parcel, mayBeThere: false) }
    while scene.server.lines.isEmpty { await Task.yield() }
    #expect(await strava.disconnect())
    _ = await sending.value
    #expect(scene.secrets.all == [:])
  }
}
