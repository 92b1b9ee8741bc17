import ControlSocket
import ControlWire
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct StreamTests {
  static func parts(_ replies: [any Codable & Sendable], then error: ControlError? = nil) -> TestService {
    TestService { _, _, _ in
      .stream(
        AsyncThrowingStream { continuation in
          for reply in replies { continuation.yield(reply) }
          continuation.finish(throwing: error)
        })
    }
  }

  @Test func `every part of a stream arrives, and then the end`() async throws {
    let parts = (0..<50).map { sequence in
      FilePiece(fileName: "a.tcx", sequence: sequence, data: String(repeating: "A", count: 40_000))
    }
    try await withServer(Self.parts(parts)) { path, _ in
      let received = try await blocking {
        var received: [FilePiece] = []
        try ControlClient(connectingTo: [path]).stream(Export(ride: "1", format: "tcx"), within: TestDeadline.event) {
          received.append($0)
          return true
        }
        return received
      }
      #expect(received == parts + [FilePiece(fileName: "a.tcx", sequence: 50, data: "")])
    }
  }

  @Test func `an error ends a stream`() async throws {
    try await withServer(Self.parts([TestService.status(1)], then: ControlError(.shuttingDown))) { path, _ in
      let (received, error) = try await blocking {
        var received: [Status] = []
        do throws(ControlError) {
          try ControlClient(connectingTo: [path]).stream(Watch(), within: TestDeadline.event) {
            received.append($0)
            return true
          }
        } catch { return (received, Optional(error)) }
        return (received, nil)
      }
      #expect(received == [TestService.status(1)])
      #expect(error == ControlError(.shuttingDown))
    }
  }

  @Test func `a stream requires the more flag`() async throws {
    try await withServer(Self.parts([TestService.status(1)])) { path, _ in
      let error = await #expect(throws: ControlError.self) {
        try await blocking {
          var client = try ControlClient(connectingTo: [path])
          _ = try client.call(Watch(), within: TestDeadline.event)
        }
      }
      #expect(error == ControlError(.expectedMore))
    }
  }

  @Test func `a stream ends when its caller disconnects`() async throws {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let service = TestService { _, _, _ in
      .stream(
        AsyncThrowingStream { continuation in
          continuation.onTermination = { _ in end.finish() }
          continuation.yield(TestService.status(1))
        })
    }
    try await withServer(service) { path, _ in
      try await blocking {
        try ControlClient(connectingTo: [path]).stream(Watch(), within: TestDeadline.event) { _ in false }
      }
      for await _ in ended {}
    }
  }

  @Test func `a slow caller misses some states but gets the last one`() async throws {
    let (statuses, feed) = AsyncThrowingStream.makeStream(
      of: (any Codable & Sendable).self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
    let service = TestService { _, _, _ in .stream(statuses) }
    let count = 2000
    // The caller stays connected, however long the feeding takes while other tests run.
    var limits = ServerLimits()
    limits.unread = .seconds(3600)
    try await withServer(service, limits: limits) { path, _ in
      let client = try await blocking {
        let client = try RawClient(path)
        client.send(call("Watch", flags: #","more":true"#))
        feed.yield(TestService.status(0))
        _ = client.receive(1)
        return client
      }
      for number in 1...count {
        feed.yield(TestService.status(number, room: 10_000))
        await Task.yield()
      }
      feed.finish()
      let received = try await blocking { client.receive(count + 1) { $0.contains(#"continues"#) } }
      #expect(received.count < count / 2)
      #expect(received.last?.contains(#""code":"\#(count)""#) == true)
    }
  }
}
