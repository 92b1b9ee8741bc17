import ControlWire
import Foundation
import Rides
import Synchronization
import Testing

@testable import SyncKit

/// The rider's consent for Strava.
@Suite struct StravaConsentTests {
  private let scene = StravaScene()

  private static func call(_ change: (inout Connect) -> Void = { _ in }) -> Connect {
    var call = Connect(service: .strava)
    call.clientId = "4711"
    call.clientSecret = "app-secret"
    change(&call)
    return call
  }

  private static func answer(_ code: String) -> Connect {
    var call = Connect(service: .strava)
    call.code = code
    return call
  }

  /// Requests a consent; returns it with the query of its address.
  private func asked(
    _ call: Connect = call(), by strava: Strava? = nil
  ) async throws -> (consent: Consent, query: [String: String]) {
    guard case .consent(let consent) = try await (strava ?? scene.strava()).connect(call) else {
      throw SyncFault(.refused, detail: "no consent is asked for")
    }
    let items = FormEncoding.items(of: URLParts(consent.address)?.query ?? "")
    return (consent, Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first })
  }

  private static func url(_ state: String?, _ rest: String = "code=c0de&scope=read,activity:write") -> String {
    "http://localhost:8721/strava/callback?state=\(state ?? "")&\(rest)"
  }

  @Test func `the consent address has all required parameters and no secret`() async throws {
    let (consent, query) = try await asked()
    #expect(consent.address.hasPrefix("https://www.strava.com/oauth/authorize?"))
    #expect(consent.callback == "http://localhost:8721/strava/callback")
    #expect(consent.secondsLeft == 600)
    #expect(query["client_id"] == "4711")
    #expect(query["redirect_uri"] == "http://localhost:8721/strava/callback")
    #expect(query["response_type"] == "code")
    #expect(query["scope"] == "activity:write")
    #expect(query["state"]?.count == 32)
    #expect(!consent.address.contains("app-secret"))
    #expect(scene.server.lines == [])
  }

  @Test func `the consent requests read permission if history is enabled`() async throws {
    let (_, query) = try await asked(Self.call { $0.history = true })
    #expect(query["scope"] == "activity:read_all,activity:write")
  }

  @Test func `every consent request has its own state`() async throws {
    let strava = scene.strava()
    let first = try await asked(by: strava).query["state"]
    #expect(try await asked(by: strava).query["state"] != first)
    #expect(await fault(Self.url(first), strava) == SyncFault(.consentOutdated))
  }

  @Test func `the response connects Strava, even after a restart`() async throws {
    let state = try await asked(Self.call { $0.virtual = true }).query["state"]
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1", athlete: true))
    scene.clock.advance(599)
    let connection = try await scene.strava().connect(Self.answer("  '\(Self.url(state))#_=_'\n"))
    #expect(connection == .connected(account: "Ada Lovelace"))
    let question = try #require(scene.server.questions.first)
    #expect(question.request.url == "https://www.strava.com/oauth/token")
    #expect(
      question.form == [
        "client_id": "4711", "client_secret": "app-secret", "code": "c0de", "grant_type": "authorization_code",
      ])
    #expect(scene.secrets.all.keys.sorted() == [StravaSecret.client, StravaSecret.token])
    #expect(scene.keptToken?.access == "access-1")
    #expect(!scene.memory.text.contains("access-1") && !scene.memory.text.contains("app-secret"))
    #expect(!scene.memory.text.contains("refresh-1") && !scene.memory.text.contains("c0de"))

    scene.server.answer(201, #"{"id":5,"activity_id":8}"#)
    _ = await scene.strava().send(StravaScene.parcel, mayBeThere: false)
    #expect(scene.server.questions.last?.part("sport_type") == "VirtualRide")
  }

  @Test func `the code alone also connects Strava`() async throws {
    _ = try await asked()
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    #expect(try await scene.strava().connect(Self.answer(" c0de ")) == .connected(account: nil))
  }

  @Test func `a response can be used only once`() async throws {
    let strava = scene.strava()
    let state = try await asked(by: strava).query["state"]
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    _ = try await strava.connect(Self.answer(Self.url(state)))
    #expect(await fault(Self.url(state), strava) == SyncFault(.consentOutdated))
    #expect(scene.server.lines.count == 1)
  }

  @Test func `a consent request is deleted before its code is used, so that a crash cannot reopen it`() async throws {
    let strava = scene.strava()
    let state = try await asked(by: strava).query["state"]
    let isOpen = Mutex<Bool?>(nil)
    scene.server.before { [scene] in
      isOpen.withLock { $0 = scene.memory.all[StravaKey.consent] != nil }
    }
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    #expect(await fault(Self.url(state), strava) == nil)
    #expect(isOpen.withLock { $0 } == false)
  }

  @Test func `a response expires after ten minutes, and a wrong one leaves the request open`() async throws {
    let strava = scene.strava()
    let state = try await asked(by: strava).query["state"]
    for wrong in [
      Self.url("0123"), Self.url(nil), "code=c0de", Self.url("x", "error=access_denied"),
      "http://localhost:8721/strava/callback", "http://localhost:8721/strava/callback#c0de",
    ] {
      #expect(await fault(wrong, strava) == SyncFault(.consentOutdated))
    }
    scene.clock.advance(600)
    #expect(await fault(Self.url(state), strava) == SyncFault(.consentOutdated))
    scene.clock.advance(-700)
    #expect(await fault(Self.url(state), strava) == SyncFault(.consentOutdated))
    scene.clock.advance(200)
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    #expect(await fault(Self.url(state), strava) == nil)
  }

  @Test func `a denied consent is reported, and no secret is stored`() async throws {
    let strava = scene.strava()
    let state = try await asked(by: strava).query["state"]
    #expect(await fault(Self.url(state, "error=access_denied"), strava) == SyncFault(.consentDenied))
    #expect(scene.secrets.all == [:])
    #expect(await fault(Self.url(state), strava) == SyncFault(.consentOutdated))
  }

  @Test(
    arguments: [
      (false, "code=c0de&scope=read", "activity:write"), (false, "code=c0de&scope=", "activity:write"),
      (true, "code=c0de&scope=read,activity:write", "activity:read_all"),
      (true, "code=c0de&scope=read%2Cactivity%3Aread_all", "activity:write"),
    ])
  func `a permission that the rider did not grant is reported before the code is used`(
    _ history: Bool, _ rest: String, _ missing: String
  ) async throws {
    let strava = scene.strava()
    let state = try await asked(Self.call { $0.history = history }, by: strava).query["state"]
    #expect(await fault(Self.url(state, rest), strava) == SyncFault(.missingScope, detail: missing))
    #expect(scene.server.lines == [])
  }

  @Test func `a response can be used again if Strava could not be reached`() async throws {
    let strava = scene.strava()
    let state = try await asked(by: strava).query["state"]
    scene.server.fail(.unresolved)
    #expect(await fault(Self.url(state), strava)?.code == .offline)
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    #expect(await fault(Self.url(state), strava) == nil)
    #expect(scene.keptToken?.access == "access-1")
  }

  @Test(
    arguments: [
      (
        400, #"{"message":"Bad Request","errors":[{"resource":"AuthorizationCode","field":"code","code":"invalid"}]}"#,
        SyncFault(.consentOutdated)
      ),
      (
        400, #"{"message":"Bad Request","errors":[{"resource":"Application","field":"client_id","code":"invalid"}]}"#,
        SyncFault(.unauthorized, detail: "Bad Request; Application client_id invalid")
      ),
      (
        403, #"{"message":"Forbidden","errors":[{"resource":"Application","field":"Status","code":"Inactive"}]}"#,
        SyncFault(.inactive)
      ),
      (403, #"{"message":"Limit of connected athletes exceeded"}"#, SyncFault(.tooManyAthletes)),
      (200, "<html>Sign in</html>", SyncFault(.badAnswer, detail: "Sign in")),
      (200, #"{"access_token":"a"}"#, SyncFault(.badAnswer, detail: "no token")),
    ])
  func `the existing connection is kept if the new one fails`(
    _ status: Int, _ body: String, _ expected: SyncFault
  ) async throws {
    let strava = try await scene.connected()
    let before = scene.secrets.all
    let settings = scene.memory.all[StravaKey.settings]
    let other = Self.call {
      $0.clientId = "5"
      $0.clientSecret = "other"
    }
    let state = try await asked(other, by: strava).query["state"]
    scene.server.answer(status, body)
    #expect(await fault(Self.url(state), strava) == expected)
    #expect(scene.secrets.all == before)
    #expect(scene.memory.all[StravaKey.settings] == settings)
    #expect(scene.memory.all[StravaKey.consent] == nil)
  }

  @Test func `a concurrent request without the state does not block the response`() async throws {
    let state = try await asked().query["state"]
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    let answered = LockedBox<(by: Strava?, outcome: ConnectOutcome?)>((nil, nil))
    let memory = WatchedMemory(scene.memory) { key, reading throws(SyncFault) in
      guard key == StravaKey.consent, reading == 1, let strava = answered.value.by else { return }
      let outcome = try await strava.connect(Self.answer(Self.url(state)))
      answered.change { $0.outcome = outcome }
    }
    let tools = ServiceTools(
      http: scene.server, secrets: scene.secrets, memory: memory, clock: scene.clock, random: { 0.5 },
      log: scene.tools.log)
    let strava = Strava(tools, port: 0, ride: { _ in nil })
    answered.change { $0.by = strava }
    #expect(await fault("http://localhost:8721/strava/callback", strava) == SyncFault(.consentOutdated))
    #expect(answered.value.outcome == .connected(account: nil))
  }

  @Test func `a broker gets only the code, and no app secret is needed`() async throws {
    let strava = scene.strava()
    let call = Self.call {
      $0.clientSecret = nil
      $0.broker = "https://broker.example/"
    }
    let state = try await asked(call, by: strava).query["state"]
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    #expect(await fault(Self.url(state), strava) == nil)
    #expect(scene.server.questions.first?.request.url == "https://broker.example/token")
    #expect(scene.server.questions.first?.json == ["code": "c0de"])
    #expect(scene.secrets.all.keys.sorted() == [StravaSecret.token])
  }

  @Test func `a new connection reuses the secret, client ID and addresses of the previous one`() async throws {
    let strava = try await scene.connected {
      $0.oauthUrl = "https://login.example/oauth"
      $0.certificates = "PEM"
    }
    let call = Connect(service: .strava)
    let state = try await asked(call, by: strava).query["state"]
    scene.server.answer(200, StravaScene.tokenAnswer("access-2", "refresh-2"))
    #expect(await fault(Self.url(state), strava) == nil)
    let question = try #require(scene.server.questions.first)
    #expect(question.request.url == "https://login.example/oauth/token")
    #expect(question.request.trust == HTTPTrust(authorities: "PEM"))
    #expect(question.form["client_secret"] == "app-secret")
  }

  @Test func `options can be turned off, and are forgotten on disconnecting`() async throws {
    let strava = try await scene.connected { ($0.history, $0.virtual) = (true, true) }
    var call = Connect(service: .strava)
    (call.clientId, call.history) = ("4711", false)
    #expect(try await asked(call, by: strava).query["scope"] == "activity:write")
    (call.history, call.clientSecret) = (nil, "app-secret")
    scene.server.answer(200, "{}")
    _ = await strava.disconnect()
    #expect(try await asked(call, by: strava).query["scope"] == "activity:write")
    #expect(!scene.memory.text.contains("\"virtual\":true"))
  }

  @Test func `an option that needs no permission changes without a new consent`() async throws {
    let strava = try await scene.connected()
    var call = Connect(service: .strava)
    call.virtual = true
    #expect(try await strava.connect(call) == .connected(account: nil))
    scene.server.answer(201, #"{"id":5,"activity_id":8}"#)
    _ = await strava.send(StravaScene.parcel, mayBeThere: false)
    #expect(scene.server.questions.last?.part("sport_type") == "VirtualRide")
    call.history = true
    _ = try await asked(call, by: strava)
  }

  @Test(
    arguments: [
      (\.clientId, nil, "--client-id"), (\.clientId, "my app", "--client-id"),
      (\.clientSecret, nil, "--client-secret-file or --broker"),
      (\.clientSecret, "", "--client-secret-file or --broker"),
      (\.broker, "https://b.example", "--broker, which excludes --client-secret-file,"),
      (\.url, "http://www.strava.com/api/v3", "--url"), (\.url, "strava", "--url"),
      (\.oauthUrl, "https://u:p@strava.com", "--oauth-url"),
      (\.oauthUrl, "https://strava.com/oauth?x=1", "--oauth-url"),
    ] as [(any WritableKeyPath<Connect, String?> & Sendable, String?, String)])
  func `a missing or invalid option is named`(
    _ member: any WritableKeyPath<Connect, String?> & Sendable, _ value: String?, _ option: String
  ) async {
    let strava = scene.strava()
    let call = Self.call { $0[keyPath: member] = value }
    let fault = await SyncFault.of { () throws(SyncFault) in _ = try await strava.connect(call) }
    #expect(fault == SyncFault(.badOption, detail: option))
    #expect(scene.memory.all == [:])
  }

  @Test(arguments: ["", "   ", "a b", "c\u{E4}", String(repeating: "x", count: 513)])
  func `an invalid code leaves the consent request open`(_ text: String) async throws {
    let strava = scene.strava()
    _ = try await asked(by: strava)
    #expect(await fault(text, strava) == SyncFault(.badOption, detail: "--code"))
    #expect(scene.memory.all[StravaKey.consent] != nil)
  }

  private func fault(_ code: String, _ strava: Strava) async -> SyncFault? {
    await SyncFault.of { () throws(SyncFault) in _ = try await strava.connect(Self.answer(code)) }
  }
}
