import ArgumentParser
import ControlWire
import Glibc
import Locks
import RideText
import Rides
import Synchronization
import TrainerClient

struct StartCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start a ride: at a power, by a plan, in Zone 2, or without a target.",
    usage: """
      jz2ctl start
      jz2ctl start <watts> [<minutes>] [<options>]
      jz2ctl start <plan> [<options>]
      jz2ctl start --route <file or plan> [<options>]
      jz2ctl start --zone2 [--minutes <time>] [--watts <watts>] [<options>]
      jz2ctl start --free|--slope <percent>|--resistance <percent> [--minutes <time>] [<options>]
      jz2ctl start last|--like <ride> [<options>]
      """,
    discussion: """
      Returns when the trainer has accepted the target. The timer starts with the first pedal stroke. A missing strap \
      does not delay the start unless the ride needs one. Until `start` returns, Ctrl-C cancels it.

        jz2ctl start 150 60 --watch
        jz2ctl start over
        jz2ctl start today
        jz2ctl start --zone2 --minutes 60 --watts 140
        jz2ctl start last --watts 155

      Without arguments, or with last, it starts a ride like the last one, and says so. Watts or minutes that you leave out come \
      from your settings, `jz2ctl settings --watts 150 --minutes 60`, or else from the last ride. For a plan, type the \
      beginning of its name. A plan whose name begins with digits needs --plan.

      With today or tomorrow, it rides the first workout of that day in your calendar that you have not ridden yet, \
      not a plan with that name.

      With --route col.gpx, it stores the road as a plan named after the file, and rides it once. If the file has \
      heights, the trainer simulates the slopes. The same file again uses the same plan.

      With --zone2, the power follows your heart rate, to keep it in the Zone 2 of `jz2ctl settings`. The ride starts \
      at --watts, or at the power of your last such ride. With --free there is no target: the trainer sets its own \
      resistance until `jz2ctl watts W` sets a target. With --slope or --resistance, your legs alone decide the power, too.

      A warm-up rises from \(Limits.easyPercent) % of the power; a cool-down falls to it. Both are added to the minutes.

      If no trainer is chosen yet, `start` scans for 5 to 20 s. It uses the only trainer and the only strap in range, \
      and keeps them for later rides. If there are several, it lists them; choose one with `jz2ctl use ADDRESS`.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(
    help: ArgumentHelp("Watts and minutes, or the beginning of a plan's name.", valueName: "watts or plan"),
    completion: .plansToRide)
  var words: [String] = []

  @OptionGroup var work: WorkOptions

  @OptionGroup var heart: HeartOptions

  @Flag(help: "Show the ride until it ends. Ctrl-C ends the view, not the ride.")
  var watch = false

  // `watch` shows these in its help.
  @OptionGroup(visibility: .hidden) var view: ViewOptions

  func validate() throws {
    _ = try typed
    guard watch || (view.onEvent == nil && !view.quiet && !view.big) else {
      throw ValidationError(String(localized: "--on-event, --quiet and --big need --watch."))
    }
  }

  /// The typed request; its plan may be only the beginning of a name.
  ///
  /// - Throws: `ValidationError` for contradictory options.
  var typed: RideRequest {
    get throws {
      var request = try work.request(StartArguments(words))
      try heart.fill(&request)
      return request
    }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let chosen = try chosenRide(with: daemon, output)
    if let said = chosen.said, !output.json {
      // The line would be wrong above the refusal of a second ride.
      if let ride = (try? daemon.call(GetStatus()))?.ride {
        throw ControlError(.rideInProgress, subject: "\(ride.id)")
      }
      output.say(said + "\n")
    }
    output.remark(String(localized: "Connecting to your trainer. Ctrl-C cancels."))
    let request = chosen.request
    let started = try started(request, by: daemon, output)
    // A steady ride has no plan, and the JSON object does not contain it.
    let hasPlan = request.plan != nil || request.plannedFor != nil || request.zone2 == true || request.rampSeconds > 0
    let planned = hasPlan && !options.json ? daemon.planStatus(ofRide: started.ride.id) : nil
    let text = StartText.started(
      started, plan: planned, isEndless: request.isEndless, withHeartRate: request.heartRate != false,
      glyphs: .current)
    output.answer(started, text: text)
    guard watch else { return }
    try WatchLoop.follow(ride: started.ride.id, with: daemon, output: output, view: view)
  }

  /// The choice of the ride to start.
  ///
  /// - Throws: The errors of `typed`.
  var choice: StartChoice {
    get throws {
      StartChoice(
        typed: try typed, isAgain: try StartArguments(words) == .last, like: work.like,
        isPrefix: work.plan == nil, routeFile: work.routeFile)
    }
  }

  private func chosenRide(with daemon: some DaemonConnection, _ output: Output) throws(ControlError) -> ChosenRide {
    do {
      return try choice.ride(with: daemon)
    } catch let error as ControlError {
      throw error
    } catch ImportFailure.refused(let error) {
      throw error
    } catch let failure as ImportFailure {
      fail(Refusal(failure, path: work.route ?? ""), output)
    } catch {
      output.complain(UsageText.text(Self.message(for: error), command: "jz2ctl start") + "\n")
      Self.exit(withError: ExitCode.validationFailure)
    }
  }

  /// Starts the ride and returns it; Ctrl-C before the start ends the program.
  private func started(
    _ request: RideRequest, by daemon: some DaemonConnection, _ output: Output
  ) throws(ControlError) -> Started {
    let cancellation = StartCancellation()
    let socket = options.socket
    SignalThread.start { signal in
      guard signal == SIGINT else { return SignalThread.leave(to: signal) }
      cancellation.cancel(with: DaemonSocket(path: socket))
    }
    let answer = Result { () throws(ControlError) in try daemon.call(request) }
    switch cancellation.over() {
    case .none: SignalThread.start(handle: SignalThread.leave)
    case .cancelled:
      output.refuse(Refusal(ControlError(.startWithdrawn)), text: String(localized: "Start cancelled."))
      Self.exit(withError: ExitCode(128 + SIGINT))
    case .ended(let ride, let folder):
      output.answer(EndedRide(ride: ride, folder: folder), text: RideLine.stopped(ride, folder: folder))
      Self.exit(withError: ExitCode(128 + SIGINT))
    }
    return try answer.get()
  }
}

/// Handles Ctrl-C while `start` waits: cancels the start, because recording begins with the first pedal stroke.
///
/// The request is sent on the signals' thread, because the main thread waits for the start itself.
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

  /// The number of attempts, a tenth of a second apart, while the start has not reached the daemon yet.
  private static let patience = 50

  private let isWaiting = Atomic(true)
  private let outcome = Lock(Outcome.none)

  /// Waits for a tenth of a second.
  private let pause: @Sendable () -> Void

  init(pause: @escaping @Sendable () -> Void = { usleep(100_000) }) {
    self.pause = pause
  }

  /// Ends the cancellation once the start has returned; waits for one in progress.
  ///
  /// - Returns: The result.
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
