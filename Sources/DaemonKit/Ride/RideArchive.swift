package import Logging
package import RideFiles
import RideSession
package import RideStore

/// Turns rides into files.
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

  /// Writes the file of a ride as it stands in the store, over an earlier one.
  package func write(_ id: Int) async throws(StoreError) {
    let path = try await store.writeFile(try await encoded(id), of: id)
    log.notice("ride written", metadata: ["ride": "\(id)", "file": "\(path)"])
  }

  /// Writes the files of finished rides that are missing, or are of when the ride was suspended; what goes wrong is for
  /// the journal, since the rides are safe and the next start tries again.
  package func writeMissing() async {
    do throws(StoreError) {
      for id in try await store.unwritten() { try await write(id) }
    } catch {
      log.error("rides are stored, but their files are not written", metadata: ["error": "\(error)"])
    }
  }
}
