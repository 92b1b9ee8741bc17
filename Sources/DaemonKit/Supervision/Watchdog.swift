import BluetoothLE
import Logging
import RideRuntime
import ServiceLifecycle
import Systemd

/// Notifies systemd that the daemon is alive, at the required interval, as long as the ride makes progress.
///
/// Each check queries the driver on its own thread, and examines its state machine. A hanging thread does not answer; a
/// state machine that is no longer called is detected. The watchdog then logs the reason and sends no notification,
/// systemd restarts the service, and the ride resumes in the next process.
///
/// The store is not checked: a restart does not repair a hanging disk, but loses the rows that wait for it in memory.
actor Watchdog: Service {
  private let notifier: ServiceNotifier
  private let log: Logger
  private let pause: @Sendable (Duration) async throws -> Void
  private let look: @Sendable () async -> DriverProgress.Look
  private var progress = DriverProgress()
  /// When the pending check started; nil if no check is pending.
  private var askedAt: SuspendingClock.Instant?
  private var isReported = false

  /// Creates a watchdog; checks start with `run()`.
  ///
  /// - Parameters:
  ///   - notifier: Sends the notifications.
  ///   - log: The log for the reason if the ride makes no progress.
  ///   - pause: Waits for the next check; throws when the task is cancelled.
  ///   - look: Uses everything that must work for a ride to make progress.
  init(
    _ notifier: ServiceNotifier, log: Logger,
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0, clock: .suspending) },
    look: @escaping @Sendable () async -> DriverProgress.Look
  ) {
    self.notifier = notifier
    self.log = log
    self.pause = pause
    self.look = look
  }

  func run() async throws {
    guard let interval = notifier.watchdogInterval else { return try await gracefulShutdown() }
    await cancelWhenGracefulShutdown { await self.feed(every: interval / 3) }
  }

  private func feed(every period: Duration) async {
    repeat { ask() } while (try? await pause(period)) != nil
  }

  private func ask() {
    if let askedAt { return stalled("the ride's thread has not answered for \(askedAt.duration(to: .now).seconds) s") }
    askedAt = .now
    // Not awaited: a missing answer must still be logged.
    Task { self.answered(await look()) }
  }

  private func answered(_ look: DriverProgress.Look) {
    askedAt = nil
    if let stall = progress.take(look, at: .now) { return stalled(stall.description) }
    isReported = false
    notifier.alive()
  }

  private func stalled(_ why: String) {
    guard !isReported else { return }
    isReported = true
    log.critical("no progress: systemd will restart the daemon", metadata: ["why": "\(why)"])
  }
}
