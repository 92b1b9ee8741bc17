package import Logging
package import RideFiles
import RideSession
package import RideStore

/// Turns finished rides into files.
package struct RideArchive: Sendable {
  private let store: RideStore
  private let encoder: TCXEncoder
  private let log: Logger

  package init(store: RideStore, encoder: TCXEncoder, log: Logger) {
    self.store = store
    self.encoder = encoder
    self.log = log
  }

  /// The ride as TCX.
  package func encoded(_ id: Int) async throws(StoreError) -> [UInt8] {
    encoder.encode(try await store.record(id))
  }

  /// Writes the file of a finished ride; what goes wrong is for the journal, since the ride itself is safe.
  package func write(_ id: Int) async {
    do throws(StoreError) {
      let path = try await store.writeFile(try await encoded(id), of: id)
      log.notice("ride written", metadata: ["ride": "\(id)", "file": "\(path)"])
    } catch {
      log.error("the ride is stored, but its file is not written", metadata: ["ride": "\(id)", "error": "\(error)"])
    }
  }

  /// Finishes the rides that a former process left unfinished, as they stand, and writes the files that are missing.
  package func recover() async throws(StoreError) {
    for ride in try await store.unfinished() {
      guard ride.totals.elapsedSeconds > 0 else {
        try await store.discard(ride.id)
        continue
      }
      log.notice("finishing a ride that was cut off", metadata: ["ride": "\(ride.id)"])
      _ = try await store.finish(ride.id)
    }
    for id in try await store.unwritten() { await write(id) }
  }
}
