internal import GRDB
package import RideSession

extension RideStore {
  /// The newest rides, newest first.
  package func rides(limit: Int) throws(StoreError) -> [StoredRide] {
    try read { db in
      try Self.rides(db, "ORDER BY id DESC LIMIT ?", [max(0, limit)])
    }
  }

  /// The rides that are not finished, oldest first.
  package func unfinished() throws(StoreError) -> [StoredRide] {
    try read { db in try Self.rides(db, "WHERE state != 'finished' ORDER BY id") }
  }

  /// The finished rides that have no file, or one of when they were suspended: the process went down, or the disk was
  /// full, before it was written.
  package func unwritten() throws(StoreError) -> [Int] {
    let sql = "SELECT id, file_name, is_file_due FROM ride WHERE state = 'finished' ORDER BY id DESC LIMIT 100"
    return try read { db in
      try Row.fetchAll(db, sql: sql).compactMap { row in
        let isWritten = row.text(1).map(folder.contains) ?? false
        return isWritten && row.int(2) == 0 ? nil : row.int(0)
      }
    }
  }

  package func ride(_ id: Int) throws(StoreError) -> StoredRide {
    guard let ride = try read({ db in try Self.ride(db, id: id) }) else { throw noSuchRide(id) }
    return ride
  }

  /// The number of the ride that a person means by `last`, the newest, or by a number in decimal digits; nil where there
  /// is no such ride.
  package func resolve(_ name: String) throws(StoreError) -> Int? {
    try read { db in
      if name == "last" { return try Int.fetchOne(db, sql: "SELECT max(id) FROM ride") }
      guard let id = Int(name) else { return nil }
      return try Int.fetchOne(db, sql: "SELECT id FROM ride WHERE id = ?", arguments: [id])
    }
  }

  /// A ride, whole.
  package func record(_ id: Int) throws(StoreError) -> RideRecord {
    let missing = noSuchRide(id)
    return try read { db in
      guard let ride = try Self.ride(db, id: id, live: RideTotals()) else { throw missing }
      return RideRecord(
        id: id, start: ride.plan.start, plannedSeconds: ride.plan.plannedSeconds, trainerName: ride.plan.trainerName,
        samples: try Self.samples(db, ride: id), events: try Self.events(db, ride: id))
    }
  }

  /// At most `limit` rows of a ride in order, from `second` on; a ride that does not exist has none.
  package func samples(of id: Int, from second: Int, limit: Int) throws(StoreError) -> [RideSample] {
    try read { db in try Self.samples(db, ride: id, from: second, limit: max(0, limit)) }
  }

  /// What happened in a ride, in order of time.
  package func events(of id: Int) throws(StoreError) -> [RideEvent] {
    try read { db in try Self.events(db, ride: id) }
  }
}

extension RideStore {
  /// The totals of a ride's rows, read one at a time.
  static func totals(_ db: Database, ride: Int) throws -> RideTotals {
    var totals = RideTotals()
    let rows = try Row.fetchCursor(
      db, sql: "SELECT \(RideSample.columns) FROM sample WHERE ride_id = ? ORDER BY second", arguments: [ride])
    while let row = try rows.next() {
      if let sample = RideSample(row) { totals.add(sample) }
    }
    return totals
  }

  /// A ride with `live` for the totals of one that is not finished, or the sums of its rows.
  static func ride(_ db: Database, id: Int, live: RideTotals? = nil) throws -> StoredRide? {
    try rides(db, "WHERE id = ?", [id], live: live).first
  }

  private static func rides(
    _ db: Database, _ clause: String, _ arguments: StatementArguments = [], live: RideTotals? = nil
  ) throws -> [StoredRide] {
    let rows = try Row.fetchAll(db, sql: "SELECT \(StoredRide.columns) FROM ride \(clause)", arguments: arguments)
    return try rows.compactMap { row in try StoredRide(row) { try live ?? totals(db, ride: $0) } }
  }

  private static func samples(
    _ db: Database, ride: Int, from second: Int = 0, limit: Int = -1
  ) throws -> [RideSample] {
    let sql = "SELECT \(RideSample.columns) FROM sample WHERE ride_id = ? AND second >= ? ORDER BY second LIMIT ?"
    let rows = try Row.fetchCursor(db, sql: sql, arguments: [ride, second, limit])
    var samples: [RideSample] = []
    while let row = try rows.next() {
      if let sample = RideSample(row) { samples.append(sample) }
    }
    return samples
  }

  private static func events(_ db: Database, ride: Int) throws -> [RideEvent] {
    let sql = "SELECT \(RideEvent.columns) FROM event WHERE ride_id = ? ORDER BY at_ms, id"
    return try Row.fetchAll(db, sql: sql, arguments: [ride]).compactMap(RideEvent.init)
  }
}
