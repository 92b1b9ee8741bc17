import BluetoothLE
import ControlSocket
import ControlWire
import Foundation
import Logging
import Loop
import RadioSim
import RideRuntime
import RideStore
import TestKit
import Testing

@testable import DaemonKit
@testable import HCI
@testable import TrainerAPI

/// The store of a daemon could not be opened.
struct NeverOpened: Error {
  let failure: StoreError?
}

/// A daemon in this process, with its parts on a stepped clock and a real socket.
///
/// Time passes only in `advance`, so each request happens at a known point of the ride.
final class DaemonBench: Answering {
  let loop: EventLoop
  let storeLoop = EventLoop(name: "test-store", pace: .real)
  let libraryLoop = EventLoop(name: "test-library", pace: .real)
  let importLoop = EventLoop(name: "test-import", pace: .real)
  let parts: DaemonParts
  /// The machine's wall clock for the daemon, in addition to the ride clock.
  let clock: TestWallClock
  let statePath: String
  var socketPath: String { socket.path }

  private let directory: TemporaryDirectory
  private let socket: ServedSocket

  fileprivate init(
    state: TemporaryDirectory, pace: EventLoop.Pace, machine: TestMachine, window: Duration, monitorObstacle: HCIError?,
    environment: [String: String], log: Logger, _ radio: (EventLoop) -> any Central
  ) async throws {
    loop = EventLoop(name: "test-ride", pace: pace)
    if pace == .stepped { try await loop.sleep(until: machine.now) }
    clock = TestWallClock(machine, loop: loop)
    statePath = state.path
    loop.hold()
    directory = try TemporaryDirectory()
    let options = DaemonOptions(
      radio: .sim(SimulatedCast()), rate: .max, adapter: nil, stateDirectory: state.path,
      socketPath: directory.path(of: "s"),
      passedSockets: [:],
      logLevel: .critical, resumeWindow: window, environment: environment)
    let rideLoop = loop
    let monitor = monitorObstacle.map { MonitorChannel.closed(on: rideLoop, $0) }
    let startup = StartupService(
      options, radio: RadioParts(central: radio(loop), monitor: monitor),
      time: MachineTime(wallClock: clock, bootID: machine.bootID), loop: loop, storeLoop: storeLoop,
      libraryLoops: LibraryLoops(reading: libraryLoop, importing: importLoop), log: log)
    await startup.open()
    await startup.missingFilesWritten()
    guard let parts = await startup.parts else {
      let failure = await startup.failure
      await loop.stop()
      await libraryLoop.stop()
      await importLoop.stop()
      await storeLoop.stop()
      throw NeverOpened(failure: failure)
    }
    self.parts = parts
    socket = try ServedSocket(at: options.socketPath, startup)
  }

  /// Shuts down in the same way as the daemon.
  fileprivate func end() async throws {
    loop.release()
    await parts.api.shutDown()
    try await socket.close()
    await loop.stop()
    await libraryLoop.stop()
    await importLoop.stop()
    await storeLoop.stop()
  }
}

/// A logger that discards everything.
let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// Runs a daemon with the caller's radio while `body` runs.
func withDaemon(
  state: TemporaryDirectory? = nil, pace: EventLoop.Pace = .stepped, machine: TestMachine = TestMachine(),
  window: Duration = .zero, monitorObstacle: HCIError? = nil, environment: [String: String] = [:],
  log: Logger = silence,
  radio: (EventLoop) -> any Central,
  _ body: (DaemonBench) async throws -> Void
) async throws {
  let state = try state ?? TemporaryDirectory()
  let bench = try await DaemonBench(
    state: state, pace: pace, machine: machine, window: window, monitorObstacle: monitorObstacle,
    environment: environment, log: log, radio)
  do {
    try await body(bench)
  } catch {
    try await bench.end()
    throw error
  }
  try await bench.end()
  #expect(access(bench.socketPath, F_OK) != 0, "the socket's file is gone")
}

/// Runs a daemon in a simulated world while `body` runs.
func withDaemon(
  _ world: SimulatedWorld = SimulatedWorld(), state: TemporaryDirectory? = nil, pace: EventLoop.Pace = .stepped,
  machine: TestMachine = TestMachine(), window: Duration = .zero, monitorObstacle: HCIError? = nil,
  environment: [String: String] = [:], log: Logger = silence,
  _ body: (DaemonBench) async throws -> Void
) async throws {
  try await withDaemon(
    state: state, pace: pace, machine: machine, window: window, monitorObstacle: monitorObstacle,
    environment: environment, log: log
  ) { loop in
    SimulatedCentral(world, clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
  } _: { bench in
    try await body(bench)
  }
}

extension MonitorChannel {
  /// A channel that cannot be opened.
  static func closed(on loop: EventLoop, _ obstacle: HCIError) -> MonitorChannel {
    MonitorChannel(on: loop) { () throws(HCIError) in throw obstacle }
  }
}
