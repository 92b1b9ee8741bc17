import BluetoothLE
import ControlWire
import Loop
import RadioSim
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import RideRuntime

/// Tests of the functional threshold power with the whole daemon.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct DaemonRampTestTests {
  private static let window = Duration.seconds(30 * 60)

  private static let plan: RidePlan = {
    let steps = stride(from: 140, through: 500, by: 20).map {
      RideInterval(label: "Test", end: .timer(seconds: 60), aim: .hold(watts: $0))
    }
    var plan = RidePlan(
      name: "Ramp",
      intervals: [RideInterval(label: "Warm-up", end: .timer(seconds: 60), aim: .hold(watts: 100))] + steps
        + [RideInterval(label: "Cool-down", end: .timer(seconds: 120), aim: .hold(watts: 90))])
    plan.test = .ramp
    return plan
  }()

  private static func order(_ settings: RiderSettings) -> RideOrder {
    var order = RideOrder(
      plan: plan, trainer: RideDevice(address: SimulatedWorld.trainerAddress),
      heartRate: RideDevice(address: SimulatedWorld.strapAddress))
    order.thresholdWatts = settings.thresholdWatts
    return order
  }

  /// A rider who gives up above 250 W.
  private static var world: SimulatedWorld {
    var world = SimulatedWorld()
    world.rider.mostWatts = 250
    return world
  }

  private func start(_ bench: DaemonBench) async throws {
    try await bench.useDevices()
    var change = SetSettings()
    (change.thresholdWatts, change.criticalWatts, change.wPrimeKilojoules) = (220, 200, 15)
    try await bench.call(change)
    let settings = try await bench.parts.store.settings()
    let order = Self.order(settings)
    Task { _ = await bench.parts.driver.perform(.start(order, EffortInHand(order, settings))) }
    try await bench.advance { $0.phase == .riding }
  }

  @Test func `a ramp test ends by itself when the rider gives up, and states the FTP`() async throws {
    try await withDaemon(Self.world) { bench in
      try await start(bench)
      try await bench.advance { $0.plan?.interval?.label == "Cool-down" }
      let ride = try #require(try await bench.status.ride)
      let test = try #require(ride.test)
      // 240 W are held for a minute, and 260 W are not.
      #expect((178...186).contains(test.thresholdWatts ?? 0) && test.over == true)
      let reached = try #require(try await bench.status.plan?.expired.last)
      #expect(reached.targetWatts == 260 && (8...20).contains(reached.timerSeconds))
      #expect(ride.powerZones?.count == 7)
      let zoned = ride.powerZones?.compactMap(\.seconds).reduce(0, +) ?? 0
      #expect(abs(zoned - ride.timerSeconds) <= 2)
      let wPrime = try #require(ride.wPrime)
      #expect(wPrime.criticalWatts == 200 && wPrime.kilojoules < 12)
      try await bench.finish()
      let review = try await bench.call(Review(ride: "last"))
      #expect(review.review.test?.thresholdWatts == test.thresholdWatts)
      #expect(review.laps.map(\.label) == ["Warm-up"] + Array(repeating: "Test", count: 7) + ["Cool-down"])
      let lengths = review.laps.map(\.timerSeconds)
      #expect(lengths.min() ?? 0 > 0)
      let kinds = review.events.map(\.kind)
      #expect(!kinds.contains("released"))
    }
  }

  @Test func `a ramp test goes on in the next process with its best minute`() async throws {
    let machine = TestMachine(bootID: "A")
    var left: (TemporaryDirectory, MonotonicInstant)?
    var before: RideStatus?
    try await withDaemon(Self.world, machine: machine, window: Self.window) { bench in
      try await start(bench)
      try await bench.advance(toSecond: 250)
      before = try await bench.status.ride
      await bench.untilStored()
      left = (try TemporaryDirectory(copying: bench.statePath), bench.loop.now)
    }
    let (remains, at) = try #require(left)
    var later = machine
    later.now = at.advanced(by: .seconds(10))
    later.wallNow = machine.wallNow.advanced(by: later.now.sinceOrigin)
    try await withDaemon(Self.world, state: remains, machine: later, window: Self.window) { bench in
      let ride = try #require(try await bench.status.ride)
      #expect(ride.test == before?.test && ride.test?.meanWatts != nil)
      #expect(ride.powerZones == before?.powerZones)
      try await bench.advance { $0.plan?.interval?.label == "Cool-down" }
      let watts = try #require(try await bench.status.ride?.test?.thresholdWatts)
      #expect((178...186).contains(watts))
    }
  }
}
