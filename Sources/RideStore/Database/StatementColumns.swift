internal import GRDB
internal import GRDBSQLite

/// The columns of the row that a statement stands on, by position; nil where they hold NULL or, in a damaged file, what
/// is no number, and where the statement has not so many.
///
/// They are read from SQLite itself: a row of GRDB costs more than all else that is done with one of a ride's 30,000.
struct StatementColumns {
  private let statement: SQLiteStatement
  private let count: Int32

  init(_ statement: Statement) {
    self.statement = statement.sqliteStatement
    count = Int32(clamping: statement.columnCount)
  }

  func int(_ index: Int32) -> Int? {
    guard index < count, sqlite3_column_type(statement, index) == SQLITE_INTEGER else { return nil }
    return Int(sqlite3_column_int64(statement, index))
  }

  /// Nil also for an infinity, which only damage leaves.
  func real(_ index: Int32) -> Double? {
    guard index < count else { return nil }
    let value = sqlite3_column_double(statement, index)
    // Most are neither zero nor absent, and need no question for their type.
    if value != 0 { return value.isFinite ? value : nil }
    let type = sqlite3_column_type(statement, index)
    return type == SQLITE_FLOAT || type == SQLITE_INTEGER ? value : nil
  }

  /// The 16-bit numbers, little-endian, of a blob; none where it is another type.
  func numbers(_ index: Int32) -> [UInt16] {
    guard index < count, sqlite3_column_type(statement, index) == SQLITE_BLOB,
      let start = sqlite3_column_blob(statement, index)
    else { return [] }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
    return (0..<bytes.count / 2).map {
      UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self))
    }
  }
}
