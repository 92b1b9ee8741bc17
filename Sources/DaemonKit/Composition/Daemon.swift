import BlueZ
import BluetoothLE
import ControlSocket
import ControlWire
package import Logging
import Loop
import ServiceLifecycle
import UnixSignals

/// The daemon, put together.
///
/// On one thread the radio and the ride live, on another the store, whose disk may make it wait. What is read, studied
/// and exported has a third, what is imported a fourth, and the socket a fifth.
package struct Daemon: Sendable {
  private let options: DaemonOptions
  private let log: Logger

  package init(_ options: DaemonOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  private static func server(_ options: DaemonOptions, _ service: StartupService<DaemonParts>) throws(DaemonError)
    -> ControlServer
  {
    let info = ServiceInfo(
      vendor: "jz2", product: "jz2d", version: ProductVersion.text, url: "man:jz2d(8)")
    do throws(ListenError) {
      return try ControlServer(listening: options.listening, as: info, service: service)
    } catch {
      throw DaemonError(.socketUnusable, subject: options.socketPath, detail: "\(error)")
    }
  }

  /// Runs until SIGTERM or SIGINT; a ride that is on is suspended, its trainer freed and its file written.
  package func run() async throws {
    let loop = EventLoop(name: "jz2-ride", pace: options.pace, isUrgent: options.radio == .bluez)
    let storeLoop = EventLoop(name: "jz2-store", pace: .real)
    let libraryLoops = LibraryLoops()
    let time = MachineTime(of: options.pace)
    let radio = try RadioParts(options, loop: loop, log: log)
    let startup = StartupService(
      options, radio: radio, time: time, loop: loop, storeLoop: storeLoop, libraryLoops: libraryLoops, log: log)
    let server = try Self.server(options, startup)
    let notifier = ServiceNotifier(environment: options.environment)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          ServingSocket(server: server, notifier: notifier), Watchdog(notifier, log: log) { await startup.look },
          MemoryTrim(), Radio(radio: radio.bluez),
          StatusReport(
            clock: options.pace == .real ? loop : libraryLoops.reading, notifier: notifier, log: log,
            status: { await startup.status() }),
          LibraryUpkeep(service: startup, clock: storeLoop, wallClock: time.wallClock, log: log),
          Riding(service: startup, notifier: notifier), OpeningStore(service: startup, clock: storeLoop),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    log.notice(
      "jz2d \(ProductVersion.text)", metadata: ["radio": "\(options.radio)", "state": "\(options.stateDirectory)"])
    try await group.run()
    await loop.stop()
    await libraryLoops.stop()
    await storeLoop.stop()
  }
}

/// Answers on the socket; last to go, so that clients see the ride end.
private struct ServingSocket: Service {
  let server: ControlServer
  let notifier: ServiceNotifier

  func run() async throws {
    notifier.ready()
    try await withGracefulShutdownHandler {
      try await server.run()
    } onGracefulShutdown: {
      server.close()
    }
  }
}

/// Keeps the radio working until the ride has let go of it.
private struct Radio: Service {
  let radio: BlueZCentral?

  func run() async throws {
    guard let radio else { return try await gracefulShutdown() }
    await cancelWhenGracefulShutdown { await radio.run() }
  }
}

/// Suspends the ride when the daemon is told to go.
private struct Riding: Service {
  let service: StartupService<DaemonParts>
  let notifier: ServiceNotifier

  func run() async throws {
    try await gracefulShutdown()
    notifier.stopping()
    await service.shutDown()
  }
}

/// Opens the store, and tries again until it is open; first to go, so that no ride begins behind the end of rides.
///
/// Clients are heard meanwhile, and nobody begins a ride beside one that goes on: what needs the store waits for it, or is
/// refused.
private struct OpeningStore: Service {
  let service: StartupService<DaemonParts>
  let clock: EventLoop

  /// A person mends it, and looks at the status next; a look takes a millisecond.
  private static let interval = Duration.seconds(2)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await service.open()
      while await !service.isOpen, (try? await clock.sleep(for: Self.interval)) != nil { await service.open() }
    }
    try await gracefulShutdown()
  }
}

extension DaemonOptions {
  var pace: EventLoop.Pace {
    switch (radio, rate) {
    case (.bluez, _): .real
    case (_, .max): .stepped
    case (_, .times(let rate)): rate == 1 ? .real : .scaled(rate)
    }
  }

  /// Where clients are awaited: on the socket that systemd passed in, else on the path.
  var listening: ListeningPlace { passedSocket.map(ListeningPlace.descriptor) ?? .path(socketPath) }
}
