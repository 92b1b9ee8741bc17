import ControlWire
import RideAnalysis
import RideRuntime
import RideStore
import Rides

/// Access to the store and the library that converts their errors to `ControlError`.
struct StoreAccess: Sendable {
  let store: RideDatabase

  /// Calls `body` with the store.
  func stored<Output: Sendable>(
    _ body: (RideDatabase) async throws(StoreError) -> Output
  ) async throws(ControlError) -> Output {
    do throws(StoreError) {
      return try await body(store)
    } catch {
      throw ControlError(error)
    }
  }

  /// Calls `body` with the library, whose reads delay neither the ride nor its recording.
  func read<Output: Sendable>(
    _ body: (RideLibrary) async throws(StoreError) -> Output
  ) async throws(ControlError) -> Output {
    do throws(StoreError) {
      return try await body(store.library)
    } catch {
      throw ControlError(error)
    }
  }

  /// Returns the number of the ride with a name.
  ///
  /// - Throws: `unknownRide`.
  func resolve(_ name: String) async throws(ControlError) -> Int {
    let id = try await stored { store throws(StoreError) in try await store.resolve(name) }
    guard let id else { throw ControlError(.unknownRide, subject: name) }
    return id
  }

  /// Returns a ride by its number.
  func ride(_ id: Int) async throws(ControlError) -> StoredRide {
    try await read { library throws(StoreError) in try await library.ride(id) }
  }

  /// Returns a measurement, with the reason if its heart was not at rest.
  func marked(_ measurement: HRVMeasurement) async throws(ControlError) -> HRVMeasurement {
    try await read { library throws(StoreError) in try await library.restingRule().marked(measurement) }
  }

  func summary(_ id: Int) async throws(ControlError) -> RideSummary { RideSummary(try await ride(id)) }

  /// - Throws: `noRoom` if the disk has too little room for rides and for `seconds` of imported rides.
  func demandRoom(forSeconds seconds: Int = 0, in directory: String) async throws(ControlError) {
    let free = try await read { library throws(StoreError) in try await library.freeBytes() }
    guard free >= Self.floor + seconds * Self.bytesOfSecond else {
      throw ControlError(.noRoom, subject: directory, detail: "\(free / 1_000_000)")
    }
  }

  /// Disk space that imports leave free for rides, in bytes.
  private static let floor = 100_000_000
  /// The most that a second of an imported ride needs in the log, the database and the ride's file, in bytes.
  private static let bytesOfSecond = 1000
}
