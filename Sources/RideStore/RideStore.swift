internal import GRDB
internal import RideTerms
internal import Synchronization

/// The devices and rides that are kept, in SQLite, and the rides' files.
///
/// What a method stored when it returns survives a kill and a pulled plug. Its methods block on the disk, so the actor
/// runs on a thread of its own, which the caller brings. One process at a time has a directory.
package actor RideStore: RideReading {
  /// Where the store runs.
  package nonisolated let executor: any SerialExecutor
  /// The number from which no ride had one when the store was opened.
  package nonisolated let firstFreeID: Int
  /// The copy that was made because the store was changed for a later version when it was opened; nil if it was not.
  package nonisolated let migrationCopy: MigrationCopy?
  private nonisolated let nextID: Atomic<Int>
  private nonisolated let aside: Mutex<Aside>
  /// Wakes those who follow the log of changes.
  nonisolated let news = ChangeNews()

  /// What was set aside as damaged.
  private struct Aside {
    /// The last that this store set aside.
    var latest: String?
    /// All that lie in the directory, the oldest first.
    var files: [String] = []
    /// What was taken over of them so far.
    var taken: [TakenOver] = []
    /// The libraries that another took the place of, until somebody asks.
    var replaced: [String] = []
    /// Whom to tell of either.
    var listener: (@Sendable () -> Void)?
  }

  /// What lies between two looks at a database that seems damaged.
  private let secondLook: Duration
  /// When damage was last looked into.
  private var lookedAt: ContinuousClock.Instant?
  private static let lookInterval = Duration.seconds(60)

  /// What reads the rides beside the store, with a connection and on a thread of its own.
  package nonisolated let library: RideLibrary

  var queue: DatabaseQueue
  /// The database's file as it was opened.
  private var file: FileIdentity? { didSet { place.file = file } }
  private nonisolated let place: DatabasePlace
  /// Its log and that log's index.
  private var log: Set<FileIdentity> = []
  /// The rides that are being imported: their rows come one slice after the other.
  var arriving: Set<Int> = []
  nonisolated let folder: RideFolder
  nonisolated let directory: StateDirectory
  /// What former processes could not store and kept elsewhere, as far as it is not taken in yet.
  var spools: [Spool]

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store in a state directory, on the caller's thread.
  ///
  /// The directory and what belongs in it are made where they are missing. Rides found under way become `suspended`.
  /// What former processes kept in spools is taken in.
  /// - Parameters:
  ///   - path: The path of the state directory.
  ///   - places: The directories beside it in which there may be spools.
  ///   - secondLook: What lies between two looks at a database that seems damaged.
  ///   - executor: Runs the store; it may block.
  ///   - libraryExecutor: Runs the library; nil for the store's own.
  /// - Throws: any code but `damaged` and those that are about one ride; then nothing that was there has changed, and it may be tried
  ///   again.
  package init(
    directory path: String, spools places: [String] = [], secondLookAfter secondLook: Duration = .seconds(2),
    executor: any SerialExecutor, libraryExecutor: (any SerialExecutor)? = nil
  ) throws(StoreError) {
    self.executor = executor
    self.secondLook = secondLook
    directory = try StateDirectory(path)
    DatabaseCopy.remove(LibraryArrival.path(in: directory))
    let database = DatabaseFile(in: directory)
    migrationCopy = MigrationCopy(before: database, in: directory)
    let setAside: String?
    do throws(StoreError) {
      (queue, setAside) = try database.open(secondLookAfter: secondLook)
    } catch {
      throw directory.explained(error)
    }
    spools = Spool.left(in: places + [path])
    let damaged = database.damagedFiles()
    let taken = Self.takenOver(of: damaged, into: queue)
    aside = Mutex(Aside(latest: setAside, files: damaged, taken: taken))
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

  /// The path of the database that could not be read, and was moved there, when the store was opened or later; nil if all
  /// was well.
  package nonisolated var setAside: String? { aside.withLock(\.latest) }

  /// The paths of the databases that were ever set aside and still lie there, the oldest first.
  package nonisolated var damagedFiles: [String] { aside.withLock(\.files) }

  /// What was taken over of them so far.
  package nonisolated var takenOver: [TakenOver] { aside.withLock(\.taken) }

  /// The paths of the libraries that another took the place of and that still lie there, the oldest first.
  package var replacedFiles: [String] { DatabaseFile(in: directory).replacedFiles() }

  /// The libraries that another took the place of since this was last asked; each is kept at its path.
  package nonisolated func replacedSinceAsked() -> [String] {
    aside.withLock { aside in
      defer { aside.replaced = [] }
      return aside.replaced
    }
  }

  /// Calls `body` whenever a library is set aside or gives way to another, in place of who was called before.
  package nonisolated func whenReplaced(_ body: @escaping @Sendable () -> Void) {
    aside.withLock { $0.listener = body }
  }

  /// Looks which of the damaged ones somebody has dealt with.
  package func lookForDamagedFiles() {
    let files = DatabaseFile(in: directory).damagedFiles()
    let taken = Self.takenOver(of: files, into: queue)
    aside.withLock { ($0.files, $0.taken) = (files, taken) }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try queue.read(body) } catch { throw StoreError(error, path: queue.path) }
  }

  /// Runs `body` in one transaction, kept whole or not at all.
  ///
  /// One that meets damage is run again in what a second look leaves of the database.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try keepInPlace()
    do { return try queue.write(body) } catch {
      let cause = directory.explained(StoreError(error, path: queue.path))
      guard (error as? DatabaseError)?.isDamage == true, try replaceDamaged() else { throw cause }
    }
    do { return try queue.write(body) } catch { throw directory.explained(StoreError(error, path: queue.path)) }
  }

  /// Looks again at a database in which damage was met, at most once a minute.
  /// - Returns: Whether it was looked at, and there is a connection to a sound one.
  private func replaceDamaged() throws(StoreError) -> Bool {
    if let lookedAt, ContinuousClock.now - lookedAt < Self.lookInterval { return false }
    lookedAt = .now
    let database = DatabaseFile(in: directory)
    let setAside: String?
    let ridden = OtherLibrary(queue).rides(where: "state = 'riding'")
    // The damaged connection is closed only behind the other: a log goes with its database's last connection.
    (queue, setAside) = try database.reopen(queue, secondLookAfter: secondLook)
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

  /// Has the database lie where it was opened.
  ///
  /// One whose file was removed would go on taking rows that no one will ever find: it is written out again, from the
  /// connection that still has it open. One in whose place another was put gives way to that, if it is sound.
  private func keepInPlace() throws(StoreError) {
    let database = DatabaseFile(in: directory)
    let present = FileIdentity(of: database.path)
    guard present != file else { return }
    if present == nil { queue = try database.copy(of: queue) } else { try giveWay(to: database) }
    (file, log) = (FileIdentity(of: database.path), database.logIdentities)
  }

  /// The ride in hand goes over to the other database, and all that was is kept beside it.
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
      try adopted.write { try self.note($0, .library, .replaced) }
      queue = adopted
      aside.withLock { aside in
        aside.replaced.append(kept)
        return aside.listener
      }?()
    } catch {
      let cause = StoreError(error, path: database.path)
      let detail = "another file was put in its place while it was in use; \(cause.detail)"
      throw StoreError(.failed, path: database.path, detail: detail)
    }
  }

  /// Has numbers go on above those of this library and of another that takes its place, also after a restart.
  func goOnNumbering(in other: DatabaseQueue) throws(StoreError) {
    let database = DatabaseFile(in: directory)
    let there = try database.lastID(other)
    raiseNextID(above: there)
    let last = nextID.load(ordering: .relaxed) - 1
    if last > there { try database.remember(lastID: last, in: other) }
  }

  /// No ride gets a number up to this one any more.
  nonisolated func raiseNextID(above id: Int) {
    var next = nextID.load(ordering: .relaxed)
    while next <= id {
      let (exchanged, original) = nextID.compareExchange(expected: next, desired: id + 1, ordering: .relaxed)
      if exchanged { return }
      next = original
    }
  }

  /// Goes on with another connection, to the database that stands in place now.
  func use(_ other: DatabaseQueue) {
    queue = other
    (file, log) = (FileIdentity(of: databasePath), DatabaseFile(in: directory).logIdentities)
  }

  /// A number for a ride, which no other had or will have; it needs no disk.
  package nonisolated func takeID() -> Int { nextID.wrappingAdd(1, ordering: .relaxed).oldValue }

  package func reading() throws(StoreError) -> ReadingConnection {
    ReadingConnection(queue: queue, directory: directory)
  }

  package nonisolated var databasePath: String { DatabaseFile(in: directory).path }
}

extension StateDirectory {
  /// The greatest number of a ride of which there is a trace beside the database: in recordings of radio traffic, in
  /// other databases, in spools; rides' files tell how many there were at least.
  fileprivate func greatestID(of others: [String], spools: [Spool]) -> Int {
    let links = LinkFolder(in: self).parts().map(\.ride).filter { $0 < DatabaseFile.idLimit }
    let others = (others + spools.map(\.database)).compactMap { OtherLibrary(path: $0)?.lastID }
    let files = FolderNames.names(in: path(of: "rides")).count { $0.hasSuffix(".tcx") }
    return (links + others + [files]).max() ?? 0
  }
}
