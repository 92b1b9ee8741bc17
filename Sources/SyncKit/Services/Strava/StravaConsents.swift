import ControlWire
import FoundationEssentials
import Logging
import Rides

/// Connects Strava: asks the rider, takes the answer from wherever it comes, and keeps the new connection.
///
/// Until the rider has agreed, the connection before stays as it is.
actor StravaConsents {
  private let tools: ServiceTools
  private let access: StravaAccess
  private let cache: StravaCache
  private let port: Int
  private let caught: (@Sendable (Connect) async throws(SyncFault) -> ConnectOutcome)?
  private var listener: ConsentListener?
  /// Whether an answer is at work: each question takes one.
  private var isAnswering = false

  init(
    tools: ServiceTools, access: StravaAccess, cache: StravaCache, port: Int,
    caught: (@Sendable (Connect) async throws(SyncFault) -> ConnectOutcome)?
  ) {
    self.tools = tools
    self.access = access
    self.cache = cache
    self.port = port
    self.caught = caught
  }

  func connect(_ call: Connect) async throws(SyncFault) -> ConnectOutcome {
    if let code = call.code { return try await accept(code) }
    let before = try await tools.memory.json(StravaSettings.self, StravaKey.settings)
    let settings = try StravaSettings(call, before: before)
    if let before, call.needsNoConsent, settings.scopes == before.scopes,
      try tools.secrets.secret(StravaSecret.token) != nil
    {
      try await tools.memory.keep(json: settings, StravaKey.settings)
      return .connected(account: settings.account)
    }
    if settings.broker == nil {
      let kept = try await keptSecret(for: settings)
      guard let secret = call.clientSecret ?? kept, !secret.isEmpty else {
        throw SyncFault(.badOption, detail: "--client-secret-file or --broker")
      }
    } else if call.broker == nil, settings.origins != before?.origins {
      throw SyncFault(.badOption, detail: "--broker")
    }
    return .consent(try await ask(settings, newSecret: settings.broker == nil ? call.clientSecret : nil))
  }

  /// Listens again for the answer to a question that a process before this one asked.
  func resume() async {
    guard let consent = try? await pending(), let left = consent.left(at: tools.clock.now) else { return }
    await listen(seconds: left)
  }

  /// Forgets the question, the settings and the app's secret, and what was read.
  func forget() async {
    await stopListening()
    do throws(SyncFault) {
      for secret in [StravaSecret.newClient, StravaSecret.client] { try tools.secrets.keep(nil, secret) }
      try await tools.memory.keep([StravaKey.settings: nil, StravaKey.consent: nil])
      try await cache.clear()
    } catch {
      tools.log.error("strava: not everything could be deleted", metadata: ["reason": "\(error.code.rawValue)"])
    }
  }

  // MARK: - Question

  private func ask(_ settings: StravaSettings, newSecret: String?) async throws(SyncFault) -> Consent {
    let consent = StravaConsent(
      state: tools.randomHex(digits: 32), began: tools.clock.now.wholeSeconds, settings: settings)
    if let newSecret {
      try tools.secrets.keep(newSecret, StravaSecret.newClient, for: settings.oauthURL)
    } else {
      try tools.secrets.keep(nil, StravaSecret.newClient)
    }
    try await tools.memory.keep(json: consent, StravaKey.consent)
    await listen(seconds: StravaConsent.life)
    return Consent(
      address: consent.address, callback: StravaConsent.callback, secondsLeft: Int(StravaConsent.life))
  }

  private func pending() async throws(SyncFault) -> StravaConsent? {
    try await tools.memory.json(StravaConsent.self, StravaKey.consent)
  }

  /// The kept secret of the app; nil if there is none, or if its settings have other origins or certificates.
  private func keptSecret(for settings: StravaSettings) async throws(SyncFault) -> String? {
    let kept = try await tools.memory.json(StravaSettings.self, StravaKey.settings)
    let before = kept ?? StravaSettings(clientID: settings.clientID)
    guard settings.certificates == before.certificates, settings.origins == before.origins else { return nil }
    return try StravaSecret.clientSecret(in: tools.secrets, for: settings)
  }

  // MARK: - Answer

  private func accept(_ text: String) async throws(SyncFault) -> ConnectOutcome {
    guard let consent = try await pending(), consent.left(at: tools.clock.now) != nil else {
      throw SyncFault(.consentOutdated)
    }
    let code: String
    do { code = try consent.code(in: text) } catch {
      // What was pasted wrongly, or was not meant for this question, leaves it open.
      if error.code != .consentOutdated, error.code != .badOption { try await settle() }
      throw error
    }
    // Only now: any page can send a thousand requests without the state, and they must not delay the rider's answer.
    guard !isAnswering else { throw SyncFault(.consentOutdated) }
    isAnswering = true
    defer { isAnswering = false }
    guard try await pending() == consent else { throw SyncFault(.consentOutdated) }
    // Gone before it is used, so that it is used once, whatever happens.
    try await tools.memory.keep([StravaKey.consent: nil])
    var settings = consent.settings
    let newSecret = try StravaSecret.clientSecret(StravaSecret.newClient, in: tools.secrets, for: settings)
    let oldSecret = try await keptSecret(for: settings)
    let token: StravaToken
    do throws(SyncFault) {
      (token, settings.account) = try await exchange(code, settings, newSecret ?? oldSecret)
    } catch {
      guard case .later = StravaFailure(error).delivery, error.code != .badAnswer else {
        try await settle()
        throw error
      }
      // Strava was not reached: the same answer may be given again.
      try await tools.memory.keep(json: consent, StravaKey.consent)
      throw error
    }
    try await access.adopt(token, for: settings)
    if let newSecret, settings.broker == nil {
      try tools.secrets.keep(newSecret, StravaSecret.client, for: settings.oauthURL)
    }
    try await tools.memory.keep(json: settings, StravaKey.settings)
    try await settle()
    try await cache.clear()
    return .connected(account: settings.account)
  }

  private func exchange(
    _ code: String, _ settings: StravaSettings, _ secret: String?
  ) async throws(SyncFault) -> (StravaToken, String?) {
    do { return try await access.exchange(code, by: settings, secret: secret) } catch { throw error.fault }
  }

  /// Ends the question.
  private func settle() async throws(SyncFault) {
    await stopListening()
    try await tools.memory.keep([StravaKey.consent: nil])
    try tools.secrets.keep(nil, StravaSecret.newClient)
  }

  // MARK: - Listening

  private func listen(seconds: Int64) async {
    await stopListening()
    // A port in use is no failure: the answer can still be pasted.
    listener = try? await ConsentListener(port: port, path: StravaConsent.path, lasting: .seconds(seconds)) {
      await self.page(answering: $0)
    }
    if listener == nil { tools.log.notice("strava: 127.0.0.1:\(port) is in use, so the answer has to be pasted") }
  }

  private func stopListening() async {
    let old = listener
    listener = nil
    await old?.close()
  }

  private func page(answering target: String) async -> Sentence {
    var call = Connect(service: .strava)
    call.code = "http://localhost:\(port)\(target)"
    do throws(SyncFault) {
      _ = if let caught { try await caught(call) } else { try await connect(call) }
      return SyncService.strava.connectedSentence
    } catch {
      return error.sentence(of: .strava)
    }
  }
}

extension Connect {
  /// Whether it changes only what the rider was not asked about.
  fileprivate var needsNoConsent: Bool {
    clientId == nil && clientSecret == nil && broker == nil && oauthUrl == nil
      && url == nil && certificates == nil && virtual != nil
  }
}
