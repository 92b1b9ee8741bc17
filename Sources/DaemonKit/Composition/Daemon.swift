import BlueZ
import ControlSocket
import ControlWire
import EventLoop
package import Logging
import ServiceLifecycle
import UnixSignals

/// The daemon, put together.
///
/// Two threads of its own: on one the radio, the ride and the socket's answers live, on the other the store, whose disk
/// may make it wait. The socket has a third.
package struct Daemon: Sendable {
  private let options: DaemonOptions
  private let log: Logger

  package init(_ options: DaemonOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  private static func server(_ options: DaemonOptions, _ service: TrainerService) throws(DaemonError) -> ControlServer {
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
    let loop = EventLoop(name: "jz2-ride", pace: options.pace)
    let storeLoop = EventLoop(name: "jz2-store", pace: .real)
    let parts = try await DaemonParts(options, loop: loop, storeLoop: storeLoop, log: log)
    let server = try Self.server(options, parts.service)
    let notifier = ServiceNotifier(environment: options.environment)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          ServingSocket(server: server, notifier: notifier),
          Watchdog(notifier, log: log) { await parts.driver.look }, MemoryTrim(), Radio(radio: parts.bluez),
          StatusReport(notifier: notifier, log: log) { await parts.service.status() },
          Riding(service: parts.service, notifier: notifier),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    log.notice(
      "jz2d \(ProductVersion.text)", metadata: ["radio": "\(options.radio)", "state": "\(options.stateDirectory)"])
    await parts.goOn()
    try await group.run()
    await loop.stop()
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

/// Suspends the ride when the daemon is told to go; first to go.
private struct Riding: Service {
  let service: TrainerService
  let notifier: ServiceNotifier

  func run() async throws {
    try await gracefulShutdown()
    notifier.stopping()
    await service.shutDown()
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
