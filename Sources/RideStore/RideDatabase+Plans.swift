internal import FoundationEssentials
internal import GRDB
package import Rides

/// A plan in the library, without the points of its route.
package struct StoredPlan: Hashable, Sendable {
  /// The plan; its route, if it has one, has no points.
  package let plan: Plan
  /// The length of its route, in metres; nil without a route.
  package let routeMeters: Double?
  /// When it was last changed, by the wall clock of that moment.
  package let changed: UnixTime
  /// Its place in a service's calendar; nil for the rider's own plan.
  package let calendar: CalendarEntry?

  package init(plan: Plan, routeMeters: Double?, changed: UnixTime, calendar: CalendarEntry? = nil) {
    self.plan = plan
    self.routeMeters = routeMeters
    self.changed = changed
    self.calendar = calendar
  }
}

/// The library of plans. Plans are found by name, in any letter case.
extension RideDatabase {
  /// Returns the plans by name, without unreadable ones, which can still be removed.
  ///
  /// `withCalendar` includes the workouts of calendars.
  package func plans(withCalendar: Bool = false) throws(StoreError) -> [StoredPlan] {
    let source = withCalendar ? "plan" : "plan WHERE source IS NULL"
    return try read { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT \(StoredPlan.columns) FROM \(source) ORDER BY key")
      var plans: [StoredPlan] = []
      while let row = try rows.next() {
        if let plan = StoredPlan(row) { plans.append(plan) }
      }
      return plans
    }
  }

  /// Returns a complete plan.
  ///
  /// - Throws: `noSuchPlan`; `damaged` with its name if it cannot be read.
  package func plan(named name: String) throws(StoreError) -> Plan {
    try read { db in try self.storedPlan(db, name).plan }
  }

  /// Returns a complete plan, and its place in a calendar.
  ///
  /// - Throws: As `plan(named:)`.
  package func planToRide(named name: String) throws(StoreError) -> (plan: Plan, calendar: CalendarKey?) {
    try read { db in
      let (plan, inShort) = try self.storedPlan(db, name)
      return (plan, inShort.calendar?.key)
    }
  }

  /// Returns a plan without the points of its route.
  ///
  /// - Throws: `noSuchPlan`; `damaged` with its name if it cannot be read.
  package func planInShort(named name: String) throws(StoreError) -> StoredPlan {
    try read { db in try self.storedPlan(db, name).inShort }
  }

  /// Saves a plan; replaces one of the same name if `replacing` is true.
  ///
  /// A plan without a route keeps the route of the plan that it replaces, if it can be read.
  /// - Throws: `planReadOnly` if a workout of a calendar has its name; `duplicatePlan` if another plan has it and
  ///   `replacing` is false; `planTooLarge`.
  package func save(_ plan: Plan, replacing: Bool, at time: UnixTime) throws(StoreError) -> StoredPlan {
    try write { db in
      var plan = plan
      try self.demandOwn(db, plan.name)
      if try self.planIsThere(db, plan.name) {
        guard replacing else { throw self.refusal(.duplicatePlan, "it already exists", of: plan.name) }
        if plan.route == nil { plan.route = try self.readableRoute(db, plan.name) }
        try db.execute(sql: "DELETE FROM plan WHERE key = ?", arguments: [Self.key(plan.name)])
      }
      return try self.insert(db, plan, at: time)
    }
  }

  /// Copies a plan, or a workout of a calendar, to a new plan of the rider's own.
  ///
  /// - Throws: `noSuchPlan`; `duplicatePlan` if a plan has the new name; `damaged`.
  package func copyPlan(_ name: String, to other: String, at time: UnixTime) throws(StoreError) -> StoredPlan {
    try write { db in
      var plan = try self.storedPlan(db, name).plan
      guard try !self.planIsThere(db, other) else { throw self.refusal(.duplicatePlan, "it already exists", of: other) }
      plan.name = other
      return try self.insert(db, plan, at: time)
    }
  }

  private func insert(_ db: Database, _ plan: Plan, at time: UnixTime) throws -> StoredPlan {
    let record = try record(of: plan)
    let sql = """
      INSERT INTO plan (key, name, made_ms, changed_ms, document, route_meters, route) VALUES (?, ?, ?, ?, ?, ?, ?)
      """
    try db.execute(
      sql: sql,
      arguments: [
        Self.key(plan.name), plan.name, time.milliseconds, time.milliseconds, record.document, record.routeMeters,
        plan.route?.packed,
      ])
    try note(db, .plan(plan.name, .saved))
    return try storedPlan(db, plan.name).inShort
  }

  /// Changes a plan in one transaction.
  ///
  /// - Parameters:
  ///   - name: The plan's name, which does not change.
  ///   - time: The present.
  ///   - body: Returns the changed plan, or a refusal.
  /// - Returns: The changed plan, or the refusal.
  /// - Throws: `noSuchPlan`; `planReadOnly`; `damaged`; `planTooLarge`.
  package func changePlan<Refusal: Error>(
    named name: String, at time: UnixTime, _ body: @Sendable (Plan) -> Result<Plan, Refusal>
  ) throws(StoreError) -> Result<StoredPlan, Refusal> {
    try write { db in
      try self.demandOwn(db, name)
      let former = try self.storedPlan(db, name).plan
      switch body(former) {
      case .failure(let refusal): return .failure(refusal)
      case .success(let plan):
        let record = try self.record(of: plan)
        try db.execute(
          sql: "UPDATE plan SET changed_ms = ?, document = ? WHERE key = ?",
          arguments: [time.milliseconds, record.document, Self.key(name)])
        if plan.route != former.route {
          try db.execute(
            sql: "UPDATE plan SET route_meters = ?, route = ? WHERE key = ?",
            arguments: [record.routeMeters, plan.route?.packed, Self.key(name)])
        }
        let stored = try self.storedPlan(db, name).inShort
        try self.note(db, .plan(stored.plan.name, .saved))
        return .success(stored)
      }
    }
  }

  /// Renames a plan; the new name may differ in letter case only.
  ///
  /// - Throws: `noSuchPlan`; `planReadOnly`; `duplicatePlan` if another plan has the name; `damaged`.
  package func renamePlan(_ name: String, to other: String, at time: UnixTime) throws(StoreError) -> StoredPlan {
    try write { db in
      try self.demandOwn(db, name)
      let former = try self.storedPlan(db, name).inShort.plan.name
      if Self.key(name) != Self.key(other), try self.planIsThere(db, other) {
        throw self.refusal(.duplicatePlan, "it already exists", of: other)
      }
      try db.execute(
        sql: "UPDATE plan SET key = ?, name = ?, changed_ms = ? WHERE key = ?",
        arguments: [Self.key(other), other, time.milliseconds, Self.key(name)])
      if former != other { try self.note(db, .plan(former, .removed)) }
      try self.note(db, .plan(other, .saved))
      return try self.storedPlan(db, other).inShort
    }
  }

  /// Returns the final power of heart-rate steering in the newest ride with it, in watts; nil if there is no such ride.
  ///
  /// Rides in progress and deleted rides do not count.
  package func lastLearntWatts() throws(StoreError) -> Int? {
    let sql = """
      SELECT learnt_watts FROM standing JOIN ride ON ride.id = ride_id
      WHERE learnt_watts IS NOT NULL AND deleted_ms IS NULL AND state != 'riding'
      ORDER BY cut_start_ms DESC, id DESC LIMIT 1
      """
    return try read { db in try Row.fetchOne(db, sql: sql)?.int(0).flatMap { Limits.watts.contains($0) ? $0 : nil }
    }
  }
}

extension RideDatabase {
  /// The maximum size of a plan's document, in bytes: a plan must fit into one message of the socket, where it takes
  /// less.
  static let mostPlanBytes = 900_000

  static func key(_ name: String) -> String { name.lowercased() }

  /// - Throws: `planReadOnly` for a workout of a calendar.
  func demandOwn(_ db: Database, _ name: String) throws {
    let sql = "SELECT EXISTS (SELECT 1 FROM plan WHERE key = ? AND source IS NOT NULL)"
    guard try Bool.fetchOne(db, sql: sql, arguments: [Self.key(name)]) != true else {
      throw refusal(.planReadOnly, "it belongs to a service", of: name)
    }
  }

  func planIsThere(_ db: Database, _ name: String) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM plan WHERE key = ?)"
    return try Bool.fetchOne(db, sql: sql, arguments: [Self.key(name)]) ?? false
  }

  private func record(of plan: Plan) throws -> (document: String, routeMeters: Double?) {
    let document = try plan.json
    guard document.utf8.count <= Self.mostPlanBytes else {
      throw refusal(.planTooLarge, "it takes \(document.utf8.count) bytes", of: plan.name)
    }
    return (document, plan.route.map { RouteCourse($0).lengthMeters })
  }

  func storedPlan(_ db: Database, _ name: String) throws -> (plan: Plan, inShort: StoredPlan) {
    let sql = "SELECT \(StoredPlan.columns), route FROM plan WHERE key = ?"
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [Self.key(name)]) else {
      throw refusal(.noSuchPlan, "it does not exist", of: name)
    }
    guard let inShort = StoredPlan(row), let plan = inShort.whole(points: row.data(StoredPlan.columnCount)) else {
      throw refusal(.obstacle(.damaged), "it cannot be read", of: name)
    }
    return (plan, inShort)
  }

  /// Returns the route of a plan; nil if it is missing or cannot be read.
  private func readableRoute(_ db: Database, _ name: String) throws -> Route? {
    do {
      return try storedPlan(db, name).plan.route
    } catch let error as StoreError where error.cause == .damaged {
      return nil
    }
  }

  nonisolated func refusal(_ code: StoreError.Code, _ detail: String, of plan: String) -> StoreError {
    StoreError(code, path: DatabaseFile(in: directory).path, detail: "plan \(plan): \(detail)", context: .plan(plan))
  }
}

extension StoredPlan {
  static let columns = "name, document, route_meters, changed_ms, source, source_key, day, \(isRidden)"
  static let columnCount = 8

  private static let isRidden = """
    EXISTS (SELECT 1 FROM ridden JOIN ride ON ride.id = ridden.ride_id WHERE ridden.source = plan.source
      AND ridden.source_key = plan.source_key AND ride.deleted_ms IS NULL AND ride.state != 'riding')
    """

  /// The plan of a row that begins with the values of `columns`; nil if it is damaged.
  init?(_ row: Row) {
    guard let name = row.text(0), let document = row.text(1), var plan = try? Plan(json: document),
      let changed = row.int(3)
    else { return nil }
    // The document still contains the plan's original name.
    plan.name = name
    self.init(
      plan: plan, routeMeters: plan.route == nil ? nil : row.real(2), changed: UnixTime(milliseconds: Int64(changed)),
      calendar: CalendarEntry(row))
  }

  /// Returns the plan with the points of its route; nil if they cannot be read.
  func whole(points: Data?) -> Plan? {
    var whole = plan
    do { whole.route = try plan.route.map { try Route($0, points: points) } } catch { return nil }
    return whole
  }
}

extension CalendarEntry {
  /// - Parameter row: A row that begins with the values of `StoredPlan.columns`; the result is nil for a rider's own
  ///   plan.
  fileprivate init?(_ row: Row) {
    guard let source = row.text(4), let key = row.text(5), let day = row.text(6).flatMap({ CalendarDay($0) }) else {
      return nil
    }
    self.init(CalendarKey(source: source, key: key), on: day, isRidden: row.int(7) == 1)
  }
}
