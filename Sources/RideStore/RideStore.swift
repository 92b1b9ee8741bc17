internal import GRDB
internal import Synchronization

/// The devices and rides that are kept, in SQLite, and the rides' files.
///
/// What a method stored when it returns survives a kill and a pulled plug. Its methods block on the disk, so the actor
/// runs on a thread of its own, which the caller brings. One process at a time has a directory.
package actor RideStore: RideReading {
  /// Where the store runs.
  package nonisolated let executor: any SerialExecutor
  /// The path of the database that could not be read when the store was opened, and was moved there; nil if all was well.
  package nonisolated let setAside: String?
  /// The number from which no ride had one when the store was opened.
  package nonisolated let firstFreeID: Int
  private nonisolated let nextID: Atomic<Int>

  /// What reads the rides beside the store, with a connection and on a thread of its own.
  package nonisolated let library: RideLibrary

  var queue: DatabaseQueue
  /// The database's file as it was opened.
  private var file: FileIdentity? { didSet { place.file = file } }
  private nonisolated let place: DatabasePlace
  /// The rides that are being imported: their rows come one slice after the other.
  var arriving: Set<Int> = []
  nonisolated let folder: RideFolder
  nonisolated let directory: StateDirectory

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store in a state directory, on the caller's thread.
  ///
  /// The directory and what belongs in it are made where they are missing. Rides found under way become `suspended`.
  /// - Parameters:
  ///   - path: The path of the state directory.
  ///   - executor: Runs the store; it may block.
  ///   - libraryExecutor: Runs the library; nil for the store's own.
  /// - Throws: any code but `damaged` and those that are about one ride; then nothing that was there has changed, and it may be tried
  ///   again.
  package init(
    directory path: String, executor: any SerialExecutor, libraryExecutor: (any SerialExecutor)? = nil
  ) throws(StoreError) {
    self.executor = executor
    directory = try StateDirectory(path)
    let database = DatabaseFile(in: directory)
    do throws(StoreError) {
      (queue, setAside) = try database.open()
    } catch {
      throw directory.explained(error)
    }
    firstFreeID = try database.firstFreeID(queue)
    nextID = Atomic(firstFreeID)
    let file = FileIdentity(of: database.path)
    self.file = file
    place = DatabasePlace(file)
    folder = try RideFolder(in: directory)
    library = RideLibrary(
      database.path, at: place, in: directory, folder: folder, executor: libraryExecutor ?? executor)
    try directory.synchronize()
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try queue.read(body) } catch { throw StoreError(error, path: queue.path) }
  }

  /// Runs `body` in one transaction, kept whole or not at all.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try keepInPlace()
    do { return try queue.write(body) } catch { throw directory.explained(StoreError(error, path: queue.path)) }
  }

  /// A database whose file was removed would go on taking rows that no one will ever find: it is written out again, from
  /// the connection that still has it open.
  private func keepInPlace() throws(StoreError) {
    let database = DatabaseFile(in: directory)
    let present = FileIdentity(of: database.path)
    guard present != file else { return }
    guard present == nil else {
      throw StoreError(.failed, path: database.path, detail: "another file was put in its place while it was in use")
    }
    queue = try database.copy(of: queue)
    file = FileIdentity(of: database.path)
  }

  /// A number for a ride, which no other had or will have; it needs no disk.
  package nonisolated func takeID() -> Int { nextID.wrappingAdd(1, ordering: .relaxed).oldValue }

  package func reading() throws(StoreError) -> ReadingConnection {
    ReadingConnection(queue: queue, directory: directory)
  }

  package nonisolated var databasePath: String { DatabaseFile(in: directory).path }
}
