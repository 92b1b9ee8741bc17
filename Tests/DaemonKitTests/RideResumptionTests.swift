import BluetoothLE
import ControlWire
import Foundation
import Loop
import RadioSim
import RideSession
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import RideRuntime
@testable import TrainerAPI

/// Rides that outlive their process: the test copies the state directory during a ride, as a kill or a power cut would
/// leave it, and starts a daemon on the copy.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct RideResumptionTests {
  private static let window = Duration.seconds(30 * 60)
  private let machine = TestMachine(bootID: "A")

  /// Rides until this many rows are stored, runs `body`, and returns a copy of the state directory.
  private func cutOff(
    at second: Int, state: TemporaryDirectory? = nil, on machine: TestMachine? = nil,
    _ body: (DaemonBench) async throws -> Void = { _ in }
  ) async throws -> (remains: TemporaryDirectory, at: MonotonicInstant) {
    var left: (TemporaryDirectory, MonotonicInstant)?
    try await withDaemon(state: state, machine: machine ?? self.machine, window: Self.window) { bench in
      if try await bench.rides.isEmpty {
        try await bench.useDevices()
        try await bench.start(minutes: 10)
      }
      try await bench.advance(toSecond: second)
      try await body(bench)
      await bench.untilStored()
      left = (try TemporaryDirectory(copying: bench.statePath), bench.loop.now)
    }
    return try #require(left)
  }

  /// The machine after a pause, on the same boot.
  private func later(_ pause: Duration, than instant: MonotonicInstant) -> TestMachine {
    var later = machine
    later.now = instant.advanced(by: pause)
    later.wallNow = machine.wallNow.advanced(by: later.now.sinceOrigin)
    return later
  }

  /// Expects one whole ride of ten minutes of timer time, with rows a second apart, in one file.
  private func expectOneWholeRide(_ bench: DaemonBench) async throws {
    let (ride, rows) = try await bench.show()
    #expect((ride.id, ride.state, ride.timerSeconds) == (1, .finished, 600))
    #expect(rows.map(\.second) == Array(0..<rows.count))
    #expect(try await bench.rides.count == 1)
    #expect(try bench.file.count(of: "<Trackpoint>") == 600)
  }

  @Test func `a lap continues in a resumed ride`() async throws {
    let (remains, at) = try await cutOff(at: 100) { bench in
      try await bench.call(EndLap())
      try await bench.advance(toSecond: 110)
    }
    try await withDaemon(state: remains, machine: later(.seconds(20), than: at), window: Self.window) { bench in
      let lap = try #require(try await bench.status.ride?.lap)
      #expect((lap.number, lap.timerSeconds) == (2, 10))
      try await bench.finish()
      #expect(try await bench.call(Review(ride: "last")).laps.map(\.fromSeconds) == [0, 100])
      try await expectOneWholeRide(bench)
    }
  }

  /// The intervals of the first minute were stored before the kill; the gap between the processes does not count as
  /// one.
  @Test func `a resumed ride continues to count its devices' notification intervals`() async throws {
    let (remains, at) = try await cutOff(at: 100)
    try await withDaemon(state: remains, machine: later(.seconds(20), than: at), window: Self.window) { bench in
      let kept = try #require(try await bench.parts.store.intervals(of: 1)[.trainer])
      #expect((230...250).contains(kept.count))
      try await bench.finish()
      let whole = try #require(try await bench.parts.store.intervals(of: 1)[.trainer])
      // Ten minutes of four a second, without those that the first process had not yet stored.
      #expect((2200...2300).contains(whole.count))
      #expect(whole.longest < .seconds(1))
    }
  }

  @Test func `a ride that was cut off resumes automatically`() async throws {
    let (remains, at) = try await cutOff(at: 100)
    try await withDaemon(state: remains, machine: later(.seconds(20), than: at), window: Self.window) { bench in
      #expect(try await bench.status.ride?.id == 1)
      await bench.expectRefusal(.rideInProgress, of: Start(watts: 300, minutes: 5), "1")
      let began = bench.loop.now
      try await bench.advance { $0.phase == .riding }
      #expect(bench.loop.now - began < .seconds(5))
      try await bench.finish()
      try await expectOneWholeRide(bench)
      let rows = try await bench.show().1
      let gap = rows.dropFirst(100).prefix(20)
      #expect(gap.map(\.timerRunning) == Array(repeating: false, count: 20))
      #expect(gap.compactMap(\.powerWatts).isEmpty, "nothing is made up")
      let events = try await bench.parts.store.events(of: 1)
      let interruptions = events.filter { $0.kind == .interrupted }
      #expect(interruptions.first?.at == .seconds(100))
      let ends = events.map(\.kind.name).filter { [.continued, .ended].contains($0) }
      #expect(ends == [.continued, .ended])
    }
  }

  /// The library is read on its own connection, which does not wait for pending writes of the ride.
  @Test func `a resumed ride is stored as riding at once`() async throws {
    let (remains, at) = try await cutOff(at: 100)
    try await withDaemon(state: remains, machine: later(.seconds(1801), than: at), window: Self.window) {
      bench async throws in
      let ride = try await bench.parts.store.ride(1)
      try await bench.parts.store.suspend(1)
      await bench.parts.recorder.resume(ride, try #require(ride.order), start: bench.loop.now)
      let waiting = await bench.parts.recorder.rides.contains { $0.next != nil }
      #expect(!waiting)
      #expect(try await bench.rides.map(\.state) == [.riding])
    }
  }

  @Test func `a ride cut off for longer than the resume window is finished, not resumed`() async throws {
    let (remains, at) = try await cutOff(at: 100)
    try await withDaemon(state: remains, machine: later(.seconds(1801), than: at), window: Self.window) {
      bench async throws in
      #expect(try await bench.status.phase == .idle)
      #expect(try await bench.rides.map(\.state) == [.finished])
      #expect(try bench.file.count(of: "<Trackpoint>") == 100)
    }
  }

  /// BlueZ keeps the links of a process that was killed, and a trainer keeps its target power as long as they last.
  @Test(arguments: [(20, false), (1801, true)])
  func `links of a killed daemon are released only if no ride resumes`(_ pause: Int, _ areLetGo: Bool) async throws {
    let (remains, at) = try await cutOff(at: 100)
    let machine = later(.seconds(pause), than: at)
    let (asked, asking) = AsyncStream.makeStream(of: Set<DeviceAddress>.self)
    try await withDaemon(
      state: remains, machine: machine, window: Self.window,
      radio: { loop in
        LettingGoCentral(
          radio: SimulatedCentral(
            SimulatedWorld(), clock: loop, executor: loop.serialExecutor, taskExecutor: loop)
        ) { asking.yield($0) }
      }
    ) { bench in
      try await bench.advance(by: .seconds(2))
      if !areLetGo { asking.finish() }
      let devices: Set = [SimulatedWorld.trainerAddress, SimulatedWorld.strapAddress]
      #expect(await asked.first { _ in true } == (areLetGo ? devices : nil))
    }
  }

  @Test func `a ride resumes even if the clock has jumped by years`() async throws {
    let (remains, at) = try await cutOff(at: 100)
    var machine = later(.seconds(20), than: at)
    machine.wallNow = machine.wallNow.advanced(by: .seconds(10 * 365 * 86_400))
    machine.isSynchronised = false
    try await withDaemon(state: remains, machine: machine, window: Self.window) { bench in
      try await bench.finish()
      try await expectOneWholeRide(bench)
      #expect(try bench.file.count(of: "<Time>2026-11-21T06:") == 600)
    }
  }

  @Test func `after a reboot a ride resumes with a gap measured by the wall clock`() async throws {
    let (remains, at) = try await cutOff(at: 100)
    var machine = later(.seconds(60), than: at)
    (machine.bootID, machine.now) = ("B", MonotonicInstant(sinceOrigin: .seconds(12)))
    try await withDaemon(state: remains, machine: machine, window: Self.window) { bench in
      try await bench.advance { $0.phase == .riding }
      try await bench.finish()
      try await expectOneWholeRide(bench)
      #expect(try await (660...675).contains(bench.show().1.count), "ten minutes and the gap")
      #expect(try bench.file.count(of: "<Time>2026-11-21T06:") == 600)
    }
  }

  /// A ride of yesterday, on a machine whose clock still shows yesterday.
  @Test func `a resumed ride is finished if the clock, once set, shows that it is too old`() async throws {
    let (remains, _) = try await cutOff(at: 100)
    var machine = TestMachine(bootID: "B", isSynchronised: false)
    machine.wallNow = machine.wallNow.advanced(by: .seconds(-5))
    var world = SimulatedWorld()
    world.rider.firstStroke = .seconds(86_400)
    try await withDaemon(world, state: remains, machine: machine, window: Self.window) { bench in
      try await bench.advance(by: .seconds(60))
      #expect(try await bench.status.ride?.id == 1, "as far as is known it is young")
      bench.clock.step(by: .seconds(86_400), isSynchronised: true)
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect((ride.state, ride.timerSeconds) == (.finished, 100))
      #expect(Set(rows.prefix(100).map(\.timerRunning)) == [true])
      #expect(try bench.file.count(of: "<Trackpoint>") == 100)
    }
  }

  @Test func `a resumed ride continues if the clock, once set, shows that it is recent`() async throws {
    let (remains, _) = try await cutOff(at: 100)
    var machine = TestMachine(bootID: "B", isSynchronised: false)
    machine.wallNow = machine.wallNow.advanced(by: .seconds(-5))
    try await withDaemon(state: remains, machine: machine, window: Self.window) { bench in
      try await bench.advance(by: .seconds(10))
      bench.clock.step(by: .seconds(300), isSynchronised: true)
      try await bench.finish()
      try await expectOneWholeRide(bench)
    }
  }

  @Test func `a ride survives a second crash`() async throws {
    let first = try await cutOff(at: 100)
    let again = later(.seconds(5), than: first.at)
    let second = try await cutOff(at: 200, state: first.remains, on: again)
    try await withDaemon(state: second.remains, machine: later(.seconds(5), than: second.at), window: Self.window) {
      bench in
      try await bench.finish()
      try await expectOneWholeRide(bench)
      let kinds = try await bench.parts.store.events(of: 1).map(\.kind)
      let cuts = kinds.filter { [.interrupted, .continued].contains($0) }
      #expect(cuts == [.interrupted, .continued, .interrupted, .continued])
    }
  }

  @Test func `a ride paused by the rider resumes paused`() async throws {
    let (remains, at) = try await cutOff(at: 100) { bench in
      _ = try await bench.command(Pause()) { $0.phase == .paused }
      try await bench.advance(toSecond: 110)
      await bench.untilStored()
    }
    try await withDaemon(state: remains, machine: later(.seconds(20), than: at), window: Self.window) { bench in
      try await bench.advance(by: .seconds(30))
      #expect(try await bench.status.phase == .paused)
      _ = try await bench.command(Resume()) { $0.phase != .paused }
      try await bench.finish()
      try await expectOneWholeRide(bench)
    }
  }

  @Test func `a resumed ride sets the last requested target again`() async throws {
    let (remains, at) = try await cutOff(at: 100) { bench in
      _ = try await bench.command(SetWatts(watts: 170)) { $0.figures?.targetWatts == 170 }
      try await bench.advance(toSecond: 103)
      await bench.untilStored()
    }
    try await withDaemon(state: remains, machine: later(.seconds(5), than: at), window: Self.window) { bench in
      try await bench.advance { $0.phase == .riding }
      try await bench.advance(by: .seconds(15))
      #expect(try await bench.status.ride?.targetWatts == 170)
      try await bench.finish()
      #expect(try await bench.show().1.last?.targetWatts == 170)
    }
  }

  @Test func `a half-written file left by a kill is removed`() async throws {
    let (remains, at) = try await cutOff(at: 100)
    try Data("<half".utf8).write(to: URL(filePath: remains.path(of: "rides/.unfinished.tmp")))
    try await withDaemon(state: remains, machine: later(.seconds(5), than: at), window: Self.window) { bench in
      #expect(try bench.files.isEmpty)
      try await bench.finish()
      try await expectOneWholeRide(bench)
    }
  }

  @Test func `a daemon that shuts down suspends the ride, and the next one completes it`() async throws {
    let state = try TemporaryDirectory()
    var end = MonotonicInstant.origin
    try await withDaemon(state: state, machine: machine, window: Self.window) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 60)
      let ending = Task { await bench.parts.api.shutDown() }
      await bench.wait { $0.phase == .finishing }
      try await bench.finish()
      await ending.value
      #expect(try await bench.parts.store.ride(1).state == .suspended)
      #expect(try bench.file.count(of: "<Trackpoint>") == 60, "the file is written as it stands")
      #expect(try await !bench.parts.store.events(of: 1).map(\.kind.name).contains(.ended))
      end = bench.loop.now
    }
    try await withDaemon(state: state, machine: later(.seconds(40), than: end), window: Self.window) { bench in
      #expect(try await bench.rides.map(\.state) == [.riding])
      try await bench.finish()
      try await expectOneWholeRide(bench)
    }
  }

  @Test func `a plan with damaged progress resumes at the position of its ride's rows`() async throws {
    let state = try TemporaryDirectory()
    let place = BootInstant(bootID: "A", instant: .origin)
    try await withDaemon(state: state, machine: machine) { bench in
      let intervals = [100, 200].map { RideInterval(end: .timer(seconds: 60), aim: .hold(watts: $0)) }
      let store = bench.parts.store
      try await store.begin(
        NewRide(
          RideOrder(
            plan: RidePlan(name: "Two", intervals: intervals), trainer: simulatedTrainer, heartRate: nil),
          start: StartTime(machine.wallNow, at: place), targetWatts: 100), as: 1)
      try await store.append(
        to: 1, samples: (0..<70).map { RideSample(second: $0, timerRunning: true) },
        standing: RideStanding(askedWatts: 100, document: "damaged"))
    }
    try await withDaemon(state: state, machine: later(.seconds(90), than: .origin), window: Self.window) { bench in
      let plan = try #require(try await bench.status.plan)
      #expect(plan.interval?.number == 2 && plan.interval?.timerSeconds == 10)
    }
  }

  @Test func `a ride cut off at its planned end is finished`() async throws {
    let state = try TemporaryDirectory()
    let place = BootInstant(bootID: "A", instant: .origin)
    try await withDaemon(state: state, machine: machine) { bench in
      let store = bench.parts.store
      try await store.begin(
        NewRide(
          RideOrder(askedWatts: 150, plannedSeconds: 10, trainer: simulatedTrainer, heartRate: nil),
          start: StartTime(machine.wallNow, at: place), targetWatts: 150), as: 1)
      try await store.append(to: 1, samples: (0..<10).map { RideSample(second: $0, timerRunning: true) })
    }
    try await withDaemon(state: state, machine: later(.seconds(60), than: .origin), window: Self.window) { bench in
      let rides = try await bench.rides
      #expect(rides.map(\.state) == [.finished])
    }
  }

  @Test func `only the newest of several interrupted rides resumes, and the others are finished`() async throws {
    let state = try TemporaryDirectory()
    let place = BootInstant(bootID: "A", instant: .origin)
    try await withDaemon(state: state, machine: machine) { bench in
      let store = bench.parts.store
      for id in 1...3 {
        try await store.begin(
          NewRide(
            RideOrder(askedWatts: 150, plannedSeconds: 600, trainer: simulatedTrainer, heartRate: nil),
            start: StartTime(machine.wallNow, at: place), targetWatts: 150), as: id)
        let rows = (0..<id * 10).map { RideSample(second: $0, timerRunning: true) }
        try await store.append(to: id, samples: rows)
      }
    }
    try await withDaemon(state: state, machine: later(.seconds(60), than: .origin), window: Self.window) { bench in
      #expect(try await bench.rides.map(\.state) == [.riding, .finished, .finished])
      #expect(try bench.files.count == 2)
      try await bench.finish()
      #expect(try await bench.rides.map(\.timerSeconds) == [600, 20, 10])
    }
  }
}

/// A radio that reports which links it should release.
private struct LettingGoCentral: Central {
  let radio: any Central
  let letGo: @Sendable (Set<DeviceAddress>) -> Void

  func state() async -> CentralState { await radio.state() }
  func scan() -> AsyncThrowingStream<Advertisement, any Error> { radio.scan() }
  func whenUsable() async throws(LinkError) { try await radio.whenUsable() }
  func apply(_ remedy: RadioRemedy) async throws(LinkError) { try await radio.apply(remedy) }
  func connect(to device: DeviceAddress) async throws(LinkError) -> any Link { try await radio.connect(to: device) }

  func letGo(of devices: Set<DeviceAddress>) async -> Set<DeviceAddress> {
    letGo(devices)
    return devices
  }
}
