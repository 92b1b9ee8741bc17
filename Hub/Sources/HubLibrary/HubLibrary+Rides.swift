import FoundationEssentials
import HubDatabase
package import HubTerms

/// A whole ride that a Pi has sent.
package struct SentRide: Sendable {
  package let summary: RideSummary
  /// gzip of the JSON.
  package let packed: [UInt8]
  /// SHA-256 of the JSON.
  ///
  /// It identifies the content, regardless of the compression.
  package let hash: [UInt8]
  /// The size of the JSON, in bytes.
  package let size: Int
  /// The revision that it is based on; nil if the Pi does not know one.
  package let base: Int?

  package init(_ summary: RideSummary, packed: [UInt8], content: [UInt8], base: Int?) {
    self.summary = summary
    self.packed = packed
    hash = Digest.sha256(content)
    size = content.count
    self.base = base
  }
}

/// The hub's metadata of a whole ride.
package struct KeptRide: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case uuid, revision, name, sha256, size, notes
    case start = "start_time"
    case timerSeconds = "timer_seconds"
    case distanceMeters = "distance_meters"
    case averageWatts = "avg_watts"
    case averageBeatsPerMinute = "avg_heart_rate"
    case updated = "updated_at"
  }

  package let uuid: String
  /// The revision, from 1.
  ///
  /// Each accepted edit increases it by one.
  package let revision: Int
  package let start: Instant
  package let timerSeconds: Int
  package let distanceMeters: Double
  package let averageWatts: Double?
  package let averageBeatsPerMinute: Double?
  package let name: String?
  /// Of the JSON, in hexadecimal digits.
  package let sha256: String
  /// The size of the JSON, in bytes.
  package let size: Int
  package let updated: Instant
  /// The number of rejected edits.
  package let notes: Int
}

/// An edit that was rejected because it came too late.
package struct RideNote: Hashable, Sendable, Encodable {
  package let at: Instant
  package let device: String
  package let text: String
}

/// A page of a rider's whole rides.
package struct RidePage: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case rides
    case cursor = "next_cursor"
    case hasMore = "has_more"
  }

  package let rides: [KeptRide]
  /// The cursor of the next page.
  package let cursor: Cursor
  package let hasMore: Bool
}

extension HubLibrary {
  package enum RideLimit {
    /// The maximum size of a ride in a request, in bytes.
    package static let packedBytes = 16 << 20
    /// The maximum size of its JSON, in bytes.
    package static let bytes = 128 << 20
    /// The size to which any gzip may unpack, in bytes.
    package static let freeBytes = 1 << 20
    /// The maximum compression ratio beyond `freeBytes`.
    ///
    /// A Pi's gzip has a ratio of about ten.
    private static let ratio = 250

    /// Returns the maximum unpacked size of a gzip with `count` bytes, in bytes.
    package static func bytes(ofPacked count: Int) -> Int { min(bytes, max(freeBytes, count * ratio)) }
    /// The maximum total size of a rider's rides, packed, in bytes: about 15,000 hours.
    package static let riderBytes = 1 << 30
    /// The maximum number of rejected edits of a ride.
    ///
    /// The oldest are deleted.
    static let notes = 50
    /// The maximum number of a rider's workouts, and of their whole rides.
    package static let rides = 50_000
  }

  /// Stores a whole ride, or an edit of one.
  ///
  /// Its summary is added to the rider's workouts, unless they already have the ride from another Pi. An edit that is
  /// based on an older revision is rejected; its changes are kept as a note, so that the rider's text is not lost.
  ///
  /// - Returns: The outcome of the ride.
  /// - Throws: `payloadTooLarge` if the rider's other rides leave no room for it.
  package func put(_ ride: SentRide, by caller: Caller) async throws(HubFault) -> RideMergeOutcome {
    try caller.need(.sync)
    let now = clock()
    return try await write { session in
      let sequence = try session.lockRider(caller.riderID)
      let key: [SQLValue] = [.text(caller.riderID), .text(ride.summary.uuid)]
      let row = try session.row("SELECT revision, content_hash FROM ride WHERE rider_id = ? AND uuid = ?", key)
      let known = try row.map {
        (revision: Int(try $0.integer("revision")), isSame: try $0.blob("content_hash") == ride.hash)
      }
      let outcome = RideMergeOutcome(known: known, base: ride.base)
      if case .unchanged = outcome { return outcome }
      try session.needRoom(for: ride, in: riderBytes, caller)
      if case .superseded = outcome {
        try session.note(ride, caller, now)
        return outcome
      }
      let revision = (known?.revision ?? 0) + 1
      try session.keep(ride, revision: revision, sequence + 1, caller, now)
      if revision == 1 { try session.needRows(in: .ride, caller) }
      let workout = Workout(ride.summary)
      var batch = try Batch(session, [workout], caller, sequence: sequence + 1, now)
      try batch.takeNewest(workout)
      try batch.finish()
      return outcome
    }
  }

  /// Returns the changes of a rider's whole rides since a cursor, in their order.
  ///
  /// - Parameters:
  ///   - cursor: The end of the previous page.
  ///   - limit: The maximum number of rides.
  ///   - riderID: The owner of the rides; nil for the caller.
  ///   - caller: The caller.
  /// - Returns: The page after the cursor.
  /// - Throws: `notFound` if the rider has not invited the caller as a coach, or does not exist.
  package func rides(
    since cursor: Cursor, limit: Int, of riderID: String?, by caller: Caller
  ) async throws(HubFault) -> RidePage {
    try caller.need(.read)
    return try await read { session in
      let rider = try session.readable(riderID, by: caller)
      let rows = try session.rows(
        "SELECT sequence, \(KeptRide.columns) FROM ride WHERE rider_id = ? AND sequence > ? ORDER BY sequence LIMIT ?",
        [.text(rider), .integer(cursor.sequence), .integer(limit + 1)])
      let page = rows.prefix(limit)
      return RidePage(
        rides: try page.map { try KeptRide($0) },
        cursor: try page.last.map { Cursor(sequence: try $0.integer("sequence")) } ?? cursor,
        hasMore: rows.count > limit)
    }
  }

  /// Returns a whole ride, with its JSON as gzip.
  ///
  /// - Throws: `notFound`.
  package func ride(
    _ uuid: String, of riderID: String?, by caller: Caller
  ) async throws(HubFault) -> (ride: KeptRide, packed: [UInt8]) {
    try caller.need(.read)
    return try await read { session in
      let rider = try session.readable(riderID, by: caller)
      let row = try session.row(
        "SELECT content, \(KeptRide.columns) FROM ride WHERE rider_id = ? AND uuid = ?", [.text(rider), .text(uuid)])
      guard let row else { throw HubFault(.notFound, "There is no such ride.") }
      return (try KeptRide(row), try row.blob("content"))
    }
  }

  /// Returns the rejected edits of a ride, newest first.
  ///
  /// - Throws: `notFound` if there is no such ride.
  package func notes(
    of uuid: String, of riderID: String?, by caller: Caller
  ) async throws(HubFault) -> [RideNote] {
    try caller.need(.read)
    return try await read { session in
      let key: [SQLValue] = [.text(try session.readable(riderID, by: caller)), .text(uuid)]
      guard try session.row("SELECT uuid FROM ride WHERE rider_id = ? AND uuid = ?", key) != nil else {
        throw HubFault(.notFound, "There is no such ride.")
      }
      return try session.rows(
        "SELECT at_ms, device, edits FROM ride_note WHERE rider_id = ? AND uuid = ? ORDER BY at_ms DESC, id", key
      ).map { row in
        RideNote(
          at: Instant(milliseconds: try row.integer("at_ms")), device: try row.text("device"),
          text: try row.text("edits"))
      }
    }
  }
}

extension SQLSession {
  fileprivate func keep(
    _ ride: SentRide, revision: Int, _ sequence: Int64, _ caller: Caller, _ now: Instant
  ) throws {
    let summary = ride.summary
    try run(
      """
      INSERT INTO ride (rider_id, uuid, revision, sequence, start_ms, timer_seconds, distance_meters, average_watts,
        average_bpm, name, content, content_hash, size, device_id, updated_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (rider_id, uuid) DO UPDATE SET revision = excluded.revision, sequence = excluded.sequence,
        start_ms = excluded.start_ms, timer_seconds = excluded.timer_seconds,
        distance_meters = excluded.distance_meters, average_watts = excluded.average_watts,
        average_bpm = excluded.average_bpm, name = excluded.name, content = excluded.content,
        content_hash = excluded.content_hash, size = excluded.size, device_id = excluded.device_id,
        updated_ms = excluded.updated_ms
      """,
      [
        .text(caller.riderID), .text(summary.uuid), .integer(revision), .integer(sequence),
        .integer(summary.began.milliseconds), .integer(summary.timerSeconds), .real(summary.distanceMeters),
        .real(summary.averageWatts), .real(summary.averageBeatsPerMinute), .text(summary.name),
        .blob(ride.packed), .blob(ride.hash), .integer(ride.size), .text(caller.deviceID),
        .integer(now.milliseconds),
      ])
  }

  /// Stores the changes of an edit that came too late.
  ///
  /// The same edit again adds no second note.
  fileprivate func note(_ ride: SentRide, _ caller: Caller, _ now: Instant) throws {
    let key: [SQLValue] = [.text(caller.riderID), .text(ride.summary.uuid)]
    try run(
      """
      INSERT INTO ride_note (id, rider_id, uuid, at_ms, device, edits, content_hash) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (rider_id, uuid, content_hash) DO NOTHING
      """,
      [.text(UUID().uuidString.lowercased())] + key + [
        .integer(now.milliseconds), .text(caller.deviceName), .text(ride.summary.edits), .blob(ride.hash),
      ])
    try run(
      """
      DELETE FROM ride_note WHERE rider_id = ? AND uuid = ? AND id NOT IN
        (SELECT id FROM ride_note WHERE rider_id = ? AND uuid = ? ORDER BY at_ms DESC, id LIMIT ?)
      """, key + key + [.integer(HubLibrary.RideLimit.notes)])
  }
}

extension KeptRide {
  fileprivate static let columns = """
    uuid, revision, start_ms, timer_seconds, distance_meters, average_watts, average_bpm, name, content_hash, size, \
    updated_ms, (SELECT COUNT(*) FROM ride_note WHERE rider_id = ride.rider_id AND uuid = ride.uuid) AS notes
    """

  fileprivate init(_ row: SQLRow) throws {
    self.init(
      uuid: try row.text("uuid"), revision: Int(try row.integer("revision")),
      start: Instant(milliseconds: try row.integer("start_ms")), timerSeconds: Int(try row.integer("timer_seconds")),
      distanceMeters: try row.real("distance_meters"), averageWatts: try row.optionalReal("average_watts"),
      averageBeatsPerMinute: try row.optionalReal("average_bpm"), name: try row.optionalText("name"),
      sha256: try row.blob("content_hash").map(\.hexadecimal).joined(), size: Int(try row.integer("size")),
      updated: Instant(milliseconds: try row.integer("updated_ms")), notes: Int(try row.integer("notes")))
  }
}

extension UInt8 {
  fileprivate var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}
