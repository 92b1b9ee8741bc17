internal import GRDB
package import RideSession

extension RideReading {
  /// What the rider said of themself; what is damaged counts as not said.
  package func settings() throws(StoreError) -> RiderSettings {
    try read { db in
      let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM setting")
      let values = rows.compactMap { row in row.text(0).map { ($0, row[1] as DatabaseValue) } }
      return RiderSettings(Dictionary(values) { $1 })
    }
  }
}

extension RideStore {
  /// Changes what the rider said of themself, in one transaction.
  ///
  /// - Parameter body: Makes the other settings, or refuses.
  /// - Returns: The settings as they are then, or what `body` refused with.
  /// - Throws: What keeps them from being stored; then they are as before.
  package func changeSettings<Refusal: Error>(
    _ body: @Sendable (RiderSettings) -> Result<RiderSettings, Refusal>
  ) throws(StoreError) -> Result<RiderSettings, Refusal> {
    let changed = body(try settings())
    // The store writes nothing else between the two.
    if case .success(let settings) = changed { try setSettings(settings) }
    return changed
  }

  /// Keeps what the rider said of themself, in place of what there was; a later version's settings stay.
  package func setSettings(_ settings: RiderSettings) throws(StoreError) {
    try write { db in
      for (name, value) in settings.values {
        if value.isNull {
          try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
        } else {
          try db.execute(sql: "INSERT OR REPLACE INTO setting VALUES (?, ?)", arguments: [name, value])
        }
      }
    }
  }
}
