import HubDatabase
package import HubTerms

/// An entry of a rider's audit log.
package struct AuditEntry: Hashable, Sendable, Encodable {
  package let at: Instant
  package let actor: String
  package let action: String
  package let detail: String?
}

/// All data of a rider, except whole rides, which are fetched one by one.
package struct OwnData: Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case riderID = "id"
    case name
    case created = "created_at"
    case devices, coaches, coached, workouts, audit
  }

  package let riderID: String
  package let name: String
  package let created: Instant
  package let devices: [Device]
  package let coaches: [CoachLink]
  package let coached: [CoachLink]
  package let workouts: [KeptWorkout]
  package let audit: [AuditEntry]
}

extension HubLibrary {
  /// Returns the audit log of the calling rider, newest entry first; at most `limit` entries.
  package func audit(of caller: Caller, limit: Int) async throws(HubFault) -> [AuditEntry] {
    try caller.need(.manage)
    return try await read { session in
      try session.rows(
        "SELECT at_ms, actor, action, detail FROM audit WHERE rider_id = ? ORDER BY at_ms DESC, id LIMIT ?",
        [.text(caller.riderID), .integer(limit)]
      ).map { row in
        AuditEntry(
          at: Instant(milliseconds: try row.integer("at_ms")), actor: try row.text("actor"),
          action: try row.text("action"), detail: try row.optionalText("detail"))
      }
    }
  }

  /// Returns all data of the calling rider, except whole rides.
  package func ownData(of caller: Caller) async throws(HubFault) -> OwnData {
    try caller.need(.manage)
    let now = clock()
    let (created, workouts) = try await write { session in
      let action = "data exported"
      // At most once an hour for a device: otherwise a client that exports all day would fill the log.
      let noted = try session.row(
        "SELECT id FROM audit WHERE rider_id = ? AND at_ms > ? AND actor = ? AND action = ?",
        [.text(caller.riderID), .integer(now.milliseconds - 3_600_000), .text(caller.deviceName), .text(action)])
      if noted == nil { try session.note(caller, action, now) }
      let rider = try session.row("SELECT created_ms FROM rider WHERE id = ?", [.text(caller.riderID)])
      let workouts = try session.rows(
        "SELECT \(KeptWorkout.columns) FROM workout WHERE rider_id = ? ORDER BY start_ms", [.text(caller.riderID)])
      return (
        Instant(milliseconds: try rider?.integer("created_ms") ?? 0), try workouts.map { try KeptWorkout($0) }
      )
    }
    return OwnData(
      riderID: caller.riderID, name: caller.riderName, created: created, devices: try await devices(of: caller),
      coaches: try await coaches(of: caller), coached: try await coached(by: caller), workouts: workouts,
      audit: try await audit(of: caller, limit: 10_000))
  }

  /// Erases the calling rider with all of their data.
  ///
  /// Their tokens are invalid afterwards. Only the administrator can create the code, not a browser: a stolen cookie,
  /// or a browser that was left open, does not suffice.
  ///
  /// - Throws: `forbidden` unless the code is valid for erasing that rider.
  package func erase(_ caller: Caller, code typed: String) async throws(HubFault) {
    try caller.need(.manage)
    let refusal = HubFault(
      .forbidden,
      "Erasing needs its own code, valid for an hour; the administrator makes it with "
        + "`jz2hub rider code NAME --erase`.")
    guard let code = OneTimeCode(typed: typed) else { throw refusal }
    let now = clock()
    try await write { session in
      let known = try session.row(
        "SELECT hash FROM code WHERE hash = ? AND rider_id = ? AND purpose = ? AND expires_ms > ?",
        [
          .blob(Digest.sha256(code.text)), .text(caller.riderID), .text(CodePurpose.erasing.rawValue),
          .integer(now.milliseconds),
        ])
      if known == nil { throw refusal }
      for table in ["live", "looking"] {
        try session.run("DELETE FROM \(table) WHERE rider_id = ?", [.text(caller.riderID)])
      }
      guard try session.run("DELETE FROM rider WHERE id = ?", [.text(caller.riderID)]) == 1 else {
        throw HubFault(.tokenInvalid, "This rider's data were erased.")
      }
    }
  }
}
