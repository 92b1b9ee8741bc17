import BluetoothLE
import ControlWire
import Loop
import RadioSim
import RideRuntime
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct FirstRideTests {
  private static let neighbour = Advertisement(
    address: DeviceAddress(0xC0FF_EE00_0003), name: "SUITO", rssi: -80, services: [.fitnessMachine])
  private static let neighboursStrap = Advertisement(
    address: DeviceAddress(0xC0FF_EE00_0004), name: "TICKR", rssi: -45, services: [.heartRate])

  private static func world(
    _ bystanders: Advertisement..., faults: SimulatedWorld.Fault...
  ) -> SimulatedWorld {
    var world = SimulatedWorld()
    world.bystanders = bystanders
    world.faults = faults
    return world
  }

  @Test func `a first start takes the only trainer and the only strap`() async throws {
    try await withDaemon { bench async throws in
      let started = try await bench.firstStart()
      #expect(
        started.devices == [
          RiddenDevice(kind: .trainer, address: "C0:FF:EE:00:00:01", name: "KICKR SIM", reason: .onlyOne),
          RiddenDevice(kind: .heartRate, address: "C0:FF:EE:00:00:02", name: "HRM SIM", reason: .onlyOne),
        ])
      #expect(bench.loop.now.sinceOrigin >= DeviceListening.shortest)
      #expect(bench.loop.now.sinceOrigin < DeviceListening.shortest + .seconds(1))
      #expect(try await bench.devices.map(\.known) == [true, true])
      try await bench.advance(toSecond: 10)
      #expect(try await bench.status.heartRate?.beatsPerMinute != nil)
      _ = try await bench.command(Stop()) { $0.phase == .finishing || $0.phase == .idle }
      try await bench.finish()
      let before = bench.loop.now
      let again = try await bench.start(minutes: 1)
      #expect(bench.loop.now - before < .seconds(1), "what was taken is chosen")
      #expect(again.devices.map(\.reason) == [.chosen, .chosen])
    }
  }

  @Test func `a first start does not wait long for a missing strap`() async throws {
    try await withDaemon(Self.world(faults: .missing(SimulatedWorld.strapAddress))) { bench async throws in
      let started = try await bench.firstStart()
      #expect(started.devices.map(\.kind) == [.trainer])
      #expect(bench.loop.now.sinceOrigin < DeviceListening.incomplete + .seconds(1))
    }
  }

  @Test func `a first start with several trainers is refused and lists them`() async throws {
    try await withDaemon(Self.world(Self.neighbour)) { bench async throws in
      let error = await #expect(throws: ControlError.self) { try await bench.firstStart() }
      #expect(error?.code == .severalDevices && error?.subject == "trainer")
      #expect(error?.devices.map(\.name) == ["KICKR SIM", "HRM SIM", "SUITO"])
      #expect(error?.devices.map(\.rssi) == [-52, -61, -80])
      #expect(try await bench.status.phase == .idle)
      #expect(try await bench.devices.isEmpty, "nothing is taken by halves")
      try await bench.useDevices()
      #expect(try await bench.start(minutes: 1).devices.map(\.reason) == [.chosen, .chosen])
    }
  }

  @Test func `a first start with several straps is refused unless no heart rate is wanted`() async throws {
    try await withDaemon(Self.world(Self.neighboursStrap)) { bench async throws in
      let error = await #expect(throws: ControlError.self) { try await bench.firstStart() }
      #expect(error?.code == .severalDevices && error?.subject == "heartRate")
      #expect(error?.devices.map(\.name) == ["TICKR", "HRM SIM"])
      let started = try await bench.firstStart(Start(watts: 150, minutes: 1, heartRate: false))
      #expect(started.devices.map(\.kind) == [.trainer])
      #expect(try await bench.devices.map(\.kinds) == [[.trainer]])
    }
  }

  @Test func `a first start with several straps takes the chosen one`() async throws {
    try await withDaemon(Self.world(Self.neighboursStrap)) { bench async throws in
      try await bench.call(Use(address: SimulatedWorld.strapAddress.description))
      #expect(try await bench.firstStart().devices.map(\.reason) == [.onlyOne, .chosen])
    }
  }

  @Test func `a first start prefers a trainer that was used before`() async throws {
    try await withDaemon(Self.world(Self.neighbour)) { bench async throws in
      let now = UnixTime(milliseconds: 0)
      let other = DeviceAddress(0xC0FF_EE00_0009)
      try await bench.parts.store.choose(SimulatedWorld.trainerAddress, name: nil, as: .trainer, at: now)
      try await bench.parts.store.choose(other, name: nil, as: .trainer, at: now)
      _ = try await bench.parts.store.forget(other)
      let started = try await bench.firstStart()
      #expect(started.devices.first?.reason == .onlyKnown)
      #expect(started.devices.first?.address == SimulatedWorld.trainerAddress.description)
    }
  }

  @Test func `a ride without heart rate leaves out a chosen strap`() async throws {
    try await withDaemon { bench async throws in
      try await bench.useDevices()
      let starting = await bench.begin(Start(watts: 150, minutes: 1, heartRate: false)) { $0.phase != .idle }
      try await bench.advance(toSecond: 10)
      _ = try await starting.value
      #expect(await bench.parts.driver.snapshot.heartRate == nil)
      await bench.expectRefusal(
        .invalidParameter, of: Start(watts: 150, minutes: 1, maximumHeartRate: 140, heartRate: false), "heartRate")
    }
  }

  @Test func `a first start without a trainer in range fails`() async throws {
    try await withDaemon(Self.world(faults: .missing(SimulatedWorld.trainerAddress))) { bench async throws in
      let error = await #expect(throws: ControlError.self) { try await bench.firstStart() }
      #expect(error == ControlError(.noTrainerInRange))
      #expect(bench.loop.now.sinceOrigin >= DeviceListening.withoutDevice)
      #expect(try await bench.status.phase == .idle)
    }
  }

  @Test func `a device without a Fitness Machine service is not remembered`() async throws {
    try await withDaemon(Self.world(faults: .noFitnessMachine)) { bench async throws in
      let error = await #expect(throws: ControlError.self) { try await bench.firstStart() }
      #expect(error == ControlError(.noFitnessMachine, subject: "KICKR SIM"))
      #expect(try await bench.devices.isEmpty)
    }
  }

  @Test func `a first start with a failing radio is refused with the reason`() async throws {
    let off = LinkError(.adapterOff, operation: "scan")
    try await withDaemon(Self.world(faults: .radio(off))) { bench async throws in
      let error = await #expect(throws: ControlError.self) { try await bench.call(Start(watts: 150, minutes: 1)) }
      #expect(error == ControlError(.radioUnavailable, subject: "scan", cause: ProblemCode.adapterOff))
      #expect(try await bench.status.phase == .idle)
    }
  }

  @Test func `a search counts as a start for every other call`() async throws {
    try await withDaemon { bench async throws in
      let starting = try await bench.beginSearch()
      #expect(try await bench.status.phase == .connecting)
      await bench.expectRefusal(.rideInProgress, of: Start(watts: 200, minutes: 1))
      await bench.expectRefusal(.scanDuringRide, of: Scan(seconds: 5))
      await bench.expectRefusal(.scanDuringRide, of: Use(address: "C0:FF:EE:00:00:09"))
      for call: any TrainerCall in [Pause(), Resume(), SetWatts(watts: 170)] {
        await bench.expectRefusal(.wrongPhase, of: call)
      }
      try await bench.advance { $0.phase == .ready && $0.figures?.id != nil }
      _ = try await starting.value
    }
  }

  @Test func `a watch shows a search begin and end`() async throws {
    try await withDaemon(Self.world(faults: .missing(SimulatedWorld.trainerAddress))) { bench async throws in
      var statuses = bench.stream(Watch()).makeAsyncIterator()
      #expect(try await statuses.next()?.phase == .idle)
      let starting = try await bench.beginSearch()
      // A watch repeats its status at every heartbeat, in real time.
      var phase = try await statuses.next()?.phase
      while phase == .idle { phase = try await statuses.next()?.phase }
      #expect(phase == .connecting)
      try await bench.advance(by: DeviceListening.withoutDevice + .seconds(1))
      await #expect(throws: ControlError(.noTrainerInRange)) { try await starting.value }
      while phase == .connecting { phase = try await statuses.next()?.phase }
      #expect(phase == .idle)
    }
  }

  @Test func `a stop cancels a search`() async throws {
    try await withDaemon { bench async throws in
      let starting = try await bench.beginSearch()
      #expect(try await bench.call(Stop()) == EndedRide(ride: nil))
      await #expect(throws: ControlError(.startWithdrawn)) { try await starting.value }
      #expect(try await bench.status.phase == .idle)
      await bench.expectRefusal(.noRide, of: Stop())
      #expect(try await bench.devices.isEmpty)
      _ = try await bench.firstStart()
    }
  }

  @Test func `a client that disconnects does not end a search`() async throws {
    try await withDaemon { bench async throws in
      do {
        let client = try RawClient(bench.socketPath)
        client.send(#"{"method":"org.justzone2.Trainer.Start","parameters":{"watts":150,"minutes":1}}"#)
        await bench.waitForSearch()
        withExtendedLifetime(client) {}
      }
      try await bench.advance { $0.figures?.elapsedSeconds == 5 }
      #expect(try await bench.status.phase == .riding)
      #expect(try await bench.devices.count == 2)
    }
  }

  @Test func `a daemon that shuts down ends a search`() async throws {
    try await withDaemon { bench async throws in
      let starting = try await bench.beginSearch()
      await bench.parts.api.shutDown()
      await #expect(throws: ControlError(.shuttingDown)) { try await starting.value }
    }
  }

  @Test func `a device chosen during a search is used for the ride`() async throws {
    try await withDaemon(Self.world(Self.neighbour)) { bench async throws in
      let starting = try await bench.beginSearch()
      try await bench.useDevices()
      try await bench.advance { $0.phase == .ready && $0.figures?.id != nil }
      let started = try await starting.value
      #expect(started.devices.map(\.reason) == [.chosen, .chosen])
    }
  }
}

extension DaemonBench {
  /// Returns once a search for devices is running.
  fileprivate func waitForSearch() async {
    await loop.untilItHolds { [devices = parts.api.devices] in devices.assumeIsolated { $0.isSearching } }
  }

  /// Starts a ride without chosen devices, and returns once the search for devices is running; no time passes.
  fileprivate func beginSearch(
    _ start: Start = Start(watts: 150, minutes: 1)
  ) async throws -> Task<Started, any Error> {
    let task = Task { try await call(start) }
    await waitForSearch()
    return task
  }

  /// Starts a ride without chosen devices, and stops the time as soon as it is ready or has failed to start.
  @discardableResult
  func firstStart(_ start: Start = Start(watts: 150, minutes: 1)) async throws -> Started {
    let starting = try await beginSearch(start)
    let devices = parts.api.devices
    try await advance { snapshot in
      let isSearching = devices.assumeIsolated { $0.isSearching }
      return !isSearching && (snapshot.phase == .idle || (snapshot.phase == .ready && snapshot.figures?.id != nil))
    }
    return try await starting.value
  }

  fileprivate var devices: [Device] {
    get async throws { try await call(Devices()).devices }
  }
}
