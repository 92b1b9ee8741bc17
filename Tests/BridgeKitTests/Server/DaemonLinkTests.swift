import AppBridge
import BridgeKit
import ClientTestKit
import ControlSocket
import ControlWire
import DirectConnect
import Locks
import TestKit
import Testing

/// Tests of jz2bridge's parts with a jz2d at a socket.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct DaemonLinkTests {
  private func options(at path: String) -> BridgeOptions {
    BridgeOptions(daemonPaths: [path], host: "127.0.0.1", port: 0, name: "jz2 test")
  }

  @Test func `an app keeps its connection while jz2d restarts, and then gets values again`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "jz2")
    let parts = try await BridgeParts(options(at: path), log: silence)
    let following = Task { await parts.follow() }
    let app = try await AppClient(port: parts.port)
    try await app.subscribe(to: 0x2A63)
    for watts in [148, 201] {
      let daemon = try ScriptedDaemon(at: path, sending: Samples.riding(watts: watts))
      let value = try await app.value(of: 0x2A63) { $0.count >= 4 && Int($0[2]) | Int($0[3]) << 8 == watts }
      #expect(value != nil)
      try await daemon.end()
    }
    #expect(try await app.ask(.unnamed)?.code == .success)
    following.cancel()
    await parts.end()
  }

  @Test func `jz2d is asked for each new value of a device`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "jz2")
    let daemon = try ScriptedDaemon(at: path, sending: Samples.riding)
    let parts = try await BridgeParts(options(at: path), log: silence)
    let following = Task { await parts.follow() }
    let app = try await AppClient(port: parts.port)
    try await app.subscribe(to: 0x2A63)
    // The first value, on subscribing, may come before the first status.
    let watts = try #require(Samples.riding.powerWatts)
    #expect(try await app.value(of: 0x2A63) { $0.count >= 4 && Int($0[2]) | Int($0[3]) << 8 == watts } != nil)
    #expect(daemon.watches == [Watch(values: true)])
    following.cancel()
    await parts.end()
    try await daemon.end()
  }

  @Test func `a call without jz2d is refused`() async {
    let link = DaemonLink(at: ["/nonexistent/jz2.sock"])
    guard case .failure(let error) = await link.make(.setWatts(200)) else { return #expect(Bool(false)) }
    #expect(error.code == .noDaemon)
  }
}

/// A jz2d that answers `Watch` with one status.
final class ScriptedDaemon: ControlService {
  private let status: Status
  private let asked = Lock<[Watch]>([])
  private let streams = Lock<[AsyncThrowingStream<Status, any Error>.Continuation]>([])
  private let serving = Lock<(server: ControlServer, task: Task<Void, any Error>)?>(nil)

  init(at path: String, sending status: Status) throws {
    self.status = status
    let server = try ControlServer(listening: ["jz2": .path(path)], of: .jz2d, service: self)
    let task = Task { try await server.run() }
    serving.withLock { $0 = (server, task) }
  }

  /// The calls that it was asked.
  var watches: [Watch] { asked.withLock { $0 } }

  /// Ends like jz2d that is stopped.
  func end() async throws {
    for stream in streams.withLock({ $0 }) { stream.finish() }
    guard let (server, task) = serving.withLock({ $0 }) else { return }
    server.close()
    try await task.value
  }

  func answer<C: VarlinkCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply> {
    guard let watch = call as? Watch else { throw ControlError(.methodNotFound) }
    asked.withLock { $0.append(watch) }
    let (statuses, continuation) = AsyncThrowingStream.makeStream(of: Status.self)
    continuation.yield(status)
    streams.withLock { $0.append(continuation) }
    guard let replies = statuses as? AsyncThrowingStream<C.Reply, any Error> else {
      throw ControlError(.methodNotFound)
    }
    return .stream(replies) { $0 }
  }

  func cutOff(_ peer: Peer, because error: ControlError) {}
}
