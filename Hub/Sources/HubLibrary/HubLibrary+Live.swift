import HubDatabase
package import HubTerms

/// What a Pi says of the ride that is on.
package struct LiveRide: Hashable, Sendable, Encodable {
  /// Its members in an answer, which has the figures beside them.
  private enum CodingKeys: String, CodingKey {
    case device
    case riderID = "rider_id"
    case rider, at
  }

  package let deviceID: String
  package let device: String
  package let riderID: String
  package let rider: String
  package let at: Instant
  /// The figures as JSON.
  package let content: String
}

extension HubLibrary {
  package enum LiveLimit {
    /// Bytes of what a Pi says at a time.
    package static let bytes = 4096
    /// Milliseconds after which a Pi that says nothing is taken for gone.
    static let gone: Int64 = 10_000
    /// Milliseconds for which somebody who asked is taken to look.
    static let looking: Int64 = 10_000
    /// Milliseconds between two notes that somebody looks.
    static let noted: Int64 = 3000
    /// Seconds between what a Pi says while somebody looks, and while nobody does.
    package static let watched = 1
    package static let unwatched = 15
  }

  /// Takes what a Pi says of its ride; nothing of it is kept for longer than a moment.
  ///
  /// - Parameters:
  ///   - content: The figures as JSON.
  ///   - caller: The Pi.
  /// - Returns: After how many seconds the Pi shall say more.
  /// - Throws: `forbidden` without the scope `live`.
  package func tell(_ content: String, by caller: Caller) async throws(HubFault) -> Int {
    try caller.need(.live)
    let now = clock().milliseconds
    return try await write(.passing) { session in
      try session.run(
        """
        INSERT INTO live (device_id, rider_id, at_ms, content) VALUES (?, ?, ?, ?)
        ON CONFLICT (device_id) DO UPDATE SET at_ms = excluded.at_ms, content = excluded.content
        """, [.text(caller.deviceID), .text(caller.riderID), .integer(now), .text(content)])
      let row = try session.row(
        "SELECT until_ms FROM looking WHERE rider_id = ? AND until_ms > ?", [.text(caller.riderID), .integer(now)])
      return row == nil ? LiveLimit.unwatched : LiveLimit.watched
    }
  }

  /// The rides that are on, of the caller and of those whom they coach; and notes that somebody looks.
  package func live(for caller: Caller) async throws(HubFault) -> [LiveRide] {
    try caller.need(.read)
    let now = clock().milliseconds
    let (rides, unnoted) = try await read { session -> ([LiveRide], [String]) in
      let seen =
        [caller.riderID]
        + (try session.rows("SELECT rider_id FROM coach WHERE coach_id = ?", [.text(caller.riderID)])
          .map { try $0.text("rider_id") })
      var rides: [LiveRide] = []
      var unnoted: [String] = []
      for rider in seen {
        let looked = try session.row("SELECT until_ms FROM looking WHERE rider_id = ?", [.text(rider)])
        let until = try looked?.integer("until_ms") ?? 0
        if until < now + LiveLimit.looking - LiveLimit.noted { unnoted.append(rider) }
        rides += try session.rows(
          """
          SELECT live.device_id, device.name, live.rider_id, rider.name AS rider_name, live.at_ms, live.content
          FROM live JOIN device ON device.id = live.device_id JOIN rider ON rider.id = live.rider_id
          WHERE live.rider_id = ? AND live.at_ms > ? ORDER BY rider.name, device.name
          """, [.text(rider), .integer(now - LiveLimit.gone - Int64(LiveLimit.unwatched) * 1000)]
        ).map { row in
          LiveRide(
            deviceID: try row.text("device_id"), device: try row.text("name"), riderID: try row.text("rider_id"),
            rider: try row.text("rider_name"), at: Instant(milliseconds: try row.integer("at_ms")),
            content: try row.text("content"))
        }
      }
      return (rides, unnoted)
    }
    if !unnoted.isEmpty {
      try await write(.passing) { session in
        for rider in unnoted {
          try session.run(
            """
            INSERT INTO looking (rider_id, until_ms) VALUES (?, ?)
            ON CONFLICT (rider_id) DO UPDATE SET until_ms = excluded.until_ms
            """, [.text(rider), .integer(now + LiveLimit.looking)])
        }
      }
    }
    return rides
  }
}
