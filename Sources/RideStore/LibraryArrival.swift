internal import GRDB
internal import Glibc
package import Rides

/// Another library that is being received and checked while the present one stays in use.
package actor LibraryArrival {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The reason why a file cannot be received, or cannot replace the library.
  package enum Fault: Error, Hashable, Sendable {
    case file(BackupFault)
    /// The disk has no room for it. Carries the number of free megabytes, or the system's own text.
    case noRoom(String)

    init(_ code: BackupFault.Code, _ detail: String) {
      self = .file(BackupFault(code, detail: detail))
    }
  }

  nonisolated let path: String
  private nonisolated let directory: StateDirectory
  private var file: File?

  /// The room that must stay free on the disk, in bytes.
  private static let floor = 50 << 20
  private static let mode: mode_t = 0o640

  init(in directory: StateDirectory, executor: any SerialExecutor) {
    self.directory = directory
    self.executor = executor
    path = Self.path(in: directory)
    for path in [path, path + ".new"] { DatabaseCopy.remove(path) }
  }

  deinit { DatabaseCopy.remove(path) }

  /// The path of the file that is being received; the remains of a killed process are removed.
  static func path(in directory: StateDirectory) -> String { directory.path(of: ".restore.tmp") }

  /// Takes the next bytes.
  package func take(_ bytes: [UInt8]) throws(Fault) {
    guard directory.freeBytes >= bytes.count + Self.floor else {
      throw Fault.noRoom("\(directory.freeBytes / 1_000_000)")
    }
    do throws(StoreError) {
      let file = try opened()
      try file.write(bytes)
    } catch {
      throw Fault.noRoom(error.detail)
    }
  }

  private func opened() throws(StoreError) -> File {
    if let file { return file }
    let opened = try File(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: Self.mode)
    file = opened
    return opened
  }

  /// Checks the file after its last bytes, and migrates it to the present version.
  ///
  /// - Throws: The reason why the file is refused.
  package func check() throws(Fault) {
    do throws(StoreError) { try file?.synchronize() } catch { throw Fault.noRoom(error.detail) }
    try checkLength()
    var queue: DatabaseQueue
    do {
      queue = try DatabaseQueue(path: path)
      // A file that was marked for a write-ahead log must be readable without one.
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    } catch {
      let isDamage = (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT
      throw Fault(isDamage ? .damaged : .notALibrary, "\(error)")
    }
    let applied = try checkMaker(queue)
    do {
      queue = try withOwnSchema(queue, applied)
      // A number out of bounds does not count as damage: it is read as it is, or as absent.
      let verdict = try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
        return try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
      }
      guard verdict == "ok" else { throw Fault(.damaged, verdict ?? "no answer") }
      try Schema.migrate(queue)
      try queue.close()
      try File(path, flags: O_RDONLY).synchronize()
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(.damaged, "\(error)")
    }
  }

  /// Gives the library the tables and indexes that jz2 makes.
  ///
  /// Other programs' views stay, and so do their tables without references to jz2's.
  ///
  /// Runs before anything else is read: an expression in another program's index could use up all memory.
  private func withOwnSchema(_ queue: DatabaseQueue, _ applied: Set<String>) throws -> DatabaseQueue {
    let schema = try ArrivedSchema(applied: applied)
    try schema.dropAdditions(queue)
    if try schema.fits(queue) { return queue }
    try queue.close()
    let size = DatabaseCopy.size(of: path)
    guard directory.freeBytes >= size + Self.floor else { throw Fault.noRoom("\(directory.freeBytes / 1_000_000)") }
    let new = path + ".new"
    DatabaseCopy.remove(new)
    defer { DatabaseCopy.remove(new) }
    try schema.copyRows(of: path, to: new)
    guard chmod(new, Self.mode) == 0, Glibc.rename(new, path) == 0 else { throw StoreError(call: "rename", path: path) }
    return try DatabaseQueue(path: path)
  }

  /// Compares the length with the page count in the header (SQLite's "Database File Format", 1.3).
  private func checkLength() throws(Fault) {
    let header = (try? File(path, flags: O_RDONLY).read(atMost: 100)) ?? []
    guard header.count == 100, DatabaseFile.isHeader(header) else {
      throw Fault(.notALibrary, "it is not an SQLite database")
    }
    let size = Int(header[16]) << 8 | Int(header[17])
    let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
    let (here, due) = (DatabaseCopy.size(of: path), (size == 1 ? 65_536 : size) * pages)
    guard here >= due else { throw Fault(.cut, "\(here) of \(due) bytes") }
  }

  /// - Returns: The migrations of the library.
  private func checkMaker(_ queue: DatabaseQueue) throws(Fault) -> Set<String> {
    let maker: Int?
    let applied: Set<String>
    do {
      maker = try queue.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
      applied = try queue.read { try $0.tableExists("grdb_migrations") ? Schema.migrator.appliedIdentifiers($0) : [] }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
      throw Fault(.notALibrary, "\(error)")
    } catch {
      throw Fault(.damaged, "\(error)")
    }
    let known = Schema.migrator.migrations
    guard [0, DatabaseCopy.applicationID].contains(maker ?? 0), applied.contains(known.first ?? "") else {
      throw Fault(.notALibrary, "it was made by another program")
    }
    if let later = applied.subtracting(known).max() { throw Fault(.newerVersion, later) }
    return applied
  }
}

extension RideDatabase {
  /// Starts to receive another library, one at a time; `executor` runs it.
  package nonisolated func arrival(on executor: any SerialExecutor) -> LibraryArrival {
    LibraryArrival(in: directory, executor: executor)
  }

  /// Whether rides are being imported.
  package var isImporting: Bool { !arriving.isEmpty }

  /// Replaces this library by one that was checked; this one is kept as `jz2.sqlite.replaced-<n>`.
  ///
  /// Unfinished rides of the new library are finished, and all files become due. Numbers continue above those of both
  /// libraries.
  /// - Returns: The path of the former library.
  /// - Throws: The reason why it failed; this library then stays in its place.
  package func restore(_ arrival: LibraryArrival) async throws(StoreError) -> String {
    await library.letGo()
    let kept = try exchange(arrival)
    do throws(StoreError) {
      for ride in try unfinished() {
        let hasRows = ride.totals.elapsedSeconds > 0
        if hasRows { _ = try finish(ride.id) } else { try discard(ride.id) }
      }
      try write { db in
        try db.execute(sql: "UPDATE ride SET is_file_due = 1 WHERE state = 'finished'")
        try self.note(db, .library(.replaced))
      }
    } catch {
      // The new library is in place; the next start does the rest.
    }
    return kept
  }

  private func exchange(_ arrival: LibraryArrival) throws(StoreError) -> String {
    guard !isImporting else { throw StoreError(.inUse, path: databasePath, detail: "a ride is being imported") }
    let path = databasePath
    let kept = DatabaseFile(in: directory).freeName("replaced")
    do {
      try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
      try queue.close()
      guard link(path, kept) == 0 else { throw StoreError(call: "link", path: kept) }
      // Both files are empty: the checkpoint moved everything into the database.
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
      // Whenever the power fails, one complete library is at the path.
      guard Glibc.rename(arrival.path, path) == 0 else { throw StoreError(call: "rename", path: path) }
      try directory.synchronize()
      try reopen()
      return kept
    } catch {
      // rename(2) does nothing if both names refer to one file: the former library never left its place.
      if FileIdentity(of: kept) == FileIdentity(of: path) {
        unlink(kept)
      } else if FileIdentity(of: kept) != nil {
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        _ = Glibc.rename(kept, path)
      }
      try reopen()
      throw StoreError(error, path: path)
    }
  }

  private func reopen() throws(StoreError) {
    let database = DatabaseFile(in: directory)
    let adopted = try database.adopt(dropping: [])
    try goOnNumbering(in: adopted)
    use(adopted)
  }
}
