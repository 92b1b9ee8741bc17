import BluetoothLE
import ControlSocket
import ControlWire
import DaemonKit
import Foundation
import RadioSim
import RideSession
import TestKit
import Testing

/// A daemon that answers on a socket.
protocol Answering: Sendable {
  var socketPath: String { get }
}

extension Answering {
  /// Asks for what needs no time.
  @discardableResult
  func call(_ request: ControlRequest) async throws -> ControlReply {
    let path = socketPath
    return try await blocking {
      var client = try ControlClient(connectingTo: [path])
      return try client.call(request)
    }
  }

  /// Asks for replies that come one by one.
  func stream(_ request: ControlRequest) -> AsyncThrowingStream<ControlReply, any Error> {
    let (replies, continuation) = AsyncThrowingStream.makeStream(of: ControlReply.self)
    let path = socketPath
    Thread.detachNewThread {
      do {
        let client = try ControlClient(connectingTo: [path])
        try client.stream(request) { reply in
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
    get async throws {
      guard case .status(let status) = try await call(.status) else { throw NeverCame() }
      return status
    }
  }

  /// Expects a refusal, without letting time pass.
  func expectRefusal(_ code: ControlError.Code, of request: ControlRequest, _ subject: String? = nil) async {
    let error = await #expect(throws: ControlError.self, "\(request)") { try await call(request) }
    #expect(error?.code == code, "\(request)")
    if let subject { #expect(error?.subject == subject, "\(request)") }
  }
}

// MARK: Rides

extension DaemonBench {
  /// Asks for what needs time, and returns once its effect is seen, without letting time pass.
  func begin(
    _ request: ControlRequest, seen: @Sendable (RideSnapshot) -> Bool
  ) async -> Task<ControlReply, any Error> {
    let task = Task { try await call(request) }
    await wait(until: seen)
    return task
  }

  /// Chooses the simulated trainer, and the strap.
  func useDevices(strap: Bool = true) async throws {
    try await call(.use(address: SimulatedWorld.trainerAddress.description))
    if strap { try await call(.use(address: SimulatedWorld.strapAddress.description)) }
  }

  /// Starts a ride and stops the time as soon as it is ready for the first pedal stroke, or did not start.
  @discardableResult
  func start(watts: Int = 150, minutes: Double) async throws -> Started {
    try await start(RideStart(watts: watts, minutes: minutes))
  }

  /// Starts a ride and stops the time as soon as it is ready for the first pedal stroke, or did not start.
  @discardableResult
  func start(_ start: RideStart) async throws -> Started {
    let starting = await begin(.start(start)) { $0.phase != .idle }
    try await advance { $0.phase == .idle || ($0.phase == .ready && $0.figures?.id != nil) }
    guard case .started(let started) = try await starting.value else { throw NeverCame() }
    return started
  }

  /// Lets time pass until a command that takes effect at once is carried out.
  func command(_ request: ControlRequest, seen: @Sendable (RideSnapshot) -> Bool) async throws -> ControlReply {
    let task = await begin(request, seen: seen)
    try await advance(by: .milliseconds(200))
    return try await task.value
  }

  var rides: [RideSummary] {
    get async throws {
      guard case .rides(let rides, _) = try await call(.rides(limit: 0)) else { throw NeverCame() }
      return rides
    }
  }

  /// A ride and all its rows.
  func show(_ ride: String = "last") async throws -> (RideSummary, [SampleRow]) {
    var summary: RideSummary?
    var rows: [SampleRow] = []
    for try await reply in stream(.show(ride: ride)) {
      guard case .ride(let ride, let samples) = reply else { throw NeverCame() }
      summary = ride
      rows += samples
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

  /// The one file in `rides`.
  var file: String {
    get throws {
      let files = try files
      try #require(files.count == 1)
      return try #require(files.values.first)
    }
  }
}

extension String {
  /// How often another text stands in it.
  func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
