import BluetoothLE
import BusTestKit
import DBus
import Loop
import TestKit
import Testing

@testable import BlueZ

/// A private bus with a simulated BlueZ, and the radio under test.
struct Scene {
  let bus: PrivateBus
  let loop: EventLoop
  let bluez: FakeBlueZ
  private let runner: BlueZCentral
  private let beginning: AsyncStream<Never>.Continuation

  /// The central; it starts running at a test's first access, and finds the objects that the test added before.
  ///
  /// The signal of an object that is added later may arrive after the test's next request.
  var central: BlueZCentral {
    beginning.finish()
    return runner
  }

  static let trainer = DeviceAddress(0xC0FF_EE00_0001)
  static let strap = DeviceAddress(0xC0FF_EE00_0002)

  /// Runs a scene to its end.
  ///
  /// The radio waits only half a second for the event named by `limit`. Use it in tests in which that event never
  /// happens: then a busy machine makes no difference. The same applies to a short `bonding`. All other limits are
  /// those of tests.
  static func run(
    adapter: DeviceAddress? = nil, controllers: FakeControllers? = nil, givingUpSoon limit: Limit? = nil,
    bonding: Duration = TestDeadline.event, denying denial: String = "",
    examine: @escaping @Sendable () async -> LinkError? = { nil },
    _ body: @escaping @Sendable (Scene) async throws -> Void
  ) async throws {
    try await PrivateBus.run(denying: denial) {
      try await run(on: $0, adapter, controllers, limit, bonding, examine, body)
    }
  }

  private static func run(
    on bus: PrivateBus, _ adapter: DeviceAddress?, _ controllers: FakeControllers?, _ limit: Limit?,
    _ bonding: Duration, _ examine: @escaping @Sendable () async -> LinkError?,
    _ body: @escaping @Sendable (Scene) async throws -> Void
  ) async throws {
    let loop = EventLoop(name: "bluez-test", pace: .real)
    let bluez = try await FakeBlueZ.start(bus.address, on: loop)
    var patience = BlueZCentral.Patience()
    patience.reattaching = .milliseconds(50)...(.milliseconds(50))
    patience.asking = .milliseconds(200)
    patience.attaching = TestDeadline.event
    patience.answer = TestDeadline.event
    patience.startingAgain = .milliseconds(200)
    patience.connecting = TestDeadline.event
    patience.request = TestDeadline.event
    patience.echoing = TestDeadline.event
    patience.attempting = TestDeadline.event
    patience.searching = limit == .searching ? .milliseconds(500) : TestDeadline.event
    patience.resolving = limit == .resolving ? .milliseconds(500) : TestDeadline.event
    patience.inheriting = limit == .inheriting ? .milliseconds(500) : TestDeadline.event
    patience.leaving = limit == .leaving ? .milliseconds(500) : TestDeadline.event
    patience.bonding = bonding
    patience.straggling = .milliseconds(50)
    patience.measuring = .milliseconds(20)
    patience.confirming = .milliseconds(20)
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

  /// Events that the radio waits for, and that a test may omit.
  enum Limit { case searching, resolving, inheriting, leaving }

  /// Runs a scene with a linked trainer.
  static func linked(
    controllers: FakeControllers? = nil, givingUpSoon limit: Limit? = nil, bonding: Duration = TestDeadline.event,
    _ body: @escaping @Sendable (Scene, any Link) async throws -> Void
  ) async throws {
    try await run(controllers: controllers, givingUpSoon: limit, bonding: bonding) { scene in
      await scene.bluez.addAdapter()
      await scene.bluez.addTrainer()
      await scene.bluez.obey()
      try await body(scene, scene.central.connect(to: trainer))
    }
  }

  /// Returns the state once it fulfils `condition`; the last state after the time limit.
  func state(when condition: @escaping @Sendable (CentralState) -> Bool) async -> CentralState {
    _ = await loop.comesToHold(within: TestDeadline.event) { [central] in
      central.assumeIsolated { $0.mirror.hasSettled && condition($0.presentState) }
    }
    return await central.state()
  }

  /// Expects that the state fulfils `condition` in time.
  func expectState(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable (CentralState) -> Bool
  ) async {
    let state = await state(when: condition)
    let isFulfilled = condition(state)
    #expect(isFulfilled, "\(state)", sourceLocation: sourceLocation)
  }

  /// Expects that `condition` becomes true in time.
  func expectEventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable () -> Bool
  ) async {
    let holds = await loop.comesToHold(within: TestDeadline.event, condition)
    #expect(holds, sourceLocation: sourceLocation)
  }

  /// Expects that `condition` becomes true for BlueZ in time.
  func expectOfBlueZ(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable (isolated FakeBlueZ) -> Bool
  ) async {
    await expectEventually(sourceLocation: sourceLocation) { [bluez] in bluez.assumeIsolated(condition) }
  }
}

extension Scene {
  /// Expects that exactly `count` tasks of the radio wait as part of `operation`.
  func expectWaiting(
    _ count: Int, in operation: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await expectEventually(sourceLocation: sourceLocation) { [central] in
      central.assumeIsolated { $0.waitlist.count(of: operation) == count }
    }
  }

  /// Expects that exactly `count` tasks have a command for the controller and wait until it is free.
  ///
  /// A waiting task sends no command.
  func expectCommands(waiting count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
    await expectWaiting(count, in: BlueZCentral.waitingForController, sourceLocation: sourceLocation)
  }

  /// Lets all waiting tasks check again; returns when the resumed ones have done all that they can.
  func reviewAll() async {
    await central.review()
    await loop.untilItHolds { true }
  }

  /// Returns when BlueZ has received all calls of the radio: a bus delivers in order.
  func callsHaveArrived() async throws { try await central.list() }
}

extension Link {
  /// The events until the link is closed.
  var everything: [LinkEvent] {
    get async { await events.reduce(into: []) { $0.append($1) } }
  }
}

/// Returns the reason for a link's end from its last event; nil for another event.
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
