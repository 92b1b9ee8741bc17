import FoundationEssentials
package import Logging
package import RideSession

/// Runs the administrator's command when something happens to the plan of a ride: for a beep, or a lamp.
///
/// Nothing of the ride waits for it; commands begin in the order of their events. It is run by `/bin/sh -c` as the daemon's
/// user, with what the service may do and no more: the packaged unit has neither sound nor network, nor home directories,
/// and its capability to raw Bluetooth is the daemon's alone. It inherits no descriptor; standard input is empty, and what
/// it says goes to the journal at level debug. Of its variables, `JZ2_EVENT` is `intervalEnded` or `planEnded`, `JZ2_NUMBER`
/// and `JZ2_LABEL` are those of the interval that is over, `JZ2_OUTCOME` how it came to its end (`expired`, `skipped` or
/// `left`), `JZ2_NEXT_LABEL` what begins, `JZ2_RIDE` the ride's number; what there is not is empty.
///
/// It is run when the event happens, not once that is on the disk: after a crash or a power cut within a second of it, the
/// interval ends again, and is told of again.
package actor EventCommand {
  /// How a command came to its end.
  enum Ending: Hashable, Sendable {
    case exited(code: Int32)
    case signalled(Int32)
    /// It took longer than it may, and was killed with all that it had begun.
    case tooLong
    /// The system did not run it; the error number.
    case notStarted(Int32)
    /// As many as may run at once ran already.
    case dropped
  }

  /// How many may run at once.
  private static let atOnce = 4
  private static let failureInterval = Duration.seconds(60)
  /// How often a command is looked after.
  private static let look = Duration.milliseconds(20)

  private let command: String
  private let environment: [String: String]
  private let limit: Duration
  private let log: Logger
  private let events: AsyncStream<(PlanEvent, ride: Int?)>.Continuation
  private var running = 0
  private var toldFailureAt: ContinuousClock.Instant?

  /// A command.
  ///
  /// - Parameters:
  ///   - command: What the shell is given.
  ///   - environment: The daemon's own, which the command has as well, without what systemd says to the daemon alone.
  ///   - limit: How long it may take.
  ///   - log: The journal.
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

  /// Has the command run behind the caller's back.
  package nonisolated func take(_ event: PlanEvent, ride: Int?) {
    events.yield((event, ride))
  }

  /// Begins to run the command; what the task returns is how it ended.
  @discardableResult
  func begin(_ event: PlanEvent, ride: Int?) -> Task<Ending, Never> {
    guard running < Self.atOnce else {
      tell(.dropped)
      return Task { .dropped }
    }
    let process: CommandProcess
    do throws(CommandProcess.NotStarted) {
      process = try CommandProcess(
        command, environment: environment.merging(Self.variables(of: event, ride: ride)) { $1 })
    } catch {
      tell(.notStarted(error.number))
      return Task { .notStarted(error.number) }
    }
    running += 1
    return Task {
      let ending = await end(of: process)
      running -= 1
      tell(ending)
      return ending
    }
  }

  private func end(of process: CommandProcess) async -> Ending {
    var process = process
    let last = ContinuousClock.now + limit
    while process.isRunning, ContinuousClock.now < last { try? await Task.sleep(for: Self.look) }
    var ending = process.isRunning ? nil : process.ending
    if ending == nil {
      process.kill()
      // What waits for a disk or a driver does not die before that answers; no thread waits with it.
      while process.ending == nil { try? await Task.sleep(for: Self.look) }
      ending = .tooLong
    }
    process.close()
    if !process.text.isEmpty { log.debug("the command said", metadata: ["output": "\(process.text)"]) }
    return ending ?? .tooLong
  }

  private func tell(_ ending: Ending) {
    guard ending != .exited(code: 0) else { return }
    let now = ContinuousClock.now
    if let toldFailureAt, now - toldFailureAt < Self.failureInterval { return }
    toldFailureAt = now
    log.warning("the command of --on-event failed", metadata: ["command": "\(command)", "ending": "\(ending)"])
  }
}

extension EventCommand {
  /// What the command is told of an event.
  static func variables(of event: PlanEvent, ride: Int?) -> [String: String] {
    [
      "JZ2_EVENT": event.kind.rawValue, "JZ2_NUMBER": String(event.ended.number), "JZ2_LABEL": event.ended.label ?? "",
      "JZ2_OUTCOME": event.ended.outcome.rawValue, "JZ2_NEXT_LABEL": event.next?.label ?? "",
      "JZ2_RIDE": ride.map { String($0) } ?? "",
    ]
  }
}
