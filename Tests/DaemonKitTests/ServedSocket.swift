import ControlSocket
import ControlWire

/// A service on a socket, until it is closed.
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

  /// Takes no more callers, and returns when those that are there have their answers.
  func close() async throws {
    server.close()
    try await serving.value
  }
}
