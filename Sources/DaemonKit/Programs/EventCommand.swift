import FoundationEssentials
import Glibc
package import Logging
package import RideSession

/// Runs the administrator's command at events of a ride's plan, for example to beep or to switch a lamp.
///
/// The ride does not wait for it. Commands begin in the order of their events. `/bin/sh -c` runs them as the daemon's user,
/// with the rights of the service: the packaged unit has no sound, network or home directories, and its capability for raw
/// Bluetooth is the daemon's alone. A command inherits no descriptor; its standard input is empty, and its output goes to
/// the journal at level debug. Of its variables, `JZ2_EVENT` is `intervalEnded` or `planEnded`, `JZ2_NUMBER` and
/// `JZ2_LABEL` are those of the interval that is over, `JZ2_OUTCOME` is `expired`, `skipped` or `left`, `JZ2_NEXT_LABEL` is
/// the label of the next interval, and `JZ2_RIDE` the ride's number; absent values are empty.
///
/// It runs when the event happens, not once the event is on the disk: after a crash or a power cut within a second of it,
/// the interval ends again, and the command runs again.
package actor EventCommand {
  /// The end of a command.
  enum Ending: Hashable, Sendable {
    case exited(code: Int32)
    case signalled(Int32)
    /// It exceeded its time, and was killed with all processes that it had started.
    case tooLong
    /// The system did not start it; the error number.
    case notStarted(Int32)
    /// The maximum number of commands was running already.
    case dropped
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
  private var toldFailureAt: ContinuousClock.Instant?

  /// A command.
  ///
  /// - Parameters:
  ///   - command: The text for the shell.
  ///   - environment: The daemon's variables, which the command gets too, except those from systemd for the daemon alone.
  ///   - limit: The maximum duration.
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

  /// Runs the command in the background.
  package nonisolated func take(_ event: PlanEvent, ride: Int?) {
    events.yield((event, ride))
  }

  /// Begins to run the command; the task returns its end.
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
      // A process that waits for a disk or a driver does not die before that answers; no thread waits for it.
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
  /// The variables of a command for an event.
  static func variables(of event: PlanEvent, ride: Int?) -> [String: String] {
    [
      "JZ2_EVENT": event.kind.rawValue, "JZ2_NUMBER": String(event.ended.number), "JZ2_LABEL": event.ended.label ?? "",
      "JZ2_OUTCOME": event.ended.outcome.rawValue, "JZ2_NEXT_LABEL": event.next?.label ?? "",
      "JZ2_RIDE": ride.map { String($0) } ?? "",
    ]
  }
}

/// A command run by a shell that leads a process group of its own.
struct CommandProcess {
  /// The system did not start it.
  struct NotStarted: Error {
    /// The error number.
    let number: Int32
  }

  /// The maximum number of output bytes that are kept; the rest is read and dropped, so that the command never blocks.
  private static let longest = 4096

  private let child: pid_t
  private let output: Int32
  private var bytes: [UInt8] = []
  /// The status of waitpid(2); nil while the shell runs.
  private var status: Int32?

  init(_ command: String, environment: [String: String]) throws(NotStarted) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NotStarted(number: errno) }
    defer { Glibc.close(ends[1]) }
    var child = pid_t()
    let failure = ProgramOutput.spawn(
      "/bin/sh", ["-c", command], environment: environment, output: ends[1], takesErrors: true, &child)
    guard failure == 0 else {
      Glibc.close(ends[0])
      throw NotStarted(number: failure)
    }
    self.child = child
    output = ends[0]
  }

  /// Its output so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether it or a process that it started is running; reads its output and does not block.
  var isRunning: Bool {
    mutating get {
      read()
      return ending == nil || Glibc.kill(-child, 0) == 0
    }
  }

  /// How the shell ended; nil while it exists.
  ///
  /// Does not block.
  var ending: EventCommand.Ending? {
    mutating get {
      var told: Int32 = 0
      if status == nil, waitpid(child, &told, WNOHANG) == child { status = told }
      return status.map { $0 & 0x7F == 0 ? .exited(code: $0 >> 8 & 0xFF) : .signalled($0 & 0x7F) }
    }
  }

  /// Kills it with all processes that it started, and does not wait for them.
  func kill() { Glibc.kill(-child, SIGKILL) }

  /// Closes its output.
  func close() { Glibc.close(output) }

  private mutating func read() {
    var buffer = [UInt8](repeating: 0, count: Self.longest)
    var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    // Only so much at once, so that a command with endless output can still be checked.
    for _ in 0..<16 where poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLIN) != 0 {
      let count = Glibc.read(output, &buffer, buffer.count)
      guard count > 0 else { return }
      bytes += buffer.prefix(min(count, Self.longest - bytes.count))
    }
  }
}
