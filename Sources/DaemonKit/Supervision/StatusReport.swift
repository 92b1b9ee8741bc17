import BluetoothLE
package import ControlWire
import Logging
import Loop
import Rides
import ServiceLifecycle
import Systemd

/// Logs the start and the end of problems, and sends the daemon's status to systemd, even if no client watches.
///
/// A store that cannot be opened is logged by the code that opens it, at once and with the system's own text.
struct StatusReport: Service {
  /// The time between two checks: short during a ride or a problem; else the idle daemon sleeps.
  private static let (soon, seldom) = (Duration.seconds(2), Duration.seconds(10))

  /// The loop for waits and checks, in real time; on the ride's own loop, a check needs no other thread.
  let clock: EventLoop
  let notifier: ServiceNotifier
  let log: Logger
  /// Returns the status that a client would get.
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
      let unreported = status.problems.filter { $0.code != ProblemCode.stateUnusable.rawValue }
      for entry in problems.take(unreported, at: .now) { log.problem(entry) }
      if let text = notice.take(status, at: .now) { notifier.status(text) }
    }
  }
}

extension Logger {
  /// Logs the start of a problem, with its remedy, or its end.
  func problem(_ entry: ProblemJournal.Entry) {
    switch entry {
    case .began(let problem):
      let keepsFromRiding = ProblemCode(rawValue: problem.code)?.keepsFromRiding ?? true
      log(
        level: keepsFromRiding ? .error : .warning, "\(problem.message) \(problem.remedy)",
        metadata: ["problem": "\(problem.code)"])
    case .ended(let problem): notice("solved: \(problem.message)", metadata: ["problem": "\(problem.code)"])
    }
  }
}

/// The logged problems: each is logged once when it has lasted for a while, and once when it is over.
package struct ProblemJournal: Sendable {
  package enum Entry: Hashable, Sendable {
    case began(Problem)
    case ended(Problem)
  }

  /// How long a problem must last to be logged; the first moments of a start do not count as a problem.
  private static let settling = Duration.seconds(2)

  private struct Known {
    var problem: Problem
    let since: SuspendingClock.Instant
    var isReported = false
  }

  private var known: [String: Known] = [:]

  package init() {}

  /// Compares the problems at `now` with the known ones; returns the entries to log, ended ones first.
  ///
  /// A problem whose text has changed, because its cause has changed, is logged again.
  package mutating func take(_ problems: [Problem], at now: SuspendingClock.Instant) -> [Entry] {
    let codes = Set(problems.map(\.code))
    let ended = known.values.filter { !codes.contains($0.problem.code) }.sorted { $0.since < $1.since }
    for entry in ended { known[entry.problem.code] = nil }
    return ended.filter(\.isReported).map { .ended($0.problem) }
      + problems.compactMap { isDueForReport($0, at: now) ? .began($0) : nil }
  }

  private mutating func isDueForReport(_ problem: Problem, at now: SuspendingClock.Instant) -> Bool {
    let entry = known[problem.code] ?? Known(problem: problem, since: now)
    let isNews = !entry.isReported || entry.problem != problem
    let isDue = isNews && now - entry.since >= Self.settling
    known[problem.code] = Known(problem: problem, since: entry.since, isReported: entry.isReported || isDue)
    return isDue
  }
}

/// The line that `systemctl status` shows.
package struct StatusNotice: Sendable {
  /// How long a line stays if only the time changes.
  private static let interval = Duration.seconds(60)

  private var last: (state: State, text: String, at: SuspendingClock.Instant)?

  private struct State: Hashable {
    let phase: RidePhase
    let problems: [String]
  }

  package init() {}

  /// Updates the line for the status at `now`; returns the new line, nil if the last one can stay.
  package mutating func take(_ status: Status, at now: SuspendingClock.Instant) -> String? {
    let state = State(phase: status.phase, problems: status.problems.map(\.message))
    let text = Self.text(of: status)
    if let last, last.state == state, last.text == text || now - last.at < Self.interval { return nil }
    last = (state, text, now)
    return text
  }

  /// Returns the line: problems first, then the phase of the ride.
  static func text(of status: Status) -> String {
    (status.problems.map(\.message) + [phase(of: status) + "."]).joined(separator: " ")
  }

  private static func phase(of status: Status) -> String {
    switch status.phase {
    case .idle: "Idle"
    case .connecting: "Connecting to the trainer"
    case .ready: "Ready for the first pedal stroke"
    case .riding:
      "Riding" + ((status.ride?.wantedWatts ?? status.ride?.targetWatts).map { " at \($0) W" } ?? "")
        + minute(of: status)
    case .paused: "Paused" + minute(of: status)
    case .reconnecting: "Waiting for the trainer" + minute(of: status)
    case .finishing: "Finishing the ride"
    }
  }

  private static func minute(of status: Status) -> String {
    guard let ride = status.ride else { return "" }
    let minute = ride.timerSeconds / 60 + 1
    guard let remaining = ride.remainingSeconds else { return ", minute \(minute)" }
    let planned = (ride.timerSeconds + remaining + 59) / 60
    return ", minute \(min(minute, planned)) of \(planned)"
  }
}
