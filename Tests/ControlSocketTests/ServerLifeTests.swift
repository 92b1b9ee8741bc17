import ControlSocket
import ControlWire
import Glibc
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ServerLifeTests {
  @Test func `a closing server finishes the calls in progress`() async throws {
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let service = TestService { _, _, _ in
      begin.finish()
      for await _ in released {}
      return .reply(EmptyReply())
    }
    try await withServer(service) { path, server in
      let idle = try await blocking { try RawClient(path) }
      async let reply = blocking {
        var client = try ControlClient(connectingTo: [path])
        return try client.call(Pause(), within: TestDeadline.event)
      }
      for await _ in began {}
      server.close()
      let received = try await blocking { idle.receiveToEnd() }
      #expect(received == 0)
      release.finish()
      #expect(try await reply == EmptyReply())
      await #expect(throws: ControlError(.noDaemon, subject: path)) {
        try await blocking { _ = try ControlClient(connectingTo: [path]) }
      }
    }
  }

  @Test func `a cancelled server closes its connections`() async throws {
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let service = TestService { _, _, _ in
      .stream(
        AsyncThrowingStream { continuation in
          continuation.yield(TestService.status(1))
          begin.finish()
        })
    }
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    let server = try ControlServer(listening: ["jz2": .path(path)], of: .jz2d, service: service)
    let running = Task { try await server.run() }
    let watching = Task {
      try await blocking {
        try ControlClient(connectingTo: [path]).stream(Watch(), within: TestDeadline.event) { _ in true }
      }
    }
    for await _ in began {}
    running.cancel()
    await #expect(throws: ControlError(.connectionLost)) { try await watching.value }
    try await running.value
  }

  @Test func `a socket without a listener is reported as a missing daemon`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    #expect(throws: ControlError(.noDaemon, subject: path)) { _ = try ControlClient(connectingTo: [path]) }
    close(ListeningTests.bound(path))
    #expect(throws: ControlError(.noDaemon, subject: path)) { _ = try ControlClient(connectingTo: [path]) }
    #expect(throws: ControlError(.noDaemon)) { _ = try ControlClient(connectingTo: [path, "/proc/none"]) }
  }

  @Test func `a client tries the next path`() async throws {
    try await withServer { path, _ in
      let reply = try await blocking {
        var client = try ControlClient(connectingTo: ["/proc/none", path + "x", path])
        return try client.call(GetStatus(), within: TestDeadline.event)
      }
      #expect(reply == Status(phase: .idle))
    }
  }

  @Test func `a client gives up on a silent daemon`() async throws {
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let service = TestService { _, _, _ in
      for await _ in released {}
      return .reply(EmptyReply())
    }
    try await withServer(service) { path, _ in
      let error = await #expect(throws: ControlError.self) {
        try await blocking {
          var client = try ControlClient(connectingTo: [path])
          _ = try client.call(Pause(), within: .milliseconds(50))
        }
      }
      #expect(error == ControlError(.noAnswer))
      release.finish()
    }
  }

  @Test func `a client gives up on a daemon that does not accept the connection`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    let descriptor = ListeningTests.bound(path)
    defer { close(descriptor) }
    #expect(listen(descriptor, 0) == 0)
    let error = await #expect(throws: ControlError.self) {
      try await blocking {
        // The queue of a socket with backlog 0 has room for one connection.
        let first = try ControlClient(connectingTo: [path])
        _ = try ControlClient(connectingTo: [path], within: .milliseconds(50))
        _ = consume first
      }
    }
    #expect(error == ControlError(.noAnswer, subject: path))
  }
}
