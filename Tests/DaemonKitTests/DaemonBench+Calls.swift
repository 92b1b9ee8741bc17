import BluetoothLE
import ControlSocket
import ControlWire
import DaemonKit
import Foundation
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

/// A daemon that answers calls on a socket.
protocol Answering: Sendable {
  var socketPath: String { get }
}

extension Answering {
  /// Makes a call that needs no time to pass.
  @discardableResult
  func call<C: TrainerCall>(_ call: C) async throws -> C.Reply {
    let path = socketPath
    return try await blocking {
      var client = try ControlClient(connectingTo: [path])
      return try client.call(call, within: max(call.patience, TestDeadline.event))
    }
  }

  /// Makes a call and streams its replies.
  func stream<C: StreamedCall>(_ call: C) -> AsyncThrowingStream<C.Reply, any Error> {
    let (replies, continuation) = AsyncThrowingStream.makeStream(of: C.Reply.self)
    let path = socketPath
    Thread.detachNewThread {
      do {
        let client = try ControlClient(connectingTo: [path])
        try client.stream(call, within: max(call.patience, TestDeadline.event)) { reply in
          if case .terminated = continuation.yield(reply) { return false }
          return true
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return replies
  }

  var status: Status {
    get async throws { try await call(GetStatus()) }
  }

  /// Expects a refusal, without letting time pass.
  func expectRefusal(_ code: ControlError.Code, of call: some TrainerCall, _ subject: String? = nil) async {
    let error = await #expect(throws: ControlError.self, "\(call)") { try await self.call(call) }
    #expect(error?.code == code, "\(call)")
    if let subject { #expect(error?.subject == subject, "\(call)") }
  }
}

// MARK: Rides

extension DaemonBench {
  /// Makes a call that needs time to pass.
  ///
  /// Returns once its effect is visible or its reply has arrived; no time passes.
  ///
  /// A start that fails at once may be over before its effect is visible.
  func begin<C: TrainerCall>(
    _ call: C, seen: @escaping @Sendable (RideSnapshot) -> Bool
  ) async -> Task<C.Reply, any Error> {
    let task = Task { try await self.call(call) }
    let looking = Task { await wait(until: seen) }
    Task {
      _ = await task.result
      looking.cancel()
    }
    await looking.value
    return task
  }

  /// Chooses the simulated trainer and, if wanted, the strap.
  func useDevices(strap: Bool = true) async throws {
    try await call(Use(address: SimulatedWorld.trainerAddress.description))
    if strap { try await call(Use(address: SimulatedWorld.strapAddress.description)) }
  }

  /// Starts a ride, and stops the time as soon as it is ready for the first pedal stroke or has failed to start.
  @discardableResult
  func start(watts: Int = 150, minutes: Double) async throws -> Started {
    try await start(Start(watts: watts, minutes: minutes))
  }

  /// Starts a ride, and stops the time as soon as it is ready for the first pedal stroke or has failed to start.
  @discardableResult
  func start(_ start: Start) async throws -> Started {
    let starting = await begin(start) { $0.phase != .idle }
    try await advance { $0.phase == .idle || ($0.phase == .ready && $0.figures?.id != nil) }
    return try await starting.value
  }

  /// Makes a call that takes effect at once, and lets time pass until its reply.
  @discardableResult
  func command<C: TrainerCall>(_ call: C, seen: @escaping @Sendable (RideSnapshot) -> Bool) async throws -> C.Reply {
    let task = await begin(call, seen: seen)
    try await advance(by: .milliseconds(200))
    return try await task.value
  }

  var rides: [RideSummary] {
    get async throws { try await call(Rides()).rides }
  }

  /// Returns a ride and all its rows.
  func show(_ ride: String = "last") async throws -> (RideSummary, [RideSample]) {
    var summary: RideSummary?
    var rows: [RideSample] = []
    for try await part in stream(Show(ride: ride)) {
      summary = part.ride
      rows += part.samples
    }
    return (try #require(summary), rows)
  }

  /// The files in `rides`, by name.
  var files: [String: String] {
    get throws {
      let folder = URL(filePath: statePath).appending(path: "rides")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      return try Dictionary(
        uniqueKeysWithValues: names.map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) })
    }
  }

  /// The only file in `rides`.
  var file: String {
    get throws {
      let files = try files
      try #require(files.count == 1)
      return try #require(files.values.first)
    }
  }
}

extension String {
  /// How often the text contains another text.
  func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
