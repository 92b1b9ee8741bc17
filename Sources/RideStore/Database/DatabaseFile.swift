internal import GRDB
internal import Glibc

/// The file `jz2.sqlite` and how it is opened.
struct DatabaseFile {
  let path: String

  /// The pages of a new database, in bytes.
  ///
  /// A commit writes whole pages, and a second of riding is a row of fifty bytes: with SQLite's own 4096 it takes twice
  /// the blocks of the disk.
  private static let pageSize = 512

  init(in directory: StateDirectory) {
    path = directory.path(of: "jz2.sqlite")
  }

  /// Opens the database at the present version, making it where there is none.
  ///
  /// One that cannot be read is moved aside with its log, never deleted, and a new one begun: a rider on his bike is not
  /// helped by a daemon that will not start.
  /// - Returns: The database, and the path of the damaged one where there was one.
  /// - Throws: `newerVersion`, before anything is changed; `notPermitted` and the like.
  func open() throws(StoreError) -> (queue: DatabaseQueue, setAside: String?) {
    do throws(StoreError) {
      return (try openOnce(), nil)
    } catch  where error.code == .damaged {
      let setAside = try moveAside()
      return (try openOnce(), setAside)
    }
  }

  /// The number that follows the greatest a ride ever had.
  func firstFreeID(_ queue: DatabaseQueue) throws(StoreError) -> Int {
    do { return try queue.read(Self.lastID) + 1 } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Makes the file, where there is none, with what a connection has.
  func copy(of source: DatabaseQueue) throws(StoreError) -> DatabaseQueue {
    // A log that was left would be taken for the new file's; the connection has its own open.
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    let queue = try openOnce(pageSize: pageSize(of: source))
    do {
      try source.backup(to: queue)
      return queue
    } catch {
      // Half of a copy would be taken for the whole.
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      throw StoreError(error, path: path)
    }
  }

  /// A database that is there keeps its own page size.
  private func openOnce(pageSize: Int = Self.pageSize) throws(StoreError) -> DatabaseQueue {
    try checkFiles()
    try refuseLaterVersion()
    do {
      let queue = try DatabaseQueue(path: path, configuration: Self.configuration(pageSize))
      try queue.writeWithoutTransaction { db in
        try refuseLaterVersion(db)
        try makeDurable(db)
        try WriteAheadLog.bound(db)
      }
      try Schema.migrate(queue)
      try queue.read(checkSchema)
      try queue.read(touch)
      try markLeftRides(in: queue)
      WriteAheadLog(of: self).reserve()
      return queue
    } catch {
      throw StoreError(opening: error, path: path)
    }
  }

  /// SQLite would only say that it cannot open them; `errno` says why.
  private func checkFiles() throws(StoreError) {
    _ = try File(path, flags: O_RDWR | O_CREAT)
    for path in [path + "-wal", path + "-shm"] where access(path, F_OK) == 0 { _ = try File(path, flags: O_RDWR) }
  }

  /// Looks at the version without leave to write: who has it folds the log into the database when he closes it.
  ///
  /// What cannot be read so is left to those who may write.
  private func refuseLaterVersion() throws(StoreError) {
    var configuration = Configuration()
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return }
    do { try queue.read(refuseLaterVersion) } catch let error as StoreError { throw error } catch {}
  }

  private func refuseLaterVersion(_ db: Database) throws {
    let later = try Schema.migrator.appliedIdentifiers(db).subtracting(Schema.migrator.migrations)
    guard let name = later.max() else { return }
    let detail = "it was written by a later version of jz2d (\(name))"
    throw StoreError(.newerVersion, path: path, detail: detail, context: .migration(name))
  }

  /// A page cache of 256 KiB instead of 2 MB: the whole daemon lives in 20 MB, and pages are written once and seldom read.
  private static func configuration(_ pageSize: Int) -> Configuration {
    var configuration = Configuration()
    configuration.label = "store"
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = -256")
      try db.execute(sql: "PRAGMA page_size = \(pageSize)")
    }
    return configuration
  }

  /// A copy is taken page by page.
  private func pageSize(of queue: DatabaseQueue) throws(StoreError) -> Int {
    do { return try queue.read(WriteAheadLog.pageSize) } catch { throw StoreError(error, path: path) }
  }

  /// GRDB's own way into WAL leaves `synchronous` at NORMAL, which loses committed rows with the plug.
  private func makeDurable(_ db: Database) throws {
    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw StoreError(.failed, path: path, detail: "journal_mode is \(mode ?? "unknown") instead of wal")
    }
    try db.execute(sql: "PRAGMA synchronous = FULL")
  }

  /// A table whose definition lost a column or got another name may be opened, and then takes no ride.
  private func checkSchema(_ db: Database) throws {
    guard try Schema.definitions(db) == Schema.soundDefinitions.get() else {
      throw StoreError(.damaged, path: path, detail: "its tables are not those that jz2d makes")
    }
  }

  /// Reads the pages that the next ride will be written to, so that damage there shows now and not on the bike.
  private func touch(_ db: Database) throws {
    _ = try Row.fetchAll(db, sql: "SELECT * FROM device")
    _ = try Row.fetchOne(db, sql: "SELECT * FROM ride ORDER BY id DESC LIMIT 1")
    for column in ["start_ms", "cut_start_ms", "timer_seconds"] {
      _ = try Row.fetchOne(db, sql: "SELECT max(\(column)) FROM ride WHERE deleted_ms IS NULL")
    }
    _ = try Row.fetchOne(db, sql: "SELECT * FROM sample ORDER BY ride_id DESC, second DESC LIMIT 1")
    _ = try Row.fetchOne(db, sql: "SELECT max(id), max(ride_id) FROM event")
    guard try Self.lastID(db) < 1 << 40 else {
      throw StoreError(.damaged, path: path, detail: "it numbers more rides than there can be")
    }
  }

  /// The greatest number that a ride ever had; SQLite remembers it over rides that were dropped.
  private static func lastID(_ db: Database) throws -> Int {
    let remembered = try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'ride'")
    let present = try Int.fetchOne(db, sql: "SELECT max(id) FROM ride")
    return max(0, remembered ?? 0, present ?? 0)
  }

  /// Marks rides that a process left behind.
  ///
  /// A disk that is full does not keep the daemon from starting: the mark tells people, and is not needed to ride on.
  private func markLeftRides(in queue: DatabaseQueue) throws {
    do {
      try queue.write { try $0.execute(sql: "UPDATE ride SET state = 'suspended' WHERE state = 'riding'") }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {}
  }

  /// Renames the database and its log to the first free `jz2.sqlite.broken-<n>`.
  private func moveAside() throws(StoreError) -> String {
    var count = 1
    while access("\(path).broken-\(count)", F_OK) == 0 { count += 1 }
    let aside = "\(path).broken-\(count)"
    // The log goes first: a database without it is older, a log without its database would be taken for the new one's.
    for suffix in ["-wal", "-shm", ""] where rename(path + suffix, aside + suffix) != 0 && errno != ENOENT {
      throw StoreError(call: "rename", path: path + suffix)
    }
    return aside
  }
}
