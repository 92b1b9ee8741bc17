import ControlSocket
package import ControlWire
import Loop
import NIOPosix

/// Makes calls of jz2d, each on a connection of its own.
///
/// The calls block, so they have threads of their own: some for steering, some for all others, so that no list that is slow
/// keeps a rider from pausing.
package final class DaemonCaller: Sendable {
  /// The most calls that may wait for a thread.
  static let mostWaiting = 32

  private struct Lane: Sendable {
    let threads: NIOThreadPool
    let count = Lock(0)
  }

  private let paths: [String]
  private let steering = Lane(threads: NIOThreadPool(numberOfThreads: 2))
  private let other = Lane(threads: NIOThreadPool(numberOfThreads: 3))

  /// - Parameter paths: Where jz2d's socket may be, in order.
  package init(at paths: [String]) {
    self.paths = paths
    for lane in [steering, other] { lane.threads.start() }
  }

  /// Makes a call.
  ///
  /// - Returns: The reply's parameters as JSON.
  /// - Throws: `busy` as a refusal if too many calls wait; the `ControlError` that the call ends with.
  package func json(of call: any VarlinkCall) async throws -> [UInt8] {
    try await run(call) { reply throws(ControlError) in try WireJSON.text(of: reply) }
  }

  /// Makes a call.
  ///
  /// - Throws: As `json(of:)`.
  package func reply<C: VarlinkCall>(to call: C) async throws -> C.Reply {
    try await on(OfferedCalls.steers(call) ? steering : other) { [paths] in
      var client = try ControlClient(connectingTo: paths)
      return try client.call(call)
    }
  }

  private func run<C: VarlinkCall>(
    _ call: C, _ made: @escaping @Sendable (C.Reply) throws(ControlError) -> [UInt8]
  ) async throws -> [UInt8] {
    try await on(OfferedCalls.steers(call) ? steering : other) { [paths] in
      var client = try ControlClient(connectingTo: paths)
      return try made(client.call(call))
    }
  }

  private func on<Value: Sendable>(_ lane: Lane, _ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let hasRoom = lane.count.withLock { count in
      guard count < Self.mostWaiting else { return false }
      count += 1
      return true
    }
    guard hasRoom else { throw PageRefusal.busy }
    defer { lane.count.withLock { $0 -= 1 } }
    return try await lane.threads.runIfActive(body)
  }
}
