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
      Runs until SIGTERM or SIGINT. It shows the ride to browsers in the same network, and accepts the controls of \
      paired phones; jz2d does not need it. Switch it on with jz2ctl page on, and pair a phone with jz2ctl page pair.
      """,
    version: ProductVersion.text)

  @Option(
    help: ArgumentHelp(
      "The socket of jz2d. Default: /run/jz2/library.sock, else /run/user/UID/jz2.sock.", valueName: "socket"))
  var daemon: String?

  @Option(
    help: ArgumentHelp(
      "The socket of jz2sync. Default: /run/jz2/sync-library.sock, else /run/user/UID/jz2-sync.sock.",
      valueName: "socket"))
  var sync: String?

  @Option(
    help: ArgumentHelp(
      "The socket of jz2web, unless systemd passes one. Default: /run/user/UID/jz2-web.sock.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "The address for browsers, unless systemd passes a socket. Default: [::]:8420.", valueName: "address:port"))
  var listen: ListeningAddress?

  @Option(
    name: .customLong("decrypted"),
    help: ArgumentHelp(
      "The Unix socket for a proxy that decrypts and sends a PROXY line first, unless systemd passes one.",
      valueName: "path"))
  var decryptedSocket: String?

  @Option(
    help: ArgumentHelp("The folder of the certificate. Default: \(CertificateFolder.usual).", valueName: "dir"))
  var certificates: String?

  @Option(
    help: ArgumentHelp(
      "Another name of this computer, as the router knows it. Can be repeated.", valueName: "name"))
  var name: [String] = []

  @Flag(
    help: """
      Show a code on the page in the local network until the first phone is paired. For an image, whose rider has no \
      shell.
      """)
  var firstCode = false

  @Option(
    help: ArgumentHelp(
      "The folder of the paired phones. Default: $STATE_DIRECTORY, else ~/.local/state/jz2-web.", valueName: "dir"))
  var state: String?

  @Option(help: "The log level: trace, debug, info, notice, warning or error.")
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
      throw ValidationError("There is no home directory for the paired phones; name a directory with --state.")
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
    options.showsFirstCode = firstCode
    if let certificates { options.certificates = certificates }
    return options
  }
}

extension PageStartFault {
  /// The message for the journal.
  var explanation: String {
    switch code {
    case .stateUnusable: "The list of paired phones cannot be stored: \(detail)."
    case .socketUnusable: "The socket cannot be created: \(detail)."
    case .portUnusable: "The port cannot be opened: \(detail)."
    }
  }
}
