import Foundation
import HTTPTypes
import HubLibrary
import HubTestKit
import Hummingbird
import NIOCore
import Synchronization
import TestKit
import Testing

@testable import HubServer

/// The broker with a substitute for Strava.
@Suite struct BrokerTests {
  /// Records the requests, and returns a fixed response.
  private final class Strava: Sendable {
    let asked = Mutex<[String]>([])
    let answer: (status: HTTPResponse.Status, body: String)

    init(_ status: HTTPResponse.Status, _ body: String) { answer = (status, body) }

    var router: Router<BasicRequestContext> {
      let router = Router()
      router.post("/oauth/token") { request, _ in
        let body = try await request.body.collect(upTo: 4096)
        self.asked.withLock { $0.append(String(decoding: body.readableBytesView, as: UTF8.self)) }
        return Response(
          status: self.answer.status,
          headers: [.contentType: "application/json", .retryAfter: "17", .location: "/oauth/token"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: self.answer.body)))
      }
      return router
    }
  }

  private func ask(
    _ strava: Strava, _ path: String, _ body: String, apps: String? = "jz2 12345 s3cret&\nclub 2 other",
    host: String = "127.0.0.1"
  ) async throws -> TestResponse {
    let answer = Mutex<TestResponse?>(nil)
    try await TestServer.run(strava.router) { port in
      try await TestHub.run(on: .sqlite) { hub in
        var options = HubOptions(host: "127.0.0.1", port: 0)
        options.broker = try apps.map { text in try BrokerApps(text) }
        options.tokenURL = "http://\(host):\(port)/oauth/token"
        options.tokenPatience = TestDeadline.event
        let client = TestClient(HubApplication.routes(hub.library, options).router)
        let given = try await client.execute(
          uri: path, method: .post, headers: [.contentType: "application/json"], body: ByteBuffer(string: body))
        answer.withLock { $0 = given }
      }
    }
    let given = answer.withLock { $0 }
    return try #require(given)
  }

  @Test func `a code is exchanged with the app's secret, and the response is passed on`() async throws {
    let strava = Strava(.ok, "{\"access_token\":\"a\",\"refresh_token\":\"r\"}")
    let answer = try await ask(strava, "/token", "{\"code\":\"c+1\"}")
    #expect(answer.status == .ok)
    #expect(String(decoding: answer.body.readableBytesView, as: UTF8.self) == strava.answer.body)
    #expect(
      strava.asked.withLock { $0 } == [
        "client_id=12345&client_secret=s3cret%26&grant_type=authorization_code&code=c%2B1"
      ])
  }

  @Test func `a refresh token is exchanged with the secret of the named app`() async throws {
    let strava = Strava(.ok, "{}")
    let answer = try await ask(strava, "/refresh", "{\"refresh_token\":\"r\",\"app\":\"club\"}")
    #expect(answer.status == .ok)
    #expect(
      strava.asked.withLock { $0 } == ["client_id=2&client_secret=other&grant_type=refresh_token&refresh_token=r"])
  }

  @Test func `a refusal by the service is passed on`() async throws {
    let answer = try await ask(Strava(.badRequest, "{\"message\":\"Bad Request\"}"), "/token", "{\"code\":\"c\"}")
    #expect(answer.status == .badRequest)
    #expect(String(decoding: answer.body.readableBytesView, as: UTF8.self) == "{\"message\":\"Bad Request\"}")
    #expect(answer.headers[.retryAfter] == "17")
  }

  @Test func `a redirect is not followed`() async throws {
    let strava = Strava(.temporaryRedirect, "{}")
    let answer = try await ask(strava, "/token", "{\"code\":\"c\"}")
    #expect(answer.status == .temporaryRedirect && answer.headers[.location] == nil)
    #expect(strava.asked.withLock { $0.count } == 1)
  }

  @Test func `a response of more than 64 KiB is reported as a failure of the service`() async throws {
    let text = String(repeating: "a", count: 64 << 10)
    let answer = try await ask(Strava(.ok, "\"\(text)\""), "/token", "{\"code\":\"c\"}")
    #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "30")
  }

  @Test func `a secret is never sent to another computer without encryption`() async throws {
    let strava = Strava(.ok, "{}")
    let answer = try await ask(strava, "/token", "{\"code\":\"c\"}", host: "localhost")
    #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "30")
    #expect(strava.asked.withLock { $0 }.isEmpty)
  }

  @Test func `a failure of the service is reported as 503 with a time to retry`() async throws {
    for (status, body) in [(HTTPResponse.Status.internalServerError, "{}"), (.ok, "<html>")] {
      let answer = try await ask(Strava(status, body), "/token", "{\"code\":\"c\"}")
      #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "60")
    }
  }

  @Test func `an unlisted app is refused without a request to the service`() async throws {
    let strava = Strava(.ok, "{}")
    let answer = try await ask(strava, "/token", "{\"code\":\"c\",\"app\":\"other\"}")
    #expect(answer.status == .forbidden)
    #expect(strava.asked.withLock { $0 }.isEmpty)
  }

  @Test func `a hub without a broker responds with 404`() async throws {
    let strava = Strava(.ok, "{}")
    let answer = try await ask(strava, "/token", "{\"code\":\"c\"}", apps: nil)
    #expect(answer.status == .notFound)
    #expect(strava.asked.withLock { $0 }.isEmpty)
  }
}
