import ControlWire
import Foundation
import Rides
import Testing

@testable import SyncKit

/// The stored secrets that a caller of the socket can have sent to another address.
@Suite struct SecretDestinationTests {
  private typealias Change = @Sendable (inout Connect) -> Void

  private static let other = "https://other.example"
  private static let kept = ["kept-key", "app-secret", "access-1", "refresh-1", "hub-1", "hub-2", "hub-file"]

  /// Every parameter of `Connect` that has a text.
  private static let changes: [Change] = [
    { $0.url = "\(Self.other)/x" }, { $0.oauthUrl = "\(Self.other)/oauth" }, { $0.broker = Self.other },
    { $0.certificates = "PEM" },
    { $0.key = "junk" }, { $0.clientId = "5" }, { $0.clientSecret = "junk" }, { $0.code = "c0de" },
    { $0.token = "junk" }, { ($0.source, $0.since) = ("s", "2026-11-01T00:00:00Z") },
    { ($0.virtual, $0.history, $0.wellness, $0.camelCase) = (true, true, .both, true) },
  ]

  /// Returns the services with all of their secrets, and a server that accepts every request.
  private static func scene() async throws -> StravaScene {
    let scene = StravaScene()
    try scene.secrets.keep("kept-key", Intervals.keyName)
    _ = try await scene.connected()
    let tokens = try #require(
      HubConnection.Tokens(
        answer: Array(#"{"access_token":"hub-1","refresh_token":"hub-2","expires_in":3600}"#.utf8), now: scene.clock.now
      ))
    let connection = HubConnection(
      url: "https://hub.example", certificates: nil, source: "jz2d", camelCase: nil, riderID: nil, tokens: tokens)
    try scene.secrets.keep(String(decoding: JSONEncoder().encode(connection), as: UTF8.self), "hub-token")
    try scene.secrets.keep("hub-file", "hub-token-file")
    try scene.secrets.keep("https://hub.example", "hub-url")
    scene.server.answer(by: { question in
      let url = question.request.url
      // A rejected token is renewed.
      if Self.isOther(question), url.hasSuffix("/sync") || url.contains("/uploads") { return (401, "{}") }
      return (200, #"{"access_token":"new","refresh_token":"new","expires_in":3600,"id":5}"#)
    })
    return scene
  }

  /// Whether another server gets the request, because of its address or of certificates from the caller.
  private static func isOther(_ question: StravaScene.Question) -> Bool {
    question.request.url.hasPrefix(other) || question.request.trust.authorities != nil
  }

  /// Connects, agrees, and sends a ride.
  private static func use(_ service: SyncService, _ scene: StravaScene, _ changes: [Change]) async {
    var call = Connect(service: service)
    for change in changes { change(&call) }
    var code = Connect(service: service)
    code.code = "c0de"
    switch service {
    case .intervals:
      let intervals = Intervals(scene.tools)
      _ = try? await intervals.connect(call)
      _ = await intervals.send(StravaScene.parcel, mayBeThere: false)
    case .strava:
      let strava = scene.strava()
      _ = try? await strava.connect(call)
      _ = try? await strava.connect(code)
      _ = await strava.send(StravaScene.parcel, mayBeThere: false)
      _ = await strava.disconnect()
    case .hub:
      let hub = Hub(scene.tools, hostName: "pi")
      _ = try? await hub.connect(call)
      _ = await hub.send([ServiceBench.parcel(1)])
    case .folder, .hook: break
    }
  }

  /// The complete request as text, with the password of Basic authentication decoded.
  private static func text(_ question: StravaScene.Question) -> String {
    let fields = question.request.headers.map { field in
      guard field.value.hasPrefix("Basic "), let data = Data(base64Encoded: String(field.value.dropFirst(6))) else {
        return field.value
      }
      return String(decoding: data, as: UTF8.self)
    }
    return ([question.request.url, question.text] + fields).joined(separator: "\n")
  }

  @Test(arguments: [SyncService.intervals, .strava, .hub])
  func `up to three parameters of Connect cannot send a stored secret to another address`(
    _ service: SyncService
  ) async throws {
    let numbers = Self.changes.indices
    for first in numbers {
      for second in numbers[first...] {
        for third in numbers[second...] {
          let scene = try await Self.scene()
          await Self.use(service, scene, [first, second, third].map { Self.changes[$0] })
          for question in scene.server.questions where Self.isOther(question) {
            let text = Self.text(question)
            let leaked = Self.kept.filter { text.contains($0) }
            #expect(leaked.isEmpty, "parameters \(first), \(second), \(third): \(question.line)")
          }
        }
      }
    }
  }

  @Test(arguments: [(SyncService.intervals, "kept-key"), (.strava, "app-secret"), (.hub, "hub-file")])
  func `a stored secret is still sent to its own address`(_ service: SyncService, _ secret: String) async throws {
    let scene = try await Self.scene()
    await Self.use(service, scene, [])
    #expect(scene.server.questions.contains { Self.text($0).contains(secret) })
  }

  @Test func `a code for an earlier consent request does not send the secret of the current one`() async throws {
    let scene = StravaScene()
    var call = Connect(service: .strava)
    (call.clientId, call.clientSecret, call.oauthUrl) = ("5", "junk", Self.other)
    _ = try await scene.strava().connect(call)
    let asked = scene.memory.all[StravaKey.consent]
    (call.clientSecret, call.oauthUrl) = ("app-secret", nil)
    _ = try await scene.strava().connect(call)
    // The state of the disk while the second consent is being stored.
    try await scene.memory.keep([StravaKey.consent: asked])
    var code = Connect(service: .strava)
    code.code = "c0de"
    let end = code
    _ = await SyncFault.of { () throws(SyncFault) in _ = try await scene.strava().connect(end) }
    #expect(scene.server.questions.count == 1)
    #expect(scene.server.questions.allSatisfy { !Self.text($0).contains("app-secret") })
  }

  @Test func `a code for an earlier consent request sends no stored secret under its certificates`() async throws {
    let scene = try await Self.scene()
    var call = Connect(service: .strava)
    (call.clientSecret, call.certificates) = ("junk", "PEM")
    _ = try await scene.strava().connect(call)
    let asked = scene.memory.all[StravaKey.consent]
    (call.clientSecret, call.certificates, call.history) = (nil, nil, true)
    _ = try await scene.strava().connect(call)
    try await scene.memory.keep([StravaKey.consent: asked])
    var code = Connect(service: .strava)
    code.code = "c0de"
    let end = code
    _ = await SyncFault.of { () throws(SyncFault) in _ = try await scene.strava().connect(end) }
    #expect(scene.server.questions.count == 1)
    let sent = scene.server.questions.filter { Self.text($0).contains("app-secret") }
    #expect(sent.isEmpty)
  }

  @Test func `a token of an earlier version is not renewed at the addresses of a later connection`() async throws {
    let scene = try await Self.scene()
    try scene.keepToken("access-1", "refresh-1", lasting: 0)
    // The rider connects again between the first and the second reading of the settings.
    let memory = WatchedMemory(scene.memory) { key, reading throws(SyncFault) in
      guard key == StravaKey.settings, reading == 2 else { return }
      var settings = StravaSettings(clientID: "5")
      (settings.url, settings.oauthURL) = (Self.other, "\(Self.other)/oauth")
      try await scene.memory.keep(json: settings, StravaKey.settings)
      let token = StravaToken(access: "new", refresh: "new", expiry: .max, origins: settings.origins)
      let text = (try? JSONEncoder().encode(token)).map { String(decoding: $0, as: UTF8.self) }
      try scene.secrets.keep(text, StravaSecret.token)
      try scene.secrets.keep("junk", StravaSecret.client, for: settings.oauthURL)
    }
    let tools = ServiceTools(
      http: scene.server, secrets: scene.secrets, memory: memory, clock: scene.clock, random: { 0.5 },
      log: scene.tools.log)
    let access = StravaAccess(tools: tools, cache: StravaCache(memory: memory, clock: scene.clock))
    await #expect(throws: StravaFailure.self) { _ = try await access.answer(.get, "/athlete") }
    let sent = scene.server.questions.filter { Self.text($0).contains("refresh-1") }
    #expect(sent.isEmpty)
  }

  @Test func `an old key is never stored with the certificates of the next connection`() async throws {
    let bench = IntervalsBench(key: "kept-key")
    bench.server.answer(200, "{}")
    bench.memory.whenKept { #expect(bench.secrets.all["intervals-key"] == "https://intervals.icu junk") }
    var call = Connect(service: .intervals)
    (call.key, call.certificates) = ("junk", "PEM")
    _ = try await bench.service.connect(call)
  }
}
