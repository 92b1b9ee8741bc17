import ControlSocket
import ControlWire
import Glibc
import Synchronization
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct HostileCallerTests {
  @Test(arguments: ["", "GET / HTTP/1.1\r\n\r\n", "{}", "[1]", String(repeating: "[", count: 500_000)])
  func `invalid data closes the connection`(rubbish: String) async throws {
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

  @Test func `two megabytes without a terminator close the connection`() async throws {
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

  @Test func `a caller that never reads gets few replies and is disconnected`() async throws {
    let made = Mutex(0)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let service = TestService { call, peer, more throws(ControlError) in
      guard call is Watch else { return try await TestService.usual(call, peer, more) }
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
      // The replies that the system buffers for a socket, and one more.
      let replies = made.withLock { $0 }
      #expect(replies < 100)
      let received = try await blocking { client.receiveToEnd() }
      #expect((1..<1_000_000).contains(received ?? 0))
      try await expectService(at: path)
    }
  }

  @Test func `the server stops reading from a caller that pipelines and never reads`() async throws {
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

  @Test func `a connection beyond the limit is closed`() async throws {
    var limits = ServerLimits()
    limits.connections = 64
    (limits.connectionsOfUser, limits.connectionsKept) = (64, 0)
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

/// Limits on the connections of one user.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ConnectionLimitTests {
  private var limits: ServerLimits {
    var limits = ServerLimits()
    limits.privilegedUser = nil
    return limits
  }

  @Test func `a user with too many connections gets an error that says so`() async throws {
    var limits = limits
    limits.connectionsOfUser = 2
    try await withServer(limits: limits) { path, _ in
      let clients = try await blocking {
        let clients = try (0..<2).map { _ in try RawClient(path) }
        for client in clients {
          client.send(call("Status"))
          #expect(client.receive(1).count == 1)
        }
        return clients
      }
      let refusal = await #expect(throws: ControlError.self) { try await expectService(at: path) }
      #expect(refusal?.code == .tooManyConnections)
      try await blocking {
        clients[0].finishSending()
        #expect(clients[0].receiveToEnd() == 0)
      }
      try await expectService(at: path)
      withExtendedLifetime(clients) {}
    }
  }

  @Test func `root can still connect when other users have reached their limit`() async throws {
    var limits = limits
    (limits.connections, limits.connectionsKept) = (2, 2)
    try await withServer(limits: limits) { path, _ in
      let refusal = await #expect(throws: ControlError.self) { try await expectService(at: path) }
      #expect(refusal?.code == .tooManyConnections)
    }
    limits.privilegedUser = getuid()
    try await withServer(limits: limits) { path, _ in try await expectService(at: path) }
  }

  @Test func `refused callers do not count towards the limit`() async throws {
    var limits = limits
    (limits.connections, limits.connectionsKept, limits.connectionsOfUser) = (4, 1, 1)
    try await withServer(limits: limits) { path, _ in
      let refused = try await blocking {
        let first = try RawClient(path)
        first.send(call("Status"))
        #expect(first.receive(1).count == 1)
        let refused = try (0..<8).map { _ in try RawClient(path) }
        // Connections are accepted in order: when this one is closed, the earlier ones have been accepted.
        #expect(try RawClient(path).receiveToEnd() == 0)
        first.finishSending()
        #expect(first.receiveToEnd() == 0)
        return refused
      }
      try await expectService(at: path)
      withExtendedLifetime(refused) {}
    }
  }

  @Test func `an idle caller is disconnected, but a watching one is not`() async throws {
    var limits = limits
    limits.idle = .milliseconds(300)
    let (changes, change) = AsyncThrowingStream.makeStream(of: (any Codable & Sendable).self)
    let service = TestService { call, peer, more throws(ControlError) in
      guard call is Watch else { return try await TestService.usual(call, peer, more) }
      return .stream(changes)
    }
    try await withServer(service, limits: limits) { path, _ in
      try await blocking {
        let watching = try RawClient(path)
        watching.send(call("Watch", flags: #","more":true"#))
        // The second connects after the first is closed, so the other caller watches during all of its time.
        for _ in 0..<2 {
          let received = try RawClient(path).receiveToEnd()
          #expect(received == 0)
        }
        change.yield(TestService.status(1))
        #expect(watching.receive(1).count == 1)
      }
    }
  }

  @Test func `an unread reply does not prevent the server from closing`() async throws {
    var limits = limits
    // An unread reply would time out long after the test.
    (limits.farewell, limits.unread) = (.milliseconds(300), .seconds(3600))
    let service = TestService { call, peer, more throws(ControlError) in
      guard call is Watch else { return try await TestService.usual(call, peer, more) }
      return .stream(AsyncThrowingStream { TestService.status(1, room: 100_000) })
    }
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    let server = try ControlServer(
      listening: ["jz2": .path(path)], of: .jz2d, service: service, limits: limits)
    let running = Task { try await server.run() }
    let client = try await blocking {
      let client = try RawClient(path)
      client.send(call("Watch", flags: #","more":true"#))
      #expect(client.receive(1).count == 1)
      return client
    }
    server.close()
    try await running.value
    withExtendedLifetime(client) {}
  }
}

/// Calls `end` when it is released.
private final class Life: Sendable {
  private let end: @Sendable () -> Void
  init(end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}
