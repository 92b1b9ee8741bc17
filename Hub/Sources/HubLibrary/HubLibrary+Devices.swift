import FoundationEssentials
import HubDatabase
package import HubTerms

/// What a device gets when it pairs, and at each refresh.
package struct IssuedTokens: Hashable, Sendable {
  package let deviceID: String
  package let riderName: String
  package let access: Token
  /// Nil for a browser.
  package let refresh: Token?
  package let expiresInSeconds: Int
}

/// A device, for lists.
package struct Device: Hashable, Sendable {
  package let id: String
  package let name: String
  package let kind: DeviceKind
  package let created: Instant
  /// When it was last heard of, to the minute; nil if never.
  package let seen: Instant?
}

extension HubLibrary {
  private enum DeviceLimit {
    /// Milliseconds in which a code works once more if nothing came of it: the answer was lost.
    static let repeatedPairing = 10 * 60_000
    /// Milliseconds between two notes that a device was heard of.
    static let seen = 60_000
  }

  /// Pairs a device, or signs a browser in, by a code.
  ///
  /// A code works once. Whoever got no answer may send it again within ten minutes, as long as the tokens of the lost answer
  /// were not used.
  ///
  /// - Throws: `codeInvalid`, `validationError`.
  package func pair(code typed: String, name: String, as kind: DeviceKind) async throws(HubFault) -> IssuedTokens {
    let name = try Self.checkedName(name)
    let invalid = HubFault(
      .codeInvalid,
      "This code is not known, is used, or is too old; the administrator or the rider can make another one.")
    guard let code = OneTimeCode(typed: typed) else { throw invalid }
    let hash = Digest.sha256(code.text)
    let now = clock()
    return try await write { session in
      let row = try session.row(
        """
        SELECT code.rider_id, code.used_ms, code.device_id, rider.name FROM code JOIN rider ON rider.id = code.rider_id
        WHERE hash = ? AND purpose = ? AND expires_ms > ?
        """, [.blob(hash), .text(CodePurpose.pairing.rawValue), .integer(now.milliseconds)])
      guard let row else { throw invalid }
      let (riderID, riderName) = (try row.text("rider_id"), try row.text("name"))
      try session.lockRider(riderID)
      if let used = try row.optionalInteger("used_ms"), let before = try row.optionalText("device_id") {
        guard now.milliseconds - used <= Int64(DeviceLimit.repeatedPairing),
          try session.run(
            "DELETE FROM device WHERE id = ? AND is_access_used = 0 AND kind = ?",
            [.text(before), .text(kind.rawValue)]) == 1
        else { throw invalid }
      }
      let id = UUID().uuidString.lowercased()
      let claimed = try session.run(
        "UPDATE code SET used_ms = COALESCE(used_ms, ?), device_id = ? WHERE hash = ?",
        [.integer(now.milliseconds), .text(id), .blob(hash)])
      guard claimed == 1 else { throw invalid }
      let tokens = IssuedTokens(deviceID: id, riderName: riderName, kind)
      try session.run(
        """
        INSERT INTO device
          (id, rider_id, name, kind, scopes, created_ms, access_hash, access_expires_ms, is_access_used, refresh_hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
        """,
        [
          .text(id), .text(riderID), .text(name), .text(kind.rawValue),
          .text(kind.scopes.map(\.rawValue).joined(separator: " ")), .integer(now.milliseconds),
          .blob(Digest.sha256(tokens.access.text)),
          .integer(now.advanced(bySeconds: kind.accessSeconds).milliseconds),
          .blob(tokens.refresh.map { Digest.sha256($0.text) }),
        ])
      try session.note(riderID, name, kind == .device ? "device paired" : "signed in", now)
      return tokens
    }
  }

  /// Gives a device other tokens for its refresh token, which works once.
  ///
  /// The refresh token before works once more as long as nobody used what the last refresh gave: that answer was lost. Used
  /// later, it is somebody else's copy, and the device is revoked.
  ///
  /// - Throws: `tokenInvalid`.
  package func refresh(_ token: String) async throws(HubFault) -> IssuedTokens {
    let hash = Digest.sha256(token)
    let invalid = HubFault(.tokenInvalid, "This refresh token does not work any more; pair the device again.")
    let now = clock()
    let outcome = try await write { session -> IssuedTokens? in
      let found = try session.row(
        "SELECT id, rider_id FROM device WHERE (refresh_hash = ? OR previous_refresh_hash = ?) AND revoked_ms IS NULL",
        [.blob(hash), .blob(hash)])
      guard let found else { return nil }
      let riderID = try found.text("rider_id")
      try session.lockRider(riderID)
      // Once more, now that nobody else can change it.
      let row = try session.row(
        """
        SELECT device.id, device.name, device.refresh_hash, device.is_access_used, rider.name AS rider_name
        FROM device JOIN rider ON rider.id = device.rider_id
        WHERE device.id = ? AND (refresh_hash = ? OR previous_refresh_hash = ?) AND revoked_ms IS NULL
        """, [.text(try found.text("id")), .blob(hash), .blob(hash)])
      guard let row else { return nil }
      let id = try row.text("id")
      let isCurrent = try row.blob("refresh_hash") == hash
      if !isCurrent, try row.integer("is_access_used") != 0 {
        try session.run("UPDATE device SET revoked_ms = ? WHERE id = ?", [.integer(now.milliseconds), .text(id)])
        try session.note(riderID, try row.text("name"), "device revoked", now, detail: "an old refresh token was used")
        return nil
      }
      let tokens = IssuedTokens(deviceID: id, riderName: try row.text("rider_name"), .device)
      try session.run(
        """
        UPDATE device SET access_hash = ?, access_expires_ms = ?, is_access_used = 0, refresh_hash = ?,
          previous_refresh_hash = ? WHERE id = ?
        """,
        [
          .blob(Digest.sha256(tokens.access.text)),
          .integer(now.advanced(bySeconds: DeviceKind.device.accessSeconds).milliseconds),
          .blob(tokens.refresh.map { Digest.sha256($0.text) }), .blob(hash), .text(id),
        ])
      return tokens
    }
    guard let outcome else { throw invalid }
    return outcome
  }

  /// Who a token belongs to.
  ///
  /// - Throws: `tokenInvalid` if it is nobody's, too old or revoked.
  package func caller(by token: String) async throws(HubFault) -> Caller {
    let hash = Digest.sha256(token)
    let now = clock()
    let found = try await read { session -> (caller: Caller, isNews: Bool)? in
      let row = try session.row(
        """
        SELECT device.id, device.name, device.rider_id, device.scopes, device.access_expires_ms, device.is_access_used,
          device.seen_ms, rider.name AS rider_name
        FROM device JOIN rider ON rider.id = device.rider_id WHERE access_hash = ? AND revoked_ms IS NULL
        """, [.blob(hash)])
      guard let row, try row.integer("access_expires_ms") > now.milliseconds else { return nil }
      let seen = try row.optionalInteger("seen_ms") ?? 0
      let isUsed = try row.integer("is_access_used") != 0
      let caller = Caller(
        riderID: try row.text("rider_id"), riderName: try row.text("rider_name"), deviceID: try row.text("id"),
        deviceName: try row.text("name"),
        scopes: Set(try row.text("scopes").split(separator: " ").compactMap { Scope(rawValue: String($0)) }))
      return (caller, !isUsed || now.milliseconds - seen > Int64(DeviceLimit.seen))
    }
    guard let found else {
      throw HubFault(.tokenInvalid, "This token does not work any more; refresh it, or pair the device again.")
    }
    if found.isNews {
      try await write { session in
        try session.run(
          "UPDATE device SET seen_ms = ?, is_access_used = 1 WHERE id = ? AND access_hash = ?",
          [.integer(now.milliseconds), .text(found.caller.deviceID), .blob(hash)])
      }
    }
    return found.caller
  }

  /// The devices and browsers of the rider who asks, the newest first.
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
          seen: try row.optionalInteger("seen_ms").map { Instant(milliseconds: $0) })
      }
    }
  }

  /// Lets a device's tokens work no more.
  ///
  /// Any device may take its own back; others need the scope `manage`.
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

extension IssuedTokens {
  fileprivate init(deviceID: String, riderName: String, _ kind: DeviceKind) {
    self.init(
      deviceID: deviceID, riderName: riderName, access: Token(.access),
      refresh: kind.isRefreshed ? Token(.refresh) : nil,
      expiresInSeconds: kind.accessSeconds)
  }
}
