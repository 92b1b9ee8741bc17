import BluetoothLE
import ControlSocket
import ControlWire
import Foundation
import Logging
import Loop
import RadioSim
import RideRuntime
import RideStore
import Rides
import Synchronization
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

/// A daemon in this process, on a stopped clock, whose store opens when the test allows it.
final class UnopenedDaemon: Answering {
  let startup: StartupService<DaemonParts>
  let loop = EventLoop(name: "test-ride", pace: .stepped)
  var socketPath: String { socket.path }
  private let obstacle: Obstacle
  let journal = LogLines()

  private let storeLoop = EventLoop(name: "test-store", pace: .real)
  private let directory: TemporaryDirectory
  private let socket: ServedSocket

  fileprivate init(state: String, world: SimulatedWorld, machine: TestMachine) async throws {
    obstacle = Obstacle()
    try await loop.sleep(until: machine.now)
    loop.hold()
    directory = try TemporaryDirectory()
    let options = DaemonOptions(
      radio: .sim(SimulatedCast()), rate: .max, adapter: nil, stateDirectory: state,
      socketPath: directory.path(of: "s"),
      passedSockets: [:],
      logLevel: .info, environment: [:])
    let central = SimulatedCentral(world, clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
    let time = MachineTime(wallClock: TestWallClock(machine, loop: loop), bootID: machine.bootID)
    let log = journal.logger
    startup = StartupService(central: central, wallClock: time.wallClock, loop: loop, log: log) {
      [obstacle, loop, storeLoop] () throws(StoreError) in
      if let failure = obstacle.failure { throw failure }
      return try await DaemonParts(
        options, radio: RadioParts(central: central), time: time, loop: loop, storeLoop: storeLoop,
        libraryLoops: LibraryLoops(reading: storeLoop, importing: storeLoop), log: log)
    }
    socket = try ServedSocket(at: options.socketPath, startup)
  }

  fileprivate func end() async throws {
    loop.release()
    await startup.shutDown()
    try await socket.close()
    await loop.stop()
    await storeLoop.stop()
  }

  /// Makes the daemon try to open its store, with an additional failure if given.
  func open(against failure: StoreError?) async {
    obstacle.failure = failure
    await startup.open()
  }

  /// Lets time pass.
  func advance(by duration: Duration) async {
    await withCheckedContinuation { continuation in
      loop.schedule(at: loop.now.advanced(by: duration)) { [loop] in
        loop.hold()
        continuation.resume()
      }
      loop.release()
    }
  }

  /// Expects that a ride can be started, ridden and finished.
  func expectToRide() async throws {
    try await call(Use(address: SimulatedWorld.trainerAddress.description))
    let starting = Task { try await call(Start(watts: 150, minutes: 0.2)) }
    while try await status.phase != .riding { await advance(by: .seconds(1)) }
    _ = try await starting.value
    while try await status.phase != .idle { await advance(by: .seconds(1)) }
    let rides = try await call(Rides(limit: 1)).rides
    #expect(rides.map(\.timerSeconds) == [12])
  }
}

/// The failure that prevents a store from opening.
private final class Obstacle: Sendable {
  private let present = Mutex<StoreError?>(nil)

  var failure: StoreError? {
    get { present.withLock { $0 } }
    set { present.withLock { $0 = newValue } }
  }
}

/// Runs a daemon with an unopened store while `body` runs.
func withUnopenedDaemon(
  state: String, world: SimulatedWorld = SimulatedWorld(), machine: TestMachine = TestMachine(),
  _ body: (UnopenedDaemon) async throws -> Void
) async throws {
  let daemon = try await UnopenedDaemon(state: state, world: world, machine: machine)
  do {
    try await body(daemon)
  } catch {
    try await daemon.end()
    throw error
  }
  try await daemon.end()
}
