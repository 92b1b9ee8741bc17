import BluetoothLE
import ControlSocket
import ControlWire
import DaemonKit
import Dispatch
import FitnessGATT
import Loop
import RadioSim
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct RideStartTests {
  /// A simulated world in which no ride can start.
  struct Hindrance: CustomTestStringConvertible {
    let testDescription: String
    let world: SimulatedWorld
    let error: ControlError

    init(
      _ description: String, _ code: ControlError.Code, detail: String? = nil,
      cause: (any ErrorCause)? = nil, _ change: (inout SimulatedWorld) -> Void
    ) {
      testDescription = description
      var world = SimulatedWorld()
      change(&world)
      self.world = world
      let subject = code == .radioUnavailable ? "connect" : "KICKR SIM"
      error = ControlError(code, subject: subject, detail: detail ?? cause?.rawValue, reason: cause)
    }
  }

  private static let hindrances = [
    Hindrance("the trainer is missing", .deviceNotFound, detail: "timedOut") {
      $0.faults = [.missing(SimulatedWorld.trainerAddress)]
    },
    Hindrance("no Fitness Machine service", .noFitnessMachine) { $0.faults = [.noFitnessMachine] },
    Hindrance("no power targets", .noPowerTargets) { $0.kickr.feature.targetSetting = [] },
    Hindrance("the trainer refuses", .targetRefused, cause: TargetRefusal.other("Operation Failed")) {
      $0.kickr.refusals = .max
    },
    Hindrance("the adapter is off", .radioUnavailable, cause: ProblemCode.adapterOff) {
      $0.faults = [.radio(LinkError(.adapterOff, operation: "connect"))]
    },
  ]

  @Test(arguments: hindrances)
  func `a failed start returns the reason and records nothing`(_ hindrance: Hindrance) async throws {
    try await withDaemon(hindrance.world) { bench in
      try await bench.parts.store.choose(
        SimulatedWorld.trainerAddress, name: "KICKR SIM", as: .trainer, at: .init(milliseconds: 0))
      let error = await #expect(throws: ControlError.self) { try await bench.start(minutes: 1) }
      #expect(error == hindrance.error)
      #expect(try await bench.rides == [])
      #expect(try bench.files == [:])
      let status = try await bench.status
      #expect(status.phase == .idle && status.ride == nil)
      await bench.expectRefusal(.noRide, of: Stop())
    }
  }

  @Test func `a start that fails immediately is answered`() async throws {
    var world = SimulatedWorld()
    world.faults = [.radio(LinkError(.adapterOff, operation: "connect"))]
    try await withDaemon(world) { bench in
      try await bench.parts.store.choose(
        SimulatedWorld.trainerAddress, name: nil, as: .trainer, at: .init(milliseconds: 0))
      let starting = await bench.begin(Start(watts: 150, minutes: 1)) { _ in false }
      let error = await #expect(throws: ControlError.self) { try await starting.value }
      #expect(error?.code == .radioUnavailable)
    }
  }

  @Test func `a missing strap does not delay a start`() async throws {
    var world = SimulatedWorld()
    world.faults = [.missing(SimulatedWorld.strapAddress)]
    try await withDaemon(world) { bench in
      try await bench.parts.store.choose(
        SimulatedWorld.strapAddress, name: nil, as: .heartRate, at: .init(milliseconds: 0))
      try await bench.useDevices(strap: false)
      let before = bench.loop.now
      try await bench.start(minutes: 1)
      #expect(bench.loop.now - before < .seconds(1))
      try await bench.advance(toSecond: 30)
      #expect(try await bench.status.problems.map(\.code) == ["strapAway"])
      try await bench.finish()
      #expect(try await bench.rides.first?.timerSeconds == 60)
    }
  }

  @Test func `a client that disconnects does not cancel its start`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      do {
        let client = try RawClient(bench.socketPath)
        client.send(#"{"method":"org.justzone2.Trainer.Start","parameters":{"watts":150,"minutes":1}}"#)
        await bench.wait { $0.phase == .connecting }
        withExtendedLifetime(client) {}
      }
      try await bench.advance { $0.phase == .idle || $0.figures?.elapsedSeconds == 5 }
      #expect(try await bench.status.phase == .riding)
    }
  }

  @Test func `a stop cancels a start that is still connecting`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      let starting = await bench.begin(Start(watts: 150, minutes: 1)) { $0.phase == .connecting }
      let stopping = await bench.begin(Stop()) { $0.phase != .connecting }
      try await bench.finish()
      await #expect(throws: ControlError(.startWithdrawn)) { try await starting.value }
      #expect(try await stopping.value == EndedRide(ride: nil))
      #expect(try await bench.rides == [])
    }
  }

  @Test func `a stop while the store begins the ride leaves no ride`() async throws {
    let (mayConnect, gate) = AsyncStream.makeStream(of: Void.self)
    try await withDaemon(
      pace: .real,
      radio: { loop in
        WaitingCentral(
          radio: SimulatedCentral(
            SimulatedWorld(), clock: loop, executor: loop.serialExecutor, taskExecutor: loop),
          mayConnect: mayConnect)
      }
    ) { bench in
      try await bench.useDevices()
      let starting = await bench.begin(Start(watts: 150, minutes: 1)) { $0.phase == .connecting }
      let disk = SlowDisk(bench.storeLoop)
      gate.finish()
      await bench.wait { $0.phase == .ready }
      let stopping = await bench.begin(Stop()) { $0.phase == .finishing }
      await bench.wait { $0.trainer?.link == .away }
      disk.go()
      #expect(try await stopping.value == EndedRide(ride: nil))
      await #expect(throws: ControlError(.startWithdrawn)) { try await starting.value }
      #expect(try await bench.rides == [])
    }
  }
}

/// A radio that does not connect until it is allowed to.
private struct WaitingCentral: Central {
  let radio: any Central
  /// Finishes when connecting is allowed.
  let mayConnect: AsyncStream<Void>

  func state() async -> CentralState { await radio.state() }
  func scan() -> AsyncThrowingStream<Advertisement, any Error> { radio.scan() }
  func whenUsable() async throws(LinkError) { try await radio.whenUsable() }
  func apply(_ remedy: RadioRemedy) async throws(LinkError) { try await radio.apply(remedy) }

  func connect(to device: DeviceAddress) async throws(LinkError) -> any Link {
    for await _ in mayConnect {}
    return try await radio.connect(to: device)
  }
}

/// Blocks the store until `go()`.
private final class SlowDisk: Sendable {
  private let gate = DispatchSemaphore(value: 0)

  init(_ storeLoop: EventLoop) {
    let gate = gate
    storeLoop.schedule(at: storeLoop.now) { gate.wait() }
  }

  func go() { gate.signal() }
}
