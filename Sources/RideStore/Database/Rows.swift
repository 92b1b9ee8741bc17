internal import BluetoothLE
internal import FoundationEssentials
internal import GRDB
internal import Rides

extension StoredRide {
  /// The columns of `ride` for a stored ride, in the order in which they are read.
  fileprivate enum Column: Int, CaseIterable {
    case id, startMs, plannedSeconds, targetWatts, trainerAddress, trainerName, strapAddress, state, fileName
    case timerSeconds, elapsedSeconds, joules, distanceMeters, averageWatts, averageBpm
    case askedWatts, strapName, bootId, startBoottimeNs
    case deletedMs, cutFrom, cutTo, activityMs, cutActivityMs, name, origin, note
    case thresholdWatts, isStartSet, utcOffsetS, planName, sport, isOnRoute, uuid

    var sql: String { "\(self)".snakeCased }
  }

  static let columns = (Column.allCases.map(\.sql) + RideOrder.options.map(\.column)).joined(separator: ", ")

  /// The ride in a row of `columns`; nil if the row is damaged.
  ///
  /// - Parameters:
  ///   - row: The values of `columns`.
  ///   - db: The database, for the rows of a ride that has no totals yet.
  ///   - live: The totals of an unfinished ride; nil computes them from its rows.
  ///   - withPlan: Whether to read its plan and standing as well.
  /// - Throws: The error of SQLite for rows that it has to read.
  init?(_ row: Row, in db: Database, live: RideTotals?, withPlan: Bool) throws {
    guard let id = row.int(Column.id), let time = row.time(Column.startMs),
      let plannedSeconds = row.int(Column.plannedSeconds), let targetWatts = row.int(Column.targetWatts),
      let state = row.text(Column.state).flatMap(RideState.init)
    else { return nil }
    let cut = Cut.seconds(row.int(Column.cutFrom), row.int(Column.cutTo))
    let activity = (cut == nil ? nil : row.time(Column.cutActivityMs)) ?? row.time(Column.activityMs)
    let origin = RideOrigin(json: row.text(Column.origin))
    let stored = state == .finished ? Totals(row) : nil
    let totals =
      try stored
      ?? Totals(live ?? RideTotals(db, ride: id, of: origin, cut: Cut(db, ride: id, seconds: cut)))
    let askedWatts = row.int(Column.askedWatts) ?? targetWatts
    let steady = RidePlan.steady(watts: askedWatts, seconds: plannedSeconds)
    var order = RideOrder(row, plan: steady)
    if withPlan, let plan = try RidePlan(db, of: id) { order?.plan = plan }
    self.init(
      id: id,
      begun: StartTime(
        time, at: BootInstant(row), isConfirmed: row.int(Column.isStartSet).map { $0 == 1 },
        utcOffsetSeconds: row.int(Column.utcOffsetS)),
      state: state, order: order, targetWatts: targetWatts, askedWatts: askedWatts,
      standing: withPlan ? try Self.standing(db, of: id) : nil,
      plannedSeconds: plannedSeconds,
      trainerName: row.text(Column.trainerName), thresholdWatts: row.thresholdWatts,
      fileName: row.text(Column.fileName), totals: totals, name: row.text(Column.name),
      planName: row.text(Column.planName), note: row.text(Column.note),
      deletedAt: row.time(Column.deletedMs), cut: cut, activityID: activity ?? time, origin: origin,
      givenSport: row.text(Column.sport).flatMap(Sport.init), isOnRoute: row.int(Column.isOnRoute) == 1,
      wholeElapsedSeconds: cut == nil
        ? totals.elapsedSeconds : try SampleCursor.wholeSeconds(db, ride: id),
      uuid: row.text(Column.uuid).flatMap { RideUUID($0) })
  }

  private static func standing(_ db: Database, of ride: Int) throws -> String? {
    let sql = "SELECT document FROM standing WHERE ride_id = ?"
    return try Row.fetchOne(db, sql: sql, arguments: [ride])?.text(0)
  }
}

extension RideOrder {
  /// - Parameters:
  ///   - row: The values of `StoredRide.columns`; the result is nil if they name no trainer.
  ///   - plan: The plan of the ride.
  fileprivate init?(_ row: Row, plan: RidePlan) {
    typealias Column = StoredRide.Column
    guard let trainer = row.address(Column.trainerAddress) else { return nil }
    self.init(
      plan: plan, trainer: RideDevice(address: trainer, name: row.text(Column.trainerName)),
      heartRate: row.address(Column.strapAddress).map { RideDevice(address: $0, name: row.text(Column.strapName)) })
    thresholdWatts = row.thresholdWatts
    for (index, option) in Self.options.enumerated() { option.read(&self, row, Column.allCases.count + index) }
  }

  /// A member of an order with a column of its own.
  struct Option: Sendable {
    let column: String
    /// The value to store; nil for NULL.
    let value: @Sendable (RideOrder) -> (any DatabaseValueConvertible)?
    /// Reads the value from a column of a row; a missing or damaged value keeps the default.
    fileprivate let read: @Sendable (inout RideOrder, Row, _ index: Int) -> Void
  }

  /// The options of `start` that a resumed ride must keep, by column.
  static let options =
    TargetGuards.columns.map { guardColumn in
      Option(column: guardColumn.name, value: { guardColumn.value($0.guards) }) { order, row, index in
        guardColumn.read(&order.guards, row, index)
      }
    } + [
      Option(column: "rider_kilograms", value: { $0.riderKilograms }) { order, row, index in
        if let kilograms = row.real(index), kilograms > 0 { order.riderKilograms = kilograms }
      },
      Option(column: "difficulty_percent", value: { $0.difficultyPercent }) { order, row, index in
        if let percent = row.int(index), Limits.difficultyPercent.contains(percent) {
          order.difficultyPercent = percent
        }
      },
      Option(column: "holds_by_resistance", value: { $0.holdsByResistance }) { order, row, index in
        if let holds = row.int(index) { order.holdsByResistance = holds == 1 }
      },
    ]
}

extension TargetGuards {
  /// The column of a guard.
  struct Column: Sendable {
    let name: String
    let value: @Sendable (TargetGuards) -> (any DatabaseValueConvertible)?
    /// Reads the value from a column of a row; a missing or damaged value leaves the ride without the guard.
    fileprivate let read: @Sendable (inout TargetGuards, Row, _ index: Int) -> Void
  }

  /// The guards of a ride, by column.
  static let columns = [
    Column(name: "maximum_bpm", value: { $0.maximumBeatsPerMinute }) { $0.maximumBeatsPerMinute = $1.int($2) },
    Column(name: "is_dfa", value: { $0.dfa }) { $0.dfa = $1.int($2) == 1 },
  ]

  /// - Parameters:
  ///   - row: A row with the values of `columns`, in their order.
  ///   - index: The index of the first of them.
  init(_ row: Row, from index: Int) {
    self.init()
    for (offset, column) in Self.columns.enumerated() { column.read(&self, row, index + offset) }
  }
}

extension RidePlan {
  /// The plan of a ride; nil if it was not stored or cannot be read.
  init?(_ db: Database, of ride: Int) throws {
    let sql = "SELECT plan, route, source, source_key FROM ridden WHERE ride_id = ?"
    let row = try Row.fetchOne(db, sql: sql, arguments: [ride])
    self.init(json: row?.text(0), points: row?.data(1))
    if let source = row?.text(2), let key = row?.text(3) { calendar = CalendarKey(source: source, key: key) }
  }
}

extension BootInstant {
  /// - Parameter row: The values of `StoredRide.columns`.
  fileprivate init?(_ row: Row) {
    guard let bootID = row.text(StoredRide.Column.bootId), let nanoseconds = row.int(StoredRide.Column.startBoottimeNs)
    else { return nil }
    self.init(bootID: bootID, instant: MonotonicInstant(nanoseconds: Int64(nanoseconds)))
  }
}

extension StoredRide.Totals {
  /// - Parameter row: The values of `StoredRide.columns`.
  fileprivate init?(_ row: Row) {
    typealias Column = StoredRide.Column
    guard let timerSeconds = row.int(Column.timerSeconds), let elapsedSeconds = row.int(Column.elapsedSeconds),
      let joules = row.real(Column.joules)
    else { return nil }
    self.init(
      timerSeconds: timerSeconds, elapsedSeconds: elapsedSeconds, joules: joules,
      distanceMeters: row.real(Column.distanceMeters), averageWatts: row.real(Column.averageWatts),
      averageBeatsPerMinute: row.real(Column.averageBpm))
  }
}

extension Row {
  fileprivate func int(_ column: StoredRide.Column) -> Int? { int(column.rawValue) }
  fileprivate func real(_ column: StoredRide.Column) -> Double? { real(column.rawValue) }
  fileprivate func text(_ column: StoredRide.Column) -> String? { text(column.rawValue) }
  fileprivate func time(_ column: StoredRide.Column) -> UnixTime? { time(column.rawValue) }
  fileprivate func address(_ column: StoredRide.Column) -> DeviceAddress? { address(column.rawValue) }
  fileprivate var thresholdWatts: Int? { int(StoredRide.Column.thresholdWatts).flatMap { $0 > 0 ? $0 : nil } }
}

extension RideLap {
  static let columns = "second, trigger, is_resting, given, label"

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let second = row.int(0), RideSample.seconds.contains(second),
      let trigger = row.text(1).flatMap(Trigger.init)
    else { return nil }
    self.init(
      second: second, trigger: trigger, label: row.text(4), isResting: row.int(2) == 1,
      fileTotals: [SummaryField: Double](json: row.text(3)))
  }

  /// Writes the lap as number `number` of its ride; two laps may begin with the same row.
  func insert(_ db: Database, ride: Int, number: Int) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO lap (ride_id, number, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(arguments: [ride, number, second, trigger.rawValue, isResting, fileTotals.json, label])
  }
}

extension IntervalStatistics {
  static let columns = "count, shortest_ns, longest_ns, mean_seconds, squares"

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let count = row.int(0), let shortest = row.int(1), let longest = row.int(2), let mean = row.real(3),
      let squares = row.real(4)
    else { return nil }
    self.init(
      count: count, shortest: .nanoseconds(shortest), longest: .nanoseconds(longest), meanSeconds: mean,
      squares: squares)
  }

  /// Writes the statistics, replacing earlier ones of the ride's device.
  func write(_ db: Database, of ride: Int, _ role: DeviceRole) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO link_interval (ride_id, role, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(
      arguments: [ride, role.rawValue, count, shortest.nanoseconds, longest.nanoseconds, meanSeconds, squares])
  }
}

extension RideStanding {
  /// Writes the standing; unchanged values are not written again.
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

/// Columns by position; nil if they contain NULL or, in a damaged file, another type, at which GRDB's own subscripts
/// trap.
extension Row {
  func int(_ index: Int) -> Int? { Int.fromDatabaseValue(self[index]) }
  /// Nil also for an infinity, always a sign of damage.
  func real(_ index: Int) -> Double? {
    guard let value = Double.fromDatabaseValue(self[index]), value.isFinite else { return nil }
    return value
  }
  func text(_ index: Int) -> String? { String.fromDatabaseValue(self[index]) }
  /// A column of milliseconds.
  func time(_ index: Int) -> UnixTime? { int(index).map { UnixTime(milliseconds: Int64($0)) } }
  func data(_ index: Int) -> Data? { Data.fromDatabaseValue(self[index]) }
  func address(_ index: Int) -> DeviceAddress? { text(index).flatMap { DeviceAddress($0) } }
}

extension String {
  /// The name of a member as a column name: `start_ms` for `startMs`.
  var snakeCased: String { reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) } }
}

extension RideEvent {
  static let columns = "at_ms, kind, detail, signal_dbm"

  /// - Parameter row: The values of `columns`.
  init?(_ row: Row) {
    guard let milliseconds = row.int(0), let name = row.text(1).flatMap(Name.init) else { return nil }
    let detail = row.text(2) ?? ""
    self.init(
      at: .milliseconds(milliseconds), name: name, detail: detail.isEmpty ? nil : detail, signalDBm: row.int(3))
  }

  /// Writes the event unless it exists already; its time is truncated to the millisecond.
  ///
  /// An impossible signal strength is left out, so that the other rows of the batch are still stored.
  func insert(_ db: Database, ride: Int) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO event (ride_id, \(Self.columns)) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")
    let signalDBm = signalDBm.flatMap { (-127...20).contains($0) ? $0 : nil }
    let milliseconds = at.nanoseconds / 1_000_000
    try statement.execute(arguments: [ride, milliseconds, kind.name.rawValue, kind.detail ?? "", signalDBm])
  }
}
