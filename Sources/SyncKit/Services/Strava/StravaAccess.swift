import FoundationEssentials
import Logging
import Rides

/// Sends requests to Strava in the rider's name, and renews the token.
///
/// A new token is on the disk before it is used, since the old one may become invalid at once.
actor StravaAccess {
  private let tools: ServiceTools
  private let cache: StravaCache
  /// The renewal in progress.
  ///
  /// All requests that need a token wait for it.
  private var renewal: Task<Result<StravaToken, StravaFailure>, Never>?
  /// A new token that could not be written to the disk yet.
  private var unkept: StravaToken?

  init(tools: ServiceTools, cache: StravaCache) {
    self.tools = tools
    self.cache = cache
  }

  /// Returns the settings of the connection.
  ///
  /// - Throws: `unauthorized` if Strava is not connected.
  func settings() async throws(StravaFailure) -> StravaSettings {
    do {
      if let settings = try await tools.memory.json(StravaSettings.self, StravaKey.settings) { return settings }
    } catch {
      throw StravaFailure(error)
    }
    throw StravaFailure(.unauthorized)
  }

  /// Sends a request.
  ///
  /// If Strava rejects the token, it is renewed once and the request is sent once more.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path below the API's address: `/uploads`.
  ///   - query: The items of the URL's query.
  ///   - body: The content of the request.
  ///   - accepting: Further statuses to return to the caller.
  /// - Returns: A response with 2xx, or with a status of `accepting`.
  /// - Throws: The reason that there is no such response.
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

  /// Exchanges a code for the first token, without storing it.
  ///
  /// - Throws: `consentOutdated` if the code is no longer valid.
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
      let words = StravaErrorBody(response.body)
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

  /// Stores the token of a new connection, for the addresses of its settings.
  func adopt(_ token: StravaToken, for settings: StravaSettings) throws(SyncFault) {
    var token = token
    token.origins = settings.origins
    unkept = nil
    try keep(token)
  }

  /// Revokes the permission if Strava can be reached, and deletes the token.
  ///
  /// - Returns: Whether Strava revoked it.
  func revoke() async -> Bool {
    _ = await renewal?.value
    let isRevoked = (try? await askForRevocation()) ?? false
    unkept = nil
    do { try tools.secrets.keep(nil, StravaSecret.token) } catch {
      tools.log.error("strava: the token cannot be deleted", metadata: ["reason": "\(error.code.rawValue)"])
    }
    return isRevoked
  }

  /// Uses RFC 7009 with the app's secret.
  ///
  /// Without the secret, or if Strava does not support it yet, uses `/deauthorize`.
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

  /// Returns the token that replaces one that has expired, or that Strava rejected.
  private func renewed(_ token: StravaToken) async throws(StravaFailure) -> StravaToken {
    if let renewal { return try await renewal.value.get() }
    guard let kept = try keptToken() else { throw StravaFailure(.unauthorized) }
    // Another request has already renewed it.
    if kept.access != token.access { return kept }
    // A separate task: if the caller is cancelled, a token in transit must still be stored.
    let renewal = Task { await self.renew(kept) }
    self.renewal = renewal
    return try await renewal.value.get()
  }

  private func renew(_ token: StravaToken) async -> Result<StravaToken, StravaFailure> {
    defer { renewal = nil }
    do throws(StravaFailure) {
      let settings = try await settings()
      // The settings were read before this: if the rider has connected again, they do not belong to this token.
      guard let present = try keptToken() else { throw StravaFailure(.unauthorized) }
      if present.refresh != token.refresh { return .success(present) }
      let request = try refreshRequest(token, settings)
      let response = try await send(request, by: nil)
      if [400, 401, 422].contains(response.status) {
        // Without permission, cached data of Strava must be deleted.
        try? await cache.clear()
        throw StravaFailure(.unauthorized)
      }
      guard response.isSuccess else { throw failure(response) }
      let answer = try response.json(StravaTokenAnswer.init)
      guard var next = answer.token(before: token.refresh, at: tools.clock.now) else {
        throw StravaFailure(.badAnswer, "no token")
      }
      next.origins = token.origins
      // During the request the rider may have connected again or disconnected.
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

  /// Returns the stored token.
  ///
  /// A token that could not be written is written first.
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

  /// Classifies a response.
  ///
  /// Only a request with a ride can have its ride refused.
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

  /// The limits for responses of a few lines.
  private static let shortLimits: HTTPLimits = {
    var limits = HTTPLimits()
    limits.whole = .seconds(30)
    limits.mostBytes = 64 << 10
    return limits
  }()
}

extension HTTPResponse {
  var isSuccess: Bool { 200...299 ~= status }

  /// Decodes the body with `read`.
  ///
  /// - Throws: `badAnswer` if the body is not JSON, or `read` returns nil.
  func json<Value>(_ read: (JSONValue) -> Value?) throws(StravaFailure) -> Value {
    guard let value = JSONValue(body).flatMap(read) else {
      throw StravaFailure(.badAnswer, body.plainBeginning.map { String($0.prefix(60)) } ?? "nothing")
    }
    return value
  }
}
