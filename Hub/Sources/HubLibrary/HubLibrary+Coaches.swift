import HubDatabase
package import HubTerms

/// The other rider in a coaching relationship.
package struct CoachLink: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case riderID = "id"
    case name, since
  }

  package let riderID: String
  package let name: String
  package let since: Instant
}

extension HubLibrary {
  /// Permits the caller to read the rides of the rider that created the code.
  ///
  /// - Returns: That rider.
  /// - Throws: `notFound` if the code is invalid.
  package func accept(coachingCode typed: String, by caller: Caller) async throws(HubFault) -> CoachLink {
    try caller.need(.manage)
    let invalid = HubFault(
      .notFound, "This code is unknown, used or expired; ask the rider for a new one.")
    guard let code = OneTimeCode(typed: typed) else { throw invalid }
    let now = clock()
    return try await write { session in
      let hash = SQLValue.blob(Digest.sha256(code.text))
      let row = try session.row(
        """
        SELECT code.rider_id, rider.name FROM code JOIN rider ON rider.id = code.rider_id
        WHERE hash = ? AND purpose = ? AND expires_ms > ? AND used_ms IS NULL
        """, [hash, .text(CodePurpose.coaching.rawValue), .integer(now.milliseconds)])
      guard let row else { throw invalid }
      let riderID = try row.text("rider_id")
      guard riderID != caller.riderID else {
        throw HubFault(.notFound, "This code is your own; give it to your coach.")
      }
      let claimed = try session.run(
        "UPDATE code SET used_ms = ? WHERE hash = ? AND used_ms IS NULL", [.integer(now.milliseconds), hash])
      guard claimed == 1 else { throw invalid }
      try session.run(
        "INSERT INTO coach (rider_id, coach_id, created_ms) VALUES (?, ?, ?) ON CONFLICT (rider_id, coach_id) DO NOTHING",
        [.text(riderID), .text(caller.riderID), .integer(now.milliseconds)])
      try session.note(riderID, caller.riderName, "coach accepted", now)
      return CoachLink(riderID: riderID, name: try row.text("name"), since: now)
    }
  }

  /// Returns the riders that may read the caller's rides.
  package func coaches(of caller: Caller) async throws(HubFault) -> [CoachLink] {
    try await links(
      "SELECT coach_id AS id, name, coach.created_ms FROM coach JOIN rider ON rider.id = coach_id WHERE rider_id = ?",
      caller)
  }

  /// Returns the riders whose rides the caller may read.
  package func coached(by caller: Caller) async throws(HubFault) -> [CoachLink] {
    try await links(
      "SELECT rider_id AS id, name, coach.created_ms FROM coach JOIN rider ON rider.id = rider_id WHERE coach_id = ?",
      caller)
  }

  private func links(_ sql: String, _ caller: Caller) async throws(HubFault) -> [CoachLink] {
    try caller.need(.read)
    return try await read { session in
      try session.rows(sql + " ORDER BY name", [.text(caller.riderID)]).map { row in
        CoachLink(
          riderID: try row.text("id"), name: try row.text("name"),
          since: Instant(milliseconds: try row.integer("created_ms")))
      }
    }
  }

  /// Ends a coaching relationship, from either side.
  ///
  /// - Throws: `notFound` if the two riders have none.
  package func endCoaching(with otherID: String, by caller: Caller) async throws(HubFault) {
    try caller.need(.manage)
    let now = clock()
    try await write { session in
      let (own, other) = (SQLValue.text(caller.riderID), SQLValue.text(otherID))
      let rows = try session.rows(
        """
        DELETE FROM coach WHERE (rider_id = ? AND coach_id = ?) OR (rider_id = ? AND coach_id = ?) RETURNING rider_id
        """, [own, other, other, own])
      guard !rows.isEmpty else { throw HubFault(.notFound, "You and this rider are not coach and rider.") }
      for row in rows { try session.note(try row.text("rider_id"), caller.riderName, "coaching ended", now) }
    }
  }
}
