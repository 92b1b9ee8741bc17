import ControlWire
import Locks
import Loop
import Rides

/// Whether something may be begun; asked on any thread.
final class Admission: Sendable {
  private struct State {
    var isGoingDown = false
    var isRestoring = false
  }

  private let state = Lock(State())

  /// Whether the daemon is going down.
  var isGoingDown: Bool { state.withLock(\.isGoingDown) }

  /// Ends admission for good: the daemon is going down.
  func end() { state.withLock { $0.isGoingDown = true } }

  /// Says whether another library is taking the place of the one in use, so that no ride may begin.
  func setRestoring(_ isRestoring: Bool) { state.withLock { $0.isRestoring = isRestoring } }

  /// - Throws: `shuttingDown` if nothing may be begun any more.
  func demand() throws(ControlError) {
    guard !isGoingDown else { throw ControlError(.shuttingDown) }
  }

  /// - Throws: `shuttingDown` or `restoreRefused` if no ride may be begun.
  func demandForRide() throws(ControlError) {
    try demand()
    guard !state.withLock(\.isRestoring) else {
      throw .restoreRefused(.busy)
    }
  }
}
