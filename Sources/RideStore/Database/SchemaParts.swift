internal import GRDB

/// What a database says of its tables and indexes.
///
/// Of no concern is what others put beside those of the migrations: the statistics of `ANALYZE`, indexes, views, tables,
/// triggers, and columns behind ours.
struct SchemaParts: Sendable {
  /// The statements that made the tables, by name.
  private var tables: [String: String] = [:]
  /// The same of indexes; nil for one that SQLite made by itself.
  private var indexes: [String: String?] = [:]

  /// What the migrations make; a process makes it once, however many stores it opens.
  private static let sound = Result {
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

  /// Makes the indexes anew that a database lacks: whoever dropped one has dropped no ride.
  ///
  /// - Throws: `damaged` where more is missing or is another than the migrations make: a table whose definition lost a
  ///   column or got another name may be opened, and then takes no ride.
  static func mend(_ db: Database, path: String) throws {
    let (sound, present) = (try sound.get(), try SchemaParts(db))
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

  /// Whether a table is the one that a statement makes, or has columns behind its last: `ALTER TABLE` puts them there,
  /// before the bounds of the whole table, and changes nothing else.
  private static func isTable(_ present: String, madeBy sound: String) -> Bool {
    guard present != sound else { return true }
    let (present, sound) = (Array(present.utf8), Array(sound.utf8))
    guard present.count > sound.count else { return false }
    let before = zip(present, sound).prefix { $0 == $1 }.count
    let behind = min(zip(present.reversed(), sound.reversed()).prefix { $0 == $1 }.count, sound.count - before)
    guard before + behind == sound.count else { return false }
    // The comma that divides it from the others stands at either end, as the common beginning happens to end.
    let added = present[before..<present.count - behind].filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    return added.first == UInt8(ascii: ",") || added.last == UInt8(ascii: ",")
  }
}
