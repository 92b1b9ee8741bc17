import BluetoothLE
import BusTestKit
import DBus
import Loop
import TestKit
import Testing

@testable import BlueZ

/// A private bus with a fake BlueZ on it, and the radio under test.
struct Scene {
  let bus: PrivateBus
  let loop: EventLoop
  let bluez: FakeBlueZ
  private let runner: BlueZCentral
  private let beginning: AsyncStream<Never>.Continuation

  /// The central; it begins to run when a test first asks for it, and finds the objects that the test added before.
  ///
  /// The signal of an object that is added later may be delivered after the test's next request.
  var central: BlueZCentral {
    beginning.finish()
    return runner
  }

  static let trainer = DeviceAddress(0xC0FF_EE00_0001)
  static let strap = DeviceAddress(0xC0FF_EE00_0002)

  /// Runs a scene to its end.
  ///
  /// With `givingUpSoon` the radio waits half a second instead of many. Use it only in tests in which nothing comes,
  /// since a busy machine may take any time. The same holds for a short `bonding`.
  static func run(
    adapter: DeviceAddress? = nil, controllers: FakeControllers? = nil, givingUpSoon: Bool = false,
    bonding: Duration = .seconds(30), denying denial: String = "",
    examine: @escaping @Sendable () async -> LinkError? = { nil },
    _ body: @escaping @Sendable (Scene) async throws -> Void
  ) async throws {
    try await PrivateBus.run(denying: denial) {
      try await run(on: $0, adapter, controllers, givingUpSoon, bonding, examine, body)
    }
  }

  private static func run(
    on bus: PrivateBus, _ adapter: DeviceAddress?, _ controllers: FakeControllers?, _ givingUpSoon: Bool,
    _ bonding: Duration, _ examine: @escaping @Sendable () async -> LinkError?,
    _ body: @escaping @Sendable (Scene) async throws -> Void
  ) async throws {
    let loop = EventLoop(name: "bluez-test", pace: .real)
    let bluez = try await FakeBlueZ.start(bus.address, on: loop)
    var patience = BlueZCentral.Patience()
    patience.reattaching = .milliseconds(50)...(.milliseconds(50))
    patience.asking = .milliseconds(200)
    if givingUpSoon {
      (patience.resolving, patience.searching) = (.milliseconds(500), .milliseconds(500))
      patience.inheriting = .milliseconds(500)
    }
    patience.bonding = bonding
    patience.straggling = .milliseconds(50)
    patience.measuring = .milliseconds(20)
    patience.confirming = .milliseconds(20)
    patience.echoing = .seconds(30)
    let central = BlueZCentral(
      on: loop, busAddress: bus.address, adapter: adapter, controllers: controllers, examine: examine,
      patience: patience)
    let outcome = await withTaskGroup(of: Void.self) { group in
      let (begun, beginning) = AsyncStream.makeStream(of: Never.self)
      group.addTask {
        for await _ in begun {}
        if !Task.isCancelled { await central.run() }
      }
      let scene = Scene(bus: bus, loop: loop, bluez: bluez, runner: central, beginning: beginning)
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(scene)) } catch { outcome = .failure(error) }
      group.cancelAll()
      return outcome
    }
    await bluez.crash()
    await loop.stop()
    try outcome.get()
  }

  /// Runs a scene in which the trainer is linked.
  static func linked(
    controllers: FakeControllers? = nil, bonding: Duration = .seconds(30),
    _ body: @escaping @Sendable (Scene, any Link) async throws -> Void
  ) async throws {
    try await run(controllers: controllers, bonding: bonding) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      try await body(scene, scene.central.connect(to: trainer))
    }
  }

  /// How long to wait for events that take milliseconds, on a machine that is short of processors.
  private static let patience = Duration.seconds(20)

  /// The state once it fulfils `condition`; the last state if it never does.
  func state(when condition: @escaping @Sendable (CentralState) -> Bool) async -> CentralState {
    _ = await loop.comesToHold(within: Self.patience) { [central] in
      central.assumeIsolated { $0.mirror.hasSettled && condition($0.presentState) }
    }
    return await central.state()
  }

  /// Expects that the state comes to fulfil `condition` in time.
  func expectState(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable (CentralState) -> Bool
  ) async {
    let state = await state(when: condition)
    let isFulfilled = condition(state)
    #expect(isFulfilled, "\(state)", sourceLocation: sourceLocation)
  }

  /// Expects that `condition` comes to hold in time.
  func expectEventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable () -> Bool
  ) async {
    let holds = await loop.comesToHold(within: Self.patience, condition)
    #expect(holds, sourceLocation: sourceLocation)
  }

  /// Expects that `condition` comes to hold for BlueZ in time.
  func expectOfBlueZ(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable (isolated FakeBlueZ) -> Bool
  ) async {
    await expectEventually(sourceLocation: sourceLocation) { [bluez] in bluez.assumeIsolated(condition) }
  }
}

extension Link {
  /// The events until the link is closed.
  var everything: [LinkEvent] {
    get async { await events.reduce(into: []) { $0.append($1) } }
  }
}

/// The reason for a link's end, by its last event; nil if that is another one.
func ending(_ events: [LinkEvent]) -> LinkError? {
  if case .closed(let error) = events.last { error } else { nil }
}

/// Expects that `body` fails with `code`.
func expectFailure(
  _ code: LinkError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
  let error = await #expect(throws: LinkError.self, sourceLocation: sourceLocation) { try await body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
}
