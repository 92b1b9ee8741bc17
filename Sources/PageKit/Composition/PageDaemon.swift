import CLinux
import ControlSocket
import ControlWire
import Glibc
package import Logging
import Loop
import NIOCore
import ServiceLifecycle
import Systemd
import UnixSignals

/// The whole of jz2web: parts wired, from the options.
package struct PageDaemon: Sendable {
  private let options: PageOptions
  private let log: Logger

  package init(_ options: PageOptions, log: Logger) {
    self.options = options
    self.log = log
  }

  /// Runs until SIGTERM or SIGINT.
  package func run() async throws {
    // Tokens are in its memory.
    linux_forbid_core_dumps()
    let parts = try await PageParts(options, log: log)
    let place: ListeningPlace = options.passedSocket.map { .descriptor($0) } ?? .path(options.socketPath)
    let server: ControlServer
    do throws(ListenError) {
      server = try ControlServer(listening: ["jz2-web": place], of: .jz2web, service: parts.handlers)
    } catch {
      throw PageStartFault(.socketUnusable, "\(error)")
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          AnsweringService(server: server, notifier: ServiceNotifier(environment: options.environment)),
          Serving(parts: parts), Trimming(),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: log))
    log.notice(
      "jz2web \(ProductVersion.text)",
      metadata: ["ports": "\(parts.server.ports)", "names": "\(parts.site.names.announced)"])
    try await group.run()
  }
}

/// Answers browsers; their connections are cut at the end, and they come back by themselves.
private struct Serving: Service {
  let parts: PageParts

  func run() async throws {
    await cancelWhenGracefulShutdown { await parts.follow() }
    await parts.server.close()
  }
}

/// Keeps the program small: most of what a start or a request touches is not needed again soon.
private struct Trimming: Service {
  private static let settling = Duration.seconds(3)
  private static let pause = Duration.seconds(60)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      try? await Task.sleep(for: Self.settling)
      repeat { linux_drop_idle_pages() } while (try? await Task.sleep(for: Self.pause, clock: .suspending)) != nil
    }
  }
}
