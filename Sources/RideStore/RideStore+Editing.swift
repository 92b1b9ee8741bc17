internal import GRDB
internal import RideSession

extension RideStore {
  /// Gives a ride another name or note, all or nothing; an empty text takes it away, nil leaves it.
  package func setTexts(of id: Int, name: String? = nil, note: String? = nil) throws(StoreError) {
    try change(id) { db, ride in
      try Self.setTexts(db, of: id, name: name ?? ride.name, note: note ?? ride.note)
      try self.note(db, .ride(id), .edited)
    }
  }

  /// Keeps a part of a ride, or all of it again; its rows stay, and its file is due.
  ///
  /// A cut ride has an activity ID of its own, which no other ride and no other cut ever had; the whole ride has its first
  /// again. What was reckoned for trends does not hold any longer. `range` is in seconds of the whole ride, nil for all;
  /// what lies outside the ride is passed over.
  /// - Throws: `noSuchRide`; `rideUnfinished`; `failed` where the range has no second of the ride.
  package func cut(_ id: Int, to range: Range<Int>?) throws(StoreError) -> StoredRide {
    try change(id) { db, ride in
      try self.demandFinished(ride)
      let cut = range?.clamped(to: 0..<ride.wholeElapsedSeconds)
      if let cut, cut.isEmpty { throw self.refusal(.failed, "ride \(id) has none of those seconds", of: id) }
      try Self.settle(db, ride, cut: cut)
      try self.note(db, .ride(id), .trimmed)
      return try self.present(db, id: id)
    }
  }

}

extension RideStore {
  /// Runs `body` with a ride that is there, in one transaction; its totals count only if it is finished.
  func change<Value>(
    _ id: Int, _ body: (Database, StoredRide) throws -> Value
  ) throws(StoreError) -> Value {
    // For Swift 6.2 a closure of an actor that takes `body` along is a race, though it stays there.
    let present = present(_:id:live:)
    return try write { db in try body(db, present(db, id, RideTotals())) }
  }

  /// Marks a ride as finished and cut to a range of its seconds; its totals are taken from those rows.
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
    try db.execute(sql: "DELETE FROM figure WHERE ride_id = ?", arguments: [ride.id])
  }

  nonisolated private func demandFinished(_ ride: StoredRide) throws(StoreError) {
    guard ride.state == .finished else { throw unfinished(ride) }
  }

  nonisolated func unfinished(_ ride: StoredRide) -> StoreError {
    refusal(.rideUnfinished, "ride \(ride.id) is not over", of: ride.id)
  }

  /// The first millisecond from `start` on that no ride and no cut ever had for its activity ID; now a cut has it.
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

  private static func setTexts(_ db: Database, of id: Int, name: String?, note: String?) throws {
    let texts = RideTexts(name: name, note: note)
    try db.execute(
      sql: "UPDATE ride SET name = ?, note = ?, search = ? WHERE id = ?",
      arguments: [texts.name, texts.note, texts.search, id])
  }
}

/// What the rider wrote about a ride, as it is kept.
struct RideTexts: Hashable, Sendable {
  let name: String?
  let note: String?

  /// Empty texts are none.
  init(name: String?, note: String?) {
    self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    self.note = note.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What a search looks through; nil where there is nothing.
  var search: String? {
    name == nil && note == nil ? nil : "\(name ?? "")\n\(note ?? "")".lowercased()
  }
}
