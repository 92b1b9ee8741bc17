package import Logging
package import RideFiles
import RideSession
package import RideStore

/// Turns rides into files, on the library's thread: eight hours of it take long enough to keep a radio and the store waiting.
package actor RideArchive {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let store: RideStore
  private let creator: RideFileCreator
  private let wallClock: any WallClock
  private let log: Logger

  package init(store: RideStore, creator: RideFileCreator, wallClock: any WallClock, log: Logger) {
    self.store = store
    self.creator = creator
    self.wallClock = wallClock
    self.log = log
    executor = store.library.executor
  }

  /// The ride as a file, as it is cut or whole, and what it is known by there; the radio traffic is not for here.
  func encoded(
    _ id: Int, as format: ActivityFormat = .tcx, whole: Bool = false
  ) async throws(StoreError) -> (bytes: [UInt8], activityID: UnixTime) {
    let record = try await store.library.record(id, whole: whole)
    return (try await encoded(record, of: id, as: format), record.activityID)
  }

  private func encoded(
    _ recorded: RideRecord, of id: Int, as format: ActivityFormat
  ) async throws(StoreError) -> [UInt8] {
    let today = try await store.settings().thresholdWatts
    let details = RideDetails(
      recorded, of: try await store.library.ride(id), thresholdWatts: recorded.thresholdWatts ?? today,
      utcOffsetSeconds: recorded.utcOffsetSeconds ?? wallClock.utcOffsetSeconds(at: recorded.start))
    let record = recorded.resting(by: details.plan)
    return switch format {
    case .tcx: TCXEncoder(creator: creator).encode(record)
    case .fit: FITEncoder(creator: creator).encode(record, details)
    case .csv: CSVEncoder().encode(record)
    case .json: RideJSONEncoder().encode(record)
    }
  }

  /// Writes the file of a ride as it stands in the store, over an earlier one; again where it was cut meanwhile.
  package func write(_ id: Int) async throws(StoreError) {
    repeat {
      let record = try await store.library.record(id)
      let bytes = try await encoded(record, of: id, as: .tcx)
      let path = try await store.writeFile(bytes, of: id, activityID: record.activityID)
      log.notice("ride written", metadata: ["ride": "\(id)", "file": "\(path)"])
    } while try await store.isFileDue(id)
  }

  /// Writes the file of a ride that has changed; what goes wrong is for the journal, since the ride is safe and the next
  /// start tries again.
  package func rewrite(_ id: Int) async {
    do throws(StoreError) { try await write(id) } catch {
      log.error("a ride is stored, but its file is not written", metadata: ["ride": "\(id)", "error": "\(error)"])
    }
  }

  /// Writes the files of finished rides that are missing, or are of when the ride was suspended.
  ///
  /// What goes wrong with one is for the journal, as with `rewrite`, and keeps none of the others from being written.
  package func writeMissing() async {
    do throws(StoreError) {
      for id in try await store.unwritten() where !Task.isCancelled { await rewrite(id) }
    } catch {
      log.error("rides are stored, but their files are not written", metadata: ["error": "\(error)"])
    }
  }
}
