import Captures
import Logging
import Loop
import RideSession
import RideStore

extension BlackBox {
  /// Has the store write, on its own thread, unless it does already.
  func startWriting() {
    guard writing == nil, !batches.isEmpty else { return }
    writing = Task(executorPreference: loop) { await self.writeBatches() }
  }

  private func writeBatches() async {
    while !batches.isEmpty {
      let batch = batches.removeFirst()
      do throws(StoreError) {
        for chunk in batch.chunks { try await write(chunk, of: batch.ride) }
        failure = nil
      } catch {
        giveUp(batch.ride, error)
      }
    }
    writing = nil
    if isDue { write() }
  }

  private func write(_ chunk: LinkRecording.Chunk, of ride: Int) async throws(StoreError) {
    if chunk.beginsPart {
      try await store.beginLinkPart(chunk.bytes, of: ride)
    } else {
      try await store.appendToLinkPart(chunk.bytes, of: ride)
    }
  }

  /// A recording with a hole is none; the ride goes on without it.
  private func giveUp(_ ride: Int, _ error: StoreError) {
    log.error(
      "the radio traffic of the ride is no longer recorded", metadata: ["ride": "\(ride)", "error": "\(error)"])
    failure = error
    batches.removeAll { $0.ride == ride }
    if self.ride?.id == ride { abandon() }
  }
}
