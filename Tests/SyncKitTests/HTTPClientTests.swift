import Foundation
import SyncKit
import TestKit
import Testing

/// The client with local test servers.
@Suite struct HTTPClientTests {
  private let servers: TransportServers
  private static let shared = HTTPClient()
  private let client = Self.shared

  init() async throws { servers = try await TransportServers.shared.value }

  private func request(
    _ path: String, on server: TransportServers.Server = .https, _ method: HTTPRequest.Method = .get,
    body: HTTPRequest.Body = .none
  ) -> HTTPRequest {
    HTTPRequest(method, servers.url(path, on: server), body: body, trust: servers.trust)
  }

  private func failure(of request: HTTPRequest) async throws -> HTTPFailure {
    do throws(HTTPFailure) {
      let answer = try await client.send(request)
      throw HTTPFailure(.other, "an answer: \(answer.status)", mayHaveArrived: true)
    } catch {
      return error
    }
  }

  private struct Echo: Codable {
    let method: String
    let headers: [[String]]
    let body: String

    subscript(_ name: String) -> [String] { headers.filter { $0.first == name }.compactMap(\.last) }
  }

  private func echo(_ request: HTTPRequest) async throws -> Echo {
    let answer = try await client.send(request)
    try #require(answer.status == 200)
    return try JSONDecoder().decode(Echo.self, from: Data(answer.body))
  }

  // MARK: Requests

  @Test(arguments: [TransportServers.Server.https, .http])
  func `a GET returns status, headers and body`(_ server: TransportServers.Server) async throws {
    let answer = try await client.send(request("ok", on: server))
    #expect(answer.status == 200)
    #expect(answer.headers["content-length"] == "5")
    #expect(answer.body == Array("hello".utf8))
  }

  @Test func `a request has the given headers and names the program`() async throws {
    var asked = request("echo")
    asked.headers = [("Authorization", "Bearer abc"), ("X-Empty", "")]
    let got = try await echo(asked)
    #expect(got.method == "GET")
    #expect(got["authorization"] == ["Bearer abc"])
    #expect(got["x-empty"] == [""])
    #expect(got["user-agent"].first?.hasPrefix("jz2sync/0.") == true)
    #expect(got["accept-encoding"] == ["gzip"])
    #expect(got["cookie"] == [])
  }

  @Test(arguments: [HTTPRequest.Method.post, .put, .delete])
  func `a body arrives with its length and type, and without Expect`(_ method: HTTPRequest.Method) async throws {
    // More than 1 MB, above which libcurl would send `Expect: 100-continue`.
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
    let got = try await echo(request("echo", method, body: .bytes(bytes, contentType: "application/json")))
    #expect(got.method == method.rawValue)
    #expect(got.body.utf8.count == bytes.count)
    #expect(got["content-length"] == ["\(bytes.count)"])
    #expect(got["content-type"] == ["application/json"])
    #expect(got["expect"] == [])
  }

  @Test(arguments: [HTTPRequest.Method.post, .put])
  func `a POST or PUT without a body has a Content-Length of 0`(_ method: HTTPRequest.Method) async throws {
    let got = try await echo(request("echo", method))
    #expect(got.body.isEmpty)
    #expect(got["content-length"] == ["0"])
    #expect(got["content-type"] == [])
  }

  @Test func `a form arrives byte for byte`() async throws {
    let parts: [FormPart] = [
      .text("name", "ride"), .file("file", filename: "a.fit", contentType: "application/octet-stream", [1, 2, 0, 3]),
    ]
    let got = try await echo(request("echo", .post, body: .form(parts, boundary: "edge")))
    #expect(got["content-type"] == ["multipart/form-data; boundary=edge"])
    #expect(
      Array(got.body.unicodeScalars.map(\.value)) == MultipartForm.bytes(of: parts, boundary: "edge").map(UInt32.init))
  }

  @Test func `a header cannot inject another header`() async throws {
    for line in [("X-A", "b\r\nX-C: d"), ("X-A\r\nX-B", "c"), ("X A: b", "c"), ("", "c")] {
      var asked = request("echo")
      asked.headers = [line]
      let failure = try await failure(of: asked)
      #expect(failure.code == .other)
      #expect(!failure.mayHaveArrived)
    }
  }

  @Test(arguments: [
    "", "localhost", "ftp://localhost/", "file:///etc/passwd", "https://u:secret@localhost/", "https://a b/",
  ])
  func `a URL that is not plain http or https is refused, and the error does not quote it`(_ url: String) async throws {
    let failure = try await failure(of: HTTPRequest(.get, url))
    #expect(failure.code == .badURL)
    #expect(!failure.detail.contains("secret"))
    #expect(!failure.mayHaveArrived)
  }

  // MARK: Responses

  @Test func `a redirect is returned and not followed`() async throws {
    let answer = try await client.send(request("redirect"))
    #expect(answer.status == 302)
    #expect(answer.headers["Location"] == "/ok")
  }

  @Test func `a response with 404, without content or in chunks is returned`() async throws {
    #expect(try await client.send(request("nowhere")).status == 404)
    let empty = try await client.send(request("empty"))
    #expect(empty.status == 204 && empty.body.isEmpty)
    let chunked = try await client.send(request("chunked"))
    #expect(chunked.body == Array("one two three".utf8))
    #expect(chunked.headers["X-Trailer"] == nil)
  }

  @Test func `the headers are those of the final response`() async throws {
    let answer = try await client.send(request("interim"))
    #expect(answer.status == 200 && answer.body == Array("final".utf8))
    #expect(answer.headers["X-Early"] == nil)
  }

  @Test func `a compressed body is decoded`() async throws {
    #expect(try await client.send(request("gzip")).body == Array(String(repeating: "squeezed ", count: 100).utf8))
  }

  @Test(arguments: ["bomb", "large", "largeknown", "longhead"])
  func `a response that is too large is aborted`(_ path: String) async throws {
    let failure = try await failure(of: request(path))
    #expect(failure.code == .tooLarge)
    #expect(failure.mayHaveArrived)
  }

  @Test(arguments: ["cut", "cutchunked", "vanish"])
  func `a truncated response is a failure, and the request may have arrived`(_ path: String) async throws {
    let failure = try await failure(of: request(path, .post))
    #expect(failure.code == .cut)
    #expect(failure.mayHaveArrived)
  }

  @Test func `a response that is not HTTP is a failure`() async throws {
    let failure = try await failure(of: request("garbage"))
    #expect(failure.code == .other)
    #expect(failure.mayHaveArrived)
  }

  @Test func `a POST is sent only once, even on a reused connection`() async throws {
    let path = "vanish"
    let before = try await servers.count(path, on: .http)
    for _ in 0..<3 {
      _ = try await client.send(request("ok", on: .http))
      #expect(try await failure(of: request(path, on: .http, .post)).code == .cut)
    }
    #expect(try await servers.count(path, on: .http) == before + 3)
  }

  // MARK: Time

  @Test(arguments: ["silent", "slow"])
  func `an unfinished response times out after the total time limit`(_ path: String) async throws {
    var asked = request(path)
    // Long enough to connect even on a busy computer.
    asked.limits.whole = .seconds(3)
    let failure = try await failure(of: asked)
    #expect(failure.code == .timedOut)
    #expect(failure.mayHaveArrived)
  }

  @Test func `a trickling response times out after the slowness limit`() async throws {
    var asked = request("slow")
    asked.limits.slowness = .seconds(1)
    #expect(try await failure(of: asked).code == .timedOut)
  }

  @Test func `a port without a listener is unreachable, and the request cannot have arrived`() async throws {
    let failure = try await failure(of: HTTPRequest(.post, "https://127.0.0.1:1/"))
    #expect(failure.code == .unreachable)
    #expect(!failure.mayHaveArrived)
  }

  @Test func `a nonexistent name is unresolved, and the request cannot have arrived`() async throws {
    let failure = try await failure(of: HTTPRequest(.post, "https://nowhere.invalid/"))
    #expect(failure.code == .unresolved)
    #expect(!failure.mayHaveArrived)
  }

  @Test func `a slow server does not delay other requests`() async throws {
    var slow = request("unanswered")
    slow.limits.whole = .seconds(3600)
    let waiting = Task { [client, slow] in try? await client.send(slow) }
    try await untilNot { try await servers.count("unanswered") == 0 }
    // The server responds only when it has all requests, so consecutive requests would wait forever.
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { [client] in try await client.send(request("together")).status } }
      for try await status in group { #expect(status == 200) }
    }
    waiting.cancel()
    _ = await waiting.value
  }

  // MARK: Trust

  @Test(arguments: [TransportServers.Server.wrongName, .expired, .unknown])
  func `a server with an invalid certificate gets no request`(_ server: TransportServers.Server) async throws {
    let failure = try await failure(of: request("ok", on: server, .post))
    #expect(failure.code == .certificate)
    #expect(!failure.detail.isEmpty)
    #expect(!failure.mayHaveArrived)
  }

  @Test func `a custom certificate authority is trusted only for requests that specify it`() async throws {
    var asked = request("ok")
    asked.trust = HTTPTrust()
    #expect(try await failure(of: asked).code == .certificate)
    asked.trust = HTTPTrust(authorities: "no certificate")
    #expect(try await failure(of: asked).code == .certificate)
    // A connection that was verified with other authorities is not reused for this request.
    asked.trust = servers.trust
    #expect(try await client.send(asked).status == 200)
    asked.trust = HTTPTrust()
    #expect(try await failure(of: asked).code == .certificate)
  }

  @Test func `a server with outdated TLS gets no request`() async throws {
    let failure = try await failure(of: request("ok", on: .oldTLS, .post))
    #expect(failure.code == .unreachable)
    #expect(!failure.mayHaveArrived)
  }
}
