import AppBridge
import ArgumentParser
import BridgeKit
import ControlSocket
import ControlWire
import DBus
import Glibc
import Logging
import ProgramOptions
import Rides
import Systemd

/// `jz2bridge`: presents the trainer to apps in the local network.
@main
struct JZ2Bridge: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jz2bridge", abstract: "Share the trainer with apps in the local network.",
    discussion: """
      Runs until SIGTERM or SIGINT. It presents the trainer of jz2d to apps such as Zwift or MyWhoosh, like a trainer \
      with Wi-Fi (Wahoo Direct Connect). The power or slope that an app requests becomes that of the ride. Every \
      device in the local network may connect. Switch it on with systemctl enable --now jz2-bridge.socket \
      jz2-bridge.service.
      """,
    version: ProductVersion.text)

  @Option(
    help: ArgumentHelp(
      "The socket of jz2d. Default: /run/jz2/ride.sock, else /run/user/UID/jz2.sock.", valueName: "socket"))
  var daemon: String?

  @Option(
    help: ArgumentHelp(
      """
      The address for apps, unless systemd passes a socket. Default: [::]:\(BridgeOptions.usualPort). An address of \
      this computer alone, such as 127.0.0.1:0, is not announced.
      """, valueName: "address:port"))
  var listen: ListeningAddress?

  @Option(help: ArgumentHelp("The name that apps show, at most 31 bytes. Default: jz2 COMPUTER.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The devices that apps see: trainer, with the strap, or strap alone.", valueName: "trainer|strap"))
  var offer = OfferArgument(offers: .trainer)

  @Flag(
    help: """
      Also serve apps over Bluetooth, such as head units and watches. The adapter must be able to keep the trainer's \
      link meanwhile.
      """)
  var bluetooth = false

  @Option(
    help: ArgumentHelp(
      "With --bluetooth: the adapter for apps, which is not the trainer's. Default: one that can have both roles.",
      valueName: "address"))
  var adapter: AdapterArgument?

  @Option(
    help: ArgumentHelp(
      "A trainer with Wi-Fi to offer to jz2d, in addition to those that are found. Repeatable.",
      valueName: "address:port"))
  var trainer: [TrainerArgument] = []

  @Option(
    help: ArgumentHelp(
      "The socket of jz2d for trainers with Wi-Fi. Default: \(SocketPath.trainers).", valueName: "socket"))
  var trainersSocket = SocketPath.trainers

  @Option(help: "The log level: trace, debug, info, notice, warning or error.")
  var logLevel = LogLevelArgument(level: .info)

  func validate() throws {
    guard adapter == nil || bluetooth else { throw ValidationError("--adapter needs --bluetooth.") }
  }

  func run() async throws {
    signal(SIGPIPE, SIG_IGN)
    let options = options()
    let log = Logger(of: "jz2bridge", level: logLevel.level, environment: options.environment)
    do {
      try await BridgeDaemon(options, log: log).run()
    } catch let fault as BridgeStartFault {
      log.critical("\(fault.explanation)")
      throw ExitCode(73)  // EX_CANTCREAT
    }
    // Exits without waiting for a thread that may still wait for jz2d.
    Glibc.exit(EXIT_SUCCESS)
  }

  private func options() -> BridgeOptions {
    let passed = SocketActivation.takeAll()["jz2-bridge.socket"]?.network ?? []
    let address = listen ?? ListeningAddress(host: nil, port: BridgeOptions.usualPort)
    let isAlone = address.host.flatMap { NetworkAddress($0) }?.isLoopback ?? false
    let bus = passed.isEmpty && isAlone ? nil : Bus.systemAddress
    return BridgeOptions(
      daemonPaths: daemon.map { [$0] } ?? SocketPath.rideCandidates(uid: getuid()),
      host: address.host, port: address.port, passedSockets: passed,
      name: name ?? BridgeAnnouncement.name(on: HostName.own), offers: offer.offers,
      announcingBus: bus,
      bluetooth: bluetooth ? BluetoothDoor.Options(bus: Bus.systemAddress, adapter: adapter?.address) : nil,
      trainers: NetworkTrainers.Options(daemonPath: trainersSocket, named: trainer.map(\.place), bus: bus),
      environment: ServiceEnvironment.values(of: []))
  }
}

/// The address of a trainer in the local network.
struct TrainerArgument: ExpressibleByArgument {
  let place: TrainerPlace

  init?(argument: String) {
    guard let place = TrainerPlace(argument) else { return nil }
    self.place = place
  }
}

/// The option for the offered services.
struct OfferArgument: ExpressibleByArgument {
  let offers: BridgeOffers

  init(offers: BridgeOffers) { self.offers = offers }

  init?(argument: String) {
    guard let offers = BridgeOffers(rawValue: argument) else { return nil }
    self.offers = offers
  }

  var defaultValueDescription: String { offers.rawValue }
  static var allValueStrings: [String] { BridgeOffers.allCases.map(\.rawValue) }
}

extension BridgeStartFault {
  /// The message for the journal.
  var explanation: String {
    switch code {
    case .portUnusable: "The port cannot be opened: \(detail)."
    }
  }
}
