internal import GRDB
package import Rides

extension RideDatabase {
  /// Changes a ride's name, note and sport in one transaction; an empty text removes it, nil keeps it.
  ///
  /// A change of the sport makes its file due.
  package func setTexts(
    of id: Int, name: String? = nil, note: String? = nil, sport: Sport? = nil
  ) throws(StoreError) {
    try change(id) { db, ride in
      let texts = RideTexts(name: name ?? ride.name, note: note ?? ride.note, plan: ride.planName)
      try texts.write(db, of: id)
      if let sport, sport != ride.sport {
        // The sport of the file is stored as NULL: the file may be more precise.
        let given = sport == Sport(nil, of: ride.origin) ? nil : sport.rawValue
        try db.execute(sql: "UPDATE ride SET sport = ?, is_file_due = 1 WHERE id = ?", arguments: [given, id])
      }
      try self.note(db, .ride(id, .edited))
    }
  }

  /// Trims a ride to a range, or undoes that; no row is removed, and its file becomes due.
  ///
  /// A trimmed ride gets an activity ID that was never used by a ride or a trimmed ride; the whole ride gets its first
  /// one back. Derived figures are dropped. `range` is in seconds of the whole ride and is clamped to it; nil means the
  /// whole ride.
  /// - Throws: `noSuchRide`; `rideUnfinished`; `failed` if the range has no second of the ride.
  package func cut(_ id: Int, to range: Range<Int>?) throws(StoreError) -> StoredRide {
    try change(id) { db, ride in
      try self.demandFinished(ride)
      let cut = range?.clamped(to: 0..<ride.wholeElapsedSeconds)
      if let cut, cut.isEmpty { throw self.refusal(.obstacle(.failed), "ride \(id) has none of those seconds", of: id) }
      try Self.settle(db, ride, cut: cut)
      try self.note(db, .ride(id, .trimmed))
      return try self.present(db, id: id)
    }
  }

}

extension RideDatabase {
  /// Runs `body` in one transaction with an existing ride, whose totals are only valid if it is finished.
  func change<Value>(
    _ id: Int, _ body: (Database, StoredRide) throws -> Value
  ) throws(StoreError) -> Value {
    // In Swift 6.2 an actor's closure that captures both `self` and `body` counts as a race, even if it does not
    // escape.
    let present = present(_:id:live:)
    return try write { db in try body(db, present(db, id, RideTotals())) }
  }

  /// Marks a ride as finished and cut to a range of its seconds; its totals are computed from those rows.
  static func settle(_ db: Database, _ ride: StoredRide, cut seconds: Range<Int>?) throws {
    let cut = try Cut(db, ride: ride.id, seconds: seconds)
    let totals = StoredRide.Totals(try RideTotals(db, ride: ride.id, of: ride.origin, cut: cut))
    let activity = try seconds.map { seconds in
      try freshActivity(db, of: ride.id, from: ride.begun.time.advanced(by: .seconds(seconds.lowerBound)))
    }
    let sql = """
      UPDATE ride SET state = 'finished', is_file_due = 1, cut_from = ?, cut_to = ?, cut_activity_ms = ?,
        timer_seconds = ?, elapsed_seconds = ?, joules = ?, distance_meters = ?, average_watts = ?,
        average_bpm = ?
      WHERE id = ?
      """
    try db.execute(
      sql: sql,
      arguments: [
        seconds?.lowerBound, seconds?.upperBound, activity?.milliseconds, totals.timerSeconds, totals.elapsedSeconds,
        totals.joules, totals.distanceMeters, totals.averageWatts, totals.averageBeatsPerMinute, ride.id,
      ])
    for table in ["figure", "power_curve"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE ride_id = ?", arguments: [ride.id])
    }
  }

  nonisolated private func demandFinished(_ ride: StoredRide) throws(StoreError) {
    guard ride.state == .finished else { throw unfinished(ride) }
  }

  nonisolated func unfinished(_ ride: StoredRide) -> StoreError {
    refusal(.rideUnfinished, "ride \(ride.id) is not over", of: ride.id)
  }

  /// Returns the first millisecond from `start` on that was never used as an activity ID, and reserves it for a trimmed
  /// ride.
  private static func freshActivity(_ db: Database, of ride: Int, from start: UnixTime) throws -> UnixTime {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM ride WHERE start_ms = ?1) OR EXISTS (SELECT 1 FROM ride WHERE activity_ms = ?1)
        OR EXISTS (SELECT 1 FROM activity WHERE activity_ms = ?1)
      """
    var activity = start
    while try Bool.fetchOne(db, sql: sql, arguments: [activity.milliseconds]) == true {
      activity.milliseconds &+= 1
    }
    try db.execute(sql: "INSERT INTO activity VALUES (?, ?)", arguments: [activity.milliseconds, ride])
    return activity
  }

}

/// The texts for finding a ride, as they are stored.
struct RideTexts: Hashable, Sendable {
  /// The rider's name for the ride.
  let name: String?
  /// The rider's note.
  let note: String?
  /// The name of the ride's plan.
  let plan: String?

  /// Empty texts become nil.
  init(name: String?, note: String?, plan: String? = nil) {
    self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    self.note = note.flatMap { $0.isEmpty ? nil : $0 }
    self.plan = plan
  }

  /// The text for searches; nil if all texts are nil.
  var search: String? {
    let texts = [name, note, plan]
    return texts == [nil, nil, nil] ? nil : texts.map { $0 ?? "" }.joined(separator: "\n").lowercased()
  }

  func write(_ db: Database, of ride: Int) throws {
    try db.execute(
      sql: "UPDATE ride SET name = ?, note = ?, search = ? WHERE id = ?", arguments: [name, note, search, ride])
  }
}
