import ControlSocket
import ControlWire
import PageKit
import Synchronization
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct DaemonCallerTests {
  @Test func `a call to jz2sync, which is not installed, names its package`() async throws {
    let directory = try TemporaryDirectory()
    let caller = DaemonCaller(at: [directory.path(of: "jz2")], sync: [directory.path(of: "sync")])
    let error = await #expect(throws: ControlError.self) { try await caller.reply(to: Services()) }
    #expect(error == ControlError(.notRunning, subject: "jz2sync"))
    let daemon = await #expect(throws: ControlError.self) { try await caller.reply(to: Rides()) }
    #expect(daemon?.code == .noDaemon)
  }

  @Test func `endless scans do not delay other calls`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "s")
    let (scans, scan) = AsyncStream.makeStream(of: Void.self)
    let service = EndlessCalls(of: Scan.self, most: 1, began: scan)
    let server = try ControlServer(listening: ["jz2": .path(path)], of: .jz2d, service: service)
    let caller = DaemonCaller(at: [path])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      for _ in 0..<4 { group.addTask { _ = try? await caller.reply(to: Scan(seconds: 300)) } }
      _ = await scans.first { _ in true }
      for _ in 0..<4 { #expect(try await caller.reply(to: Rides()).rides.isEmpty) }
      #expect(service.count == 1, "the others wait for the first")
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  @Test func `devices that do not answer do not delay other calls`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "s")
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let service = EndlessCalls(of: Use.self, most: 3, began: begin)
    let server = try ControlServer(listening: ["jz2": .path(path)], of: .jz2d, service: service)
    let caller = DaemonCaller(at: [path])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      for _ in 0..<4 { group.addTask { _ = try? await caller.reply(to: Use(address: "C0:FF:EE:00:00:01")) } }
      var beginnings = begun.makeAsyncIterator()
      for _ in 0..<3 { await beginnings.next() }
      for _ in 0..<4 { #expect(try await caller.reply(to: Rides()).rides.isEmpty) }
      #expect(service.count == 3, "the fourth waits")
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}

/// Answers lists, and starts endless calls of one kind.
///
/// One call too many ends all of them, so that no list waits forever.
private final class EndlessCalls: ControlService {
  private let kind: any VarlinkCall.Type
  private let most: Int
  private let began: AsyncStream<Void>.Continuation
  private let endings = Mutex<[AsyncStream<Never>.Continuation]>([])

  init(of kind: any VarlinkCall.Type, most: Int, began: AsyncStream<Void>.Continuation) {
    self.kind = kind
    self.most = most
    self.began = began
  }

  /// The number of endless calls so far.
  var count: Int { endings.withLock { $0.count } }

  func answer<C: VarlinkCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply> {
    if type(of: call).method == kind.method {
      let (scan, ending) = AsyncStream.makeStream(of: Never.self)
      endings.withLock { endings in
        endings.append(ending)
        if endings.count > most { for ending in endings { ending.finish() } }
      }
      began.yield()
      for await _ in scan {}
    }
    guard let reply = RideList(rides: []) as? C.Reply else { throw ControlError(.methodNotFound) }
    return .reply(reply)
  }

  func cutOff(_ peer: Peer, because error: ControlError) {}
}
