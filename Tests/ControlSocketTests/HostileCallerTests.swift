import ControlSocket
import ControlWire
import Synchronization
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct HostileCallerTests {
  @Test(arguments: ["", "GET / HTTP/1.1\r\n\r\n", "{}", "[1]", String(repeating: "[", count: 500_000)])
  func rubbishEndsTheConnection(rubbish: String) async throws {
    let service = TestService()
    try await withServer(service) { path, _ in
      let received = try await blocking {
        let client = try RawClient(path)
        client.send(rubbish, call("Status"))
        return client.receiveToEnd()
      }
      #expect(received == 0)
      let cutOff = await service.cutOffs.first { _ in true }
      #expect(cutOff?.code == .protocolViolated)
      try await expectService(at: path)
    }
  }

  @Test func twoMegabytesWithoutAnEndEndTheConnection() async throws {
    let service = TestService()
    try await withServer(service) { path, _ in
      let (isSent, received) = try await blocking {
        let client = try RawClient(path)
        return (client.send([UInt8](repeating: 0x20, count: 2 << 20)), client.receiveToEnd())
      }
      #expect(!isSent)
      #expect(received == 0)
      let cutOff = await service.cutOffs.first { _ in true }
      #expect(cutOff?.code == .protocolViolated)
      try await expectService(at: path)
    }
  }

  @Test func whoeverNeverReadsIsCutOffAndCostsLittle() async throws {
    let made = Mutex(0)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let service = TestService { request, peer, more throws(ControlError) in
      guard request == .watch else { return try await TestService.usual(request, peer, more) }
      let life = Life { end.finish() }
      return .stream(
        AsyncThrowingStream {
          withExtendedLifetime(life) {}
          return TestService.status(
            made.withLock {
              $0 += 1; return $0
            }, room: 10_000)
        })
    }
    var limits = ServerLimits()
    limits.unread = .milliseconds(300)
    try await withServer(service, limits: limits) { path, _ in
      let client = try await blocking {
        let client = try RawClient(path)
        client.send(call("Watch", flags: #","more":true"#))
        return client
      }
      try await expectService(at: path)
      for await _ in ended {}
      let cutOff = await service.cutOffs.first { _ in true }
      #expect(cutOff?.code == .noAnswer)
      // What the system buffers for a socket, and one reply more.
      let replies = made.withLock { $0 }
      #expect(replies < 100)
      let received = try await blocking { client.receiveToEnd() }
      #expect((1..<1_000_000).contains(received ?? 0))
      try await expectService(at: path)
    }
  }

  @Test func whoeverPipelinesAndNeverReadsIsNotReadEither() async throws {
    var limits = ServerLimits()
    limits.unread = .milliseconds(300)
    try await withServer(limits: limits) { path, _ in
      let isSent = try await blocking {
        let client = try RawClient(path)
        let calls = Array((call("Rides", #"{"limit":100}"#) + "\0").utf8)
        return client.send(Array(repeatElement(calls, count: 50_000).joined()))
      }
      #expect(!isSent)
      try await expectService(at: path)
    }
  }

  @Test func oneConnectionTooManyIsClosed() async throws {
    var limits = ServerLimits()
    limits.connections = 64
    try await withServer(limits: limits) { path, _ in
      let clients = try await blocking {
        let clients = try (0..<64).map { _ in try RawClient(path) }
        for client in clients { client.send(call("Status")) }
        for client in clients { #expect(client.receive(1).count == 1) }
        return clients
      }
      let received = try await blocking { try RawClient(path).receiveToEnd() }
      #expect(received == 0)
      try await blocking {
        clients[0].finishSending()
        #expect(clients[0].receiveToEnd() == 0)
      }
      try await expectService(at: path)
    }
  }
}

/// Tells when it is gone.
private final class Life: Sendable {
  private let end: @Sendable () -> Void
  init(end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}
