internal import GRDB
internal import Glibc
internal import Locks
internal import Rides
internal import Synchronization

/// Stores devices, settings, plans and rides in SQLite, and the rides' files in a folder next to it.
///
/// Once a method returns, the data that it stored survives a kill and a power cut. The methods block on the disk, so
/// the actor runs on a thread of its own, given by the caller. Only one process at a time can open a directory.
package actor RideDatabase: RideReading {
  /// Runs the store.
  package nonisolated let executor: any SerialExecutor
  /// The lowest number that no ride had when the store was opened.
  package nonisolated let firstFreeID: Int
  /// The copy made before the store was migrated when it was opened; nil if no migration was needed.
  package nonisolated let migrationCopy: MigrationCopy?
  private nonisolated let nextID: Atomic<Int>
  private nonisolated let aside: Lock<Aside>
  /// Wakes the followers of the change log.
  nonisolated let news = ChangeNews()

  /// Libraries that were set aside as damaged, and libraries that were replaced.
  private struct Aside {
    /// The last one that this store set aside.
    var latest: String?
    /// All damaged ones in the directory, oldest first.
    var files: [String] = []
    /// The rides taken over from them so far.
    var taken: [TakenOver] = []
    /// The replaced ones that `replacedSinceAsked` has not returned yet.
    var replaced: [String] = []
    /// Called when a library is set aside or replaced.
    var listener: (@Sendable () -> Void)?
  }

  /// Waits between two checks of a database that seems damaged.
  private let pause: @Sendable () -> Void
  /// When damage was last examined.
  private var lookedAt: ContinuousClock.Instant?
  private static let lookInterval = Duration.seconds(60)

  /// Reads rides on a connection and a thread of its own.
  package nonisolated let library: RideLibrary

  var queue: DatabaseQueue
  /// The database's file when it was opened.
  private var file: FileIdentity? { didSet { place.file = file } }
  private nonisolated let place: DatabasePlace
  /// The write-ahead log and its index.
  private var log: Set<FileIdentity> = []
  /// The rides that are being imported, slice by slice.
  var arriving: Set<Int> = []
  nonisolated let folder: RideFolder
  nonisolated let directory: StateDirectory
  /// The spools of former processes that are not imported yet.
  var spools: [Spool]

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store in a state directory, on the caller's thread.
  ///
  /// Creates missing directories and files. Unfinished rides become `suspended`. Spools are found here, and imported by
  /// `takeInSpools`.
  /// - Parameters:
  ///   - path: The path of the state directory.
  ///   - places: Other directories that may contain spools.
  ///   - pause: Waits between two checks of a database that seems damaged.
  ///   - executor: Runs the store; it may block.
  ///   - libraryExecutor: Runs the library; nil for the store's own.
  /// - Throws: Any code except `damaged` and those about one ride. The store is then unchanged, and opening may be
  ///   tried again.
  package init(
    directory path: String, spools places: [String] = [],
    secondLookAfter pause: @escaping @Sendable () -> Void = { sleep(2) }, executor: any SerialExecutor,
    libraryExecutor: (any SerialExecutor)? = nil
  ) throws(StoreError) {
    self.executor = executor
    self.pause = pause
    directory = try StateDirectory(path)
    DatabaseCopy.remove(LibraryArrival.path(in: directory))
    let database = DatabaseFile(in: directory)
    migrationCopy = MigrationCopy(before: database, in: directory)
    let setAside: String?
    do throws(StoreError) {
      (queue, setAside) = try database.open(secondLookAfter: pause)
    } catch {
      throw directory.explained(error)
    }
    spools = Spool.left(in: places + [path])
    let damaged = database.damagedFiles()
    let taken = Self.takenOver(of: damaged, into: queue)
    aside = Lock(Aside(latest: setAside, files: damaged, taken: taken))
    let lastID = try database.lastID(queue)
    let greatest = directory.greatestID(of: damaged + database.replacedFiles(), spools: spools)
    if greatest > lastID { try database.remember(lastID: greatest, in: queue) }
    firstFreeID = max(lastID, greatest) + 1
    nextID = Atomic(firstFreeID)
    let file = FileIdentity(of: database.path)
    self.file = file
    place = DatabasePlace(file)
    log = database.logIdentities
    folder = try RideFolder(in: directory)
    library = RideLibrary(
      database.path, at: place, in: directory, folder: folder, executor: libraryExecutor ?? executor)
    try directory.synchronize()
  }

  /// The path to which a damaged database was moved, when the store was opened or later; nil if no database was
  /// damaged.
  package nonisolated var setAside: String? { aside.withLock(\.latest) }

  /// The paths of all databases that were set aside as damaged and still exist, oldest first.
  package nonisolated var damagedFiles: [String] { aside.withLock(\.files) }

  /// The rides taken over from them so far.
  package nonisolated var takenOver: [TakenOver] { aside.withLock(\.taken) }

  /// The paths of all libraries that were replaced by another and still exist, oldest first.
  package var replacedFiles: [String] { DatabaseFile(in: directory).replacedFiles() }

  /// Returns the paths of libraries that were replaced since the last call.
  package nonisolated func replacedSinceAsked() -> [String] {
    aside.withLock { aside in
      defer { aside.replaced = [] }
      return aside.replaced
    }
  }

  /// Sets the function to call when a library is set aside or replaced; it replaces the former function.
  package nonisolated func whenReplaced(_ body: @escaping @Sendable () -> Void) {
    aside.withLock { $0.listener = body }
  }

  /// Checks which damaged databases still exist.
  package func lookForDamagedFiles() {
    let files = DatabaseFile(in: directory).damagedFiles()
    let taken = Self.takenOver(of: files, into: queue)
    aside.withLock { ($0.files, $0.taken) = (files, taken) }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try queue.read(body) } catch { throw StoreError(error, path: queue.path) }
  }

  /// Runs `body` in one transaction.
  ///
  /// If it finds damage, it runs again on the database that remains after a second check.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try keepInPlace()
    do { return try queue.write(body) } catch {
      let cause = directory.explained(StoreError(error, path: queue.path))
      guard (error as? DatabaseError)?.isDamage == true, try replaceDamaged() else { throw cause }
    }
    do { return try queue.write(body) } catch { throw directory.explained(StoreError(error, path: queue.path)) }
  }

  /// Examines a database with damage, at most once a minute.
  /// - Returns: Whether it was examined, and a sound database is open now.
  private func replaceDamaged() throws(StoreError) -> Bool {
    if let lookedAt, ContinuousClock.now - lookedAt < Self.lookInterval { return false }
    lookedAt = .now
    let database = DatabaseFile(in: directory)
    let setAside: String?
    let ridden = OtherLibrary(queue).rides(where: "state = 'riding'")
    // Close the damaged connection only after the new one is open: the log is removed with a database's last
    // connection.
    (queue, setAside) = try database.reopen(queue, secondLookAfter: pause)
    (file, log) = (FileIdentity(of: database.path), database.logIdentities)
    guard let setAside else { return true }
    let listener = aside.withLock { aside in
      aside.latest = setAside
      aside.files.append(setAside)
      return aside.listener
    }
    listener?()
    try database.remember(lastID: nextID.load(ordering: .relaxed) - 1, in: queue)
    try takeOverFirst()
    for id in ridden {
      try write { try $0.execute(sql: "UPDATE ride SET state = 'riding' WHERE id = ?", arguments: [id]) }
    }
    return true
  }

  /// Ensures that the open database is the one at its path.
  ///
  /// If its file was removed, rows would go to a file that cannot be found: the file is written again, from the
  /// connection that still has it open. If another file replaced it, the store switches to that one, if it is sound.
  private func keepInPlace() throws(StoreError) {
    let database = DatabaseFile(in: directory)
    let present = FileIdentity(of: database.path)
    guard present != file else { return }
    if present == nil { queue = try database.copy(of: queue) } else { try giveWay(to: database) }
    (file, log) = (FileIdentity(of: database.path), database.logIdentities)
  }

  /// Moves the current ride to the other database, and keeps the former database next to it.
  private func giveWay(to database: DatabaseFile) throws(StoreError) {
    let mine = OtherLibrary(queue)
    do {
      let adopted = try database.adopt(dropping: log)
      let kept = try database.keepReplaced(queue)
      try goOnNumbering(in: adopted)
      for id in mine.rides(where: "state = 'riding'") {
        guard let row = mine.ride(id) else { continue }
        try adopted.write { db in
          guard try Self.insert(db, row, as: id) else {
            throw StoreError(.failed, path: database.path, detail: "it has another ride \(id)", context: .ride(id))
          }
          _ = try Self.copyRows(db, of: id, from: mine, as: id)
          try db.execute(sql: "UPDATE ride SET state = 'riding' WHERE id = ?", arguments: [id])
        }
      }
      try adopted.write { try self.note($0, .library(.replaced)) }
      queue = adopted
      aside.withLock { aside in
        aside.replaced.append(kept)
        return aside.listener
      }?()
    } catch {
      let cause = StoreError(error, path: database.path)
      let detail = "it was replaced by another file while in use; \(cause.detail)"
      throw StoreError(.failed, path: database.path, detail: detail)
    }
  }

  /// Makes ride numbers continue above those of this library and of the one that replaces it, also after a restart.
  func goOnNumbering(in other: DatabaseQueue) throws(StoreError) {
    let database = DatabaseFile(in: directory)
    let there = try database.lastID(other)
    raiseNextID(above: there)
    let last = nextID.load(ordering: .relaxed) - 1
    if last > there { try database.remember(lastID: last, in: other) }
  }

  /// Ensures that no new ride gets this number or a lower one.
  nonisolated func raiseNextID(above id: Int) {
    var next = nextID.load(ordering: .relaxed)
    while next <= id {
      let (exchanged, original) = nextID.compareExchange(expected: next, desired: id + 1, ordering: .relaxed)
      if exchanged { return }
      next = original
    }
  }

  /// Switches to another connection, to the database that is at the path now.
  func use(_ other: DatabaseQueue) {
    queue = other
    (file, log) = (FileIdentity(of: databasePath), DatabaseFile(in: directory).logIdentities)
  }

  /// Returns a number that no ride had or will have; does not access the disk.
  package nonisolated func takeID() -> Int { nextID.wrappingAdd(1, ordering: .relaxed).oldValue }

  package func reading() throws(StoreError) -> ReadingConnection {
    ReadingConnection(queue: queue, directory: directory)
  }

  package nonisolated var databasePath: String { DatabaseFile(in: directory).path }
}

extension StateDirectory {
  /// The greatest ride number of which there is a trace outside the database.
  ///
  /// Traces are recordings of radio traffic, other databases and spools; the number of ride files is a lower bound.
  fileprivate func greatestID(of others: [String], spools: [Spool]) -> Int {
    let links = LinkFolder(in: self).parts().map(\.ride).filter { $0 < DatabaseFile.idLimit }
    let others = (others + spools.map(\.database)).compactMap { OtherLibrary(path: $0)?.lastID }
    let files = FolderNames.names(in: path(of: "rides")).count { $0.hasSuffix(".tcx") }
    return (links + others + [files]).max() ?? 0
  }
}
