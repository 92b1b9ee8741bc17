import FoundationEssentials
import HubDatabase
package import HubTerms

/// A rider, for lists.
package struct Rider: Hashable, Sendable {
  package let id: String
  package let name: String
  package let created: Instant
  package let workouts: Int
  package let devices: Int
}

/// A code with its expiry time.
package struct IssuedCode: Hashable, Sendable {
  package let code: OneTimeCode
  package let expires: Instant
}

extension HubLibrary {
  package enum RiderLimit {
    /// The maximum length of the name of a rider or device, in characters.
    package static let nameCharacters = 100
    /// The lifetime of a code, in seconds.
    package static let codeSeconds = 86_400
    /// The lifetime of a code for erasing, in seconds.
    package static let erasingSeconds = 3600
    /// The maximum number of a rider's unused codes.
    static let waitingCodes = 10
    /// The maximum number of codes that a rider creates within a day, including used ones: each can add a device.
    static let codes = 50
    /// The time for which entries of the audit log and unused devices are kept, in milliseconds.
    static let audit: Int64 = 366 * 86_400_000
  }

  /// Adds a rider, and creates a code for the first device or browser.
  ///
  /// - Throws: `validationError` if the name is empty or too long, or if another rider has it.
  package func addRider(named name: String, for kind: DeviceKind = .device) async throws(HubFault) -> IssuedCode {
    let name = try Self.checkedName(name)
    let now = clock()
    return try await write { session in
      guard try session.row("SELECT id FROM rider WHERE name = ?", [.text(name)]) == nil else {
        throw HubFault.invalid([HubFault.Field("name", "another rider is called \(name)")])
      }
      let id = UUID().uuidString.lowercased()
      try session.run(
        "INSERT INTO rider (id, name, created_ms, sequence) VALUES (?, ?, ?, 0)",
        [.text(id), .text(name), .integer(now.milliseconds)])
      try session.note(id, "administrator", "rider added", now)
      return try session.newCode(for: id, kind.purpose, now)
    }
  }

  /// Returns all riders, by name.
  package func riders() async throws(HubFault) -> [Rider] {
    try await read { session in
      try session.rows(
        """
        SELECT id, name, created_ms,
          (SELECT COUNT(*) FROM workout WHERE rider_id = rider.id) AS workouts,
          (SELECT COUNT(*) FROM device WHERE rider_id = rider.id AND revoked_ms IS NULL) AS devices
        FROM rider ORDER BY name
        """, []
      ).map { row in
        Rider(
          id: try row.text("id"), name: try row.text("name"),
          created: Instant(milliseconds: try row.integer("created_ms")), workouts: Int(try row.integer("workouts")),
          devices: Int(try row.integer("devices")))
      }
    }
  }

  /// Creates a code for a rider, by name; for the administrator.
  ///
  /// - Throws: `notFound` if there is no such rider.
  package func code(
    forRiderNamed name: String, for purpose: CodePurpose = .pairing
  ) async throws(HubFault) -> IssuedCode {
    let now = clock()
    return try await write { session in
      guard let row = try session.row("SELECT id FROM rider WHERE name = ?", [.text(name)]) else {
        throw HubFault(.notFound, "There is no rider called \(name).")
      }
      let id = try row.text("id")
      try session.note(id, "administrator", purpose == .erasing ? "code for erasing made" : "code made", now)
      return try session.newCode(for: id, purpose, now)
    }
  }

  /// Creates a code for another device or browser of the calling rider, or for a coach.
  package func code(_ purpose: CodePurpose, by caller: Caller) async throws(HubFault) -> IssuedCode {
    try caller.need(.manage)
    let now = clock()
    return try await write { session in
      try session.lockRider(caller.riderID)
      let made = try session.row(
        """
        SELECT COUNT(*) AS made, COUNT(*) - COUNT(used_ms) AS waiting FROM code WHERE rider_id = ? AND expires_ms > ?
        """, [.text(caller.riderID), .integer(now.milliseconds)])
      guard try made?.integer("made") ?? 0 < Int64(RiderLimit.codes) else {
        throw HubFault(
          .rateLimited, "You have made \(RiderLimit.codes) codes within a day; wait.", retryAfterSeconds: 3600)
      }
      guard try made?.integer("waiting") ?? 0 < Int64(RiderLimit.waitingCodes) else {
        throw HubFault(
          .rateLimited, "\(RiderLimit.waitingCodes) codes are unused already; use one, or wait a day.",
          retryAfterSeconds: 3600)
      }
      try session.note(caller, purpose == .coaching ? "coach invited" : "code made", now)
      return try session.newCode(for: caller.riderID, purpose, now)
    }
  }

  /// Deletes a rider with all of their data, by name; for the administrator.
  ///
  /// - Throws: `notFound` if there is no such rider.
  package func removeRider(named name: String) async throws(HubFault) {
    try await write { session in
      guard try session.run("DELETE FROM rider WHERE name = ?", [.text(name)]) == 1 else {
        throw HubFault(.notFound, "There is no rider called \(name).")
      }
    }
  }

  static func checkedName(_ name: String) throws(HubFault) -> String {
    let trimmed = name.trimmingSpaces
    let isPrintable = trimmed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard (1...RiderLimit.nameCharacters).contains(trimmed.unicodeScalars.count), isPrintable else {
      throw .invalid([
        HubFault.Field("name", "must have 1 to \(RiderLimit.nameCharacters) characters, and no control characters")
      ])
    }
    return trimmed
  }
}

/// The purpose of a code.
package enum CodePurpose: String, Hashable, Sendable {
  /// Pairing a Pi.
  case pairing
  /// Signing in with a browser.
  case signIn
  /// Permitting another rider to read one's rides.
  case coaching
  /// Erasing all data of the rider.
  case erasing

  /// The lifetime of the code, in seconds.
  package var seconds: Int {
    self == .erasing ? HubLibrary.RiderLimit.erasingSeconds : HubLibrary.RiderLimit.codeSeconds
  }
}

extension Caller {
  /// - Throws: `forbidden` unless the caller's device has the scope.
  package func need(_ scope: Scope) throws(HubFault) {
    guard scopes.contains(scope) else {
      throw HubFault(.forbidden, "This token lacks the scope `\(scope.rawValue)`.")
    }
  }
}

extension SQLSession {
  func newCode(for riderID: String, _ purpose: CodePurpose, _ now: Instant) throws -> IssuedCode {
    let issued = IssuedCode(code: OneTimeCode(), expires: now.advanced(bySeconds: purpose.seconds))
    try run("DELETE FROM code WHERE expires_ms < ?", [.integer(now.milliseconds)])
    try run(
      "INSERT INTO code (hash, rider_id, purpose, expires_ms) VALUES (?, ?, ?, ?)",
      [
        .blob(Digest.sha256(issued.code.text)), .text(riderID), .text(purpose.rawValue),
        .integer(issued.expires.milliseconds),
      ])
    return issued
  }

  /// Prevents other transactions from changing this rider's data until this one ends.
  ///
  /// - Returns: The number of the rider's last change.
  /// - Throws: `tokenInvalid` if the rider was erased.
  @discardableResult func lockRider(_ id: String) throws -> Int64 {
    guard let row = try row("UPDATE rider SET sequence = sequence WHERE id = ? RETURNING sequence", [.text(id)]) else {
      throw HubFault(.tokenInvalid, "This rider's data were erased.")
    }
    return try row.integer("sequence")
  }

  /// Adds an entry with the action and the actor to the rider's audit log.
  func note(_ caller: Caller, _ action: String, _ now: Instant, detail: String? = nil) throws {
    try note(caller.riderID, caller.deviceName, action, now, detail: detail)
  }

  func note(_ riderID: String, _ actor: String, _ action: String, _ now: Instant, detail: String? = nil) throws {
    try run(
      "INSERT INTO audit (id, rider_id, at_ms, actor, action, detail) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .text(UUID().uuidString.lowercased()), .text(riderID), .integer(now.milliseconds), .text(actor), .text(action),
        .text(detail),
      ])
    let old: [SQLValue] = [.text(riderID), .integer(now.milliseconds - HubLibrary.RiderLimit.audit)]
    try run("DELETE FROM audit WHERE rider_id = ? AND at_ms < ?", old)
    // A device that returns before it is deleted gets the reason of its refusal. A deleted device is simply unknown.
    try run("DELETE FROM device WHERE rider_id = ? AND COALESCE(seen_ms, created_ms) < ?", old)
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
