import ArgumentParser
import ControlWire
import Glibc
import RideText
import Synchronization

struct StartCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begin a ride: at a steady power, by a plan, or in Zone 2 by your heart rate.",
    usage: """
      jz2ctl start --watts <watts> --minutes <minutes> [<options>]
      jz2ctl start --plan <name> [<options>]
      jz2ctl start --plan today|tomorrow [<options>]
      jz2ctl start --zone2 --minutes <minutes> [--watts <watts>] [<options>]
      """,
    discussion: """
      Returns when the trainer has acknowledged the target; the timer begins with the first pedal stroke. A missing strap \
      does not delay it. Until then, Ctrl-C cancels the start.

        jz2ctl start --watts 150 --minutes 60 --watch
        jz2ctl start --plan 'over under'
        jz2ctl start --plan today
        jz2ctl start --zone2 --minutes 60 --watts 140

      With --plan today, or tomorrow, it rides the first workout that your calendar has for that day and that you have \
      not ridden yet; a plan that is named so is not meant.

      With --zone2 the power follows the heart rate, within the Zone 2 of `jz2ctl settings`. It begins at --watts, or at \
      the power of your last such ride.

      If no trainer is chosen yet, it listens for 5 to 20 s, takes the only trainer in range and the only strap, and \
      keeps them for later rides. If there are several it lists them; choose with `jz2ctl use ADDRESS`.
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Option(
    parsing: .unconditional, help: "The power to hold, \(Limits.watts.text) W; with --zone2, the power to begin at.")
  var watts: Int?

  @Option(parsing: .unconditional, help: "How long to ride, \(Limits.minutes.text) min; pauses do not count.")
  var minutes: Double?

  @Option(
    help: ArgumentHelp("The plan to ride; today or tomorrow for the next workout of your calendar.", valueName: "name"))
  var plan: String?

  @Flag(help: "Let the heart rate steer the power, within Zone 2.")
  var zone2 = false

  @Flag(help: "Lower the power while DFA alpha-1 of the heartbeat is below 0.75.")
  var dfa = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Lower the power while the heart rate is above this limit, \(Limits.heartRateCeiling.text).", valueName: "bpm"))
  var maxHeartRate: Int?

  @Flag(name: .customLong("no-heart-rate"), help: "Ride without a strap, even if one is chosen or in range.")
  var withoutHeartRate = false

  @Flag(help: "Show the ride until it ends. Ctrl-C ends the view, not the ride.")
  var watch = false

  @OptionGroup var view: ViewOptions

  func validate() throws {
    try checkKind()
    if let watts { try Limits.watts.check("--watts", watts) }
    if let minutes { try Limits.minutes.check("--minutes", minutes) }
    if let maxHeartRate { try Limits.heartRateCeiling.check("--max-heart-rate", maxHeartRate) }
    let needingStrap = [("--max-heart-rate", maxHeartRate != nil), ("--zone2", zone2), ("--dfa", dfa)]
    if withoutHeartRate, let (option, _) = needingStrap.first(where: \.1) {
      throw ValidationError("\(option) needs a strap, which --no-heart-rate leaves out.")
    }
    guard watch || (view.onEvent == nil && !view.quiet) else {
      throw ValidationError("--on-event and --quiet go with --watch.")
    }
  }

  /// Refuses what says two kinds of rides, or none.
  private func checkKind() throws {
    if plan != nil {
      guard !zone2 else { throw ValidationError("--plan and --zone2 are different rides; give one.") }
      guard watts == nil, minutes == nil else {
        throw ValidationError("A plan has its own watts and times: give --plan without --watts and --minutes.")
      }
    } else if zone2 {
      guard minutes != nil else { throw ValidationError("--zone2 needs --minutes.") }
    } else if watts == nil || minutes == nil {
      throw ValidationError("Give --watts and --minutes, or --plan, or --zone2 and --minutes.")
    }
  }

  /// The call that begins the ride.
  var call: Start {
    let day = plan.flatMap(PlannedDay.init)
    return Start(
      watts: watts, minutes: minutes, plan: day == nil ? plan : nil, plannedFor: day, zone2: zone2 ? true : nil,
      dfa: dfa ? true : nil,
      maximumHeartRate: maxHeartRate, heartRate: withoutHeartRate ? false : nil)
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    output.remark("Connecting to your trainer. Ctrl-C cancels.")
    let started = try started(by: daemon, output)
    // A steady ride has no plan, and an object has nothing of it.
    let planned = (plan != nil || zone2) && !options.json ? daemon.planStatus(ofRide: started.ride.id) : nil
    let text = StartText.started(started, plan: planned, withHeartRate: !withoutHeartRate, glyphs: .current)
    output.answer(started, text: text)
    guard watch else { return }
    try WatchLoop.follow(ride: started.ride.id, with: daemon, output: output, view: view)
  }

  /// The ride that has begun; Ctrl-C before that ends the program.
  private func started(by daemon: some DaemonConnection, _ output: Output) throws(ControlError) -> Started {
    let cancellation = StartCancellation()
    let socket = options.socket
    SignalThread.start { signal in
      guard signal == SIGINT else { return SignalThread.leave(to: signal) }
      cancellation.cancel(with: DaemonSocket(path: socket))
    }
    let answer = Result { () throws(ControlError) in try daemon.call(call) }
    switch cancellation.over() {
    case .none: SignalThread.start(handle: SignalThread.leave)
    case .cancelled:
      output.refuse(Refusal(ControlError(.startWithdrawn)), text: "Start cancelled.")
      Self.exit(withError: ExitCode(128 + SIGINT))
    case .ended(let ride):
      output.answer(ride, text: RideLine.stopped(ride))
      Self.exit(withError: ExitCode(128 + SIGINT))
    }
    return try answer.get()
  }
}

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
    case ended(RideSummary)
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
    return answer.ride.map(Outcome.ended) ?? .cancelled
  }
}
