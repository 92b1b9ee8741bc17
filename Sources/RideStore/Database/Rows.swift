internal import BluetoothLE
internal import FoundationEssentials
internal import GRDB
internal import RideSession

extension StoredRide {
  static let columns = """
    id, start_ms, planned_seconds, target_watts, trainer_address, trainer_name, strap_address, state, file_name, \
    timer_seconds, elapsed_seconds, joules, distance_meters, average_watts, average_bpm, \
    asked_watts, maximum_bpm, strap_name, boot_id, start_boottime_ns, \
    deleted_ms, cut_from, cut_to, activity_ms, cut_activity_ms, name, origin, note, \
    is_dfa, rider_kilograms, threshold_watts, is_start_set, utc_offset_s
    """

  /// The ride of a row that has the values of `columns`; nil where damage leaves none.
  ///
  /// `live` are the totals of one that is not finished; nil has them taken from its rows. What it is ridden by, and where
  /// it stands in that, is read as well with `withPlan`.
  init?(_ row: Row, in db: Database, live: RideTotals?, withPlan: Bool) throws {
    guard let id = row.int(0), var plan = NewRide(row), let state = row.text(7).flatMap(RideState.init) else {
      return nil
    }
    if withPlan { try plan.readPlan(db, of: id) }
    let cut = Cut.seconds(row.int(21), row.int(22))
    let activity = (cut == nil ? nil : row.int(24)) ?? row.int(23)
    let totals = state == .finished ? Totals(row) : nil
    let origin = RideOrigin(json: row.text(26))
    self.init(
      id: id, plan: plan, state: state, fileName: row.text(8),
      totals: try totals
        ?? Totals(live ?? RideTotals(db, ride: id, of: origin, cut: Cut(db, ride: id, seconds: cut))),
      name: row.text(25),
      note: row.text(27), deletedAt: row.int(20).map { UnixTime(milliseconds: Int64($0)) }, cut: cut,
      activityID: activity.map { UnixTime(milliseconds: Int64($0)) }, origin: origin,
      wholeElapsedSeconds: cut == nil ? nil : try SampleCursor.wholeSeconds(db, ride: id))
  }
}

extension NewRide {
  /// - Parameter row: The values of `StoredRide.columns`.
  fileprivate init?(_ row: Row) {
    guard let start = row.int(1), let plannedSeconds = row.int(2), let targetWatts = row.int(3) else { return nil }
    let kilograms = row.real(29).flatMap { $0 > 0 ? $0 : nil }
    self.init(
      start: UnixTime(milliseconds: Int64(start)), startInstant: BootInstant(row),
      plan: .steady(watts: row.int(15) ?? targetWatts, seconds: plannedSeconds), targetWatts: targetWatts,
      askedWatts: row.int(15), maximumBeatsPerMinute: row.int(16), guardsAlpha1: row.int(28) == 1,
      riderKilograms: kilograms ?? VirtualSpeed.usualRiderKilograms, trainerAddress: row.address(4),
      trainerName: row.text(5),
      strapAddress: row.address(6), strapName: row.text(17))
    thresholdWatts = row.int(30).flatMap { $0 > 0 ? $0 : nil }
    isStartSet = row.int(31).map { $0 == 1 }
    utcOffsetSeconds = row.int(32)
  }

  /// Takes the plan that was kept and the standing; one that cannot be read leaves the steady ride.
  fileprivate mutating func readPlan(_ db: Database, of ride: Int) throws {
    let ridden = try Row.fetchOne(db, sql: "SELECT plan, route FROM ridden WHERE ride_id = ?", arguments: [ride])
    plan = RidePlan(json: ridden?.text(0), points: ridden?.data(1)) ?? plan
    let sql = "SELECT document FROM standing WHERE ride_id = ?"
    standing = try Row.fetchOne(db, sql: sql, arguments: [ride])?.text(0)
  }
}

extension BootInstant {
  /// - Parameter row: The values of `StoredRide.columns`.
  fileprivate init?(_ row: Row) {
    guard let bootID = row.text(18), let nanoseconds = row.int(19) else { return nil }
    self.init(bootID: bootID, instant: MonotonicInstant(nanoseconds: Int64(nanoseconds)))
  }
}

extension StoredRide.Totals {
  /// - Parameter row: The values of `StoredRide.columns`.
  fileprivate init?(_ row: Row) {
    guard let timerSeconds = row.int(9), let elapsedSeconds = row.int(10), let joules = row.real(11) else { return nil }
    self.init(
      timerSeconds: timerSeconds, elapsedSeconds: elapsedSeconds, joules: joules, distanceMeters: row.real(12),
      averageWatts: row.real(13), averageBeatsPerMinute: row.real(14))
  }
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
      given: [RideFigure: Double](json: row.text(3)))
  }

  /// Writes the lap as the `number`-th of its ride's; two may begin with the same row.
  func insert(_ db: Database, ride: Int, number: Int) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO lap (ride_id, number, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(arguments: [ride, number, second, trigger.rawValue, isResting, given.json, label])
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

  /// Writes them in place of what was kept of the ride's device before.
  func write(_ db: Database, of ride: Int, _ role: DeviceRole) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO link_interval (ride_id, role, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
    try statement.execute(
      arguments: [ride, role.rawValue, count, shortest.nanoseconds, longest.nanoseconds, meanSeconds, squares])
  }
}

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

/// Columns by position that are nil where they hold NULL or, in a damaged file, another type; GRDB's own subscripts trap
/// on the latter.
extension Row {
  func int(_ index: Int) -> Int? { Int.fromDatabaseValue(self[index]) }
  /// Nil also for an infinity, which only damage leaves.
  func real(_ index: Int) -> Double? {
    guard let value = Double.fromDatabaseValue(self[index]), value.isFinite else { return nil }
    return value
  }
  func text(_ index: Int) -> String? { String.fromDatabaseValue(self[index]) }
  func data(_ index: Int) -> Data? { Data.fromDatabaseValue(self[index]) }
  func address(_ index: Int) -> DeviceAddress? { text(index).flatMap { DeviceAddress($0) } }
}
