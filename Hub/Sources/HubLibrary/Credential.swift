import HubDatabase
import HubTerms

/// A pair of tokens in the database.
struct Credential: Sendable {
  let caller: Caller
  let accessHash: [UInt8]
  /// The generation, from 1.
  ///
  /// Each refresh increases it by one.
  let generation: Int64
  let expires: Instant
  let isUsed: Bool
  /// The time since which a later generation is in use, in milliseconds since 1970; nil until
  /// then.
  let spent: Int64?
  /// The last use of a token by the device, to the minute, or else its pairing; in milliseconds since 1970.
  let used: Int64
}

enum CredentialLimit {
  /// The maximum number of unused pairs in a generation.
  ///
  /// The oldest are deleted.
  static let unused = 10
  /// The delay up to which a request with a spent token may be a late one, in milliseconds.
  static let lateRequests: Int64 = 10 * 60_000
  /// The days after which an unused device has to be paired again.
  ///
  /// A browser's only token expires earlier.
  static let unusedDays: Int64 = 90
  /// The time for which spent tokens are kept, in milliseconds.
  static let remembered: Int64 = 30 * 86_400_000
  /// The number of a device's generations that are kept; with hourly refreshes, more than a month.
  static let generations: Int64 = 1000
}

extension SQLSession {
  /// Returns the pair with a hash, of a device that is not revoked.
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

  /// Whether the tokens of a device have not been used yet.
  func isUnused(_ deviceID: String, _ kind: DeviceKind) throws -> Bool {
    let device = try row("SELECT kind FROM device WHERE id = ? AND revoked_ms IS NULL", [.text(deviceID)])
    let used = try row("SELECT generation FROM credential WHERE device_id = ? AND is_used = 1", [.text(deviceID)])
    return try device?.text("kind") == kind.rawValue && used == nil
  }

  /// Creates a pair of tokens.
  ///
  /// The caller must have locked the rider.
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

  /// Marks a pair as used.
  ///
  /// Other pairs of its generation were in lost responses and are deleted; earlier ones are spent.
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
