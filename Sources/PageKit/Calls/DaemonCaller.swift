package import ControlWire
import Locks
import Loop
import NIOPosix
import Rides
package import TrainerClient

/// Makes calls to jz2d and jz2sync, each on its own connection.
///
/// The calls block, so they run on threads of their own: some for controlling the ride, one for scans, some for slow
/// calls, some for all others. A list therefore never delays a rider's pause, and neither a five-minute scan nor
/// unresponsive devices delay a list.
package final class DaemonCaller: Sendable {
  /// The most calls that may wait for a thread.
  static let mostWaiting = 32

  private struct Lane: Sendable {
    let threads: NIOThreadPool
    let count = Lock(0)
  }

  private let trainer: DaemonSocket
  private let sync: DaemonSocket
  private let steering = Lane(threads: NIOThreadPool(numberOfThreads: 2))
  private let scanning = Lane(threads: NIOThreadPool(numberOfThreads: 1))
  private let slow = Lane(threads: NIOThreadPool(numberOfThreads: 3))
  private let other = Lane(threads: NIOThreadPool(numberOfThreads: 3))

  /// - Parameters:
  ///   - paths: The possible paths of jz2d's socket, in order.
  ///   - syncPaths: The possible paths of jz2sync's socket, in order.
  package init(at paths: [String], sync syncPaths: [String] = []) {
    (trainer, sync) = (DaemonSocket(at: paths), DaemonSocket(at: syncPaths))
    for lane in [steering, scanning, slow, other] { lane.threads.start() }
  }

  /// Makes a call.
  ///
  /// - Returns: The reply's parameters as JSON, with messages in the language of `Translation.current`.
  /// - Throws: `busy` as a refusal if too many calls wait; the call's `ControlError`.
  package func json(of call: any VarlinkCall) async throws -> [UInt8] {
    try await run(call)
  }

  /// Makes a call.
  ///
  /// - Throws: As `json(of:)`.
  package func reply<C: VarlinkCall>(to call: C) async throws -> C.Reply {
    try await on(call) { daemon in try daemon.call(call) }
  }

  /// Receives a file.
  ///
  /// - Throws: As `json(of:)`; `protocolViolated` if a piece is missing.
  package func file<C: StreamedCall>(by call: C) async throws -> NamedFile where C.Reply == FilePiece {
    try await on(call) { daemon in try daemon.file(by: call) }
  }

  /// Makes a call with a reply in several parts, and combines them.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - start: The value before the first part.
  ///   - take: Adds a part.
  /// - Returns: The value after the last part.
  /// - Throws: As `json(of:)`; any error of `take`.
  package func parts<C: StreamedCall, Whole: Sendable>(
    of call: C, into start: Whole, _ take: @escaping @Sendable (inout Whole, C.Reply) throws(ControlError) -> Void
  ) async throws -> Whole {
    try await on(call) { daemon in
      var whole = start
      try daemon.stream(call) { part throws(ControlError) in
        try take(&whole, part)
        return true
      }
      return whole
    }
  }

  private func lane(of call: any VarlinkCall) -> Lane {
    if OfferedCalls.steers(call) { return steering }
    if call is Scan { return scanning }
    return call.patience > Rides().patience ? slow : other
  }

  private func run<C: VarlinkCall>(_ call: C) async throws -> [UInt8] {
    // The call runs on its own thread, without task-local values.
    try await on(call) { [translation = Translation.current] daemon in
      let reply = try daemon.call(call)
      return try Translation.$current.withValue(translation) { try LocalizedJSON.text(of: reply) }
    }
  }

  /// Runs the body on a thread of the call's lane, with the program that answers the call.
  private func on<C: VarlinkCall, Value: Sendable>(
    _ call: C, _ body: @escaping @Sendable (DaemonSocket) throws -> Value
  ) async throws -> Value {
    let lane = lane(of: call)
    let hasRoom = lane.count.withLock { count in
      guard count < Self.mostWaiting else { return false }
      count += 1
      return true
    }
    guard hasRoom else { throw PageRefusal.busy }
    defer { lane.count.withLock { $0 -= 1 } }
    guard C.interface.name == VarlinkInterface.sync.name else {
      return try await lane.threads.runIfActive { [trainer] in try body(trainer) }
    }
    do { return try await lane.threads.runIfActive { [sync] in try body(sync) } } catch let error as ControlError
      where error.code == .noDaemon && error.closedSocket == nil
    {
      throw ControlError(.notRunning, subject: VarlinkProgram.jz2sync.name)
    }
  }
}
