internal import BluetoothLE
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
        ?? Totals(live ?? RideStore.totals(db, ride: id, of: origin, cut: Cut(db, ride: id, seconds: cut))),
      name: row.text(25),
      note: row.text(27), deletedAt: row.int(20).map { UnixTime(milliseconds: Int64($0)) }, cut: cut,
      activityID: activity.map { UnixTime(milliseconds: Int64($0)) }, origin: origin,
      wholeElapsedSeconds: cut == nil ? nil : try RideStore.wholeSeconds(db, ride: id))
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
