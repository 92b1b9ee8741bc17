internal import GRDB
internal import Rides

/// The tables and indexes that a database declares.
///
/// Objects that others added are ignored: statistics of `ANALYZE`, indexes, views, tables, triggers, and columns after
/// ours.
struct SchemaParts: Sendable {
  /// The statements that made the tables, by name.
  private var tables: [String: String] = [:]
  /// The same of indexes; nil for one that SQLite made itself.
  private var indexes: [String: String?] = [:]

  /// The result of the migrations.
  private static func sound() throws -> SchemaParts {
    let sound = try DatabaseQueue()
    try Schema.migrator.migrate(sound)
    return try sound.read { try SchemaParts($0) }
  }

  init(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT type, name, sql FROM sqlite_master") {
      guard let name = row.text(1) else { continue }
      switch row.text(0) {
      case "table": tables[name] = row.text(2)
      case "index": indexes[name] = .some(row.text(2))
      default: break
      }
    }
  }

  /// Recreates missing indexes, whose loss costs no ride.
  ///
  /// - Throws: `damaged` if anything else is missing or different: a table that lost a column or its name could be
  ///   opened, and would then take no ride.
  static func mend(_ db: Database, path: String) throws {
    let (sound, present) = (try sound(), try SchemaParts(db))
    for (name, statement) in sound.tables
    where present.tables[name].map({ isTable($0, madeBy: statement) }) != true {
      throw StoreError(.damaged, path: path, detail: "its table \(name) is not the one that jz2d makes")
    }
    for (name, statement) in sound.indexes.sorted(by: { $0.key < $1.key }) where present.indexes[name] != statement {
      guard present.indexes[name] == nil, let statement else {
        throw StoreError(.damaged, path: path, detail: "its index \(name) is not the one that jz2d makes")
      }
      try db.execute(sql: statement)
    }
  }

  /// Whether a table is the one that a statement makes, perhaps with further columns: `ALTER TABLE` adds them before
  /// the constraints of the whole table, and changes nothing else.
  private static func isTable(_ present: String, madeBy sound: String) -> Bool {
    guard present != sound else { return true }
    let (present, sound) = (Array(present.utf8), Array(sound.utf8))
    guard present.count > sound.count else { return false }
    let before = zip(present, sound).prefix { $0 == $1 }.count
    let behind = min(zip(present.reversed(), sound.reversed()).prefix { $0 == $1 }.count, sound.count - before)
    guard before + behind == sound.count else { return false }
    // The comma before or after them is at either end, depending on where the common beginning happens to end.
    let added = present[before..<present.count - behind].filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    return added.first == UInt8(ascii: ",") || added.last == UInt8(ascii: ",")
  }
}
