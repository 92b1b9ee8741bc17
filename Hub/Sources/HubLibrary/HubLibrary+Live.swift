import HubDatabase
package import HubTerms

/// A Pi's report of a ride in progress.
package struct LiveRide: Hashable, Sendable, Encodable {
  /// The fields in a response, next to the figures.
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
    /// The maximum size of a report, in bytes.
    package static let bytes = 4096
    /// The time without a report after which a Pi counts as gone, in milliseconds.
    static let gone: Int64 = 10_000
    /// The time for which a client counts as a viewer after a request, in milliseconds.
    static let looking: Int64 = 10_000
    /// The minimum time between two updates of a viewer's time, in milliseconds.
    static let noted: Int64 = 3000
    /// The intervals between a Pi's reports with and without viewers, in seconds.
    package static let watched = 1
    package static let unwatched = 15
  }

  /// Stores a Pi's report of its ride, until the next one.
  ///
  /// - Parameters:
  ///   - content: The figures as JSON.
  ///   - caller: The Pi.
  /// - Returns: The seconds until the Pi's next report.
  /// - Throws: `forbidden` without the scope `live`.
  package func publish(_ content: String, by caller: Caller) async throws(HubFault) -> Int {
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

  /// Returns the rides in progress of the caller and the riders whom they coach, and notes that they have a viewer.
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
