internal import GRDB
internal import GRDBSQLite

/// The columns of the row that a statement stands on, by position; nil where they hold NULL or, in a damaged file, another
/// type.
///
/// They are read from SQLite itself: a row of GRDB costs more than all else that is done with one of a ride's 30,000.
struct StatementColumns {
  private let statement: SQLiteStatement

  init(_ statement: Statement) { self.statement = statement.sqliteStatement }

  func int(_ index: Int32) -> Int? {
    sqlite3_column_type(statement, index) == SQLITE_INTEGER ? Int(sqlite3_column_int64(statement, index)) : nil
  }

  /// Nil also for an infinity, which only damage leaves.
  func real(_ index: Int32) -> Double? {
    let type = sqlite3_column_type(statement, index)
    guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { return nil }
    let value = sqlite3_column_double(statement, index)
    return value.isFinite ? value : nil
  }

  /// The 16-bit numbers, little-endian, of a blob; none where it is another type.
  func numbers(_ index: Int32) -> [UInt16] {
    guard sqlite3_column_type(statement, index) == SQLITE_BLOB, let start = sqlite3_column_blob(statement, index)
    else { return [] }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
    return stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }
}
