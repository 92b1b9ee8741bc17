import ControlWire
import FoundationEssentials
import Logging
import Rides

/// Connects Strava: requests the rider's consent, receives the code from the browser or a call, and stores the new
/// connection.
///
/// Until the rider has agreed, the earlier connection stays unchanged.
actor StravaConsents {
  private let tools: ServiceTools
  private let access: StravaAccess
  private let cache: StravaCache
  private let port: Int
  private let caught: (@Sendable (Connect) async throws(SyncFault) -> ConnectOutcome)?
  private var listener: ConsentListener?
  /// Whether a code is being exchanged.
  ///
  /// Each consent accepts one at a time.
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

  /// Listens again for the redirect of a consent that an earlier process requested.
  func resume() async {
    guard let consent = try? await pending(), let left = consent.left(at: tools.clock.now) else { return }
    await listen(seconds: left)
  }

  /// Deletes the pending consent, the settings, the app's secret and the cache.
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

  // MARK: - Request

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

  /// Returns the stored secret of the app.
  ///
  /// Nil if it is missing, or if the stored settings have other origins or certificates.
  private func keptSecret(for settings: StravaSettings) async throws(SyncFault) -> String? {
    let kept = try await tools.memory.json(StravaSettings.self, StravaKey.settings)
    let before = kept ?? StravaSettings(clientID: settings.clientID)
    guard settings.certificates == before.certificates, settings.origins == before.origins else { return nil }
    return try StravaSecret.clientSecret(in: tools.secrets, for: settings)
  }

  // MARK: - Response

  private func accept(_ text: String) async throws(SyncFault) -> ConnectOutcome {
    guard let consent = try await pending(), consent.left(at: tools.clock.now) != nil else {
      throw SyncFault(.consentOutdated)
    }
    let code: String
    do { code = try consent.code(in: text) } catch {
      // Text that was pasted wrongly, or belongs to another consent, leaves this one pending.
      if error.code != .consentOutdated, error.code != .badOption { try await settle() }
      throw error
    }
    // Checked after the state: any page can send a thousand requests without it, and they must not delay the rider's.
    guard !isAnswering else { throw SyncFault(.consentOutdated) }
    isAnswering = true
    defer { isAnswering = false }
    guard try await pending() == consent else { throw SyncFault(.consentOutdated) }
    // Delete the consent before its code is used, so that it is used only once.
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
      // Strava was not reached, so the same code may be tried again.
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

  /// Ends the pending consent.
  private func settle() async throws(SyncFault) {
    await stopListening()
    try await tools.memory.keep([StravaKey.consent: nil])
    try tools.secrets.keep(nil, StravaSecret.newClient)
  }

  // MARK: - Listening

  private func listen(seconds: Int64) async {
    await stopListening()
    // If the port is in use, the rider can still paste the address.
    listener = try? await ConsentListener(port: port, path: StravaConsent.path, lasting: .seconds(seconds)) {
      await self.page(answering: $0)
    }
    if listener == nil { tools.log.notice("strava: 127.0.0.1:\(port) is in use; paste the address from the browser") }
  }

  private func stopListening() async {
    let old = listener
    listener = nil
    await old?.close()
  }

  private func page(answering target: String) async -> Explanation {
    var call = Connect(service: .strava)
    call.code = "http://localhost:\(port)\(target)"
    do throws(SyncFault) {
      _ = if let caught { try await caught(call) } else { try await connect(call) }
      return SyncService.strava.connectedExplanation
    } catch {
      return error.explanation(of: .strava)
    }
  }
}

extension Connect {
  /// Whether the call only changes settings that need no consent.
  fileprivate var needsNoConsent: Bool {
    clientId == nil && clientSecret == nil && broker == nil && oauthUrl == nil
      && url == nil && certificates == nil && virtual != nil
  }
}
