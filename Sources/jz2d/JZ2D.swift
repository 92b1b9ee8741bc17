import ArgumentParser
import ControlSocket
import ControlWire
import DaemonKit
import Glibc
import Logging
import ProgramOptions
import RideSession
import Rides
import Systemd

/// `jz2d`: controls a trainer and records rides, on request through a socket.
@main
struct JZ2D: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jz2d", abstract: "Control a Bluetooth LE trainer, and record rides.",
    discussion: """
      Runs until SIGTERM or SIGINT. Then it suspends a current ride, frees the trainer and writes the file so far. A \
      suspended or interrupted ride goes on at the next start. Start rides with jz2ctl.

      A time can have a unit: \(TypedTime.forms).
      """,
    version: ProductVersion.text)

  @Option(
    help: """
      The radio: bluez (the default), sim (no hardware), sim:DEVICES (\(RadioArgument.simulated); separated by \
      commas), or replay:FILE, a capture.
      """, transform: RadioArgument.init(typed:))
  var radio = RadioArgument(radio: .bluez)

  @Option(help: ArgumentHelp("The speed of the clock of sim and replay, as a factor, or max.", valueName: "n"))
  var rate = RateArgument(rate: .times(1))

  @Option(help: ArgumentHelp("The adapter's Bluetooth address. Default: the first powered.", valueName: "address"))
  var adapter: AdapterArgument?

  @Option(help: ArgumentHelp("A map of handles to characteristics, if a capture has no discovery.", valueName: "file"))
  var replayMap: String?

  @Option(help: ArgumentHelp("The folder of rides. Default: $STATE_DIRECTORY or ~/.local/state/jz2.", valueName: "dir"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The socket for all calls, unless systemd passes sockets. Default: /run/user/UID/jz2.sock.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "The socket on which jz2bridge offers trainers on the network, unless systemd passes it.", valueName: "path"))
  var trainersSocket: String?

  @Option(
    help: ArgumentHelp(
      "How long a suspended or interrupted ride can go on after its last second; later it is finished. 0 for never.",
      valueName: "minutes"), transform: LengthReader("--go-on-window 30min", bare: .minutes).minutes)
  var goOnWindow = 30.0

  @Option(
    help: ArgumentHelp("How long a ride waits for a lost trainer before it ends.", valueName: "minutes"),
    transform: LengthReader("--give-up 30min", bare: .minutes).minutes)
  var giveUp = 30.0

  @Option(
    help: ArgumentHelp("Pause after this time without pedalling; 0 for never.", valueName: "seconds"),
    transform: LengthReader("--auto-pause 5s", bare: .seconds).seconds)
  var autoPause = 5.0

  @Option(
    help: ArgumentHelp(
      "Finish a ride after this time without pedalling, at its last pedal stroke; 0 for never.", valueName: "minutes"),
    transform: LengthReader("--finish-after 15min", bare: .minutes).minutes)
  var finishAfter = 15.0

  @Option(
    help: ArgumentHelp(
      "Run a command with /bin/sh when an interval or the plan ends; JZ2_EVENT, JZ2_NUMBER, JZ2_LABEL, JZ2_OUTCOME, "
        + "JZ2_NEXT_LABEL and JZ2_RIDE describe the event.", valueName: "command"))
  var onEvent: String?

  @Option(
    help: ArgumentHelp(
      "The rider of --radio sim: legs, gain, lag, delay, drift and rest, as name=number, separated by commas.",
      visibility: .hidden))
  var simRider: SimulatedBodyArgument?

  @Option(
    help: ArgumentHelp(
      "The events of --radio sim: away, silent and rest, as name=start+length in seconds after the trainer's first "
        + "link, separated by commas.", visibility: .hidden))
  var simEvents: SimulatedEventsArgument?

  @Option(help: "The log level: trace, debug, info, notice, warning or error.")
  var logLevel = LogLevelArgument(level: .info)

  func validate() throws {
    if case .bluez = radio.radio, rate.rate != .times(1) {
      throw ValidationError("--rate needs --radio sim or --radio replay:FILE.")
    }
    guard (0...1440).contains(goOnWindow) else { throw ValidationError("--go-on-window takes 0 to 1440 minutes.") }
    guard (0.1...1440).contains(giveUp) else { throw ValidationError("--give-up takes 0.1 to 1440 minutes.") }
    guard autoPause == 0 || (1...3600).contains(autoPause) else {
      throw ValidationError("--auto-pause takes 1 to 3600 seconds, or 0.")
    }
    guard finishAfter == 0 || (1...1440).contains(finishAfter) else {
      throw ValidationError("--finish-after takes 1 to 1440 minutes, or 0.")
    }
    if simRider != nil, !radio.isSimulation { throw ValidationError("--sim-rider needs --radio sim.") }
    if simEvents != nil, !radio.isSimulation { throw ValidationError("--sim-events needs --radio sim.") }
    if replayMap != nil, !radio.isReplay { throw ValidationError("--replay-map needs --radio replay:FILE.") }
  }

  func run() async throws {
    // Ignored, so that a client that disconnects during a write does not end the daemon.
    signal(SIGPIPE, SIG_IGN)
    let (environment, options) = try options()
    let log = Logger(of: "jz2d", level: options.logLevel, environment: environment)
    do {
      try await Daemon(options, log: log).run()
    } catch let error as DaemonError {
      log.critical("\(error.explanation)")
      throw ExitCode(error.exitCode)
    }
  }

  private func options() throws -> (environment: [String: String], DaemonOptions) {
    let passedSockets = SocketActivation.take()
    let environment = Self.environment
    guard let state = state ?? ServiceEnvironment.stateDirectory(of: "jz2", in: environment) else {
      throw ValidationError("There is no home directory for the rides; name a directory with --state.")
    }
    let options = DaemonOptions(
      radio: radio.radio(map: replayMap), rate: rate.rate, adapter: adapter?.address, stateDirectory: state,
      socketPath: socket ?? SocketPath.user(getuid()), passedSockets: passedSockets,
      trainersPath: trainersSocket, logLevel: logLevel.level,
      resumeWindow: .seconds(goOnWindow * 60), rules: rules, eventCommand: onEvent, environment: environment,
      simulatedBody: simRider?.body, simulatedEvents: simEvents?.events)
    return (environment, options)
  }

  private var rules: RideRules {
    var rules = RideRules()
    rules.giveUp = .seconds(giveUp * 60)
    rules.autoPause = autoPause == 0 ? nil : .seconds(autoPause)
    rules.finishAfter = finishAfter == 0 ? nil : .seconds(finishAfter * 60)
    return rules
  }

  private static var environment: [String: String] {
    ServiceEnvironment.values(of: ServiceEnvironment.ofState + ["RUNTIME_DIRECTORY", "JZ2_TRACE_NOTIFICATIONS"])
  }
}

/// `legs=250,gain=0.4,lag=60,delay=20,drift=8,rest=62`, any of them, in any order.
struct SimulatedBodyArgument: ExpressibleByArgument {
  let body: SimulatedBody

  init?(argument: String) {
    var body = SimulatedBody()
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let name = sides.first, let value = sides.last.flatMap({ Double($0) }) else { return nil }
      guard Self.set(name, to: value, in: &body) else { return nil }
    }
    self.body = body
  }

  /// Sets one of the values; false if its name is unknown or the value is out of range.
  private static func set(_ name: Substring, to value: Double, in body: inout SimulatedBody) -> Bool {
    switch name {
    case "legs" where (25...2500).contains(value): body.legWatts = value
    case "gain" where (0...2).contains(value): body.gain = value
    case "lag" where (1...600).contains(value): body.lagSeconds = value
    case "delay" where (0...120).contains(value): body.delaySeconds = Int(value)
    case "drift" where (-60...60).contains(value): body.driftPerHour = value
    case "rest" where (30...120).contains(value): body.restingBeatsPerMinute = value
    default: return false
    }
    return true
  }
}
