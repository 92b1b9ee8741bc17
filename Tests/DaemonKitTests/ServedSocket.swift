import ControlSocket
import ControlWire

/// A service on a socket, until the socket is closed.
struct ServedSocket {
  let path: String
  private let server: ControlServer
  private let serving: Task<Void, any Error>

  init(at path: String, _ service: some ControlService) throws {
    self.path = path
    let server = try ControlServer(listening: ["jz2": .path(path)], of: .jz2d, service: service)
    self.server = server
    serving = Task { try await server.run() }
  }

  /// Stops accepting callers, and returns when the pending calls are answered.
  func close() async throws {
    server.close()
    try await serving.value
  }
}
