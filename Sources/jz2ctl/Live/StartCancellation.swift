import ControlWire
import Glibc
import Synchronization

/// Ctrl-C while `start` waits: it takes the start back, since nothing is ridden before the first stroke.
///
/// It asks the daemon on the signals' thread, as the main one waits for the start itself.
final class StartCancellation: Sendable {
  /// What came of it.
  enum Outcome: Equatable, Sendable {
    /// Nobody asked for it, or somebody else's ride is on.
    case none
    /// The start was taken back.
    case cancelled
    /// The ride had begun, and is ended.
    case ended(RideSummary)
  }

  /// How often a start that has not reached the daemon yet is waited for, a tenth of a second each time.
  private static let patience = 50

  private let isWaiting = Atomic(true)
  private let outcome = Mutex(Outcome.none)

  /// Waits for the tenth of a second.
  private let pause: @Sendable () -> Void

  init(pause: @escaping @Sendable () -> Void = { usleep(100_000) }) {
    self.pause = pause
  }

  /// The start is over, as it may be; waits until what was asked for is done.
  ///
  /// - Returns: What came of it.
  func over() -> Outcome {
    isWaiting.store(false, ordering: .releasing)
    return outcome.withLock { $0 }
  }

  /// Takes the start back, if it still waits.
  func cancel(with daemon: some Daemon) {
    outcome.withLock { outcome in
      for _ in 0..<Self.patience where outcome == .none && isWaiting.load(ordering: .acquiring) {
        guard let phase = Self.phase(daemon) else { return }
        switch phase {
        case .idle: pause()
        case .connecting, .ready: outcome = Self.stop(daemon)
        case .riding, .paused, .reconnecting, .finishing: return
        }
      }
    }
  }

  private static func phase(_ daemon: some Daemon) -> Status.Phase? {
    guard case .status(let status)? = try? daemon.call(.status) else { return nil }
    return status.phase
  }

  private static func stop(_ daemon: some Daemon) -> Outcome {
    guard case .stopped(let ride)? = try? daemon.call(.stop) else { return .none }
    return ride.map(Outcome.ended) ?? .cancelled
  }
}
