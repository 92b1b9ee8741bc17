package import Logging
import RideAnalysis
package import RideFiles
import RideSession
package import RideStore

/// Turns rides into files, on the store's thread: eight hours of it take long enough to keep a radio waiting.
package actor RideArchive {
  package nonisolated let executor: any SerialExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let store: RideStore
  private let creator: RideFileCreator
  private let log: Logger

  package init(store: RideStore, creator: RideFileCreator, log: Logger) {
    self.store = store
    self.creator = creator
    self.log = log
    executor = store.executor
  }

  /// The ride as a file, as it is cut or whole; the radio traffic is not for here.
  package func encoded(
    _ id: Int, as format: ActivityFormat = .tcx, whole: Bool = false
  ) async throws(StoreError) -> [UInt8] {
    let record = try await store.record(id, whole: whole)
    return switch format {
    case .tcx: TCXEncoder(creator: creator).encode(record)
    case .fit:
      FITEncoder(creator: creator).encode(record, normalizedWatts: RideReview.normalizedWatts(of: record.samples))
    case .csv: CSVEncoder().encode(record)
    case .json: RideJSONEncoder().encode(record)
    }
  }

  /// Writes the file of a ride as it stands in the store, over an earlier one.
  package func write(_ id: Int) async throws(StoreError) {
    let path = try await store.writeFile(try await encoded(id), of: id)
    log.notice("ride written", metadata: ["ride": "\(id)", "file": "\(path)"])
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
  /// What goes wrong is for the journal, as with `rewrite`.
  package func writeMissing() async {
    do throws(StoreError) {
      for id in try await store.unwritten() { try await write(id) }
    } catch {
      log.error("rides are stored, but their files are not written", metadata: ["error": "\(error)"])
    }
  }
}
