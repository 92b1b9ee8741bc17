internal import BluetoothLE
internal import GRDB
package import Rides

extension RideDatabase {
  /// Begins a ride, in state `riding`.
  ///
  /// Has no effect if the ride exists already, so that a failed call can be repeated.
  /// - Parameters:
  ///   - ride: The ride.
  ///   - id: A number from `takeID`; nil takes one here.
  /// - Returns: Its number, never used before or after.
  /// - Throws: The reason why it is not stored.
  @discardableResult
  package func begin(_ ride: NewRide, as id: Int? = nil) throws(StoreError) -> Int {
    let id = id ?? takeID()
    return try write { db in
      let order = ride.order
      let values: [(column: String, value: (any DatabaseValueConvertible)?)] =
        [
          ("id", id), ("uuid", RideUUID.random().text), ("state", "riding"), ("start_ms", ride.start.time.milliseconds),
          ("boot_id", ride.start.instant?.bootID),
          ("start_boottime_ns", ride.start.instant?.instant.sinceOrigin.nanoseconds),
          ("is_start_set", ride.start.isConfirmed), ("utc_offset_s", ride.start.utcOffsetSeconds),
          ("planned_seconds", order.plan.timerSeconds ?? 0), ("target_watts", ride.targetWatts),
          ("asked_watts", ride.askedWatts), ("trainer_address", order.trainer.address.description),
          ("trainer_name", order.trainer.name), ("strap_address", order.heartRate?.address.description),
          ("strap_name", order.heartRate?.name), ("threshold_watts", order.thresholdWatts),
          ("plan_name", order.plan.name), ("is_on_route", order.plan.route == nil ? nil : 1),
          ("search", RideTexts(name: nil, note: nil, plan: order.plan.name).search),
        ] + RideOrder.options.map { ($0.column, $0.value(order)) }
      let places = values.map { _ in "?" }.joined(separator: ", ")
      try db.execute(
        sql: """
          INSERT INTO ride (\(values.map(\.column).joined(separator: ", "))) VALUES (\(places))
          ON CONFLICT (id) DO NOTHING
          """, arguments: StatementArguments(values.map(\.value)))
      if db.changesCount > 0 {
        try Self.insert(db, order.plan, of: id)
        try self.note(db, .ride(id, .began))
      }
      return id
    }
  }

  static func insert(_ db: Database, _ plan: RidePlan, of ride: Int) throws {
    let sql = "INSERT INTO ridden (ride_id, plan, route, source, source_key) VALUES (?, ?, ?, ?, ?)"
    let calendar = plan.calendar
    try db.execute(
      sql: sql,
      arguments: [ride, try plan.json, plan.route?.packed, calendar?.source, calendar?.key])
  }

  /// Stores rows, events and the ride's standing in one transaction.
  ///
  /// Existing rows and events are replaced, so a failed batch can be sent again. Nil keeps the stored standing.
  /// - Throws: `noSuchRide`; `diskFull`, in which case the caller keeps the batch.
  package func append(
    to id: Int, samples: [RideSample], events: [RideEvent] = [], standing: RideStanding? = nil
  ) throws(StoreError) {
    try write { db in
      let writer = try SampleWriter(db, ride: id)
      for sample in samples { try writer.write(sample) }
      for event in events { try event.insert(db, ride: id) }
      try standing?.write(db, of: id)
    }
  }

  /// Sets the start of the first row, or corrects it: when the clock was set, or when the ride resumed after another
  /// boot.
  package func setStart(_ start: StartTime, of id: Int) throws(StoreError) {
    let arguments: StatementArguments = [
      start.time.milliseconds, start.instant?.bootID, start.instant?.instant.sinceOrigin.nanoseconds,
      start.isConfirmed, start.utcOffsetSeconds,
    ]
    try update(
      "start_ms = ?, boot_id = ?, start_boottime_ns = ?, is_start_set = ?, utc_offset_s = ?", arguments, of: id,
      .placed)
  }

  /// Sets the strap of the current ride, for a process that resumes the ride.
  package func setStrap(_ strap: RideDevice, of id: Int) throws(StoreError) {
    let missing = noSuchRide(id)
    try write { db in
      try db.execute(
        sql: "UPDATE ride SET strap_address = ?, strap_name = ? WHERE id = ?",
        arguments: [strap.address.description, strap.name, id])
      guard db.changesCount > 0 else { throw missing }
    }
  }

  /// Corrects the starts of finished rides that began while the clock may have been wrong, once it is right.
  ///
  /// Only rides of the present boot can be corrected; for those of other boots, no better time is known.
  /// - Parameters:
  ///   - bootID: The present boot.
  ///   - boot: When it began, by the wall clock.
  ///   - utcOffset: Local time minus UTC at a time, in seconds; nil if the time zone is not known.
  /// - Returns: The rides whose start has changed; their files are due.
  /// - Throws: The reason why the starts are not stored; all of them are then unchanged.
  package func confirmStarts(
    ofBoot bootID: String, begunAt boot: UnixTime, utcOffset: @Sendable (UnixTime) -> Int? = { _ in nil }
  ) throws(StoreError) -> [Int] {
    let sql = """
      SELECT id, start_ms, start_boottime_ns FROM ride
      WHERE is_start_set = 0 AND boot_id = ? AND state = 'finished' AND start_boottime_ns IS NOT NULL
      """
    let rows = try read { try Row.fetchAll($0, sql: sql, arguments: [bootID]) }
    guard !rows.isEmpty else { return [] }
    return try write { db in
      try rows.compactMap { row in
        guard let id = row.int(0), let noted = row.time(1), let instant = row.int(2) else { return nil }
        let start = boot.advanced(by: .nanoseconds(instant))
        let isWrong =
          (start.milliseconds &- noted.milliseconds).magnitude > Self.startToleranceMilliseconds
        if isWrong {
          let sql = "UPDATE ride SET start_ms = ?, utc_offset_s = ifnull(?, utc_offset_s), is_file_due = 1 WHERE id = ?"
          try db.execute(sql: sql, arguments: [start.milliseconds, utcOffset(start), id])
        }
        try db.execute(sql: "UPDATE ride SET is_start_set = 1 WHERE id = ?", arguments: [id])
        try self.note(db, .ride(id, .placed))
        return isWrong ? id : nil
      }
    }
  }

  /// Corrects the times of measurements that were taken while the clock may have been wrong, once it is right.
  ///
  /// - Parameters:
  ///   - bootID: The present boot; measurements of other boots cannot be corrected.
  ///   - boot: When it began, by the wall clock.
  ///   - utcOffset: Local time minus UTC at a time, in seconds; nil if the time zone is not known.
  /// - Returns: The numbers of the measurements whose time has changed.
  /// - Throws: The reason why the times are not stored; all of them are then unchanged.
  package func confirmMeasurements(
    ofBoot bootID: String, begunAt boot: UnixTime, utcOffset: @Sendable (UnixTime) -> Int?
  ) throws(StoreError) -> [Int] {
    let sql = "SELECT id, day, at_ms, boottime_ns FROM measurement WHERE boot_id = ? AND boottime_ns IS NOT NULL"
    let rows = try read { try Row.fetchAll($0, sql: sql, arguments: [bootID]) }
    guard !rows.isEmpty else { return [] }
    return try write { db in
      try rows.compactMap { row -> Int? in
        guard let id = row.int(0), let former = row.day(1), let noted = row.time(2), let instant = row.int(3) else {
          return nil
        }
        let time = boot.advanced(by: .nanoseconds(instant))
        let isWrong = (time.milliseconds &- noted.milliseconds).magnitude > Self.startToleranceMilliseconds
        if isWrong {
          let at = LocalMoment(time, utcOffsetSeconds: utcOffset(time) ?? 0)
          try db.execute(
            sql: "UPDATE measurement SET day = ?, at_ms = ?, utc_offset_s = ? WHERE id = ?",
            arguments: [at.day.description, at.milliseconds, at.utcOffsetSeconds, id])
          for day in Set([former, at.day]).sorted() { try self.note(db, .body(day, .changed)) }
        }
        try db.execute(sql: "UPDATE measurement SET boot_id = NULL, boottime_ns = NULL WHERE id = ?", arguments: [id])
        return isWrong ? id : nil
      }
    }
  }

  /// The largest error of a start that is not corrected.
  package static let startToleranceMilliseconds = 2000

  /// Marks a ride as suspended: it stops with the process and may resume.
  package func suspend(_ id: Int) throws(StoreError) {
    try update("state = 'suspended'", [], of: id, .suspended)
  }

  /// Marks a suspended ride as riding again.
  package func resume(_ id: Int) throws(StoreError) {
    try update("state = 'riding'", [], of: id, .resumed)
  }

  /// Removes a ride without rows, with its events and files; a ride with rows is kept.
  package func discard(_ id: Int) throws(StoreError) {
    let hasRows = "SELECT EXISTS (SELECT 1 FROM sample WHERE ride_id = ?)"
    guard try read({ try Bool.fetchOne($0, sql: hasRows, arguments: [id]) }) == false else { return }
    try remove(id)
  }

  /// Finishes a ride and stores the totals of its rows.
  ///
  /// The route of its plan is dropped, since it is no longer needed. A ride that was forgotten, or whose trainer was
  /// switched off, is trimmed at `second`, after the last pedal stroke, and keeps all rows. It stays whole if `second`
  /// is nil, below 60 or not before its end.
  package func finish(_ id: Int, cutAt second: Int? = nil) throws(StoreError) -> StoredRide {
    try change(id) { db, ride in
      let isCut = try second.map { try $0 >= 60 && $0 < SampleCursor.wholeSeconds(db, ride: id) } ?? false
      try Self.settle(db, ride, cut: isCut ? second.map { 0..<$0 } : nil)
      try Self.dropRoute(db, of: ride)
      try self.note(db, .ride(id, .finished))
      return try self.present(db, id: id)
    }
  }

  private static func dropRoute(_ db: Database, of ride: StoredRide) throws {
    guard var plan = ride.order?.plan, plan.route != nil else { return }
    plan.route = nil
    let sql = "UPDATE ridden SET plan = ?, route = NULL WHERE ride_id = ?"
    try db.execute(sql: sql, arguments: [try plan.json, ride.id])
  }

  private func update(
    _ assignment: String, _ arguments: StatementArguments, of id: Int, _ kind: ChangeKind
  ) throws(StoreError) {
    let missing = noSuchRide(id)
    try write { db in
      try db.execute(sql: "UPDATE ride SET \(assignment) WHERE id = ?", arguments: arguments + [id])
      guard db.changesCount > 0 else { throw missing }
      try self.note(db, .ride(id, kind))
    }
  }
}
