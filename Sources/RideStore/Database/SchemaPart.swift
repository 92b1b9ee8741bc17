internal import GRDB
internal import Rides

/// A table, index, view or trigger that a database declares.
struct SchemaPart: Hashable, Sendable {
  let type: String
  /// The name of its table; for a table, its own name.
  let table: String
  /// The statement that creates it.
  let sql: String?

  /// Returns the objects by name, without SQLite's own.
  static func all(_ db: Database) throws -> [String: SchemaPart] {
    let sql = "SELECT name, type, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    let rows = try Row.fetchAll(db, sql: sql).compactMap { row in
      row.text(0).map { ($0, SchemaPart(type: row.text(1) ?? "", table: row.text(2) ?? "", sql: row.text(3))) }
    }
    return Dictionary(rows) { $1 }
  }

  /// Recreates missing indexes, whose loss costs no ride.
  ///
  /// Objects from other programs are ignored: statistics of `ANALYZE`, indexes, views, tables, triggers, and columns
  /// after jz2's own.
  /// - Throws: `damaged` if anything else is missing or different: a table that lost a column or its name could be
  ///   opened, but could not store a ride.
  static func mend(_ db: Database, path: String) throws {
    let own = try DatabaseQueue()
    try Schema.migrator.migrate(own)
    let (sound, present) = (try own.read(all), try all(db))
    for (name, part) in sound.sorted(by: { $0.key < $1.key }) {
      guard let statement = part.sql, present[name] != part else { continue }
      if part.type == "table", let found = present[name]?.sql, isTable(found, madeBy: statement) { continue }
      guard part.type == "index", present[name] == nil else {
        throw StoreError(.damaged, path: path, detail: "its \(part.type) \(name) differs from the one jz2d creates")
      }
      try db.execute(sql: statement)
    }
  }

  /// Whether a table is the one that a statement creates, perhaps with more columns: `ALTER TABLE` only adds them
  /// before the constraints of the whole table.
  private static func isTable(_ present: String, madeBy sound: String) -> Bool {
    guard present != sound else { return true }
    let (present, sound) = (Array(present.utf8), Array(sound.utf8))
    guard present.count > sound.count else { return false }
    let before = zip(present, sound).prefix { $0 == $1 }.count
    let behind = min(zip(present.reversed(), sound.reversed()).prefix { $0 == $1 }.count, sound.count - before)
    guard before + behind == sound.count else { return false }
    // The comma before or after them is at either end, depending on where the common start happens to end.
    let added = present[before..<present.count - behind].filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    return added.first == UInt8(ascii: ",") || added.last == UInt8(ascii: ",")
  }
}
