internal import GRDB

extension RideStanding {
  /// Writes where a ride stands; what has not changed is not written again.
  func write(_ db: Database, of ride: Int) throws {
    let asked = try db.cachedStatement(
      sql: "UPDATE ride SET asked_watts = ?1 WHERE id = ?2 AND asked_watts IS NOT ?1")
    try asked.execute(arguments: [askedWatts, ride])
    guard document != nil || learntWatts != nil else { return }
    let standing = try db.cachedStatement(
      sql: """
        INSERT INTO standing (ride_id, document, learnt_watts) VALUES (?, ?, ?)
        ON CONFLICT (ride_id) DO UPDATE SET document = ifnull(excluded.document, document),
          learnt_watts = ifnull(excluded.learnt_watts, learnt_watts)
        """)
    try standing.execute(arguments: [ride, document, learntWatts])
  }
}
