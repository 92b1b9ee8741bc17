import BluetoothLE
import ControlSocket
import ControlWire
import Loop
import RadioSim
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

extension DaemonBench {
  /// Makes a call and returns all replies, while time passes.
  func pass<C: StreamedCall>(_ call: C) async throws -> [C.Reply] {
    loop.release()
    defer { loop.hold() }
    var replies: [C.Reply] = []
    for try await reply in stream(call) { replies.append(reply) }
    return replies
  }

  /// Expects a call to be refused while time passes.
  func expectRefusal<C: StreamedCall>(passing call: C) async -> ControlError? {
    await #expect(throws: ControlError.self) { try await self.pass(call) }
  }

  /// Starts a measurement, and returns once it is running.
  func beginMeasuring(_ call: Measure = Measure()) async -> AsyncThrowingStream<MeasureReply, any Error> {
    let replies = stream(call)
    await loop.untilItHolds { [measuring = parts.api.measuring] in measuring.assumeIsolated { $0.isMeasuring } }
    return replies
  }

  /// Returns once no measurement is running, and its link is closed.
  func untilMeasured() async {
    await loop.untilItHolds { [measuring = parts.api.measuring] in measuring.assumeIsolated { !$0.isMeasuring } }
  }
}

/// Measurements with the simulated strap.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct MeasuringTests {
  private static let strap = SimulatedWorld.strapAddress

  private static func world(_ faults: SimulatedWorld.Fault...) -> SimulatedWorld {
    var world = SimulatedWorld()
    world.faults = faults
    return world
  }

  @Test func `a measurement of a minute is reported and stored, and the strap is released`() async throws {
    try await withDaemon { bench async throws in
      let replies = try await bench.pass(Measure(position: .lying))
      let measured = try #require(replies.last?.measurement)
      #expect(replies.suffix(2).map(\.progress.phase) == [.done, .done])
      #expect(replies.dropLast(2).last?.progress.phase != .done)
      #expect(measured.id == 1 && measured.source == .strap && measured.position == .lying)
      #expect(measured.quality == .good && measured.lostSeconds == nil)
      #expect(measured.at?.milliseconds == 1_795_243_512_250 && measured.at?.utcOffsetSeconds == 7200)
      #expect((10...80).contains(measured.figures.rmssd ?? 0))
      #expect((55...75).contains(measured.restingHeartRate ?? 0))
      #expect(measured.figures.sdnn == nil, "a minute is too short for it")
      #expect(replies.dropLast().last?.measurement == measured, "the last reply carries nothing new")
      #expect(replies.last?.progress.phase == .done)
      #expect(try await bench.measurements == [measured])
      let shown = try await bench.call(ShowMeasurement(measurement: "last"))
      #expect(shown.measurement == measured && shown.intervals.count == measured.figures.beats && shown.breaks.isEmpty)
      #expect(abs(shown.intervals.reduce(0, +) - 60_000) < 2000)
      await bench.untilMeasured()
      #expect((76...90).contains(bench.loop.now.sinceOrigin.seconds), "5 s of search, 15 s of settling")
    }
  }

  @Test func `progress is reported every second with the new beats`() async throws {
    try await withDaemon { bench async throws in
      try await bench.useDevices()
      var replies = await bench.beginMeasuring().makeAsyncIterator()
      var (told, phases): (Int, Set<MeasuringPhase>) = (0, [])
      _ = try await replies.next()
      for _ in 0..<20 {
        // A little more than a second, so that a whole second has passed each time.
        try await bench.advance(by: .milliseconds(1100))
        let progress = try #require(try await replies.next()).progress
        phases.insert(progress.phase)
        told += progress.intervals.count
      }
      #expect(phases == [.connecting, .settling, .measuring])
      #expect((15...30).contains(told))
      #expect(try await bench.status.phase == .idle)
    }
  }

  @Test func `a call without the more flag returns the finished measurement`() async throws {
    try await withDaemon { bench async throws in
      bench.loop.release()
      let reply = try await bench.call(Measure(seconds: 120, position: .sitting))
      bench.loop.hold()
      #expect(try await bench.measurements == [try #require(reply.measurement)])
      #expect(reply.measurement?.figures.sdnn != nil)
    }
  }

  @Test func `a measurement continues after a lost link and reports the lost seconds`() async throws {
    try await withDaemon(Self.world(.away(Self.strap, .seconds(40)..<(.seconds(52))))) { bench async throws in
      let measured = try #require(try await bench.pass(Measure()).last?.measurement)
      #expect((11...14).contains(measured.lostSeconds ?? 0))
      let shown = try await bench.call(ShowMeasurement(measurement: String(measured.id)))
      #expect(shown.breaks.count == 1)
      #expect(abs(shown.intervals.reduce(0, +) - 60_000) < 2000, "the time without beats does not count")
    }
  }

  @Test(arguments: [
    (SimulatedWorld.Fault.away(strap, .seconds(40)..<(.seconds(4000))), MeasurementFault.Code.linkLost),
    (.missing(strap), .noStrap), (.silent(strap, .zero..<(.seconds(4000))), .silent),
  ])
  func `a failed measurement returns the reason and is not stored`(
    _ fault: SimulatedWorld.Fault, _ code: MeasurementFault.Code
  ) async throws {
    try await withDaemon(Self.world(fault)) { bench async throws in
      let refusal = await bench.expectRefusal(passing: Measure())
      #expect(refusal?.code == .measurementRefused && refusal?.measurementFault?.code == code)
      #expect(try await bench.measurements.isEmpty)
      await bench.untilMeasured()
    }
  }

  @Test func `a measurement with several straps in range is refused until one is chosen`() async throws {
    var world = SimulatedWorld()
    world.bystanders = [Advertisement(address: DeviceAddress(9), name: "HRM 2", rssi: -70, services: [.heartRate])]
    try await withDaemon(world) { bench async throws in
      let refusal = await bench.expectRefusal(passing: Measure())
      #expect(refusal?.code == .severalDevices && refusal?.devices.count == 2)
      try await bench.call(Use(address: Self.strap.description))
      #expect(try await bench.pass(Measure()).last?.measurement != nil)
    }
  }

  @Test func `a measurement without an adapter reports that the radio is unavailable`() async throws {
    try await withDaemon(Self.world(.radio(LinkError(.adapterMissing, operation: "scan")))) { bench async throws in
      let refusal = await bench.expectRefusal(passing: Measure())
      #expect(refusal?.code == .radioUnavailable)
    }
  }

  @Test(arguments: [0, 2, 10, 40]) func `a start ends a measurement at once and uses its strap`(
    _ seconds: Int
  ) async throws {
    try await withDaemon { bench async throws in
      try await bench.useDevices()
      let replies = await bench.beginMeasuring()
      if seconds > 0 { try await bench.advance(by: .seconds(seconds)) }
      try await bench.start(minutes: 0.2)
      #expect(bench.loop.now.sinceOrigin < .seconds(seconds + 2), "the ride did not wait")
      var phases: Set<MeasuringPhase> = []
      let refusal = await #expect(throws: ControlError.self) {
        for try await reply in replies { phases.insert(reply.progress.phase) }
      }
      #expect(refusal?.code == .measurementRefused && refusal?.measurementFault?.code == .rideBegan)
      #expect(!phases.contains(.done), "it was not done")
      await bench.expectRefusal(.rideInProgress, of: Measure(), "1")
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect(ride.timerSeconds == 12 && rows.last?.beatsPerMinute != nil)
      #expect(try await bench.measurements.isEmpty)
    }
  }

  @Test func `a first start ends the search of a measurement`() async throws {
    try await withDaemon { bench async throws in
      let replies = await bench.beginMeasuring()
      let starting = Task { try await bench.call(Start(watts: 150, minutes: 0.1)) }
      await bench.untilMeasured()
      bench.loop.release()
      _ = try await starting.value
      bench.loop.hold()
      let refusal = await #expect(throws: ControlError.self) { for try await _ in replies {} }
      #expect(refusal?.measurementFault?.code == .rideBegan)
      try await bench.finish()
    }
  }

  @Test func `a client that disconnects ends its measurement, and the next one can begin`() async throws {
    try await withDaemon { bench async throws in
      do {
        var replies = await bench.beginMeasuring(Measure(seconds: 1800)).makeAsyncIterator()
        _ = try await replies.next()
      }
      // The client notices that its reader has left at the next reply.
      while await bench.parts.api.measuring.isMeasuring { try await bench.advance(by: .seconds(1)) }
      #expect(try await bench.measurements.isEmpty)
      #expect(try await bench.pass(Measure()).last?.measurement != nil)
    }
  }

  @Test func `a second measurement or a scan is refused during a measurement`() async throws {
    try await withDaemon { bench async throws in
      let replies = await bench.beginMeasuring()
      await bench.expectRefusal(.measurementInProgress, of: Measure())
      await bench.expectRefusal(.measurementInProgress, of: Scan(seconds: 1))
      await bench.expectRefusal(.invalidParameter, of: Measure(seconds: 29), "seconds")
      withExtendedLifetime(replies) {}
    }
  }

  @Test func `a daemon that shuts down ends a measurement`() async throws {
    try await withDaemon { bench async throws in
      let replies = await bench.beginMeasuring()
      try await bench.advance(by: .seconds(30))
      await bench.parts.api.shutDown()
      let refusal = await #expect(throws: ControlError.self) { for try await _ in replies {} }
      #expect(refusal?.code == .shuttingDown)
      await bench.expectRefusal(.shuttingDown, of: Measure())
    }
  }
}
