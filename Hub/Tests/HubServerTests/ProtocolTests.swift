import Foundation
import HTTPTypes
import HubDatabase
import HubLibrary
import HubTestKit
import Hummingbird
import NIOCore
import Testing

@testable import HubServer

/// The HTTP layer of the library: statuses, fields, cookies.
@Suite struct ProtocolTests {
  private static let batch = """
    {"idempotency_key":"k","workouts":[{"client_id":"r","start_time":"2026-11-27T16:00:00Z",
    "end_time":"2026-11-27T17:00:00Z","duration_seconds":3600,"distance_meters":30000,"source":"jz2d"}]}
    """

  private func run(
    _ database: TestDatabase = .sqlite,
    _ test: @Sendable @escaping (TestClient, TestHub) async throws -> Void
  ) async throws {
    try await TestHub.run(on: database) { hub in
      let router = HubApplication.routes(hub.library, HubOptions(host: "127.0.0.1", port: 0)).router
      try await test(TestClient(router), hub)
    }
  }

  private func fields(_ token: String? = nil, type: String? = "application/json") -> HTTPFields {
    var fields = HTTPFields()
    fields[.contentType] = type
    fields[.authorization] = token.map { "Bearer \($0)" }
    return fields
  }

  private func members(_ answer: TestResponse) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))) as? [String: Any]
  }

  private func code(_ answer: TestResponse) -> String? {
    (members(answer)?["error"] as? [String: Any])?["code"] as? String
  }

  private actor Seen {
    private(set) var ids: Set<String> = []
    func note(_ id: String) { ids.insert(id) }
  }

  @Test(arguments: TestDatabase.available)
  func `a repeated batch gets the same response, marked as a replay`(_ database: TestDatabase) async throws {
    try await run(database) { client, hub in
      let token = try await hub.device().tokens.access.text
      let replayed = try #require(HTTPField.Name("X-Idempotent-Replayed"))
      let uri = "/api/v1/workouts/sync"
      let body = ByteBuffer(string: Self.batch)
      let first = try await client.execute(uri: uri, method: .post, headers: fields(token), body: body)
      #expect(first.status == .ok && first.headers[replayed] == nil)
      let again = try await client.execute(uri: uri, method: .post, headers: fields(token), body: body)
      #expect(again.headers[replayed] == "true" && again.body == first.body)
      let other = ByteBuffer(string: Self.batch.replacing("3600", with: "3601"))
      let refused = try await client.execute(uri: uri, method: .post, headers: fields(token), body: other)
      #expect(refused.status == .conflict && code(refused) == "IDEMPOTENCY_CONFLICT")
    }
  }

  @Test func `the response to an unsupported method lists the supported methods`() async throws {
    try await run { client, _ in
      let query = try #require(HTTPRequest.Method("QUERY"))
      for method in [HTTPRequest.Method.post, .delete, query] {
        let answer = try await client.execute(uri: "/api/v1/workouts", method: method)
        #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD")
      }
      let nothing = try await client.execute(uri: "/api/v2/workouts", method: .get)
      #expect(nothing.status == .notFound && code(nothing) == "NOT_FOUND")
    }
  }

  @Test func `a request without a valid token gets 401 with a challenge`() async throws {
    try await run { client, _ in
      for (headers, wanted) in [
        (fields(), "UNAUTHORIZED"), (fields("nobody's"), "TOKEN_INVALID"),
        ([.authorization: "Basic YTpi"], "UNAUTHORIZED"),
      ] {
        let answer = try await client.execute(uri: "/api/v1/me", method: .get, headers: headers)
        #expect(answer.status == .unauthorized && code(answer) == wanted)
        #expect(answer.headers[.wwwAuthenticate] == "Bearer")
      }
    }
  }

  @Test func `a body that is too large or not JSON is refused`() async throws {
    try await run { client, hub in
      let token = try await hub.device().tokens.access.text
      let uri = "/api/v1/workouts/sync"
      let large = ByteBuffer(repeating: 0x20, count: 1 << 20 + 1)
      let tooLarge = try await client.execute(uri: uri, method: .post, headers: fields(token), body: large)
      #expect(tooLarge.status == .contentTooLarge && code(tooLarge) == "PAYLOAD_TOO_LARGE")
      for type in [nil, "text/plain", "application/x-www-form-urlencoded"] {
        let answer = try await client.execute(
          uri: uri, method: .post, headers: fields(token, type: type), body: ByteBuffer(string: Self.batch))
        #expect(answer.status == .unsupportedMediaType)
      }
      var packed = fields(token)
      packed[.contentEncoding] = "gzip"
      let gzip = ByteBuffer(bytes: [0x1F, 0x8B])
      let unread = try await client.execute(uri: uri, method: .post, headers: packed, body: gzip)
      #expect(unread.status == .unsupportedMediaType && code(unread) == "UNSUPPORTED_MEDIA_TYPE")
      let invalid = try await client.execute(
        uri: uri, method: .post, headers: fields(token), body: ByteBuffer(string: "{"))
      #expect(invalid.status == .badRequest && code(invalid) == "VALIDATION_ERROR")
    }
  }

  @Test func `pairing and status return the same rider ID, and each hub has its own IDs`() async throws {
    let seen = Seen()
    for _ in 1...2 {
      try await run { client, hub in
        let code = try await hub.library.addRider(named: "Anna").code.text
        let body = ByteBuffer(string: "{\"code\":\"\(code)\",\"name\":\"pi\"}")
        let paired = try await client.execute(
          uri: "/api/v1/devices/pair", method: .post, headers: fields(), body: body)
        let tokens = try #require(members(paired))
        let headers = fields(tokens["access_token"] as? String)
        let status = try await client.execute(uri: "/api/v1/sync/status", method: .get, headers: headers)
        let id = try #require(tokens["rider_id"] as? String)
        #expect(members(status)?["riderId"] as? String == id)
        await seen.note(id)
      }
    }
    #expect(await seen.ids.count == 2)
  }

  @Test func `a browser's session cookie is HttpOnly, Secure and SameSite`() async throws {
    try await run { client, hub in
      let issued = try await hub.library.addRider(named: "Anna", for: .browser)
      let body = ByteBuffer(string: "{\"code\":\"\(issued.code.text)\",\"name\":\"browser\"}")
      var headers = fields()
      headers[try #require(HTTPField.Name("X-Forwarded-Proto"))] = "https"
      let answer = try await client.execute(uri: "/api/v1/session", method: .post, headers: headers, body: body)
      let cookie = try #require(answer.headers[.setCookie])
      for word in ["__Host-jz2hub=", "HttpOnly", "SameSite=Strict", "Secure", "Path=/"] {
        #expect(cookie.contains(word))
      }
      #expect(!String(decoding: answer.body.readableBytesView, as: UTF8.self).contains("jz2a_"))
      headers[.cookie] = String(try #require(cookie.split(separator: ";").first))
      headers[.origin] = "https://localhost"
      let me = try await client.execute(uri: "/api/v1/me", method: .get, headers: headers)
      #expect(me.status == .ok)
      // An unencrypted page, or one of a subdomain, can set a cookie of this name.
      var other = headers
      other[.cookie] = headers[.cookie]?.replacing("__Host-", with: "")
      let planted = try await client.execute(uri: "/api/v1/me", method: .get, headers: other)
      #expect(planted.status == .unauthorized)
      let out = try await client.execute(uri: "/api/v1/session", method: .delete, headers: headers)
      #expect(out.status == .noContent)
      let gone = try await client.execute(uri: "/api/v1/me", method: .get, headers: headers)
      #expect(gone.status == .unauthorized)
    }
  }

  private static let origins: [(String?, String?, Bool)] = [
    (nil, "same-origin", true), (nil, "same-site", false), (nil, "cross-site", false), (nil, "none", false),
    ("http://localhost", nil, true), ("http://localhost:81", nil, false), ("http://a.localhost", nil, false),
    ("null", nil, false), ("http://localhost", "same-site", false), (nil, nil, true),
  ]

  @Test(arguments: origins)
  func `a request with a cookie can change data only from the hub's own page or without an origin`(
    _ origin: String?, _ site: String?, isTaken: Bool
  ) async throws {
    try await run { client, hub in
      let (caller, tokens) = try await hub.device(of: "Anna", .browser)
      var headers: HTTPFields = [.cookie: "jz2hub=\(tokens.access.text)"]
      headers[.origin] = origin
      headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site
      for uri in ["/api/v1/codes", "/api/v1/coaches/invite"] {
        let answer = try await client.execute(uri: uri, method: .post, headers: headers)
        #expect(answer.status == (isTaken ? .created : .forbidden))
      }
      #expect(try await client.execute(uri: "/api/v1/me", method: .get, headers: headers).status == .ok)
      headers[.contentType] = "application/json"
      let code = ByteBuffer(string: "{\"code\":\"\(try await hub.erasingCode(of: "Anna"))\"}")
      let erasure = try await client.execute(uri: "/api/v1/me/erase", method: .post, headers: headers, body: code)
      #expect(erasure.status == (isTaken ? .noContent : .forbidden))
      #expect(try await hub.library.riders().contains { $0.id == caller.riderID } != isTaken)
    }
  }

  @Test(arguments: [
    ("same-origin", HTTPResponse.Status.ok), ("none", .ok), ("same-site", .forbidden), ("cross-site", .forbidden),
  ])
  func `pages from other origins cannot export a rider's data`(
    _ site: String, _ status: HTTPResponse.Status
  ) async throws {
    try await run { client, hub in
      let token = try await hub.device(of: "Anna", .browser).tokens.access.text
      let headers: HTTPFields = [
        .cookie: "jz2hub=\(token)", try #require(HTTPField.Name("Sec-Fetch-Site")): site,
      ]
      for method in [HTTPRequest.Method.get, .head] {
        let answer = try await client.execute(uri: "/api/v1/me/export", method: method, headers: headers)
        #expect(answer.status == status)
      }
    }
  }

  @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian])
  func `a live ride is returned as UTF-8 JSON with only its known members`(_ encoding: String.Encoding) async throws {
    try await run { client, hub in
      let pi = try await hub.device().tokens.access.text
      let browser = try await hub.device(of: "Anna", .browser).tokens.access.text
      let said = "\u{FEFF}{\"phase\":\"riding\",\"powerWatts\":150,\"more\":[\"x\"]}"
      let body = ByteBuffer(bytes: try #require(said.data(using: encoding)))
      let uri = "/api/v1/live"
      #expect(try await client.execute(uri: uri, method: .post, headers: fields(pi), body: body).status == .ok)
      let wall = try await client.execute(uri: uri, method: .get, headers: fields(browser))
      let text = String(decoding: wall.body.readableBytesView, as: UTF8.self)
      #expect(text.hasSuffix("\"said\":{\"phase\":\"riding\",\"power_watts\":150}}]}"), "\(text)")
    }
  }

  @Test func `guesses of erasing codes are rate-limited`() async throws {
    try await run { client, hub in
      let token = try await hub.device(of: "Anna", .browser).tokens.access.text
      let wrong = ByteBuffer(string: "{\"code\":\"AAAA-AAAA\"}")
      for _ in 0..<RateLimit.guess.perMinute {
        let answer = try await client.execute(
          uri: "/api/v1/me/erase", method: .post, headers: fields(token), body: wrong)
        #expect(answer.status == .forbidden && code(answer) == "FORBIDDEN")
      }
      let right = ByteBuffer(string: "{\"code\":\"\(try await hub.erasingCode(of: "Anna"))\"}")
      let answer = try await client.execute(
        uri: "/api/v1/me/erase", method: .post, headers: fields(token), body: right)
      #expect(answer.status == .tooManyRequests)
    }
  }

  @Test func `a HEAD request for an export is not recorded in the audit log`() async throws {
    try await run { client, hub in
      let (caller, tokens) = try await hub.device(of: "Anna", .browser)
      for (method, entries) in [(HTTPRequest.Method.head, 0), (.get, 1)] {
        let answer = try await client.execute(
          uri: "/api/v1/me/export", method: method, headers: fields(tokens.access.text))
        #expect(answer.status == .ok && answer.headers[.contentDisposition] != nil)
        let log = try await hub.library.audit(of: caller, limit: 100)
        #expect(log.filter { $0.action == "data exported" }.count == entries)
      }
    }
  }

  @Test func `guesses of pairing codes are rate-limited, with the time to wait`() async throws {
    try await run { client, _ in
      let body = ByteBuffer(string: "{\"code\":\"AAAA-AAAA\",\"name\":\"x\"}")
      var statuses: [HTTPResponse.Status] = []
      for _ in 0...RateLimit.guess.perMinute {
        let answer = try await client.execute(
          uri: "/api/v1/devices/pair", method: .post, headers: fields(), body: body)
        statuses.append(answer.status)
        if answer.status == .tooManyRequests { #expect(answer.headers[.retryAfter] == "60") }
      }
      #expect(statuses.filter { $0 == .tooManyRequests }.count == 1)
      #expect(statuses.last == .tooManyRequests)
    }
  }

  @Test func `a hub without its database is not ready, and sends Retry-After`() async throws {
    try await run { client, hub in
      #expect(try await client.execute(uri: "/readyz", method: .get).status == .ok)
      let engine = try hub.address.open(connections: 1)
      try await engine.write { try $0.define("DROP TABLE migration") }
      await engine.close()
      let answer = try await client.execute(uri: "/readyz", method: .get)
      #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "2")
      #expect(try await client.execute(uri: "/healthz", method: .get).status == .ok)
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a control character in a parameter is refused, and database errors are not disclosed`(
    _ database: TestDatabase
  ) async throws {
    try await run(database) { client, hub in
      let token = try await hub.device().tokens.access.text
      for uri in ["/api/v1/rides?rider=%00", "/api/v1/workouts?rider=a%00", "/api/v1/rides?cursor=%1F"] {
        let answer = try await client.execute(uri: uri, method: .get, headers: fields(token))
        #expect(answer.status == .badRequest && code(answer) == "VALIDATION_ERROR")
      }
      let engine = try hub.address.open(connections: 1)
      try await engine.write { try $0.define("DROP TABLE ride_note; DROP TABLE ride") }
      await engine.close()
      let answer = try await client.execute(uri: "/api/v1/rides", method: .get, headers: fields(token))
      #expect(answer.status == .internalServerError && code(answer) == "SERVER_ERROR")
      #expect(!String(decoding: answer.body.readableBytesView, as: UTF8.self).contains("ride_note"))
    }
  }

  @Test func `the wall loads no content from other sites`() async throws {
    try await run { client, _ in
      let page = try await client.execute(uri: "/", method: .get)
      #expect(page.status == .ok)
      #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
      let text = String(decoding: page.body.readableBytesView, as: UTF8.self)
      #expect(text.contains("wall.js") && !text.contains("http"))
    }
  }
}
