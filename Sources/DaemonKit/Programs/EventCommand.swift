import FoundationEssentials
import Glibc
package import Logging
import Loop
package import Rides

/// Runs the administrator's command at events of a ride's plan, for example to beep or to switch a lamp.
///
/// The ride does not wait for it. Commands start in the order of their events. `/bin/sh -c` runs them as the daemon's
/// user, with the rights of the service: the packaged unit has no access to sound, network or home directories, and
/// does not pass on its capability for raw Bluetooth. A command inherits no descriptor; its standard input is empty,
/// and its output is logged at level debug. Of its variables, `JZ2_EVENT` is `intervalEnded` or `planEnded`,
/// `JZ2_NUMBER` and `JZ2_LABEL` are those of the interval that is over, `JZ2_OUTCOME` is `expired`, `skipped` or
/// `left`, `JZ2_NEXT_LABEL` is the label of the next interval, and `JZ2_RIDE` the ride's number; absent values are
/// empty.
///
/// The command runs when the event happens, not once the event is stored: after a crash or a power cut within a second
/// of it, the interval ends again, and the command runs again.
package actor EventCommand {
  /// The result of a command.
  enum Ending: Hashable, Sendable {
    case exited(code: Int32)
    case signalled(Int32)
    /// It exceeded its time limit, and was killed with all processes that it had started.
    case tooLong
    /// The system could not start it; the error number.
    case notStarted(Int32)
    /// The maximum number of commands was running already.
    case dropped

    init(_ end: CommandProcess.End) {
      switch end {
      case .exited(let code): self = .exited(code: code)
      case .signalled(let number): self = .signalled(number)
      }
    }
  }

  /// The maximum number of commands that run at once.
  private static let atOnce = 4
  private static let failureInterval = Duration.seconds(60)
  /// The time between two checks of a command.
  private static let look = Duration.milliseconds(20)

  private let command: String
  private let environment: [String: String]
  private let limit: Duration
  private let log: Logger
  private let events: AsyncStream<(PlanEvent, ride: Int?)>.Continuation
  private var running = 0
  private var loggedFailureAt: ContinuousClock.Instant?

  /// Creates the runner of a command.
  ///
  /// - Parameters:
  ///   - command: The text for the shell.
  ///   - environment: The daemon's variables. The command gets them too, except those that systemd sets for the daemon
  ///     only.
  ///   - limit: The maximum duration.
  ///   - log: The log for failures and output.
  package init(
    _ command: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    limit: Duration = .seconds(10), log: Logger
  ) {
    self.command = command
    self.environment = environment.filter { !Self.ofTheDaemon.contains($0.key) && !$0.key.hasPrefix("JZ2_") }
    self.limit = limit
    self.log = log
    let (taken, events) = AsyncStream.makeStream(of: (PlanEvent, ride: Int?).self)
    self.events = events
    Task { [weak self] in
      for await (event, ride) in taken { await self?.begin(event, ride: ride) }
    }
  }

  deinit { events.finish() }

  private static let ofTheDaemon: Set = [
    "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PID", "JOURNAL_STREAM",
    "INVOCATION_ID",
  ]

  /// Runs the command in the background.
  package nonisolated func take(_ event: PlanEvent, ride: Int?) {
    events.yield((event, ride))
  }

  /// Starts the command; the task returns its result.
  @discardableResult
  func begin(_ event: PlanEvent, ride: Int?) -> Task<Ending, Never> {
    guard running < Self.atOnce else {
      logFailure(.dropped)
      return Task { .dropped }
    }
    let process: CommandProcess
    do throws(CommandProcess.NotStarted) {
      process = try CommandProcess(
        command, environment: environment.merging(Self.variables(of: event, ride: ride)) { $1 })
    } catch {
      logFailure(.notStarted(error.number))
      return Task { .notStarted(error.number) }
    }
    running += 1
    return Task {
      let ending = await end(of: process)
      running -= 1
      logFailure(ending)
      return ending
    }
  }

  private func end(of process: CommandProcess) async -> Ending {
    var process = process
    let last = ContinuousClock.now + limit
    while process.isRunning, ContinuousClock.now < last { try? await Task.sleep(for: Self.look) }
    var ending = process.isRunning ? nil : process.end.map(Ending.init)
    if ending == nil {
      process.signal(SIGKILL)
      // A process that waits for a disk or a driver only dies when that answers; no thread waits for it.
      while process.end == nil { try? await Task.sleep(for: Self.look) }
      ending = .tooLong
    }
    process.close()
    if !process.text.isEmpty { log.debug("command output", metadata: ["output": "\(process.text)"]) }
    return ending ?? .tooLong
  }

  private func logFailure(_ ending: Ending) {
    guard ending != .exited(code: 0) else { return }
    let now = ContinuousClock.now
    if let loggedFailureAt, now - loggedFailureAt < Self.failureInterval { return }
    loggedFailureAt = now
    log.warning("the command of --on-event failed", metadata: ["command": "\(command)", "ending": "\(ending)"])
  }
}

extension EventCommand {
  /// Returns the variables of a command for an event.
  static func variables(of event: PlanEvent, ride: Int?) -> [String: String] {
    [
      "JZ2_EVENT": event.news.kind.rawValue, "JZ2_NUMBER": event.news.interval.map { String($0.number) } ?? "",
      "JZ2_LABEL": event.news.interval?.label ?? "", "JZ2_OUTCOME": event.news.interval?.outcome.rawValue ?? "",
      "JZ2_NEXT_LABEL": event.news.next?.label ?? "",
      "JZ2_RIDE": ride.map { String($0) } ?? "",
    ]
  }
}
