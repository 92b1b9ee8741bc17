internal import GRDB
package import Rides

extension RideReading {
  package func ride(_ id: Int) throws(StoreError) -> StoredRide {
    try read { db in try self.present(db, id: id) }
  }

  /// Returns a ride with all its data, trimmed or whole.
  package func record(_ id: Int, whole: Bool = false) throws(StoreError) -> RideRecord {
    try read { db in
      try RideDatabase.record(db, self.present(db, id: id, live: RideTotals()), whole: whole)
    }
  }

  /// Returns a ride after trimming, whose rows have the values for comparing rides, and its activity ID.
  ///
  /// - Throws: `noSuchRide`.
  package func compared(_ id: Int) throws(StoreError) -> (ride: ComparedRide, activityID: UnixTime) {
    try read { db in
      let ride = try self.present(db, id: id, live: RideTotals())
      let cut = try Cut(db, ride: id, seconds: ride.cut)
      var rows = try SampleCursor(db, ride: id, cut: cut, extent: .compared)
      let compared = ComparedRide(
        samples: try rows.rest(), laps: try RideDatabase.laps(db, ride: id, cut: cut), plan: ride.order?.plan,
        thresholdWatts: ride.thresholdWatts)
      return (compared, ride.activityID)
    }
  }

  /// Returns at most `limit` rows of a ride in order, from `second` on, trimmed or whole; empty if the ride does not
  /// exist.
  package func samples(
    of id: Int, from second: Int, limit: Int, whole: Bool = false
  ) throws(StoreError) -> [RideSample] {
    try read { db in
      let cut = try RideDatabase.cut(db, id, whole)
      var rows = try SampleCursor(db, ride: id, cut: cut, from: second, limit: max(0, limit))
      return try rows.rest()
    }
  }

  /// Returns the events of a ride, trimmed or whole, in order of time.
  package func events(of id: Int, whole: Bool = false) throws(StoreError) -> [RideEvent] {
    try read { db in try RideDatabase.events(db, ride: id, cut: try RideDatabase.cut(db, id, whole)) }
  }

  /// Returns an existing ride.
  ///
  /// `live` contains its totals if it is not finished; nil computes them from its rows.
  /// - Throws: `noSuchRide`.
  nonisolated func present(_ db: Database, id: Int, live: RideTotals? = nil) throws -> StoredRide {
    guard
      let ride = try RideDatabase.rides(db, "WHERE id = ? AND is_purged = 0", [id], live: live, withPlans: true).first
    else {
      throw noSuchRide(id)
    }
    return ride
  }
}

extension RideDatabase {
  static func record(_ db: Database, _ ride: StoredRide, whole: Bool) throws -> RideRecord {
    let id = ride.id
    let cut = try Cut(db, ride: id, seconds: whole ? nil : ride.cut)
    var rows = try SampleCursor(db, ride: id, cut: cut)
    var record = RideRecord(
      id: id, start: whole ? ride.begun.time : ride.start,
      activityID: whole ? try wholeActivityID(db, of: ride) : ride.activityID,
      plannedSeconds: ride.plannedSeconds, trainerName: ride.trainerName, name: ride.name, note: ride.note,
      samples: try rows.rest(), events: try events(db, ride: id, cut: cut),
      laps: try laps(db, ride: id, cut: cut), fileTotals: cut.isWhole ? try fileTotals(db, ride: id) : [:],
      origin: ride.origin)
    record.uuid = ride.uuid
    record.planName = ride.planName
    record.givenSport = ride.givenSport
    record.thresholdWatts = ride.thresholdWatts
    record.utcOffsetSeconds = ride.begun.utcOffsetSeconds
    return record
  }

  static func rides(
    _ db: Database, _ clause: String, _ arguments: StatementArguments = [], live: RideTotals? = nil,
    withPlans: Bool = false
  ) throws -> [StoredRide] {
    let rows = try Row.fetchAll(db, sql: "SELECT \(StoredRide.columns) FROM ride \(clause)", arguments: arguments)
    return try rows.compactMap { row in
      do { return try StoredRide(row, in: db, live: live, withPlan: withPlans) } catch  where !withPlans {
        // In a list, a ride whose rows cannot be read has no totals.
        return try StoredRide(row, in: db, live: live ?? RideTotals(), withPlan: false)
      }
    }
  }

  fileprivate static func cut(_ db: Database, _ id: Int, _ whole: Bool) throws -> Cut {
    whole ? .whole : try Cut(db, of: id)
  }

  static func wholeActivityID(_ db: Database, of ride: StoredRide) throws -> UnixTime? {
    let row = try Row.fetchOne(db, sql: "SELECT activity_ms FROM ride WHERE id = ?", arguments: [ride.id])
    return row?.int(0).map { UnixTime(milliseconds: Int64($0)) }
  }

  fileprivate static func fileTotals(_ db: Database, ride: Int) throws -> [SummaryField: Double] {
    let row = try Row.fetchOne(db, sql: "SELECT given FROM ride WHERE id = ?", arguments: [ride])
    return [SummaryField: Double](json: row?.text(0))
  }

  fileprivate static func events(_ db: Database, ride: Int, cut: Cut) throws -> [RideEvent] {
    let sql = "SELECT \(RideEvent.columns) FROM event WHERE ride_id = ? ORDER BY at_ms, id"
    let events = try Row.fetchAll(db, sql: sql, arguments: [ride]).compactMap(RideEvent.init)
    return cut.isWhole ? events : events.compactMap { $0.rebased(to: cut.seconds) }
  }

  fileprivate static func laps(_ db: Database, ride: Int, cut: Cut) throws -> [RideLap] {
    let sql = "SELECT \(RideLap.columns) FROM lap WHERE ride_id = ? ORDER BY number"
    let stored = try Row.fetchAll(db, sql: sql, arguments: [ride]).compactMap(RideLap.init)
    let laps = stored.isEmpty ? try plannedLaps(db, ride: ride) : stored
    return cut.isWhole ? laps : laps.cut(to: cut.seconds, wholeSeconds: try SampleCursor.wholeSeconds(db, ride: ride))
  }

  /// Returns the laps that a plan made in a ride.
  private static func plannedLaps(_ db: Database, ride: Int) throws -> [RideLap] {
    let kinds = RideEvent.lapNames.map(\.rawValue)
    let places = kinds.map { _ in "?" }.joined(separator: ", ")
    let sql = "SELECT \(RideEvent.columns) FROM event WHERE ride_id = ? AND kind IN (\(places)) ORDER BY at_ms, id"
    let events = try Row.fetchAll(db, sql: sql, arguments: [ride] + StatementArguments(kinds))
    return events.compactMap(RideEvent.init).laps(ofRows: try SampleCursor.wholeSeconds(db, ride: ride))
  }
}
