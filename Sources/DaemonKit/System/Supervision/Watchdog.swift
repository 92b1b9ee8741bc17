import BluetoothLE
import Logging
import ServiceLifecycle

/// Tells systemd that the daemon is alive, as often as it wants to hear that, and only while the ride is kept going.
///
/// Each time the driver is asked on its own thread, and its machine looked at: a thread that hangs does not answer, and a
/// machine that nobody calls any more is seen. Then systemd hears nothing and restarts the service, and the ride goes on
/// with the next process; why is said in the journal first.
///
/// The store is left out of it. A disk that hangs is not mended by a restart, while the rows that wait for it in memory
/// would be lost with the process.
actor Watchdog: Service {
  private let notifier: ServiceNotifier
  private let log: Logger
  private let look: @Sendable () async -> DriverProgress.Look
  private var progress = DriverProgress()
  /// Since when an answer is awaited.
  private var askedAt: SuspendingClock.Instant?
  private var isToldOf = false

  /// `look` goes through all that has to work for a ride to be kept going.
  init(_ notifier: ServiceNotifier, log: Logger, look: @escaping @Sendable () async -> DriverProgress.Look) {
    self.notifier = notifier
    self.log = log
    self.look = look
  }

  func run() async throws {
    guard let interval = notifier.watchdogInterval else { return try await gracefulShutdown() }
    await cancelWhenGracefulShutdown { await self.feed(every: interval / 3) }
  }

  private func feed(every period: Duration) async {
    repeat { ask() } while (try? await Task.sleep(for: period, clock: .suspending)) != nil
  }

  private func ask() {
    if let askedAt { return stalled("the ride's thread has not answered for \(askedAt.duration(to: .now).seconds) s") }
    askedAt = .now
    // Not awaited: an answer that never comes must not keep this from saying so.
    Task { self.answered(await look()) }
  }

  private func answered(_ look: DriverProgress.Look) {
    askedAt = nil
    if let stall = progress.take(look, at: .now) { return stalled(stall.description) }
    isToldOf = false
    notifier.alive()
  }

  private func stalled(_ why: String) {
    guard !isToldOf else { return }
    isToldOf = true
    log.critical("no progress: systemd is going to restart the daemon", metadata: ["why": "\(why)"])
  }
}
