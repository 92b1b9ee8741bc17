import ControlWire
import Foundation
import Rides
import Testing

@testable import SyncKit

@Suite struct HubConnectionTests {
  private let bench = ServiceBench()
  private let server = HubServer()
  private let rides = [ServiceBench.parcel(1)]
  private let there: [Int: Delivery] = [1: .there(remoteID: nil, url: nil, wasThere: false)]

  private func connect(
    _ url: String? = "https://hub.example", code: String? = nil, token: String? = nil, source: String? = nil
  ) async throws -> Hub {
    let hub = Hub(bench.tools(server), hostName: "pi")
    var call = Connect(service: .hub)
    (call.url, call.code, call.token, call.source) = (url, code, token, source)
    _ = try await hub.connect(call)
    return hub
  }

  @Test func `pairing sends the code and this computer's name`() async throws {
    _ = try await connect(code: " 1234\n")
    let request = try #require(await server.requests.first)
    #expect(request.url == "https://hub.example/api/v1/devices/pair")
    guard case .bytes(let body, "application/json") = request.body else { Issue.record("no JSON"); return }
    #expect(String(decoding: body, as: UTF8.self) == #"{"code":"1234","name":"pi"}"#)
  }

  @Test func `a wrong code is refused, and the existing connection is kept`() async throws {
    let hub = try await connect(code: "1234")
    let error = await #expect(throws: SyncFault.self) { _ = try await connect(code: "9") }
    #expect(error == SyncFault(.unauthorized, detail: "wrong code"))
    #expect(await hub.send(rides) == there)
  }

  @Test func `a rejected token is renewed once, and the new one is stored`() async throws {
    let hub = try await connect(code: "1234")
    await server.expireToken()
    #expect(await hub.send(rides) == there)
    #expect(await server.refreshes == ["r-1"])
    #expect(try bench.secrets.secret("hub-token")?.contains("r-2") == true)
    #expect(Set(await server.sent).count == 1, "with the same key")
  }

  @Test func `a token that is rejected after its renewal stops the service`() async throws {
    let hub = try await connect(code: "1234")
    await server.expireToken()
    await server.then(.answers(401))
    #expect(await hub.send(rides) == [1: .stopped(SyncFault(.unauthorized))])
    #expect(await server.refreshes == ["r-1"])
    #expect(await hub.send([]) == there, "the batch was kept")
  }

  @Test(arguments: [400, 401]) func `a refused renewal stops the service`(_ status: Int) async throws {
    let hub = try await connect(code: "1234")
    await server.expireToken()
    await server.refuseRefresh(status)
    #expect(await hub.send(rides) == [1: .stopped(SyncFault(.unauthorized))])
  }

  @Test func `an unused connection stops with that reason, and its batch is sent after another pairing`() async throws {
    let hub = try await connect(code: "1234")
    await server.expireToken()
    await server.refuseRefresh(401, #"{"success":false,"error":{"code":"TOKEN_UNUSED","message":"unused"}}"#)
    #expect(await hub.send(rides) == [1: .stopped(SyncFault(.connectionUnused))])
    await server.refuseRefresh(200)
    await server.take("t-1")
    let again = try await connect(code: "1234")
    #expect(await again.send(rides) == there)
  }

  @Test func `a failed renewal is retried later`() async throws {
    let hub = try await connect(code: "1234")
    await server.expireToken()
    await server.refuseRefresh(503)
    #expect(await hub.send(rides) == [1: .later(SyncFault(.serverFailed, detail: "status 503"), after: nil)])
  }

  @Test func `a token is renewed before it expires, but not before the clock is set`() async throws {
    let hub = try await connect(code: "1234")
    bench.clock.move(by: 3580)
    bench.clock.set(false)
    _ = await hub.send(rides)
    #expect(await server.refreshes.isEmpty)
    bench.clock.set(true)
    _ = await hub.send([ServiceBench.parcel(2)])
    #expect(await server.refreshes == ["r-1"])
  }

  @Test func `a rejected token from a file is read again`() async throws {
    let hub = try await connect(token: "t-1\n")
    await server.take("f-2")
    #expect(await hub.send(rides) == [1: .stopped(SyncFault(.unauthorized))])
    try bench.secrets.keep("f-2", "hub-token-file")
    try bench.secrets.keep("https://hub.example", "hub-url")
    #expect(await hub.send(rides) == there)
    #expect(await server.refreshes.isEmpty)
  }

  @Test func `a token is checked on connecting, and the administrator's token is valid for one server`() async throws {
    await #expect(throws: SyncFault(.unauthorized, detail: "status 401")) { _ = try await connect(token: "x") }
    await #expect(throws: SyncFault(.badOption, detail: "--code")) { _ = try await connect() }
    await #expect(throws: SyncFault(.badOption, detail: "--token-file")) { _ = try await connect(token: "a b") }
    try bench.secrets.keep("t-1", "hub-token-file")
    for other in ["https://other.example", "http://hub.example", "https://hub.example:8443", nil] {
      try bench.secrets.keep(other, "hub-url")
      await #expect(throws: SyncFault(.badOption, detail: "--code")) { _ = try await connect() }
    }
    try bench.secrets.keep("https://hub.example/", "hub-url")
    #expect(await (try await connect()).send(rides) == there)
  }

  @Test func `the administrator's token is used only with the administrator's certificates`() async throws {
    try bench.secrets.keep("t-1", "hub-token-file")
    try bench.secrets.keep("https://hub.example", "hub-url")
    try bench.secrets.keep("PEM", "hub-ca")
    let hub = try await connect()
    #expect(await hub.send(rides) == there)
    #expect(await server.requests.allSatisfy { $0.trust.authorities == "PEM" })
    let asked = await server.requests.count
    var call = Connect(service: .hub)
    call.certificates = "another PEM"
    let other = call
    await #expect(throws: SyncFault(.badOption, detail: "--code")) { _ = try await hub.connect(other) }
    #expect(await server.requests.count == asked)
  }

  @Test(
    arguments: [
      "http://hub.example", "http://8.8.8.8", "http://172.32.0.1", "http://+10.0.0.1", "http://010.0.0.1",
      "http://0127.0.0.1", "ftp://x", "https://u:p@x",
      "https://x?a", "https://x#a", "", "http://[2001:db8::1]",
    ]) func `an address over which others could read the token is refused`(_ url: String) async throws
  {
    await #expect(throws: SyncFault.self) { _ = try await connect(url, code: "1234") }
    #expect(await server.requests.isEmpty)
  }

  @Test(
    arguments: [
      "http://localhost:8080", "http://192.168.1.5", "http://10.1.2.3:80", "http://172.16.0.1", "http://[fe80::1]",
      "http://[fd00::1]:8080", "http://pi.local", "http://hub.home.arpa", "https://hub.example:8443/a/",
    ]) func `https, and http in the local network, are allowed`(_ url: String) async throws
  {
    _ = try await connect(url, code: "1234")
  }

  @Test func `a server is identified by its rider ID, or by its address if it sends none`() async throws {
    #expect(try await connect(code: "1234").destination() == "https://hub.example")
    await server.call(theRider: "a-1")
    #expect(try await connect(code: "1234").destination() == "a-1")
    #expect(try await connect("https://moved.example", token: "t-1").destination() == "a-1")
  }

  @Test func `a change keeps its base version when the server moves to another address`() async throws {
    await server.call(theRider: "a-1")
    await server.tellVersions()
    _ = await (try await connect(code: "1234")).send(rides)
    _ = await (try await connect("https://moved.example", code: "1234")).send([ServiceBench.parcel(1, form: "b")])
    #expect(await server.bases.values.sorted() == [3])
  }

  @Test func `the camelCase option sends only camelCase keys and the source manual`() async throws {
    var call = Connect(service: .hub)
    (call.url, call.code, call.camelCase) = ("https://hub.example", "1234", true)
    let hub = Hub(bench.tools(server), hostName: "pi")
    _ = try await hub.connect(call)
    _ = await hub.send(rides)
    let body = try #require(await server.sent.first)
    for key in ["clientId", "startTime", "energyBurnedKcal", "avgHeartRate", "idempotencyKey", "clientSyncTimestamp"] {
      #expect(body.contains("\"\(key)\":"))
    }
    #expect(body.contains(#""source":"manual""#) && body.contains(#""mode":"full""#))
    #expect(!body.contains("client_id"))
  }

  @Test func `a batch for one server is never sent to another`() async throws {
    await server.then(.lost)
    _ = await (try await connect(code: "1234")).send(rides)
    let other = try await connect("https://other.example", code: "1234")
    #expect(await other.send([]).isEmpty)
    #expect(await other.send(rides) == there)
    #expect(await server.requests.last?.url.hasPrefix("https://other.example/") == true)
  }

  @Test func `the source is kept with the address`() async throws {
    _ = try await connect(code: "1234", source: "manual")
    _ = await (try await connect(nil, code: "1234")).send(rides)
    #expect(await server.sent.last?.contains(#""source":"manual""#) == true)
  }

  @Test func `certificates apply to each request and are kept with the address`() async throws {
    let hub = Hub(bench.tools(server), hostName: "pi")
    var call = Connect(service: .hub)
    (call.url, call.code, call.certificates) = ("https://hub.example", "1234", "PEM")
    _ = try await hub.connect(call)
    _ = await (try await connect(nil, code: "1234")).send(rides)
    #expect(await server.requests.map(\.trust.authorities) == ["PEM", "PEM", "PEM"])
    call.certificates = String(repeating: "x", count: 40_000)
    let huge = call
    await #expect(throws: SyncFault.self) { _ = try await hub.connect(huge) }
  }

  @Test func `disconnecting deletes all stored data`() async throws {
    let hub = try await connect(code: "1234")
    _ = await hub.send(rides)
    #expect(await hub.disconnect() == false)
    #expect(try bench.secrets.secret("hub-token") == nil)
    #expect(await bench.memory.values.isEmpty)
  }
}
