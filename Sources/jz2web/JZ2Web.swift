import ArgumentParser
import ControlSocket
import ControlWire
import Glibc
import Logging
import PageKit
import ProgramOptions
import Rides
import Systemd

/// `jz2web`: serves the page for the phone on the handlebar.
@main
struct JZ2Web: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jz2web", abstract: "Serve the page for the phone on the handlebar.",
    discussion: """
      Runs until SIGTERM or SIGINT. It shows the ride to browsers in the same network, and does what a paired phone asks \
      for; jz2d does not need it. Switch it on with jz2ctl page on, and pair a phone with jz2ctl page pair.
      """,
    version: ProductVersion.text)

  @Option(
    help: ArgumentHelp("The socket of jz2d; else /run/jz2/library.sock or /run/user/UID/jz2.sock.", valueName: "socket")
  )
  var daemon: String?

  @Option(
    help: ArgumentHelp(
      "The socket of jz2sync; else /run/jz2/sync-library.sock or /run/user/UID/jz2-sync.sock.", valueName: "socket"))
  var sync: String?

  @Option(
    help: ArgumentHelp(
      "The own socket; else /run/user/UID/jz2-web.sock, or the one that systemd passes in.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Where browsers are answered ([::]:8420), unless systemd passes a socket in.", valueName: "address:port"))
  var listen: ListeningAddress?

  @Option(
    name: .customLong("decrypted"),
    help: ArgumentHelp(
      "A Unix socket where a proxy hands on what it decrypted, each with its PROXY line first; else systemd's.",
      valueName: "path"))
  var decryptedSocket: String?

  @Option(
    help: ArgumentHelp("Where the certificate of this computer is (\(CertificateFolder.usual)).", valueName: "dir"))
  var certificates: String?

  @Option(
    help: ArgumentHelp(
      "A name of this computer beside its own, as the router knows it; may be given again.", valueName: "name"))
  var name: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where the paired phones are kept ($STATE_DIRECTORY, else ~/.local/state/jz2-web).", valueName: "dir"))
  var state: String?

  @Option(help: "How much to log: trace, debug, info, notice, warning or error.")
  var logLevel = LogLevelArgument(level: .info)

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    let options = try options()
    let log = Logger(of: "jz2web", level: logLevel.level, environment: options.environment)
    do {
      try await PageDaemon(options, log: log).run()
    } catch let fault as PageStartFault {
      log.critical("\(fault.explanation)")
      throw ExitCode(73)  // EX_CANTCREAT
    }
    // Exits without waiting for a thread that may still wait for jz2d.
    Glibc.exit(EXIT_SUCCESS)
  }

  private func options() throws -> PageOptions {
    let all = SocketActivation.takeAll()
    let passed = all["jz2-web.socket"] ?? (unix: [], network: [])
    let decrypted = all["jz2-web-tls.socket"]?.unix ?? []
    let environment = ServiceEnvironment.values(of: ServiceEnvironment.ofState)
    guard let state = state ?? ServiceEnvironment.stateDirectory(of: "jz2-web", in: environment) else {
      throw ValidationError("There is no home to keep the paired phones in; name a directory with --state.")
    }
    let address = listen ?? ListeningAddress(host: nil, port: Limits.pagePort)
    var options = PageOptions(
      daemonPaths: daemon.map { [$0] } ?? SocketPath.pageCandidates(uid: getuid()),
      syncPaths: sync.map { [$0] } ?? SocketPath.syncLibraryCandidates(uid: getuid()),
      socketPath: socket ?? SocketPath.userWeb(getuid()), passedSocket: passed.unix.first,
      listening: passed.network.isEmpty
        ? .address(address.host ?? "::", port: address.port) : .descriptors(passed.network),
      stateDirectory: state, names: name, environment: environment)
    options.decrypted = decrypted.isEmpty ? decryptedSocket.map { .path($0) } : .descriptors(decrypted)
    if let certificates { options.certificates = certificates }
    return options
  }
}

extension PageStartFault {
  /// The message for the journal.
  var explanation: String {
    switch code {
    case .stateUnusable: "The paired phones cannot be kept: \(detail)."
    case .socketUnusable: "The socket cannot be made: \(detail)."
    case .portUnusable: "The port cannot be opened: \(detail)."
    }
  }
}
