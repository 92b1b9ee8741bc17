internal import GRDB
internal import Locks
internal import Rides

/// A reader of rides: the store, on the connection that also writes, or the library, on a connection of its own.
///
/// Use the library for slow reads: the store can then commit a ride's seconds at the same time.
package protocol RideReading: Actor {
  /// Returns the open connection.
  ///
  /// - Throws: The reason why it cannot be opened.
  func reading() throws(StoreError) -> ReadingConnection
  /// The path of the database, for errors.
  nonisolated var databasePath: String { get }
}

/// A connection to the database, and the database's directory.
package struct ReadingConnection {
  let queue: DatabaseQueue
  let directory: StateDirectory
}

extension RideReading {
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    let queue = try reading().queue
    do { return try queue.read(body) } catch { throw StoreError(error, path: queue.path) }
  }

  nonisolated func noSuchRide(_ id: Int) -> StoreError { refusal(.noSuchRide, "there is no ride \(id)", of: id) }

  nonisolated func refusal(_ code: StoreError.Code, _ detail: String, of ride: Int) -> StoreError {
    StoreError(code, path: databasePath, detail: detail, context: .ride(ride))
  }
}

/// Reads rides and writes their files, on a connection and a thread of its own.
///
/// In write-ahead logging readers and the writer do not wait for each other, so an export, a list or a file of 100 MB
/// does not delay a ride. The library follows the store to another database, for example after a restore.
package actor RideLibrary: RideReading {
  /// Runs the library; it may block.
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  package nonisolated let databasePath: String

  private nonisolated let place: DatabasePlace
  private nonisolated let directory: StateDirectory
  private nonisolated let folder: RideFolder
  private var connection: Connection?

  private struct Connection {
    let queue: DatabaseQueue
    /// The file that the connection has open.
    let file: FileIdentity?
  }

  init(
    _ path: String, at place: DatabasePlace, in directory: StateDirectory, folder: RideFolder,
    executor: any SerialExecutor
  ) {
    databasePath = path
    self.place = place
    self.directory = directory
    self.folder = folder
    self.executor = executor
    // Opened while the file certainly exists: if it is removed later, the open connection can still read it.
    connection = try? Self.open(path, place.file)
  }

  package func reading() throws(StoreError) -> ReadingConnection {
    let file = place.file
    if let connection, connection.file == file {
      return ReadingConnection(queue: connection.queue, directory: directory)
    }
    connection = nil
    let opened = try Self.open(databasePath, file)
    connection = opened
    return ReadingConnection(queue: opened.queue, directory: directory)
  }

  /// Closes the connection until the next read, before another database replaces this one.
  func letGo() { connection = nil }

  /// Writes a ride's file, replacing an earlier one.
  func writeFile(_ bytes: [UInt8], to name: String) throws(StoreError) {
    try folder.write(bytes, to: name)
  }

  /// - Throws: `failed` if the path leads to another file than the store's.
  private static func open(_ path: String, _ file: FileIdentity?) throws(StoreError) -> Connection {
    var configuration = Configuration()
    configuration.label = "library"
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -256") }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      guard FileIdentity(of: path) == file else {
        throw StoreError(.failed, path: path, detail: "it was replaced by another file while in use")
      }
      return Connection(queue: queue, file: file)
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

/// The file that the store has open, for readers with connections of their own.
final class DatabasePlace: Sendable {
  private let present: Lock<FileIdentity?>

  init(_ file: FileIdentity?) { present = Lock(file) }

  var file: FileIdentity? {
    get { present.withLock { $0 } }
    set { present.withLock { $0 = newValue } }
  }
}
