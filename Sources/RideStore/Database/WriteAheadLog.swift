internal import GRDB
internal import Glibc

/// The database's log, `jz2.sqlite-wal`, to which every commit of a ride is written.
///
/// It gets its full size before the first commit. A commit that made the file longer would also make the file system
/// write its own journal, four times the bytes of the commit. SQLite starts at the front again when the log is full,
/// and takes zeros for its end.
struct WriteAheadLog {
  /// The size that is kept, in bytes: with new databases, about ten minutes of riding.
  static let size = 512 << 10

  let path: String

  init(of database: DatabaseFile) { path = database.path + "-wal" }

  /// Makes SQLite move the log into the database before it outgrows its size, and give back the room that an import in
  /// one commit took.
  static func bound(_ db: Database) throws {
    try db.execute(sql: "PRAGMA journal_size_limit = \(size)")
    try db.execute(sql: "PRAGMA wal_autocheckpoint = \(pages(of: try pageSize(db)))")
  }

  static func pageSize(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
  }

  /// The number of pages that it holds, less those of the commit that reaches that number.
  private static func pages(of pageSize: Int) -> Int {
    let header = 32
    let frame = 24 + pageSize
    let largestCommit = 32
    return max(1, (size - header) / frame - largestCommit)
  }

  /// Fills it with zeros after SQLite's own data; to be called while SQLite writes nothing.
  ///
  /// Merely reserving blocks is not enough: the file system records in its journal when each is first written. On a
  /// disk with little room the log grows as needed.
  func reserve() {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let missing = Self.size - Int(status.st_size)
    guard missing > 0, missing < freeBytes / 16 else { return }
    try? File(path, flags: O_WRONLY | O_APPEND | O_NOFOLLOW).write([UInt8](repeating: 0, count: missing))
  }

  /// The room on the disk for this user, in bytes.
  private var freeBytes: Int {
    var status = statvfs()
    return statvfs(path, &status) == 0 ? Int(clamping: status.f_bavail &* status.f_frsize) : 0
  }
}
