import ControlWire
import RideAnalysis
import RideRuntime
import RideStore
import Rides

/// The store and the library, with their errors in the socket's terms.
struct StoreAccess: Sendable {
  let store: RideDatabase

  /// Asks the store.
  func stored<Output: Sendable>(
    _ body: (RideDatabase) async throws(StoreError) -> Output
  ) async throws(ControlError) -> Output {
    do throws(StoreError) {
      return try await body(store)
    } catch {
      throw ControlError(error)
    }
  }

  /// Asks the library, whose reading delays neither the ride nor its writing.
  func read<Output: Sendable>(
    _ body: (RideLibrary) async throws(StoreError) -> Output
  ) async throws(ControlError) -> Output {
    do throws(StoreError) {
      return try await body(store.library)
    } catch {
      throw ControlError(error)
    }
  }

  /// The number of a ride by its name.
  ///
  /// - Throws: `unknownRide`.
  func resolve(_ name: String) async throws(ControlError) -> Int {
    let id = try await stored { store throws(StoreError) in try await store.resolve(name) }
    guard let id else { throw ControlError(.unknownRide, subject: name) }
    return id
  }

  /// A ride by its number.
  func ride(_ id: Int) async throws(ControlError) -> StoredRide {
    try await read { library throws(StoreError) in try await library.ride(id) }
  }

  /// A measurement, with the reason if its heart was not at rest.
  func marked(_ measurement: HRVMeasurement) async throws(ControlError) -> HRVMeasurement {
    try await read { library throws(StoreError) in try await library.restingRule().marked(measurement) }
  }

  /// A ride in figures.
  func summary(_ id: Int) async throws(ControlError) -> RideSummary { RideSummary(try await ride(id)) }

  /// - Throws: `noRoom` if the disk has too little room for rides and for what is to come in.
  func demandRoom(forSeconds seconds: Int = 0, in directory: String) async throws(ControlError) {
    let free = try await read { library throws(StoreError) in try await library.freeBytes() }
    guard free >= Self.floor + seconds * Self.bytesOfSecond else {
      throw ControlError(.noRoom, subject: directory, detail: "\(free / 1_000_000)")
    }
  }

  /// The bytes of the disk that are kept free for rides: no file of another program takes them.
  private static let floor = 100_000_000
  /// The most that a second of an imported ride takes on the disk, in bytes: in the log, the database and the ride's file.
  private static let bytesOfSecond = 1000
}
