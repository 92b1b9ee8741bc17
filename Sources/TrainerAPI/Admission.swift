import ControlWire
import Locks
import Loop
import Rides

/// Decides whether a request may start something; usable on any thread.
final class Admission: Sendable {
  private struct State {
    var isGoingDown = false
    var isRestoring = false
  }

  private let state = Lock(State())

  var isGoingDown: Bool { state.withLock(\.isGoingDown) }

  /// Ends admission for good because the daemon is shutting down.
  func end() { state.withLock { $0.isGoingDown = true } }

  /// Sets whether another library is replacing the one in use, so that no ride may start.
  func setRestoring(_ isRestoring: Bool) { state.withLock { $0.isRestoring = isRestoring } }

  /// - Throws: `shuttingDown` if the daemon is shutting down.
  func demand() throws(ControlError) {
    guard !isGoingDown else { throw ControlError(.shuttingDown) }
  }

  /// - Throws: `shuttingDown` or `restoreRefused` if no ride may start.
  func demandForRide() throws(ControlError) {
    try demand()
    guard !state.withLock(\.isRestoring) else {
      throw .restoreRefused(.busy)
    }
  }
}
