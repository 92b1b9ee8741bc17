package import AppBridge
import BluetoothLE
import CLinux
package import ControlWire
import Glibc
package import Logging
package import Loop
import Rides
import ServiceLifecycle
import Systemd
package import TrainerClient
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
  /// Nil without an announcement.
  private let announcer: Announcer?
  /// Nil without the option for it.
  private let bluetooth: BluetoothDoor?
  /// Nil without the option for them.
  private let trainers: NetworkTrainers?

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
    if options.passedSockets.isEmpty {
      port = try await server.listen(at: options.host, port: options.port)
    } else {
      port = try await server.listen(on: options.passedSockets)
    }
    let announcement = BridgeAnnouncement(
      name: options.name, port: UInt16(clamping: port), services: Self.announced(of: driver.services),
      address: number.address, serialNumber: number.serial)
    announcer = options.announcingBus.map { [loop] in Announcer(on: loop, bus: $0, announcement, log: log) }
    trainers = options.trainers.map { [loop] in NetworkTrainers(on: loop, $0, log: log) }
    (self.link, self.driver, self.server, self.bluetooth) = (link, driver, server, bluetooth)
  }

  /// Makes the bridge known in the local network, and looks for trainers there.
  package func announce() async {
    await announcer?.begin()
    await trainers?.begin()
  }

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
    await trainers?.end()
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

/// A client of jz2d's socket that follows the status and makes the apps' calls; each call has its own connection.
///
/// Calls block, so they run on two threads of their own: one follows the status, the other makes calls.
package struct DaemonLink: Sendable {
  private let paths: [String]
  private let following = EventLoop(name: "jz2-follow", pace: .real)
  private let asking = EventLoop(name: "jz2-ask", pace: .real)

  /// - Parameter paths: Paths to try for jz2d's socket, in order.
  package init(at paths: [String]) { self.paths = paths }

  /// Follows jz2d's status, with each new value of a device, through its restarts; the stream never ends by itself.
  package func news() -> AsyncStream<FollowedNews<Status>> { Watch(values: true).followed(at: paths, on: following) }

  /// Makes a call.
  ///
  /// - Returns: The number of the started ride, nil after another call; or the refusal.
  package func make(_ call: BridgeCall) async -> Result<Int?, ControlError> {
    await Task(executorPreference: asking) { [paths] () -> Result<Int?, ControlError> in
      do throws(ControlError) {
        return .success(try Self.make(call, DaemonSocket(at: paths)))
      } catch {
        return .failure(error)
      }
    }.value
  }

  private static func make(_ call: BridgeCall, _ daemon: DaemonSocket) throws(ControlError) -> Int? {
    switch call {
    case .start(let request): return try daemon.call(request).ride.id
    case .setWatts(let watts): _ = try daemon.call(SetWatts(watts: watts))
    case .setSlope(let percent): _ = try daemon.call(SetSlope(percent: percent))
    case .setResistance(let percent): _ = try daemon.call(SetResistance(percent: percent))
    case .rideFree: _ = try daemon.call(RideFree())
    case .pause: _ = try daemon.call(Pause())
    case .resume: _ = try daemon.call(Resume())
    case .stop: _ = try daemon.call(Stop())
    }
    return nil
  }
}

/// Numbers that identify this computer to apps, and stay the same.
private struct MachineNumber: Hashable, Sendable {
  private let hash: UInt64

  /// - Parameter text: The machine ID, which no other program should learn (machine-id(5)): only its hash is used.
  init(of text: String) {
    // FNV-1a.
    hash = "jz2bridge \(text)".utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The numbers of this computer.
  static var own: MachineNumber {
    let descriptor = open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return MachineNumber(of: "") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return MachineNumber(of: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
  }

  /// A serial number from 1 to 999,999,999.
  var serial: UInt64 { hash % 999_999_999 + 1 }

  /// 48 bits like those of a network card, locally administered.
  var address: UInt64 { hash >> 16 & 0xFCFF_FFFF_FFFF | 0x0200_0000_0000 }
}
