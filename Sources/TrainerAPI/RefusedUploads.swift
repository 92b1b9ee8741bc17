import Locks
import Loop
import RideRuntime
import RideStore

/// The number of rides that services refused, as noted by jz2sync.
///
/// A status needs it every second, so the library is only read again after it changed.
final class RefusedUploads: Sendable {
  private let access: StoreAccess
  /// The last count, and the library's change count when it was read.
  private let memory = Lock<(changes: Int, count: Int)?>(nil)

  init(access: StoreAccess) { self.access = access }

  /// Nil for 0, or if the library cannot be read.
  var count: Int? {
    get async {
      let changes = access.store.changeCount
      var count = memory.withLock(\.self).flatMap { $0.changes == changes ? $0.count : nil }
      if count == nil {
        count = try? await access.read { library throws(StoreError) in try await library.refusedUploads() }
        if let count { memory.withLock { $0 = (changes, count) } }
      }
      return count == 0 ? nil : count
    }
  }
}
