import FoundationEssentials
import HubDatabase
package import HubTerms

/// The tokens that a device gets when it pairs, and at each refresh.
package struct IssuedTokens: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case access = "access_token"
    case refresh = "refresh_token"
    case expiresInSeconds = "expires_in"
    case type = "token_type"
    case deviceID = "device_id"
    case riderID = "rider_id"
    case riderName = "rider"
  }

  package let deviceID: String
  package let riderID: String
  package let riderName: String
  package let access: Token
  /// Nil for a browser.
  package let refresh: Token?
  package let expiresInSeconds: Int
  private let type = "Bearer"

  fileprivate init(
    _ deviceID: String, of riderID: String, _ riderName: String, _ kind: DeviceKind,
    _ tokens: (access: Token, refresh: Token?)
  ) {
    self.deviceID = deviceID
    self.riderID = riderID
    self.riderName = riderName
    (access, refresh) = tokens
    expiresInSeconds = kind.accessSeconds
  }
}

/// A device, for lists.
package struct Device: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, kind
    case created = "created_at"
    case seen = "seen_at"
    case isCallers = "current"
  }

  package let id: String
  package let name: String
  package let kind: DeviceKind
  package let created: Instant
  /// The device's last request, to the minute; nil if there was none.
  package let seen: Instant?
  /// Whether it is the caller's device.
  package let isCallers: Bool
}

extension HubLibrary {
  private enum DeviceLimit {
    /// The time in which a code works again after a lost response, in milliseconds.
    static let repeatedPairing: Int64 = 10 * 60_000
    /// The minimum time between two updates of a device's last request, in milliseconds.
    static let seen: Int64 = 60_000
  }

  /// Pairs a device, or signs a browser in, with a code.
  ///
  /// A code works once. If the response is lost, the client may send the code again within ten minutes, as long as its
  /// tokens are unused.
  ///
  /// - Throws: `codeInvalid`, also for a code of the other kind; `validationError`.
  package func pair(code typed: String, name: String, as kind: DeviceKind) async throws(HubFault) -> IssuedTokens {
    let name = try Self.checkedName(name)
    let invalid = HubFault(
      .codeInvalid,
      "This code is unknown, used or expired; the administrator or the rider can make a new one."
    )
    guard let code = OneTimeCode(typed: typed) else { throw invalid }
    let hash = SQLValue.blob(Digest.sha256(code.text))
    let now = clock()
    return try await write { session in
      func found() throws -> SQLRow? {
        try session.row(
          """
          SELECT code.rider_id, code.used_ms, code.device_id, rider.name FROM code
          JOIN rider ON rider.id = code.rider_id WHERE hash = ? AND purpose = ? AND expires_ms > ?
          """, [hash, .text(kind.purpose.rawValue), .integer(now.milliseconds)])
      }
      guard let riderID = try found()?.text("rider_id") else { throw invalid }
      try session.lockRider(riderID)
      // Read again after the lock, since another request may have used the code.
      guard let row = try found() else { throw invalid }
      let riderName = try row.text("name")
      if let used = try row.optionalInteger("used_ms"), let deviceID = try row.optionalText("device_id") {
        let isLate = now.milliseconds - used > DeviceLimit.repeatedPairing
        guard !isLate, try session.isUnused(deviceID, kind) else { throw invalid }
        return IssuedTokens(
          deviceID, of: riderID, riderName, kind, try session.newCredential(of: deviceID, kind, 1, now))
      }
      let id = UUID().uuidString.lowercased()
      try session.run(
        "UPDATE code SET used_ms = ?, device_id = ? WHERE hash = ?", [.integer(now.milliseconds), .text(id), hash])
      try session.run(
        "INSERT INTO device (id, rider_id, name, kind, scopes, created_ms) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .text(id), .text(riderID), .text(name), .text(kind.rawValue),
          .text(kind.scopes.map(\.rawValue).joined(separator: " ")), .integer(now.milliseconds),
        ])
      try session.note(riderID, name, kind == .device ? "device paired" : "signed in", now)
      return IssuedTokens(id, of: riderID, riderName, kind, try session.newCredential(of: id, kind, 1, now))
    }
  }

  /// Issues new tokens for a refresh token.
  ///
  /// A refresh token works until one of the tokens issued for it is used, so that a lost response or a late request
  /// does not lock the device out. If it is sent some time after that, it is a stolen copy, and the device is revoked.
  ///
  /// - Throws: `tokenInvalid`; `tokenUnused` if the device was not used for `unusedDays`.
  package func refresh(_ token: String) async throws(HubFault) -> IssuedTokens {
    let hash = Digest.sha256(token)
    let invalid = HubFault(.tokenInvalid, "This refresh token is no longer valid; pair the device again.")
    let now = clock()
    let outcome = try await write { session -> IssuedTokens? in
      guard let before = try session.credential("refresh_hash", hash) else { return nil }
      try session.lockRider(before.caller.riderID)
      // Read again after the lock, since another request may have used the token.
      guard let found = try session.credential("refresh_hash", hash) else { return nil }
      let (caller, id) = (found.caller, found.caller.deviceID)
      if let spent = found.spent {
        if now.milliseconds - spent > CredentialLimit.lateRequests {
          try session.run("UPDATE device SET revoked_ms = ? WHERE id = ?", [.integer(now.milliseconds), .text(id)])
          try session.note(caller, "device revoked", now, detail: "an old refresh token was used")
        }
        return nil
      }
      let days = CredentialLimit.unusedDays
      guard now.milliseconds - found.used <= days * 86_400_000 else {
        throw HubFault(
          .tokenUnused,
          "The hub ended this connection because it was not used for \(days) days; pair the device again.")
      }
      try session.use(found, now)
      return IssuedTokens(
        id, of: caller.riderID, caller.riderName, .device,
        try session.newCredential(of: id, .device, found.generation + 1, now))
    }
    guard let outcome else { throw invalid }
    return outcome
  }

  /// Returns the device that a refresh token was issued to, even if the token is spent; nil for an unknown token.
  package func deviceID(ofRefreshToken token: String) async throws(HubFault) -> String? {
    let hash = Digest.sha256(token)
    return try await read { try $0.credential("refresh_hash", hash) }?.caller.deviceID
  }

  /// Returns the owner of an access token.
  ///
  /// - Throws: `tokenInvalid` if it is unknown, expired or revoked.
  package func caller(by token: String) async throws(HubFault) -> Caller {
    let hash = Digest.sha256(token)
    let now = clock()
    let found = try await read { try $0.credential("access_hash", hash) }
    guard let found, found.spent == nil, found.expires > now else {
      throw HubFault(.tokenInvalid, "This token is no longer valid; refresh it, or pair the device again.")
    }
    if !found.isUsed || now.milliseconds - found.used > DeviceLimit.seen {
      try await write { session in
        if !found.isUsed {
          try session.lockRider(found.caller.riderID)
          try session.use(found, now)
        }
        try session.run(
          "UPDATE device SET seen_ms = ? WHERE id = ?", [.integer(now.milliseconds), .text(found.caller.deviceID)])
      }
    }
    return found.caller
  }

  /// Returns the devices and browsers of the calling rider, newest first.
  package func devices(of caller: Caller) async throws(HubFault) -> [Device] {
    try await read { session in
      try session.rows(
        """
        SELECT id, name, kind, created_ms, seen_ms FROM device WHERE rider_id = ? AND revoked_ms IS NULL
        ORDER BY created_ms DESC, id
        """, [.text(caller.riderID)]
      ).map { row in
        Device(
          id: try row.text("id"), name: try row.text("name"),
          kind: DeviceKind(rawValue: try row.text("kind")) ?? .device,
          created: Instant(milliseconds: try row.integer("created_ms")),
          seen: try row.optionalInteger("seen_ms").map { Instant(milliseconds: $0) },
          isCallers: try row.text("id") == caller.deviceID)
      }
    }
  }

  /// Revokes the tokens of a device.
  ///
  /// Any device may revoke its own; others need the scope `manage`.
  ///
  /// - Throws: `notFound` if the rider has no such device.
  package func revoke(deviceID: String, by caller: Caller) async throws(HubFault) {
    if deviceID != caller.deviceID { try caller.need(.manage) }
    let now = clock()
    try await write { session in
      try session.lockRider(caller.riderID)
      let row = try session.row(
        "UPDATE device SET revoked_ms = ? WHERE id = ? AND rider_id = ? AND revoked_ms IS NULL RETURNING name",
        [.integer(now.milliseconds), .text(deviceID), .text(caller.riderID)])
      guard let row else { throw HubFault(.notFound, "There is no such device.") }
      try session.note(caller, "device revoked", now, detail: try row.text("name"))
    }
  }
}
