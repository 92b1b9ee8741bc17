import ArgumentParser
import ControlSocket
import ControlWire
import Glibc
import Logging
import ProgramOptions
import Rides
import SyncKit
import Systemd

/// `jz2sync`: uploads finished rides to services, and downloads planned workouts from them.
@main
struct JZ2Sync: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jz2sync", abstract: "Send finished rides to services, and fetch planned workouts.",
    discussion: """
      Runs until SIGTERM or SIGINT. It follows the library of jz2d, and sends each finished ride once to every \
      connected service. A current ride never waits for it. Connect services with jz2ctl connect. A folder and a \
      command for finished rides are set in /etc/jz2/sync.conf.
      """,
    version: ProductVersion.text)

  @Option(
    help: ArgumentHelp(
      "The socket of jz2d. Default: /run/jz2/store-sync.sock, else /run/user/UID/jz2.sock.", valueName: "socket"))
  var daemon: String?

  @Option(
    help: ArgumentHelp(
      "The socket of jz2sync, unless systemd passes one. Default: /run/user/UID/jz2-sync.sock.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "The folder of queue and secrets. Default: $STATE_DIRECTORY, else ~/.local/state/jz2-sync.", valueName: "dir"))
  var state: String?

  @Option(help: ArgumentHelp("The administrator's file, with the folder and the command.", valueName: "file"))
  var config = "/etc/jz2/sync.conf"

  @Flag(help: "Trust the clock if no time service sets it. Without this, nothing goes to a hub then.")
  var trustClock = false

  @Option(help: "The log level: trace, debug, info, notice, warning or error.")
  var logLevel = LogLevelArgument(level: .info)

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    let options = try options()
    let log = Logger(of: "jz2sync", level: logLevel.level, environment: options.environment)
    do {
      try await SyncDaemon(options, log: log).run()
    } catch let fault as SyncStartFault {
      log.critical("\(fault.explanation)")
      throw ExitCode(fault.exitCode)
    }
    // Exits without waiting for a thread that may still wait for jz2d.
    Glibc.exit(EXIT_SUCCESS)
  }

  private func options() throws -> SyncOptions {
    let passed = SocketActivation.take()
    let environment = Self.environment
    guard let state = state ?? ServiceEnvironment.stateDirectory(of: "jz2-sync", in: environment) else {
      throw ValidationError("There is no home directory for the queue; name a directory with --state.")
    }
    return SyncOptions(
      daemonPaths: daemon.map { [$0] } ?? SocketPath.storeCandidates(uid: getuid()),
      socketPath: socket ?? SocketPath.userSync(getuid()),
      passedSocket: passed["jz2-sync.socket"] ?? passed["jz2-sync"],
      passedLibrarySocket: passed[TrainerSocket.library.rawValue],
      stateDirectory: state, configurationPath: config, trustsClock: trustClock, logLevel: logLevel.level,
      environment: environment)
  }

  private static var environment: [String: String] {
    ServiceEnvironment.values(of: ServiceEnvironment.ofState + ["CREDENTIALS_DIRECTORY"])
  }
}

extension SyncStartFault {
  /// The message for the journal.
  var explanation: String {
    switch code {
    case .stateUnusable: "The queue cannot be stored: \(detail)."
    case .socketUnusable: "The socket cannot be created: \(detail)."
    case .configurationWrong: "The configuration file has an error: \(detail)."
    }
  }

  /// The exit code, as defined in `sysexits.h`.
  var exitCode: Int32 {
    switch code {
    case .stateUnusable, .socketUnusable: 73  // EX_CANTCREAT
    case .configurationWrong: 78  // EX_CONFIG
    }
  }
}
