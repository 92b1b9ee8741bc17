internal import GRDB
internal import Glibc

/// The database's log, `jz2.sqlite-wal`; every commit of a ride is written to it.
///
/// It gets its full size before the first commit. A commit that made the file longer would also make the file system
/// write its own journal, four times the bytes of the commit. When the log is full, SQLite starts at the front again;
/// it treats zeros as the end of the log.
struct WriteAheadLog {
  /// The size to keep, in bytes: with new databases, about ten minutes of riding.
  static let size = 512 << 10

  let path: String

  init(of database: DatabaseFile) { path = database.path + "-wal" }

  /// Makes SQLite move the log into the database before it outgrows its size, and release the space that an import in
  /// one commit took.
  static func bound(_ db: Database) throws {
    try db.execute(sql: "PRAGMA journal_size_limit = \(size)")
    try db.execute(sql: "PRAGMA wal_autocheckpoint = \(pages(of: try pageSize(db)))")
  }

  static func pageSize(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
  }

  /// Returns the number of pages that fit, minus those of the commit that reaches that number.
  private static func pages(of pageSize: Int) -> Int {
    let header = 32
    let frame = 24 + pageSize
    let largestCommit = 32
    return max(1, (size - header) / frame - largestCommit)
  }

  /// Fills the log with zeros after SQLite's own data; call it while SQLite does not write.
  ///
  /// Merely reserving blocks is not enough: the file system records the first write of each block in its journal. On a
  /// disk with little space the log grows as needed.
  func reserve() {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let missing = Self.size - Int(status.st_size)
    guard missing > 0, missing < freeBytes / 16 else { return }
    try? File(path, flags: O_WRONLY | O_APPEND | O_NOFOLLOW).write([UInt8](repeating: 0, count: missing))
  }

  /// The free space on the disk for this user, in bytes.
  private var freeBytes: Int {
    var status = statvfs()
    return statvfs(path, &status) == 0 ? Int(clamping: status.f_bavail &* status.f_frsize) : 0
  }
}
