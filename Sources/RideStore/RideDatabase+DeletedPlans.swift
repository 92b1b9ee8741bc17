internal import GRDB
package import Rides

/// A plan that can be restored.
package struct RestorablePlan: Hashable, Sendable {
  /// The plan, without the points of its route.
  package let stored: StoredPlan
  /// When the rider deleted it.
  package let deletedAt: UnixTime
}

/// Deleted plans: several may have one name, and then the one that was deleted last is meant.
extension RideDatabase {
  /// The deleted plans, the one that was deleted last first, without unreadable ones.
  package func deletedPlans() throws(StoreError) -> [RestorablePlan] {
    let sql = "SELECT \(Self.deletedColumns) FROM deleted_plan ORDER BY deleted_ms DESC, id DESC"
    return try read { db in try Row.fetchAll(db, sql: sql).compactMap { RestorablePlan($0) } }
  }

  /// Deletes a plan so that it can be restored until it is purged; rides keep what they have of it.
  ///
  /// Does nothing if there is no plan of that name, and one was deleted. If `isSet` is false, the clock is not known to be
  /// right, and the time counts from `confirmDeletions` on.
  /// - Returns: The deleted plan; nil if it cannot be read.
  /// - Throws: `noSuchPlan`; `planReadOnly` for a workout of a calendar that can be read.
  package func deletePlan(_ name: String, at time: UnixTime, isSet: Bool = true) throws(StoreError) -> RestorablePlan? {
    try write { db in
      let named = "SELECT \(StoredPlan.columns) FROM plan WHERE key = ?"
      guard let row = try Row.fetchOne(db, sql: named, arguments: [Self.key(name)]) else {
        return try self.lastDeleted(db, name).plan
      }
      if StoredPlan(row)?.calendar != nil { try self.demandOwn(db, name) }
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO deleted_plan (deleted_ms, is_deletion_set, \(Self.copied))
          SELECT ?, ?, \(Self.copied) FROM plan WHERE key = ?
          """, arguments: [time.milliseconds, isSet, Self.key(name)])
      try db.execute(sql: "DELETE FROM plan WHERE key = ?", arguments: [Self.key(name)])
      try self.note(db, .plan(row.text(0) ?? name, .removed))
      return try self.lastDeleted(db, name).plan
    }
  }

  /// Restores the plan of a name that was deleted last.
  ///
  /// - Throws: `noSuchPlan` if none was deleted; `duplicatePlan` if there is a plan of that name by now; `damaged`.
  package func undeletePlan(_ name: String) throws(StoreError) -> StoredPlan {
    try write { db in
      guard try !self.planIsThere(db, name) else { throw self.refusal(.duplicatePlan, "there is a plan", of: name) }
      let id = try self.lastDeleted(db, name).id
      try db.execute(
        sql: "INSERT INTO plan (\(Self.copied)) SELECT \(Self.copied) FROM deleted_plan WHERE id = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM deleted_plan WHERE id = ?", arguments: [id])
      let stored = try self.storedPlan(db, name).inShort
      try self.note(db, .plan(stored.plan.name, .saved))
      return stored
    }
  }

  /// Removes the plans that were deleted before a time for good.
  ///
  /// - Returns: How many there were.
  package func purgePlans(deletedBefore time: UnixTime) throws(StoreError) -> Int {
    try write { db in
      try db.execute(
        sql: "DELETE FROM deleted_plan WHERE deleted_ms < ? AND is_deletion_set = 1", arguments: [time.milliseconds])
      return db.changesCount
    }
  }

  /// The columns that a plan keeps while it is deleted.
  private static let copied = "key, name, made_ms, changed_ms, document, route_meters, route"

  /// The columns of a deleted plan; it is of no calendar.
  private static let deletedColumns =
    "name, document, route_meters, changed_ms, NULL, NULL, NULL, 0, deleted_ms, id"

  /// - Throws: `noSuchPlan` if none of that name was deleted.
  private func lastDeleted(_ db: Database, _ name: String) throws -> (id: Int, plan: RestorablePlan?) {
    let sql = """
      SELECT \(Self.deletedColumns) FROM deleted_plan WHERE key = ? ORDER BY deleted_ms DESC, id DESC LIMIT 1
      """
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [Self.key(name)]),
      let id = row.int(StoredPlan.columnCount + 1)
    else { throw refusal(.noSuchPlan, "there is no plan", of: name) }
    return (id, RestorablePlan(row))
  }
}

extension RestorablePlan {
  /// - Parameter row: The columns of a plan, and when it was deleted; nil results if the plan is damaged.
  fileprivate init?(_ row: Row) {
    guard let stored = StoredPlan(row), let deletedAt = row.time(StoredPlan.columnCount) else { return nil }
    self.init(stored: stored, deletedAt: deletedAt)
  }
}
