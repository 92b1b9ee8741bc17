import Compression
import Foundation
import HTTPTypes
import HubLibrary
import HubTerms
import HubTestKit
import Hummingbird
import NIOCore
import Testing

@testable import HubServer

/// Whole rides over HTTP: compressed, checked, and returned unchanged.
@Suite struct RideRouteTests {
  private static let uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"
  private static let path = "/api/v1/rides/" + uuid

  private func json(_ name: String, rows: Int = 2) -> [UInt8] {
    let samples = (0..<rows).map { "{\"elapsedSeconds\":\($0),\"timerRunning\":true,\"powerWatts\":150}" }
    return Array(
      """
      {"uuid":"\(Self.uuid)","whole":true,"start":"2026-11-27T18:00:00.000Z","activityId":"2026-11-27T18:00:00.000Z",
      "name":"\(name)","samples":[\(samples.joined(separator: ",\n"))]}
      """.utf8)
  }

  private func headers(
    _ body: [UInt8], by tokens: IssuedTokens, packed: Bool = true, base: String? = nil, digest: String? = nil
  ) throws -> HTTPFields {
    var headers: HTTPFields = [
      .contentType: "application/json", .authorization: "Bearer \(tokens.access.text)",
      try #require(HTTPField.Name("Content-Digest")):
        digest ?? "sha-256=:\(Data(Digest.sha256(body)).base64EncodedString()):",
    ]
    if packed { headers[.contentEncoding] = "gzip" }
    headers[.ifMatch] = base
    return headers
  }

  private func run(_ test: @Sendable @escaping (TestClient, IssuedTokens) async throws -> Void) async throws {
    try await TestHub.run(on: .sqlite) { hub in
      let (_, tokens) = try await hub.device()
      let router = HubApplication.routes(hub.library, HubOptions(host: "127.0.0.1", port: 0)).router
      try await test(TestClient(router), tokens)
    }
  }

  @Test func `a compressed ride is returned unchanged, with or without gzip`() async throws {
    try await run { client, tokens in
      let content = json("a", rows: 5000)
      let packed = try #require(Gzip.packed(content))
      let put = try await client.execute(
        uri: Self.path, method: .put, headers: try headers(packed, by: tokens), body: ByteBuffer(bytes: packed))
      #expect(put.status == .created)
      #expect(put.headers[.eTag] == "\"1\"")
      let bearer: HTTPFields = [.authorization: "Bearer \(tokens.access.text)"]
      let plain = try await client.execute(uri: Self.path, method: .get, headers: bearer)
      #expect(Array(plain.body.readableBytesView) == content)
      #expect(plain.headers[.contentLength] == "\(content.count)" && plain.headers[.vary] == "Accept-Encoding")
      var accepting = bearer
      accepting[.acceptEncoding] = "br, gzip;q=0.5"
      let small = try await client.execute(uri: Self.path, method: .get, headers: accepting)
      #expect(small.headers[.contentEncoding] == "gzip")
      #expect(Array(small.body.readableBytesView) == packed)
      #expect(Gzip.unpacked(Array(small.body.readableBytesView), most: 1 << 20) == content)
    }
  }

  @Test func `the hub compresses a ride itself, however the Pi compressed it`() async throws {
    try await run { client, tokens in
      let content = json("a", rows: 1000)
      // Its gzip with a comment of 10,000 bytes (RFC 1952, 2.3.1).
      var sent = try #require(Gzip.packed(content))
      sent[3] = 0x10
      sent.insert(contentsOf: [UInt8](repeating: 0x20, count: 10_000) + [0], at: 10)
      let put = try await client.execute(
        uri: Self.path, method: .put, headers: try headers(sent, by: tokens), body: ByteBuffer(bytes: sent))
      #expect(put.status == .created)
      let accepting: HTTPFields = [.authorization: "Bearer \(tokens.access.text)", .acceptEncoding: "gzip"]
      let kept = try await client.execute(uri: Self.path, method: .get, headers: accepting)
      #expect(Array(kept.body.readableBytesView) == Gzip.packed(content))
    }
  }

  @Test(arguments: [("fit", ".FIT"), ("tcx", "<?xml"), ("csv", "elapsed")])
  func `a ride can be downloaded as a file for other programs`(_ format: String, _ mark: String) async throws {
    try await run { client, tokens in
      let content = json("a", rows: 50)
      _ = try await client.execute(
        uri: Self.path, method: .put, headers: try headers(content, by: tokens, packed: false),
        body: ByteBuffer(bytes: content))
      let bearer: HTTPFields = [.authorization: "Bearer \(tokens.access.text)"]
      let file = try await client.execute(uri: "\(Self.path)?format=\(format)", method: .get, headers: bearer)
      #expect(file.status == .ok)
      #expect(String(decoding: Data(file.body.readableBytesView), as: UTF8.self).contains(mark))
      #expect(file.headers[.contentDisposition] == "attachment; filename=\"2026-11-27T180000Z.\(format)\"")
      #expect(file.headers[.eTag] == "\"1\"")
      let other = try await client.execute(uri: "\(Self.path)?format=gpx", method: .get, headers: bearer)
      #expect(other.status == .badRequest)
    }
  }

  @Test func `a repeated ride gets 200, and an edit based on an older revision gets 409`() async throws {
    try await run { client, tokens in
      func put(_ name: String, base: String? = nil, packed: Bool = false) async throws -> TestResponse {
        let content = json(name)
        let body = packed ? try #require(Gzip.packed(content)) : content
        return try await client.execute(
          uri: Self.path, method: .put, headers: try headers(body, by: tokens, packed: packed, base: base),
          body: ByteBuffer(bytes: body))
      }
      #expect(try await put("a").status == .created)
      #expect(try await put("a", packed: true).status == .ok)
      #expect(try await put("b", base: "\"1\"").headers[.eTag] == "\"2\"")
      let late = try await put("c", base: "\"1\"")
      #expect(late.status == .conflict && late.headers[.eTag] == "\"2\"")
      #expect(try await put("d", base: "2").status == .badRequest)
    }
  }

  @Test func `a body that does not match its checksum is refused`() async throws {
    try await run { client, tokens in
      let body = json("a")
      for (digest, status) in [
        ("sha-256=:\(Data(Digest.sha256("")).base64EncodedString()):", HTTPResponse.Status.unprocessableContent),
        ("", .badRequest), ("md5=:AAAA:", .badRequest),
      ] {
        let answer = try await client.execute(
          uri: Self.path, method: .put, headers: try headers(body, by: tokens, packed: false, digest: digest),
          body: ByteBuffer(bytes: body))
        #expect(answer.status == status)
      }
    }
  }

  @Test func `an export contains all of a rider's data, including whole rides`() async throws {
    try await TestHub.run(on: .sqlite) { hub in
      let (_, tokens) = try await hub.device()
      let (_, browser) = try await hub.device(of: "Anna", .browser)
      let router = HubApplication.routes(hub.library, HubOptions(host: "127.0.0.1", port: 0)).router
      let content = json("a", rows: 50)
      let client = TestClient(router)
      let put = try await client.execute(
        uri: Self.path, method: .put, headers: try headers(content, by: tokens, packed: false),
        body: ByteBuffer(bytes: content))
      #expect(put.status == .created)
      let answer = try await client.execute(
        uri: "/api/v1/me/export", method: .get, headers: [.authorization: "Bearer \(browser.access.text)"])
      let object = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any]
      let rides = try #require(object?["rides"] as? [[String: Any]])
      #expect(rides.map { $0["uuid"] as? String } == [Self.uuid])
      #expect((rides.first?["samples"] as? [Any])?.count == 50)
      #expect((object?["devices"] as? [Any])?.count == 2)
      #expect((object?["audit"] as? [Any])?.isEmpty == false)
    }
  }

  @Test(arguments: ["cut", "plain", "bomb"])
  func `a body that cannot be decompressed is refused`(_ kind: String) async throws {
    try await run { client, tokens in
      let packed = try #require(Gzip.packed(json("a", rows: 100)))
      let body =
        switch kind {
        case "cut": Array(packed.dropLast(9))
        case "plain": json("a")
        default: try #require(Gzip.packed([UInt8](repeating: 0x20, count: HubLibrary.RideLimit.freeBytes + 1)))
        }
      let answer = try await client.execute(
        uri: Self.path, method: .put, headers: try headers(body, by: tokens), body: ByteBuffer(bytes: body))
      #expect(answer.status == .badRequest)
    }
  }

  @Test func `concurrent ride reads are limited for each rider and in total`() async throws {
    let rides = WholeRideReading()
    func admitted(_ riders: ArraySlice<String>) async throws -> Int {
      guard let rider = riders.first else { return 0 }
      do {
        return try await rides.admit(rider) { try await admitted(riders.dropFirst()) + 1 }
      } catch let fault as HubFault {
        #expect(fault.code == .unavailable && fault.retryAfterSeconds != nil)
        return 0
      }
    }
    for _ in 1...2 {
      let anna = [String](repeating: "Anna", count: WholeRideReading.mostOfRider + 1)
      #expect(try await admitted(anna[...]) == WholeRideReading.mostOfRider)
      #expect(try await admitted((anna.dropLast() + ["Ben"])[...]) == WholeRideReading.mostOfRider + 1)
      #expect(try await admitted((0...WholeRideReading.most).map { "\($0)" }[...]) == WholeRideReading.most)
    }
  }

  @Test func `a response keeps its place in the limit until it is written or dropped`() async throws {
    let sent = WholeRideReading()
    let others = try (1..<WholeRideReading.mostOfRider).map { _ in try sent.place(of: "Anna") }
    for isWritten in [true, false] {
      var response: Response? = .rides(
        2, type: "application/json", headers: [:], keeping: try sent.place(of: "Anna")
      ) { try await $0.write(ByteBuffer(string: "{}")) }
      #expect(throws: HubFault.self) { _ = try sent.place(of: "Anna") }
      if isWritten { try await response?.body.write(TestClient.WrittenBody()) }
      response = nil
      _ = try sent.place(of: "Anna")
    }
    withExtendedLifetime(others) {}
  }

  @Test(arguments: ["nothing", "0F8FAD5B-D9CB-469F-A165-70867728950E"])
  func `a ride address without a lower-case UUID is refused`(_ uuid: String) async throws {
    try await run { client, tokens in
      let answer = try await client.execute(
        uri: "/api/v1/rides/\(uuid)", method: .get, headers: [.authorization: "Bearer \(tokens.access.text)"])
      #expect(answer.status == .badRequest)
    }
  }
}
