import BluetoothLE
import ControlWire
import DaemonKit
import Loop
import RadioSim
import RideSession
import Rides
import TestKit
import Testing

/// Ten simulated minutes must take less than the minute that a test may take, whatever else the machine does.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct WholeRideTests {
  @Test func `a finished ride has a complete file`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      let began = bench.loop.now
      let started = try await bench.start(watts: 150, minutes: 10)
      #expect(started.target == Target(targetWatts: 150, askedWatts: 150, minimumWatts: 25, maximumWatts: 1500))
      #expect(started.ride.remainingSeconds == 600)
      try await bench.finish()
      #expect(bench.loop.now - began >= .seconds(600))

      let file = try bench.file
      #expect(file.count(of: "<Trackpoint>") == 600)
      #expect(file.count(of: "<Track>") == 1)
      #expect(file.contains("<TotalTimeSeconds>600</TotalTimeSeconds>"))
      #expect(file.contains("jz2d"))
      let ride = try #require(try await bench.rides.first)
      #expect((ride.timerSeconds, ride.elapsedSeconds) == (600, 600))
      #expect(ride.state == .finished)
      let averageWatts = try #require(ride.averageWatts)
      #expect(abs(averageWatts - 150) < 3)
      #expect((ride.distanceMeters ?? 0) > 3000)
    }
  }

  @Test func `the power ramp at the start ends after 10 s`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices(strap: false)
      try await bench.start(watts: 200, minutes: 1)
      try await bench.finish()
      let (_, rows) = try await bench.show()
      #expect(rows.map(\.second) == Array(0..<60))
      #expect((rows[0].targetWatts ?? 0) < 200)
      #expect(Set(rows[11...].map(\.targetWatts)) == [200])
      #expect(rows[11...].compactMap(\.beatsPerMinute).isEmpty)
      let power = rows[20...].compactMap(\.powerWatts)
      #expect(power.count == 40 && power.min() ?? 0 > 190 && power.max() ?? 0 < 210)
    }
  }

  @Test func `the status shows the ride, the trainer and the strap`() async throws {
    try await withDaemon { bench in
      #expect(try await bench.status == Status(phase: .idle))
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 10)
      #expect(try await bench.status.phase == .ready)
      try await bench.advance(toSecond: 60)
      let status = try await bench.status
      #expect(status.phase == .riding)
      #expect(status.problems == [])
      let meters = try #require(status.ride?.distanceMeters)
      #expect((489..<490).contains(meters), "the trainer has counted 489 m")
      let ride = try #require(status.ride)
      #expect((ride.id, ride.targetWatts, ride.wantedWatts) == (1, 150, 150))
      #expect((ride.timerSeconds, ride.elapsedSeconds, ride.remainingSeconds) == (60, 60, 540))
      #expect((130...150).contains(ride.averageWatts ?? 0) && (60...200).contains(ride.averageBeatsPerMinute ?? 0))
      #expect((8...9).contains(ride.kilojoules ?? 0) && ride.name == nil && ride.stoppedSeconds == nil)
      #expect(ride.lap?.number == 1 && ride.lap?.timerSeconds == 60 && ride.lap?.averageWatts == ride.averageWatts)
      let trainer = try #require(status.trainer)
      #expect((trainer.address, trainer.name, trainer.state) == ("C0:FF:EE:00:00:01", "KICKR SIM", .connected))
      #expect(abs((trainer.powerWatts ?? 0) - 150) < 12)
      #expect(trainer.cadenceRpm != nil && trainer.speedKmh != nil && trainer.beatsPerMinute == nil)
      let strap = try #require(status.heartRate)
      #expect((strap.address, strap.name, strap.state) == ("C0:FF:EE:00:00:02", "HRM SIM", .connected))
      #expect((60...200).contains(strap.beatsPerMinute ?? 0))
      #expect(strap.batteryPercent == 90)
    }
  }

  @Test func `a second start is refused and does not affect the ride`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 1)
      await bench.expectRefusal(.rideInProgress, of: Start(watts: 300, minutes: 5), "1")
      try await bench.advance(toSecond: 30)
      let before = try await bench.status
      await bench.expectRefusal(.rideInProgress, of: Start(watts: 300, minutes: 5), "1")
      #expect(try await bench.status == before)
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect(ride.timerSeconds == 60)
      #expect(Set(rows[12...].map(\.targetWatts)) == [150])
    }
  }

  @Test(arguments: [(10, 25), (2000, 1500), (151, 151)])
  func `a target is clamped to the trainer's range, and the reply says so`(_ asked: Int, _ held: Int) async throws {
    try await withDaemon { bench in
      try await bench.useDevices(strap: false)
      let target = Target(targetWatts: held, askedWatts: asked, minimumWatts: 25, maximumWatts: 1500)
      #expect(try await bench.start(watts: asked, minutes: 1).target == target)
      try await bench.advance(toSecond: 20)
      let other = try await bench.command(SetWatts(watts: 170), seen: { $0.figures?.targetWatts == 170 })
      #expect(other.target.targetWatts == 170)
      let reply = try await bench.command(SetWatts(watts: asked), seen: { $0.figures?.targetWatts == held })
      #expect(reply.target == target)
    }
  }

  @Test func `a relative change applies to the clamped target`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices(strap: false)
      try await bench.start(watts: 2000, minutes: 1)
      try await bench.advance(toSecond: 20)
      let reply = try await bench.command(SetWatts(change: -5), seen: { $0.figures?.targetWatts == 1495 })
      #expect(
        reply.target == Target(targetWatts: 1495, askedWatts: 1495, minimumWatts: 25, maximumWatts: 1500))
    }
  }

  @Test func `a pause stops the timer and begins a new track`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 1)
      await bench.expectRefusal(.wrongPhase, of: Pause())
      try await bench.advance(toSecond: 20)
      await bench.expectRefusal(.wrongPhase, of: Resume())
      #expect(try await bench.call(Pause()) == EmptyReply())
      #expect(try await bench.status.phase == .paused)
      try await bench.advance(toSecond: 35)
      #expect(try await bench.status.ride?.timerSeconds == 20)
      #expect(try await bench.call(Resume()) == EmptyReply())
      try await bench.finish()
      let (ride, rows) = try await bench.show()
      #expect((ride.timerSeconds, ride.elapsedSeconds) == (60, 75))
      let running = (0..<75).map { !(20..<35).contains($0) }
      #expect(rows.map(\.timerRunning) == running)
      #expect(rows[22..<35].compactMap(\.targetWatts).isEmpty)
      #expect(try bench.file.count(of: "<Track>") == 2)
      #expect(try bench.file.count(of: "<Trackpoint>") == 60)
    }
  }

  @Test func `a stop finishes the ride and writes its file`() async throws {
    try await withDaemon { bench in
      await bench.expectRefusal(.noRide, of: Stop())
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(toSecond: 42)
      let stopping = await bench.begin(Stop()) { $0.phase == .finishing }
      try await bench.finish()
      guard let summary = try await stopping.value.ride else { throw NeverCame() }
      #expect((summary.id, summary.timerSeconds, summary.state) == (1, 42, .finished))
      #expect(try bench.file.count(of: "<Trackpoint>") == 42)
      #expect(try await bench.status.ride == nil)
    }
  }

  @Test func `a stop before the first pedal stroke leaves no ride`() async throws {
    var world = SimulatedWorld()
    world.rider.firstStroke = .seconds(3600)
    try await withDaemon(world) { bench in
      try await bench.useDevices()
      try await bench.start(minutes: 10)
      try await bench.advance(by: .seconds(600))
      #expect(try await bench.status.phase == .ready)
      let stopping = await bench.begin(Stop()) { $0.phase == .finishing }
      try await bench.finish()
      #expect(try await stopping.value == EndedRide(ride: nil))
      #expect(try await bench.rides == [])
      #expect(try bench.files == [:])
    }
  }

  @Test func `consecutive rides are all kept`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      for _ in 1...3 {
        try await bench.start(minutes: 0.1)
        try await bench.finish()
      }
      let rides = try await bench.rides
      #expect(rides.map(\.id) == [3, 2, 1])
      #expect(rides.map(\.timerSeconds) == [6, 6, 6])
      #expect(Set(rides.map(\.state)) == [.finished])
      #expect(try bench.files.count == 3)
      #expect(try await bench.call(Rides(limit: 2)).rides == Array(rides[..<2]))
    }
  }
}
