package import ControlSocket
import ServiceLifecycle

/// Answers requests on a program's sockets until the program shuts down.
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
