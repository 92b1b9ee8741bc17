import ControlWire
import Logging
import ServiceLifecycle

/// Tells the journal of problems as they come and go, and systemd how the daemon is, whether or not anybody watches.
///
/// The journal hears of a store that cannot be opened from who opens it, at once and with the system's own words.
struct StatusReport: Service {
  /// How often to look; what a look costs, some tens of microseconds, is not seen in an idle daemon.
  private static let interval = Duration.seconds(2)

  let notifier: ServiceNotifier
  let log: Logger
  /// What a client would be told.
  let status: @Sendable () async -> Status

  func run() async throws {
    await cancelWhenGracefulShutdown { await report() }
  }

  private func report() async {
    var problems = ProblemJournal()
    var notice = StatusNotice()
    while (try? await Task.sleep(for: Self.interval, clock: .suspending)) != nil {
      let status = await status()
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
