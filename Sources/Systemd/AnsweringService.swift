package import ControlSocket
import ServiceLifecycle

/// Answers on a program's sockets until the program is told to end.
package struct AnsweringService: Service {
  private let server: ControlServer
  private let notifier: ServiceNotifier

  package init(server: ControlServer, notifier: ServiceNotifier) {
    self.server = server
    self.notifier = notifier
  }

  package func run() async throws {
    notifier.ready()
    try await withGracefulShutdownHandler {
      try await server.run()
    } onGracefulShutdown: {
      server.close()
      notifier.stopping()
    }
  }
}
