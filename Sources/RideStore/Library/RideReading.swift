internal import GRDB

/// What rides are read from: the store, with the connection that also writes, and the library, with one of its own.
///
/// What takes long is to be asked of the library: beside it a ride's seconds are committed.
package protocol RideReading: Actor {
  /// The connection, as it is open now.
  ///
  /// - Throws: Why there is none.
  func reading() throws(StoreError) -> ReadingConnection
  /// The path of the database, for errors.
  nonisolated var databasePath: String { get }
}

/// A connection to the database and the directory that it stands in.
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
