internal import GRDB
internal import Glibc
internal import Rides

/// A database of jz2 other than the library, for example a damaged one, read as far as possible.
///
/// It is never changed.
struct OtherLibrary {
  /// The tables with rows of rides, `sample` last: if damage ends it, the others are complete.
  static let tables = [
    "ridden", "standing", "link_interval", "lap", "activity", "upload", "figure", "power_curve", "event", "sample",
  ]

  let queue: DatabaseQueue

  init(_ queue: DatabaseQueue) { self.queue = queue }

  /// Nil if the file is not a database.
  init?(path: String) {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    guard access(path, F_OK) == 0, let queue = try? DatabaseQueue(path: path, configuration: configuration) else {
      return nil
    }
    self.init(queue)
  }

  /// The identity of the library; nil if it cannot be read.
  var uuid: String? { try? queue.read { try String.fetchOne($0, sql: "SELECT uuid FROM library") } }

  /// The greatest number that a ride had, as far as it can be read.
  var lastID: Int { (try? queue.read(DatabaseFile.lastID)).flatMap { $0 < DatabaseFile.idLimit ? $0 : nil } ?? 0 }

  /// Returns the rides that can be found from either end of the table, oldest first.
  func rides(where clause: String = "1") -> [Int] {
    var found: Set<Int> = []
    for order in ["ASC", "DESC"] {
      _ = try? queue.read { db in
        let ids = try Row.fetchCursor(db, sql: "SELECT id FROM ride WHERE \(clause) ORDER BY id \(order)")
        while let row = try ids.next() {
          guard let id = row.int(0), id > 0, id < DatabaseFile.idLimit else { continue }
          guard found.insert(id).inserted || order == "ASC" else { break }
        }
      }
    }
    return found.sorted()
  }

  /// Returns a ride's row by columns; nil if it cannot be read.
  func ride(_ id: Int) -> [String: DatabaseValue]? {
    let row = try? queue.read { try Row.fetchOne($0, sql: "SELECT * FROM ride WHERE id = ?", arguments: [id]) }
    return row.flatMap { row in
      Dictionary(zip(row.columnNames, row.databaseValues).map { ($0, $1) }) { first, _ in first }
    }
  }

  /// Passes the rows of a ride in a table to `body`: those before a damaged place, and those after it.
  /// - Returns: Whether all rows could be read.
  /// - Throws: The error of `body`.
  func eachRow(of table: String, ride: Int, _ body: ([String], [DatabaseValue]) throws -> Void) throws -> Bool {
    // Earlier versions have fewer tables.
    guard (try? queue.read({ try $0.tableExists(table) })) != false else { return true }
    let key = table == "sample" ? "second" : table == "lap" ? "number" : nil
    var last: DatabaseValue?
    if try each("SELECT * FROM \(table) WHERE ride_id = ?", key, [ride], body, &last) { return true }
    guard let key else { return false }
    var end: DatabaseValue?
    let sql = "SELECT * FROM \(table) WHERE ride_id = ? AND \(key) > ? ORDER BY \(key) DESC"
    _ = try each(sql, key, [ride, last ?? (-1).databaseValue], body, &end)
    return false
  }

  /// Passes the rows of a table to `body`, as far as they can be read; for tables that are not about rides.
  func eachRow(of table: String, _ body: ([String], [DatabaseValue]) throws -> Void) throws {
    var last: DatabaseValue?
    _ = try each("SELECT * FROM \(table)", nil, [], body, &last)
  }

  private func each(
    _ sql: String, _ key: String?, _ arguments: StatementArguments,
    _ body: ([String], [DatabaseValue]) throws -> Void, _ last: inout DatabaseValue?
  ) throws -> Bool {
    var failure: (any Error)?
    let isWhole = try? queue.read { db in
      let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
      while let row = try rows.next() {
        do { try body(Array(row.columnNames), Array(row.databaseValues)) } catch {
          failure = error
          return false
        }
        if let key { last = row[key] }
      }
      return true
    }
    if let failure { throw failure }
    return isWhole ?? false
  }
}

/// Writes rows of another library into a table of this one, with another ride's number.
struct RowCopier {
  private let db: Database
  private let table: String
  private let verb: String
  /// The columns of the table that can be written.
  private let columns: Set<String>

  /// `verb` is `INSERT OR REPLACE` or `INSERT OR IGNORE`, and decides about an existing row.
  init(_ db: Database, into table: String, _ verb: String) throws {
    (self.db, self.table, self.verb) = (db, table, verb)
    let sql = "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0"
    let numbered = ["event", "deleted_plan"]
    columns = Set(try String.fetchAll(db, sql: sql, arguments: [table]))
      .subtracting(numbered.contains(table) ? ["id"] : [])
  }

  /// Writes a row; a damaged row that the table refuses is skipped.
  /// - Returns: Whether it was written.
  @discardableResult
  func write(_ names: [String], _ values: [DatabaseValue], ride: Int?) throws -> Bool {
    let known = zip(names, values).filter { columns.contains($0.0) }
    let statement = try db.cachedStatement(
      sql: """
        \(verb) INTO \(table) (\(known.map { "\"\($0.0)\"" }.joined(separator: ", ")))
        VALUES (\(known.map { _ in "?" }.joined(separator: ", ")))
        """)
    let values = known.map { name, value in name == "ride_id" ? ride?.databaseValue ?? value : value }
    do { try statement.execute(arguments: StatementArguments(values)) } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CONSTRAINT || error.resultCode == .SQLITE_MISMATCH
    {
      return false
    }
    return true
  }
}
