internal import GRDB
internal import Glibc

/// The database's log, `jz2.sqlite-wal`, to which every commit of a ride goes.
///
/// It has its full size before the first of them. A commit that made the file longer would have the file system write its
/// own journal as well, four times the bytes of the commit; SQLite begins at the front again whenever the log is full,
/// and takes zeros for its end.
struct WriteAheadLog {
  /// Kept at this size, in bytes; with new databases about ten minutes of riding.
  static let size = 512 << 10

  let path: String

  init(of database: DatabaseFile) { path = database.path + "-wal" }

  /// Has SQLite fold the log into the database before it outgrows its size, and give back what a ride that was imported
  /// in one commit took.
  static func bound(_ db: Database) throws {
    try db.execute(sql: "PRAGMA journal_size_limit = \(size)")
    try db.execute(sql: "PRAGMA wal_autocheckpoint = \(pages(of: try pageSize(db)))")
  }

  static func pageSize(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
  }

  /// How many pages it holds, less those of the commit that comes to that number.
  private static func pages(of pageSize: Int) -> Int {
    let header = 32
    let frame = 24 + pageSize
    let largestCommit = 32
    return max(1, (size - header) / frame - largestCommit)
  }

  /// Fills it up with zeros behind what SQLite has in it, while SQLite writes nothing.
  ///
  /// Blocks that are merely reserved would not do: the file system notes in its journal when each is first written. On a
  /// disk with little room the log grows as it must.
  func reserve() {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let missing = Self.size - Int(status.st_size)
    guard missing > 0, missing < freeBytes / 16 else { return }
    try? File(path, flags: O_WRONLY | O_APPEND | O_NOFOLLOW).write([UInt8](repeating: 0, count: missing))
  }

  /// What the disk has free for this user.
  private var freeBytes: Int {
    var status = statvfs()
    return statvfs(path, &status) == 0 ? Int(clamping: status.f_bavail &* status.f_frsize) : 0
  }
}
