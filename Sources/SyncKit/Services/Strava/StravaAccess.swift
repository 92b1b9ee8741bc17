import FoundationEssentials
import Logging
import Rides

/// Sends requests to Strava in the rider's name, and keeps the token good.
///
/// A new token is on the disk before it is used: the one before it may be void at once.
actor StravaAccess {
  private let tools: ServiceTools
  private let cache: StravaCache
  /// The renewal that goes on: whoever needs a token waits for this one.
  private var renewal: Task<Result<StravaToken, StravaFailure>, Never>?
  /// A token that came and could not be written to the disk yet.
  private var unkept: StravaToken?

  init(tools: ServiceTools, cache: StravaCache) {
    self.tools = tools
    self.cache = cache
  }

  /// The settings of the connection.
  ///
  /// - Throws: `unauthorized` if there is none.
  func settings() async throws(StravaFailure) -> StravaSettings {
    do {
      if let settings = try await tools.memory.json(StravaSettings.self, StravaKey.settings) { return settings }
    } catch {
      throw StravaFailure(error)
    }
    throw StravaFailure(.unauthorized)
  }

  /// Asks Strava; a token that is not taken is renewed once, and the question asked once more.
  ///
  /// - Parameters:
  ///   - method: What is asked of the resource.
  ///   - path: Below the address of the calls: `/uploads`.
  ///   - query: For the URL.
  ///   - body: What is sent after the head.
  ///   - accepting: Further statuses that are answers to the caller.
  /// - Returns: An answer with 2xx, or with a status of `accepting`.
  /// - Throws: Why there is no such answer.
  func answer(
    _ method: HTTPRequest.Method, _ path: String, query: [(name: String, value: String)] = [],
    body: HTTPRequest.Body = .none, accepting: Set<Int> = []
  ) async throws(StravaFailure) -> HTTPResponse {
    let settings = try await settings()
    let url = settings.url + path + (query.isEmpty ? "" : "?\(FormEncoding.text(query))")
    let request = HTTPRequest(method, url, body: body, trust: settings.trust)
    let token = try await goodToken()
    var response = try await send(request, by: token)
    if response.status == 401 { response = try await send(request, by: try await renewed(token)) }
    guard response.isSuccess || accepting.contains(response.status) else {
      throw failure(response, ofARide: method != .get)
    }
    return response
  }

  /// Gets the first token for a code; it is not kept yet.
  ///
  /// - Throws: `consentOutdated` if the code is not good any more.
  func exchange(
    _ code: String, by settings: StravaSettings, secret: String?
  ) async throws(StravaFailure) -> (token: StravaToken, account: String?) {
    let request =
      if let broker = settings.broker {
        Self.brokerRequest("\(broker)/token", ["code": code], settings)
      } else {
        Self.tokenRequest(
          settings, secret ?? "", [(name: "code", value: code), (name: "grant_type", value: "authorization_code")])
      }
    let response = try await send(request, by: nil)
    if response.status == 400 || response.status == 401 {
      let words = StravaWords(response.body)
      let isTheApp = words?.has("client_id") == true || words?.has("client_secret") == true
      throw StravaFailure(isTheApp ? .unauthorized : .consentOutdated, isTheApp ? words?.text : nil)
    }
    guard response.isSuccess else { throw failure(response) }
    let answer = try response.json(StravaTokenAnswer.init)
    guard let token = answer.token(before: nil, at: tools.clock.now) else {
      throw StravaFailure(.badAnswer, "no token")
    }
    return (token, answer.account)
  }

  /// Keeps the token of a new connection, for the addresses of its settings.
  func adopt(_ token: StravaToken, for settings: StravaSettings) throws(SyncFault) {
    var token = token
    token.origins = settings.origins
    unkept = nil
    try keep(token)
  }

  /// Takes the permission back, as far as Strava can be reached, and deletes the token.
  ///
  /// - Returns: Whether Strava took it back.
  func revoke() async -> Bool {
    _ = await renewal?.value
    let isRevoked = (try? await askForRevocation()) ?? false
    unkept = nil
    do { try tools.secrets.keep(nil, StravaSecret.token) } catch {
      tools.log.error("strava: the token cannot be deleted", metadata: ["reason": "\(error.code.rawValue)"])
    }
    return isRevoked
  }

  /// RFC 7009 with the app's secret; without it, or at a Strava that does not know it yet, its older way.
  private func askForRevocation() async throws(StravaFailure) -> Bool {
    let settings = try await settings()
    guard let token = try keptToken() else { return false }
    let limits = Self.shortLimits
    if settings.broker == nil, let secret = try secret(for: settings) {
      try token.check(for: settings.oauthURL)
      let body = FormEncoding.text([
        (name: "token", value: token.refresh), (name: "token_type_hint", value: "refresh_token"),
      ])
      let authorization = HTTPRequest.basicAuthorization(user: settings.clientID, password: secret)
      let request = HTTPRequest(
        .post, "\(settings.oauthURL)/revoke", headers: [(name: "Authorization", value: authorization)],
        body: .bytes(Array(body.utf8), contentType: FormEncoding.contentType), trust: settings.trust, limits: limits)
      if try await send(request, by: nil).isSuccess { return true }
    }
    let request = HTTPRequest(.post, "\(settings.oauthURL)/deauthorize", trust: settings.trust, limits: limits)
    return try await send(request, by: try await goodToken()).isSuccess
  }

  // MARK: - Token

  private func goodToken() async throws(StravaFailure) -> StravaToken {
    if let renewal { return try await renewal.value.get() }
    guard let token = try keptToken() else { throw StravaFailure(.unauthorized) }
    return token.isOver(at: tools.clock.now) ? try await renewed(token) : token
  }

  /// The token after one that is over, or that Strava did not take.
  private func renewed(_ token: StravaToken) async throws(StravaFailure) -> StravaToken {
    if let renewal { return try await renewal.value.get() }
    guard let kept = try keptToken() else { throw StravaFailure(.unauthorized) }
    // Somebody else was faster.
    if kept.access != token.access { return kept }
    // A task of its own: if the one who asks is cancelled, a token that is on its way must still be kept.
    let renewal = Task { await self.renew(kept) }
    self.renewal = renewal
    return try await renewal.value.get()
  }

  private func renew(_ token: StravaToken) async -> Result<StravaToken, StravaFailure> {
    defer { renewal = nil }
    do throws(StravaFailure) {
      let settings = try await settings()
      // Before these settings, the rider may have connected anew: then they are not those of this token.
      guard let present = try keptToken() else { throw StravaFailure(.unauthorized) }
      if present.refresh != token.refresh { return .success(present) }
      let request = try refreshRequest(token, settings)
      let response = try await send(request, by: nil)
      if [400, 401, 422].contains(response.status) {
        // What is shown of Strava's goes with the permission.
        try? await cache.clear()
        throw StravaFailure(.unauthorized)
      }
      guard response.isSuccess else { throw failure(response) }
      let answer = try response.json(StravaTokenAnswer.init)
      guard var next = answer.token(before: token.refresh, at: tools.clock.now) else {
        throw StravaFailure(.badAnswer, "no token")
      }
      next.origins = token.origins
      // Meanwhile the rider may have connected anew, or disconnected.
      guard try keptToken()?.refresh == token.refresh else { throw StravaFailure(.unauthorized) }
      unkept = next
      guard let kept = try keptToken() else { throw StravaFailure(.unauthorized) }
      return .success(kept)
    } catch {
      return .failure(error)
    }
  }

  private func refreshRequest(_ token: StravaToken, _ settings: StravaSettings) throws(StravaFailure) -> HTTPRequest {
    try token.check(for: settings.broker ?? settings.oauthURL)
    if let broker = settings.broker {
      return Self.brokerRequest("\(broker)/refresh", ["refresh_token": token.refresh], settings)
    }
    guard let secret = try secret(for: settings) else { throw StravaFailure(.unauthorized, "no client secret") }
    return Self.tokenRequest(
      settings, secret,
      [(name: "grant_type", value: "refresh_token"), (name: "refresh_token", value: token.refresh)])
  }

  /// The token that is on the disk; one that could not be written is written first.
  private func keptToken() throws(StravaFailure) -> StravaToken? {
    do throws(SyncFault) {
      if let unkept {
        try keep(unkept)
        self.unkept = nil
      }
      guard let text = try tools.secrets.secret(StravaSecret.token) else { return nil }
      return try? JSONDecoder().decode(StravaToken.self, from: Data(text.utf8))
    } catch {
      throw StravaFailure(error)
    }
  }

  private func keep(_ token: StravaToken) throws(SyncFault) {
    guard let data = try? JSONEncoder().encode(token) else { throw SyncFault(.badAnswer, detail: "token") }
    try tools.secrets.keep(String(decoding: data, as: UTF8.self), StravaSecret.token)
  }

  private func secret(for settings: StravaSettings) throws(StravaFailure) -> String? {
    do { return try StravaSecret.clientSecret(in: tools.secrets, for: settings) } catch { throw StravaFailure(error) }
  }

  // MARK: - Requests

  private func send(_ request: HTTPRequest, by token: StravaToken?) async throws(StravaFailure) -> HTTPResponse {
    var request = request
    request.headers.append((name: "Accept", value: "application/json"))
    try token?.check(for: request.url)
    if let token { request.headers.append((name: "Authorization", value: "Bearer \(token.access)")) }
    do { return try await tools.http.send(request) } catch { throw StravaFailure(SyncFault(error)) }
  }

  /// What an answer means; only where a ride was sent can it be the ride that is refused.
  private func failure(_ response: HTTPResponse, ofARide: Bool = false) -> StravaFailure {
    let failure = StravaFailure(response, now: tools.clock.now, random: tools.random())
    guard case .refused(let fault) = failure.delivery, !ofARide else { return failure }
    return StravaFailure(.badAnswer, fault.detail ?? "status \(response.status)")
  }

  private static func tokenRequest(
    _ settings: StravaSettings, _ secret: String, _ items: [(name: String, value: String)]
  ) -> HTTPRequest {
    let app = [(name: "client_id", value: settings.clientID), (name: "client_secret", value: secret)]
    return HTTPRequest(
      .post, "\(settings.oauthURL)/token",
      body: .bytes(Array(FormEncoding.text(app + items).utf8), contentType: FormEncoding.contentType),
      trust: settings.trust, limits: shortLimits)
  }

  private static func brokerRequest(
    _ url: String, _ object: [String: String], _ settings: StravaSettings
  ) -> HTTPRequest {
    HTTPRequest(.post, url, body: .json(object), trust: settings.trust, limits: shortLimits)
  }

  /// For answers of a few lines.
  private static let shortLimits: HTTPLimits = {
    var limits = HTTPLimits()
    limits.whole = .seconds(30)
    limits.mostBytes = 64 << 10
    return limits
  }()
}

extension HTTPResponse {
  /// Whether its status is one of success.
  var isSuccess: Bool { 200...299 ~= status }

  /// Its body, as `read` understands it.
  ///
  /// - Throws: `badAnswer` if the body is not JSON, or `read` returns nil.
  func json<Value>(_ read: (JSONValue) -> Value?) throws(StravaFailure) -> Value {
    guard let value = JSONValue(body).flatMap(read) else {
      throw StravaFailure(.badAnswer, body.plainBeginning.map { String($0.prefix(60)) } ?? "nothing")
    }
    return value
  }
}
