internal import GRDB
package import RideSession

/// What a ride adds to the course of weeks and months.
package struct StoredTrend: Hashable, Sendable {
  /// The ride's number.
  package var id: Int
  /// When the ride began, as it is cut.
  package var start: UnixTime
  package var timerSeconds: Int
  /// Seconds in Zone 2.
  package var zone2Seconds: Int
  /// Mean power in Zone 2, in watts; nil where there is none.
  package var zone2Watts: Double?
  /// How much the heart rate rose against the power, in percent; nil where it cannot be told.
  package var decouplingPercent: Double?

  package init(
    id: Int, start: UnixTime, timerSeconds: Int, zone2Seconds: Int, zone2Watts: Double?, decouplingPercent: Double?
  ) {
    self.id = id
    self.start = start
    self.timerSeconds = timerSeconds
    self.zone2Seconds = zone2Seconds
    self.zone2Watts = zone2Watts
    self.decouplingPercent = decouplingPercent
  }
}

extension RideReading {
  /// What finished rides add to the course of weeks and months, in order of their starts; deleted ones nothing, nor runs,
  /// walks and swims that came from files.
  ///
  /// They began from `since` on and before `before`, as they are cut; `key` is what it was reckoned with, as `setTrend` was
  /// told. Missing are the numbers of the rides of which it is not known, or was reckoned with something else.
  package func trends(
    since: UnixTime, before: UnixTime?, key: String
  ) throws(StoreError) -> (known: [StoredTrend], missing: [Int]) {
    let sql = """
      SELECT id, cut_start_ms, timer_seconds, zone2_seconds, zone2_watts, decoupling_percent, trend_key FROM ride
      WHERE deleted_ms IS NULL AND state = 'finished' AND cut_start_ms >= ? AND cut_start_ms < ?
        AND \(RideOrigin.isCycling)
      ORDER BY cut_start_ms, id
      """
    return try read { db in
      let rows = try Row.fetchCursor(
        db, sql: sql, arguments: [since.milliseconds, before?.milliseconds ?? Int64.max])
      var (known, missing): ([StoredTrend], [Int]) = ([], [])
      while let row = try rows.next() {
        if row.text(6) == key, let trend = StoredTrend(row) {
          known.append(trend)
        } else if let id = row.int(0) {
          missing.append(id)
        }
      }
      return (known, missing)
    }
  }
}

extension RideStore {
  /// Keeps what a ride adds, reckoned with `key` from its record of that activity ID; where it was cut since, nothing.
  /// - Throws: `noSuchRide`.
  package func setTrend(
    of id: Int, activityID: UnixTime, zone2Seconds: Int, zone2Watts: Double?, decouplingPercent: Double?, key: String
  ) throws(StoreError) {
    try change(id) { db, ride in
      guard ride.activityID == activityID else { return }
      let sql = """
        UPDATE ride SET trend_key = ?, zone2_seconds = ?, zone2_watts = ?, decoupling_percent = ? WHERE id = ?
        """
      try db.execute(sql: sql, arguments: [key, zone2Seconds, zone2Watts, decouplingPercent, id])
    }
  }
}

extension StoredTrend {
  fileprivate init?(_ row: Row) {
    guard let id = row.int(0), let start = row.int(1), let timerSeconds = row.int(2), let zone2Seconds = row.int(3)
    else { return nil }
    self.init(
      id: id, start: UnixTime(milliseconds: Int64(start)), timerSeconds: timerSeconds, zone2Seconds: zone2Seconds,
      zone2Watts: row.real(4), decouplingPercent: row.real(5))
  }
}
