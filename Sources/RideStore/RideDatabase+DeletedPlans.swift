internal import GRDB
package import Rides

/// A plan that can be restored.
package struct RestorablePlan: Hashable, Sendable {
  /// The plan, without the points of its route.
  package let stored: StoredPlan
  /// When the rider deleted it.
  package let deletedAt: UnixTime
}

/// Deleted plans. If several have the same name, the name refers to the one deleted last.
extension RideDatabase {
  /// Returns the deleted plans, the last deleted one first, without unreadable ones.
  package func deletedPlans() throws(StoreError) -> [RestorablePlan] {
    let sql = "SELECT \(Self.deletedColumns) FROM deleted_plan ORDER BY deleted_ms DESC, id DESC"
    return try read { db in try Row.fetchAll(db, sql: sql).compactMap { RestorablePlan($0) } }
  }

  /// Deletes a plan so that it can be restored until it is purged; rides keep their copies.
  ///
  /// Has no effect if the only plan of that name is deleted already. If `isSet` is false, the clock may be wrong, and
  /// the time counts from `confirmDeletions` on.
  /// - Returns: The deleted plan; nil if it cannot be read.
  /// - Throws: `noSuchPlan`; `planReadOnly` for a readable workout of a calendar.
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

  /// Restores the plan of this name that was deleted last.
  ///
  /// - Throws: `noSuchPlan` if no deleted plan has the name; `duplicatePlan` if a present plan has it; `damaged`.
  package func undeletePlan(_ name: String) throws(StoreError) -> StoredPlan {
    try write { db in
      guard try !self.planIsThere(db, name) else { throw self.refusal(.duplicatePlan, "it already exists", of: name) }
      let id = try self.lastDeleted(db, name).id
      try db.execute(
        sql: "INSERT INTO plan (\(Self.copied)) SELECT \(Self.copied) FROM deleted_plan WHERE id = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM deleted_plan WHERE id = ?", arguments: [id])
      let stored = try self.storedPlan(db, name).inShort
      try self.note(db, .plan(stored.plan.name, .saved))
      return stored
    }
  }

  /// Removes for good the plans that were deleted before a time.
  ///
  /// - Returns: The number of removed plans.
  package func purgePlans(deletedBefore time: UnixTime) throws(StoreError) -> Int {
    try write { db in
      try db.execute(
        sql: "DELETE FROM deleted_plan WHERE deleted_ms < ? AND is_deletion_set = 1", arguments: [time.milliseconds])
      return db.changesCount
    }
  }

  /// The columns that a deleted plan keeps.
  private static let copied = "key, name, made_ms, changed_ms, document, route_meters, route"

  /// The columns of a deleted plan; it belongs to no calendar.
  private static let deletedColumns =
    "name, document, route_meters, changed_ms, NULL, NULL, NULL, 0, deleted_ms, id"

  /// - Throws: `noSuchPlan` if no deleted plan has the name.
  private func lastDeleted(_ db: Database, _ name: String) throws -> (id: Int, plan: RestorablePlan?) {
    let sql = """
      SELECT \(Self.deletedColumns) FROM deleted_plan WHERE key = ? ORDER BY deleted_ms DESC, id DESC LIMIT 1
      """
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [Self.key(name)]),
      let id = row.int(StoredPlan.columnCount + 1)
    else { throw refusal(.noSuchPlan, "it does not exist", of: name) }
    return (id, RestorablePlan(row))
  }
}

extension RestorablePlan {
  /// - Parameter row: The columns of a plan and the time of its deletion; the result is nil if the plan is damaged.
  fileprivate init?(_ row: Row) {
    guard let stored = StoredPlan(row), let deletedAt = row.time(StoredPlan.columnCount) else { return nil }
    self.init(stored: stored, deletedAt: deletedAt)
  }
}
