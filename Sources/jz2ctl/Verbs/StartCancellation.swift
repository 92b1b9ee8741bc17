import ControlWire
import Glibc
import Synchronization

/// Handles Ctrl-C while `start` waits: cancels the start, since nothing is recorded before the first pedal stroke.
///
/// Asks the daemon on the signals' thread, since the main thread waits for the start itself.
final class StartCancellation: Sendable {
  /// The result of the cancellation.
  enum Outcome: Equatable, Sendable {
    /// No cancellation was requested, or another ride is on.
    case none
    /// The start was cancelled.
    case cancelled
    /// The ride had begun already and was ended.
    case ended(RideSummary, folder: String?)
  }

  /// The number of tries, a tenth of a second apart, while the start has not reached the daemon yet.
  private static let patience = 50

  private let isWaiting = Atomic(true)
  private let outcome = Mutex(Outcome.none)

  /// Waits for a tenth of a second.
  private let pause: @Sendable () -> Void

  init(pause: @escaping @Sendable () -> Void = { usleep(100_000) }) {
    self.pause = pause
  }

  /// Ends the cancellation once the start has returned; waits for one that is being carried out.
  ///
  /// - Returns: Its result.
  func over() -> Outcome {
    isWaiting.store(false, ordering: .releasing)
    return outcome.withLock { $0 }
  }

  /// Cancels the start if it still waits.
  func cancel(with daemon: some DaemonConnection) {
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

  private static func phase(_ daemon: some DaemonConnection) -> RidePhase? {
    (try? daemon.call(GetStatus()))?.phase
  }

  private static func stop(_ daemon: some DaemonConnection) -> Outcome {
    guard let answer = try? daemon.call(Stop()) else { return .none }
    return answer.ride.map { .ended($0, folder: answer.folder) } ?? .cancelled
  }
}
