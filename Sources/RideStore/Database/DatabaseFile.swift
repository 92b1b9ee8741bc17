internal import GRDB
internal import Glibc
internal import Rides

/// The file `jz2.sqlite`.
struct DatabaseFile {
  let path: String

  /// The page size of a new database, in bytes.
  ///
  /// A commit writes whole pages, and a second of riding is a row of fifty bytes: SQLite's default of 4096 would write
  /// twice as many blocks of the disk.
  private static let pageSize = 512

  init(in directory: StateDirectory) {
    path = directory.path(of: "jz2.sqlite")
  }

  /// Opens the database at the present version, creating it if needed.
  ///
  /// A database that cannot be read, even at a second attempt, is moved aside with its log, never deleted, and a new
  /// one is created: a daemon that does not start is no help to a rider on the bike.
  /// - Parameter pause: Waits between the attempts: a card may misread once, and a copy in progress takes some seconds.
  /// - Returns: The database, and the path of a damaged one that was moved aside.
  /// - Throws: `newerVersion`, before anything is changed; `notPermitted` and the like; `failed` while another program
  ///   writes the file.
  func open(secondLookAfter pause: () -> Void) throws(StoreError) -> (queue: DatabaseQueue, setAside: String?) {
    do throws(StoreError) {
      return (try markingLeftRides(openOnce()), nil)
    } catch  where error.cause == .damaged {
      try lookAgain(after: pause)
      do throws(StoreError) {
        return (try markingLeftRides(openOnce()), nil)
      } catch  where error.cause == .damaged {
        let setAside = try moveAside()
        return (try openOnce(), setAside)
      }
    }
  }

  /// Opens the database again after a connection has found damage: the same file if a second check finds all of it
  /// sound, else a new one after moving the damaged one aside.
  ///
  /// Reads the whole file, which takes a second for each 50 MB, and ten on a slow card.
  func reopen(
    _ damaged: DatabaseQueue, secondLookAfter pause: () -> Void
  ) throws(StoreError) -> (queue: DatabaseQueue, setAside: String?) {
    try lookAgain(after: pause)
    do throws(StoreError) {
      let queue = try openOnce()
      do {
        let verdict = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard verdict == "ok" else { throw StoreError(.damaged, path: path, detail: verdict ?? "quick_check") }
      } catch {
        throw StoreError(error, path: path)
      }
      return (queue, nil)
    } catch  where error.cause == .damaged {
      let setAside = try moveAside()
      return (try openOnce(), setAside)
    }
  }

  /// Opens a file that replaced the database, if it is sound; an unsound file stays in place.
  ///
  /// Removes the former database's log, which its connection still has open, since SQLite would use it as the log of
  /// the new file.
  func adopt(dropping log: Set<FileIdentity>) throws(StoreError) -> DatabaseQueue {
    for suffix in ["-wal", "-shm"] where FileIdentity(of: path + suffix).map(log.contains) == true {
      unlink(path + suffix)
    }
    return try openOnce()
  }

  /// The log and its index, as far as they exist.
  var logIdentities: Set<FileIdentity> {
    Set(["-wal", "-shm"].compactMap { FileIdentity(of: path + $0) })
  }

  /// The databases that were set aside as damaged and still exist, oldest first.
  func damagedFiles() -> [String] { files("broken") }

  /// The databases that were replaced by another and still exist, oldest first.
  func replacedFiles() -> [String] { files("replaced") }

  /// Returns the files `jz2.sqlite.<word>-<n>` by their numbers.
  private func files(_ word: String) -> [String] {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let prefix = "jz2.sqlite.\(word)-"
    let numbers = FolderNames.names(in: folder).compactMap { name in
      name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
    }
    return numbers.sorted().map { "\(folder)/\(prefix)\($0)" }
  }

  /// Writes the data of a connection to the first free `jz2.sqlite.replaced-<n>`.
  /// - Returns: The path.
  func keepReplaced(_ queue: DatabaseQueue) throws(StoreError) -> String {
    let aside = freeName("replaced")
    do { try queue.backup(to: DatabaseQueue(path: aside)) } catch {
      unlink(aside)
      throw StoreError(error, path: aside)
    }
    return aside
  }

  /// Returns the greatest number that a ride ever had.
  func lastID(_ queue: DatabaseQueue) throws(StoreError) -> Int {
    do { return try queue.read(Self.lastID) } catch { throw StoreError(error, path: path) }
  }

  /// Makes SQLite remember that rides had numbers up to this one; if the disk is full, this is left to another call.
  func remember(lastID: Int, in queue: DatabaseQueue) throws(StoreError) {
    do {
      try queue.write { db in
        try db.execute(sql: "DELETE FROM sqlite_sequence WHERE name = 'ride'")
        try db.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('ride', ?)", arguments: [lastID])
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Waits, and makes the next attempt read from the disk instead of the page cache.
  private func lookAgain(after pause: () -> Void) throws(StoreError) {
    let before = FileStamp(of: path)
    pause()
    guard FileStamp(of: path) == before else {
      throw StoreError(.failed, path: path, detail: "another program is writing to it")
    }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    close(descriptor)
  }

  /// Creates the file from the data of a connection.
  func copy(of source: DatabaseQueue) throws(StoreError) -> DatabaseQueue {
    // SQLite would use a remaining log for the new file; the connection has its own log open.
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    let queue = try openOnce(pageSize: pageSize(of: source))
    do {
      try source.backup(to: queue)
      return queue
    } catch {
      // Half a copy must not look like a complete one.
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      throw StoreError(error, path: path)
    }
  }

  /// Opens or creates the database; an existing one keeps its page size.
  private func openOnce(pageSize: Int = Self.pageSize) throws(StoreError) -> DatabaseQueue {
    try checkFiles()
    try checkLength()
    try refuseLaterVersion()
    do {
      let queue = try DatabaseQueue(path: path, configuration: Self.configuration(pageSize))
      try queue.writeWithoutTransaction { db in
        try refuseLaterVersion(db)
        try makeDurable(db)
        try WriteAheadLog.bound(db)
      }
      try Schema.migrate(queue)
      try queue.write { db in
        try SchemaPart.mend(db, path: path)
        try Schema.identify(db)
      }
      try queue.read(touch)
      WriteAheadLog(of: self).reserve()
      return queue
    } catch {
      throw StoreError(opening: error, path: path)
    }
  }

  /// Whether a file starts with a database header.
  static func isDatabase(_ path: String) -> Bool {
    isHeader((try? File(path, flags: O_RDONLY).read(atMost: 16)) ?? [])
  }

  /// Whether these bytes start with a database header (SQLite file format, 1.3.1).
  static func isHeader(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("SQLite format 3\0".utf8)) }

  /// Opens the files first: SQLite would only report that it cannot open them, while `errno` has the reason.
  private func checkFiles() throws(StoreError) {
    _ = try File(path, flags: O_RDWR | O_CREAT)
    for path in [path + "-wal", path + "-shm"] where access(path, F_OK) == 0 { _ = try File(path, flags: O_RDWR) }
  }

  /// Refuses a file that is shorter than its header states: it is damaged or still being copied, and must not be
  /// changed.
  ///
  /// If there is a log, it may contain the rest.
  private func checkLength() throws(StoreError) {
    var status = stat()
    guard stat(path + "-wal", &status) != 0 || status.st_size == 0 else { return }
    guard stat(path, &status) == 0, status.st_size >= 100 else { return }
    let header = try File(path, flags: O_RDONLY).read(atMost: 100)
    func number(_ bytes: Range<Int>) -> Int { header[bytes].reduce(0) { $0 << 8 | Int($1) } }
    // The page count is valid if it was written with the change counter (SQLite file format, 1.3.8).
    guard header.count == 100, Self.isHeader(header), number(24..<28) == number(92..<96) else {
      return
    }
    let pageSize = number(16..<18) == 1 ? 65_536 : number(16..<18)
    guard number(28..<32) * pageSize <= Int(status.st_size) else {
      throw StoreError(.damaged, path: path, detail: "it is shorter than its header says")
    }
  }

  /// Checks the version on a read-only connection: closing a writing one would move the log into the database.
  ///
  /// A file that cannot be read in this way is left to the writing connection.
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

  /// A page cache of 256 KiB instead of 2 MB: the daemon should stay within 20 MB, and pages are seldom read again.
  private static func configuration(_ pageSize: Int) -> Configuration {
    var configuration = Configuration()
    configuration.label = "store"
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = -256")
      // A view from another program may only call functions that compute, without side effects.
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      try db.execute(sql: "PRAGMA page_size = \(pageSize)")
    }
    return configuration
  }

  /// Returns the page size of a connection: a copy is made page by page, and needs the same one.
  private func pageSize(of queue: DatabaseQueue) throws(StoreError) -> Int {
    do { return try queue.read(WriteAheadLog.pageSize) } catch { throw StoreError(error, path: path) }
  }

  /// Makes commits durable: GRDB's own setup of WAL leaves `synchronous` at NORMAL, which loses committed rows in a
  /// power cut.
  private func makeDurable(_ db: Database) throws {
    let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw StoreError(.failed, path: path, detail: "journal_mode is \(mode ?? "unknown") instead of wal")
    }
    try db.execute(sql: "PRAGMA synchronous = FULL")
  }

  /// Reads the pages that the next ride will write, so that damage there shows now and not on the bike.
  private func touch(_ db: Database) throws {
    _ = try Row.fetchAll(db, sql: "SELECT * FROM device")
    _ = try Row.fetchOne(db, sql: "SELECT * FROM ride ORDER BY id DESC LIMIT 1")
    for column in ["start_ms", "cut_start_ms", "timer_seconds"] {
      _ = try Row.fetchOne(db, sql: "SELECT max(\(column)) FROM ride WHERE deleted_ms IS NULL")
    }
    _ = try Row.fetchOne(db, sql: "SELECT * FROM sample ORDER BY ride_id DESC, second DESC LIMIT 1")
    _ = try Row.fetchOne(db, sql: "SELECT max(id), max(ride_id) FROM event")
    guard try Self.lastID(db) < Self.idLimit else {
      throw StoreError(.damaged, path: path, detail: "its ride numbers are too high")
    }
  }

  /// A number that no library's rides reach.
  static let idLimit = 1 << 40

  /// Returns the greatest number that a ride ever had; SQLite remembers it after rides are removed.
  static func lastID(_ db: Database) throws -> Int {
    let remembered = try Int.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'ride'")
    let present = try Int.fetchOne(db, sql: "SELECT max(id) FROM ride")
    return max(0, remembered ?? 0, present ?? 0)
  }

  /// Marks rides that a former process left in progress.
  ///
  /// A full disk must not keep the daemon from starting: the mark is only informative.
  private func markingLeftRides(_ queue: DatabaseQueue) throws(StoreError) -> DatabaseQueue {
    do {
      try queue.write { db in
        for id in try Int.fetchAll(db, sql: "SELECT id FROM ride WHERE state = 'riding'") {
          try db.execute(sql: "UPDATE ride SET state = 'suspended' WHERE id = ?", arguments: [id])
          try ChangeLog.add(LibraryChange.ride(id, .suspended), db)
        }
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
    } catch {
      throw StoreError(opening: error, path: path)
    }
    return queue
  }

  /// Renames the database and its log to the first free `jz2.sqlite.broken-<n>`.
  private func moveAside() throws(StoreError) -> String {
    let aside = freeName("broken")
    // The log goes first: a database without its log is merely older, but SQLite would use a log without its database
    // for the new one.
    for suffix in ["-wal", "-shm", ""] where rename(path + suffix, aside + suffix) != 0 && errno != ENOENT {
      throw StoreError(call: "rename", path: path + suffix)
    }
    return aside
  }

  func freeName(_ word: String) -> String {
    var count = 1
    while access("\(path).\(word)-\(count)", F_OK) == 0 { count += 1 }
    return "\(path).\(word)-\(count)"
  }
}
