import AppBridge
import BluetoothLE
import CLinux
import ControlWire
package import Logging
package import Loop
import Rides
import ServiceLifecycle
import Systemd
import TrainerClient
import UnixSignals

/// The jz2bridge service, built from its options.
package struct BridgeDaemon: Sendable {
  private let options: BridgeOptions
  private let log: Logger

  package init(_ options: BridgeOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// - Throws: `BridgeStartFault`.
  package func run() async throws {
    let parts = try await BridgeParts(options, log: log)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [Bridging(parts: parts, notifier: ServiceNotifier(environment: options.environment))],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    log.notice("jz2bridge \(ProductVersion.text)", metadata: ["port": "\(parts.port)", "name": "\(options.name)"])
    try await group.run()
  }
}

/// Serves apps, and follows jz2d.
private struct Bridging: Service, CustomStringConvertible {
  /// Duration of the start; most of the program's memory is not needed after it.
  private static let settling = Duration.seconds(2)

  let parts: BridgeParts
  let notifier: ServiceNotifier

  var description: String { "the bridge" }

  func run() async throws {
    // An app may try to connect only once: the port accepts apps before they can find it.
    await parts.announce()
    notifier.ready()
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask {
          try? await Task.sleep(for: Self.settling)
          linux_drop_idle_pages()
        }
        group.addTask { await parts.follow() }
        group.addTask { await parts.serveBluetooth() }
      }
    }
    notifier.stopping()
    await parts.end()
  }
}

/// The parts of jz2bridge, wired together in the same way for the program and for tests.
package struct BridgeParts: Sendable {
  package let loop = EventLoop(name: "jz2-bridge", pace: .real)
  package let driver: BridgeDriver
  package let server: AppServer
  /// The port that accepts apps.
  package let port: Int
  private let link: DaemonLink
  /// Nil if nothing is announced.
  private let announcer: Announcer?
  /// Nil without the option for it.
  private let bluetooth: BluetoothDoor?

  /// - Throws: `portUnusable`.
  package init(
    _ options: BridgeOptions, limits: AppServer.Limits = AppServer.Limits(), log: Logger
  ) async throws(BridgeStartFault) {
    let link = DaemonLink(at: options.daemonPaths)
    let number = MachineNumber.own
    let driver = BridgeDriver(
      on: loop, offering: options.offers,
      as: BridgeIdentity(serialNumber: number.serial, firmware: ProductVersion.release), log: log
    ) { await link.make($0) }
    let server = AppServer(for: driver, limits: limits, log: log)
    await driver.add(server)
    let bluetooth = options.bluetooth.map { BluetoothDoor(for: driver, $0, log: log) }
    if let bluetooth { await driver.add(bluetooth) }
    port = try await server.listen(options.listening)
    let announcement = Announcement(
      name: options.name, port: UInt16(clamping: port), services: Self.announced(of: driver.services),
      address: number.address, serialNumber: number.serial)
    announcer = options.announcingBus.map { [loop] in Announcer(on: loop, bus: $0, announcement, log: log) }
    (self.link, self.driver, self.server, self.bluetooth) = (link, driver, server, bluetooth)
  }

  /// Makes the bridge known in the local network.
  package func announce() async { await announcer?.begin() }

  /// Follows jz2d until the task is cancelled.
  package func follow() async {
    await Task(executorPreference: loop) { [driver, link, bluetooth] in
      for await news in link.news() {
        await driver.follow(news)
        await bluetooth?.follow(news)
      }
    }.cancelledWithCaller()
  }

  /// Serves apps over Bluetooth until the task is cancelled, if that is an option.
  package func serveBluetooth() async {
    guard let bluetooth else { return }
    await Task(executorPreference: loop) { await bluetooth.run() }.cancelledWithCaller()
  }

  /// Withdraws the announcement, and closes the connections.
  package func end() async {
    await announcer?.end()
    await server.close()
  }

  /// The services by which apps recognise a sensor: all except Battery and Device Information.
  private static func announced(of services: [OfferedService]) -> [UInt16] {
    services.compactMap(\.uuid.assigned).filter { $0 != 0x180F && $0 != 0x180A }
  }
}

extension Task<Void, Never> {
  /// Waits for the task; the cancellation of the caller cancels it.
  fileprivate func cancelledWithCaller() async {
    await withTaskCancellationHandler {
      await value
    } onCancel: {
      cancel()
    }
  }
}
