internal import GRDB
package import Rides

// Whole rides, copied with their identity from one library into another.

extension RideReading {
  /// Returns a ride with all its data, untrimmed; a finished one with its circumstances.
  package func wholeRecord(_ id: Int) throws(StoreError) -> RideRecord {
    try read { db in try RideDatabase.wholeRecord(db, self.present(db, id: id, live: RideTotals())) }
  }
}

extension RideUUID {
  /// A new identity.
  static func random() -> RideUUID {
    RideUUID(random: .random(in: .min ... .max), .random(in: .min ... .max))
  }
}

extension RideDatabase {
  static func wholeRecord(_ db: Database, _ ride: StoredRide) throws -> RideRecord {
    var record = try record(db, ride, whole: true)
    if ride.state == .finished { record.circumstances = try RideCircumstances(db, of: ride) }
    return record
  }

  /// Returns the ride with an identity, deleted or not; nil if it does not exist or is being purged.
  static func ride(_ db: Database, _ uuid: RideUUID) throws -> Int? {
    try Int.fetchOne(db, sql: "SELECT id FROM ride WHERE uuid = ? AND is_purged = 0", arguments: [uuid.text])
  }

  /// Returns an identity for a row: its own, or a new one if that is missing or taken.
  static func freeUUID(_ db: Database, _ wanted: RideUUID?) throws -> RideUUID {
    guard let wanted else { return .random() }
    let sql = "SELECT EXISTS (SELECT 1 FROM ride WHERE uuid = ?)"
    return try Bool.fetchOne(db, sql: sql, arguments: [wanted.text]) == true ? .random() : wanted
  }

  /// Writes the laps and circumstances of an imported ride; its rows, events and columns are written elsewhere.
  static func insertRest(_ db: Database, of record: RideRecord, as id: Int) throws {
    // Laps of a ride that was recorded here are not stored: they are derived from its events.
    if !record.hasLapsOfEvents {
      for (number, lap) in record.laps.enumerated() { try lap.insert(db, ride: id, number: number) }
    }
    guard let circumstances = record.circumstances else { return }
    if let plan = circumstances.plan { try insert(db, plan, of: id) }
    if let watts = circumstances.learntWatts {
      try db.execute(sql: "INSERT INTO standing (ride_id, learnt_watts) VALUES (?, ?)", arguments: [id, watts])
    }
    for (role, statistics) in circumstances.linkIntervals where [.trainer, .heartRate].contains(role) {
      try statistics.write(db, of: id, role)
    }
    if let trim = circumstances.trim {
      let sql = "INSERT OR IGNORE INTO activity VALUES (?, ?)"
      try db.execute(sql: sql, arguments: [trim.activityID.milliseconds, id])
    }
  }
}

extension RideRecord {
  /// Whether its laps are the ones derived from its events.
  fileprivate var hasLapsOfEvents: Bool {
    withoutRests.laps == events.laps(ofRows: samples.last.map { $0.second + 1 } ?? 0)
  }

  /// The record in its stored form: for a ride recorded here, plan and events determine which laps are rest.
  private var withoutRests: RideRecord {
    guard origin == nil else { return self }
    var record = self
    for index in laps.indices { record.laps[index].isResting = false }
    return record
  }

  /// Whether two records are the same except for their numbers.
  func isSame(as other: RideRecord) -> Bool {
    var (left, right) = (withoutRests, other.withoutRests)
    (left.id, right.id) = (0, 0)
    return left == right
  }
}

extension RideCircumstances {
  /// The circumstances of a finished ride.
  fileprivate init(_ db: Database, of ride: StoredRide) throws {
    let guardColumns = TargetGuards.columns.map(\.name).joined(separator: ", ")
    let sql = """
      SELECT asked_watts, trainer_address, strap_address, strap_name, rider_kilograms, cut_activity_ms,
        (SELECT learnt_watts FROM standing WHERE ride_id = ride.id), \(guardColumns)
      FROM ride WHERE id = ?
      """
    self.init()
    plan = try RidePlan(db, of: ride.id)
    targetWatts = ride.targetWatts
    isStartConfirmed = ride.begun.isConfirmed
    isOnRoute = ride.isOnRoute
    linkIntervals = try [DeviceRole: IntervalStatistics](db, of: ride.id)
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [ride.id]) else { return }
    askedWatts = row.int(0)
    (trainerAddress, strapAddress, strapName) = (row.text(1), row.text(2), row.text(3))
    riderKilograms = row.real(4)
    trim = ride.cut.map { Trim(seconds: $0, activityID: row.time(5) ?? ride.activityID) }
    learntWatts = row.int(6)
    guards = TargetGuards(row, from: 7)
  }
}
