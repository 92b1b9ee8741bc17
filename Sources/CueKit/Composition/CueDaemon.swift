import CLinux
import ControlWire
package import Logging
import Loop
import RideCues
import Rides
import ServiceLifecycle
import Systemd
import TrainerClient
import UnixSignals

/// The jz2cue service, built from its options.
package struct CueDaemon: Sendable {
  private let options: CueOptions
  private let log: Logger

  package init(_ options: CueOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  /// Runs until SIGTERM or SIGINT.
  package func run() async throws {
    let loop = EventLoop(name: "jz2-cue", pace: .real)
    let socket = RideSocket(at: options.daemonPaths)
    let driver = CueDriver(
      on: loop, sound: options.configuration.sound, translation: options.translation,
      environment: options.environment, log: log
    ) { await socket.ask($0) }
    let buttons = ButtonReader(on: loop, options.configuration.devices, log: log) { change, action in
      driver.assumeIsolated { $0.take(.key(change, action)) }
    }
    let isEmpty = options.configuration.isEmpty
    log.notice(
      isEmpty
        ? "No device and no sound is set. Set them in /etc/jz2/cue.conf, then restart jz2-cue."
        : "jz2cue \(ProductVersion.text)")
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          Cueing(
            driver: driver, buttons: buttons, socket: isEmpty ? nil : socket,
            notifier: ServiceNotifier(environment: options.environment))
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    try await group.run()
  }
}

/// Reads the buttons, and follows jz2d's status.
private struct Cueing: Service {
  /// Duration of the start; most of the program's memory is not needed after it.
  private static let settling = Duration.seconds(2)

  let driver: CueDriver
  let buttons: ButtonReader
  /// Nil if the configuration is empty.
  let socket: RideSocket?
  let notifier: ServiceNotifier

  func run() async throws {
    await buttons.begin()
    notifier.ready()
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask {
          try? await Task.sleep(for: Self.settling)
          linux_drop_idle_pages()
        }
        group.addTask {
          guard let socket else {
            while (try? await Task.sleep(for: .seconds(86_400))) != nil {}
            return
          }
          for await news in socket.news() { await driver.follow(news) }
        }
      }
    }
    notifier.stopping()
    await driver.end()
  }
}
