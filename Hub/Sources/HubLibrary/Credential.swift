import HubDatabase
import HubTerms

/// A pair of tokens as the database has it.
struct Credential: Sendable {
  let caller: Caller
  let accessHash: [UInt8]
  /// From 1, and one more with each refresh.
  let generation: Int64
  let expires: Instant
  let isUsed: Bool
  /// Since when a later generation is used, in milliseconds since 1970; nil while none is.
  let spent: Int64?
  /// When the device last used a token, to the minute, else when it was paired; in milliseconds since 1970.
  let used: Int64
}

enum CredentialLimit {
  /// Pairs of a generation of which none is used; the oldest go.
  static let unused = 10
  /// Milliseconds after which a request with a spent token cannot be one that arrives late.
  static let lateRequests: Int64 = 10 * 60_000
  /// Days after which a device that was not used has to be paired again; a browser's only token ends earlier.
  static let unusedDays: Int64 = 90
  /// Milliseconds for which spent tokens are remembered.
  static let remembered: Int64 = 30 * 86_400_000
  /// Generations of a device that are remembered: of hourly ones more than a month.
  static let generations: Int64 = 1000
}

extension SQLSession {
  /// The pair with that hash, of a device that is not revoked.
  func credential(_ column: StaticString, _ hash: [UInt8]) throws -> Credential? {
    try row(
      """
      SELECT credential.access_hash, generation, expires_ms, is_used, spent_ms, device.id, device.name, device.rider_id,
        device.scopes, COALESCE(device.seen_ms, device.created_ms) AS used_ms, rider.name AS rider_name
      FROM credential JOIN device ON device.id = credential.device_id JOIN rider ON rider.id = device.rider_id
      WHERE credential.\(column) = ? AND revoked_ms IS NULL
      """, [.blob(hash)]
    ).map { row in
      Credential(
        caller: Caller(
          riderID: try row.text("rider_id"), riderName: try row.text("rider_name"), deviceID: try row.text("id"),
          deviceName: try row.text("name"),
          scopes: Set(try row.text("scopes").split(separator: " ").compactMap { Scope(rawValue: String($0)) })),
        accessHash: try row.blob("access_hash"), generation: try row.integer("generation"),
        expires: Instant(milliseconds: try row.integer("expires_ms")), isUsed: try row.integer("is_used") != 0,
        spent: try row.optionalInteger("spent_ms"), used: try row.integer("used_ms"))
    }
  }

  /// Whether nobody used a token of that device yet.
  func isUnused(_ deviceID: String, _ kind: DeviceKind) throws -> Bool {
    let device = try row("SELECT kind FROM device WHERE id = ? AND revoked_ms IS NULL", [.text(deviceID)])
    let used = try row("SELECT generation FROM credential WHERE device_id = ? AND is_used = 1", [.text(deviceID)])
    return try device?.text("kind") == kind.rawValue && used == nil
  }

  /// Makes a pair of tokens; the rider has to be locked.
  func newCredential(
    of deviceID: String, _ kind: DeviceKind, _ generation: Int64, _ now: Instant
  ) throws -> (access: Token, refresh: Token?) {
    let (access, refresh) = (Token(.access), kind.isRefreshed ? Token(.refresh) : nil)
    try run(
      """
      INSERT INTO credential (access_hash, refresh_hash, device_id, generation, issued_ms, expires_ms, is_used)
      VALUES (?, ?, ?, ?, ?, ?, 0)
      """,
      [
        .blob(Digest.sha256(access.text)), .blob(refresh.map { Digest.sha256($0.text) }), .text(deviceID),
        .integer(generation), .integer(now.milliseconds),
        .integer(now.advanced(bySeconds: kind.accessSeconds).milliseconds),
      ])
    let own: [SQLValue] = [.text(deviceID), .integer(generation)]
    try run(
      """
      DELETE FROM credential WHERE device_id = ? AND generation = ? AND access_hash NOT IN
        (SELECT access_hash FROM credential WHERE device_id = ? AND generation = ? ORDER BY issued_ms DESC LIMIT ?)
      """, own + own + [.integer(CredentialLimit.unused)])
    return (access, refresh)
  }

  /// Notes that a pair is used: others of its generation were in lost answers, and those before it are spent.
  func use(_ credential: Credential, _ now: Instant) throws {
    let device = SQLValue.text(credential.caller.deviceID)
    try run("UPDATE credential SET is_used = 1 WHERE access_hash = ?", [.blob(credential.accessHash)])
    try run(
      "DELETE FROM credential WHERE device_id = ? AND generation = ? AND access_hash != ?",
      [device, .integer(credential.generation), .blob(credential.accessHash)])
    try run(
      "UPDATE credential SET spent_ms = ? WHERE device_id = ? AND generation < ? AND spent_ms IS NULL",
      [.integer(now.milliseconds), device, .integer(credential.generation)])
    try run(
      "DELETE FROM credential WHERE device_id = ? AND (spent_ms < ? OR generation < ?)",
      [
        device, .integer(now.milliseconds - CredentialLimit.remembered),
        .integer(credential.generation - CredentialLimit.generations),
      ])
  }
}
