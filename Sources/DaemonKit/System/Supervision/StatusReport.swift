import BluetoothLE
import ControlWire
import Logging
import Loop
import ServiceLifecycle

/// Tells the journal of problems as they come and go, and systemd how the daemon is, whether or not anybody watches.
///
/// The journal hears of a store that cannot be opened from who opens it, at once and with the system's own words.
struct StatusReport: Service {
  /// How often to look: in a ride, and while something is wrong, soon; else a daemon that nobody needs is let sleep.
  private static let (soon, seldom) = (Duration.seconds(2), Duration.seconds(10))

  /// Where it waits and looks, in real time.
  ///
  /// On the ride's own loop a look changes no threads.
  let clock: EventLoop
  let notifier: ServiceNotifier
  let log: Logger
  /// What a client would be told.
  let status: @Sendable () async -> Status

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskExecutorPreference(clock) { await report() }
    }
  }

  private func report() async {
    var problems = ProblemJournal()
    var notice = StatusNotice()
    var pause = Self.soon
    while (try? await clock.sleep(for: pause)) != nil {
      let status = await status()
      pause = status.phase == .idle && status.problems.isEmpty ? Self.seldom : Self.soon
      let untold = status.problems.filter { $0.code != ProblemCode.stateUnusable.rawValue }
      for entry in problems.take(untold, at: .now) { log.tell(entry) }
      if let text = notice.take(status, at: .now) { notifier.status(text) }
    }
  }
}

extension Logger {
  /// Writes a problem's beginning, with what to do about it, or its end.
  func tell(_ entry: ProblemJournal.Entry) {
    switch entry {
    case .began(let problem):
      let keepsFromRiding = ProblemCode(rawValue: problem.code)?.keepsFromRiding ?? true
      log(
        level: keepsFromRiding ? .error : .warning, "\(problem.message) \(problem.remedy)",
        metadata: ["problem": "\(problem.code)"])
    case .ended(let problem): notice("over: \(problem.message)", metadata: ["problem": "\(problem.code)"])
    }
  }
}
