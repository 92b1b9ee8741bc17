import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct WholeRideTests {
  @Test func `a ride ends after exactly the requested timer seconds`() {
    var bench = RideBench()
    bench.start(seconds: 60)
    bench.run(for: .seconds(70))
    #expect(bench.samples.filter(\.timerRunning).count == 60)
    #expect(bench.samples.map(\.second) == Array(0..<60))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.events.last?.kind.detail == "time")
  }

  @Test func `a ride leaves the trainer free`() {
    var bench = RideBench()
    bench.start(seconds: 20)
    bench.run(for: .seconds(30))
    #expect(bench.requests.suffix(2).map(\.request) == [.stopOrPause(.stop), .reset])
    #expect(!bench.trainer.hasControl)
  }

  @Test func `an hour has 3600 rows at the target`() {
    var bench = RideBench()
    bench.start(seconds: 3600)
    bench.run(for: .seconds(3700))
    #expect(bench.samples.count == 3600)
    let watts = bench.samples.dropFirst(20).compactMap(\.powerWatts)
    let mean = watts.reduce(0, +) / Double(watts.count)
    #expect(abs(mean - 150) < 1)
  }

  @Test func `the first row has the heart rate from before the first stroke`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.start(seconds: 20)
    bench.run(for: .seconds(5))
    bench.silent = [.heartRate]
    bench.cadenceRpm = 88
    bench.run(for: .seconds(3))
    #expect(bench.samples.map(\.beatsPerMinute) == [124, 124, 124])
  }

  @Test func `rows have no heart rate once the strap has lost contact`() {
    var bench = RideBench()
    bench.start(seconds: 60)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 10)
    bench.silent = [.heartRate]
    let value = HeartRateMeasurement(
      heartRateBpm: 0, sensorContact: .notDetected, energyExpendedKilojoules: nil, rrIntervalTicks: [])
    bench.notify(.heartRate, .heartRateMeasurement, value.encoded())
    bench.run(untilSecond: 12)
    #expect(bench.samples.suffix(3).map(\.beatsPerMinute) == [124, nil, nil])
  }

  @Test func `a change of target is answered once it is acknowledged`() {
    var bench = RideBench()
    bench.start(seconds: 120)
    bench.run(for: .seconds(30))
    let token = bench.send(.setWatts(170))
    #expect(bench.replies[token] == nil)
    bench.run(for: .milliseconds(100))
    #expect(
      bench.replies[token]
        == .success(.target(Target(targetWatts: 170, askedWatts: 170, minimumWatts: 25, maximumWatts: 1500))))
    #expect(bench.trainer.targetWatts == 170)
  }

  /// The target is kept and sent to the trainer later, after any time.
  @Test(arguments: [true, false])
  func `a change of target is answered if the link is lost or the ride paused before it is acknowledged`(isLost: Bool) {
    var bench = RideBench()
    bench.start(seconds: 120)
    bench.run(for: .seconds(30))
    let token = bench.send(.setWatts(170))
    #expect(bench.replies[token] == nil)
    if isLost { bench.drop(.trainer, for: .seconds(60)) } else { bench.send(.pause) }
    #expect(
      bench.replies[token]
        == .success(.target(Target(targetWatts: 170, askedWatts: 170, minimumWatts: 25, maximumWatts: 1500))))
  }

  @Test(arguments: [(5, 155), (-5, 145)])
  func `a relative change moves the target`(change: Int, targetWatts: Int) {
    var bench = RideBench()
    bench.start(seconds: 120)
    bench.run(for: .seconds(30))
    bench.send(.changeWatts(change))
    bench.run(for: .seconds(1))
    #expect(bench.trainer.targetWatts == targetWatts)
  }

  @Test func `the newest of several targets wins`() {
    var bench = RideBench()
    bench.start(seconds: 120)
    bench.run(for: .seconds(30))
    let count = bench.requests.count
    for watts in [160, 170, 180, 190] { bench.send(.setWatts(watts)) }
    bench.run(for: .seconds(1))
    #expect(bench.requests.dropFirst(count).map(\.request) == [.set(.power(watts: 160)), .set(.power(watts: 190))])
  }

  @Test func `a refused target is reported and sent again`() {
    var bench = RideBench()
    bench.start(seconds: 120)
    bench.run(for: .seconds(30))
    bench.trainer.refusals = 1
    let token = bench.send(.setWatts(180))
    bench.run(for: .milliseconds(100))
    #expect(bench.replies[token] == .failure(.targetRefused(.other("Operation Failed"))))
    #expect(bench.snapshot.problems == [.targetRefused(.other("Operation Failed"))])
    bench.run(for: .seconds(3))
    #expect(bench.trainer.targetWatts == 180)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a pause stops the timer and frees the trainer while rows continue`() {
    var bench = RideBench()
    bench.start(seconds: 60)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 20)
    bench.send(.pause)
    bench.run(untilSecond: 30)
    #expect(bench.trainer.targetWatts == nil)
    bench.send(.resume)
    bench.run(for: .seconds(60))
    #expect(bench.samples.count == 70)
    #expect(bench.samples.filter { !$0.timerRunning }.map(\.second) == Array(20..<30))
    #expect(bench.events.map(\.kind.name).filter { [.paused, .resumed].contains($0) } == [.paused, .resumed])
  }

  @Test func `a resume ramps from half the target`() {
    var bench = RideBench()
    bench.start(watts: 200, seconds: 100)
    bench.run(for: .seconds(30))
    bench.send(.pause)
    bench.run(for: .seconds(5))
    bench.send(.resume)
    bench.run(for: .milliseconds(500))
    #expect(bench.trainer.targetWatts == 100)
    bench.run(for: .seconds(11))
    #expect(bench.trainer.targetWatts == 200)
  }

  @Test(arguments: [RideCommand.pause, .resume, .stop, .setWatts(100), .changeWatts(5)])
  func `without a ride every command is refused`(command: RideCommand) {
    var bench = RideBench()
    let token = bench.send(command)
    #expect(bench.replies[token] == .failure(.noRide))
  }

  @Test func `a resume without a pause is refused`() {
    var bench = RideBench()
    bench.start()
    bench.run(for: .seconds(10))
    let token = bench.send(.resume)
    #expect(bench.replies[token] == .failure(.wrongPhase(.riding)))
  }

  @Test func `a stopped ride keeps its rows`() {
    var bench = RideBench()
    bench.start(seconds: 600)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 42)
    let token = bench.send(.stop)
    bench.run(for: .seconds(2))
    #expect(bench.samples.count == 42)
    #expect(bench.replies[token] == .success(.stopped(rideID: 7)))
    #expect(bench.closedRecords.count == 1)
  }

  @Test func `a stop before the first stroke leaves no ride`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.start()
    bench.run(for: .seconds(5))
    let token = bench.send(.stop)
    bench.run(for: .seconds(2))
    #expect(bench.replies[token] == .success(.stopped(rideID: nil)))
    #expect(bench.closedRecords == [nil])
  }

  @Test func `a stop in the first second of a ride leaves no ride`() {
    var bench = RideBench()
    bench.start(seconds: 600)
    for _ in 0..<10_000 where bench.machine.phase != .riding { bench.run(for: .milliseconds(1)) }
    let token = bench.send(.stop)
    bench.run(for: .seconds(2))
    #expect(bench.events.contains { $0.kind.name == .started })
    #expect(bench.samples.isEmpty)
    #expect(bench.replies[token] == .success(.stopped(rideID: nil)))
    #expect(bench.closedRecords == [nil])
  }

  @Test func `a trainer that never answers does not delay the end of a ride`() {
    var bench = RideBench()
    bench.start(seconds: 20)
    bench.run(for: .seconds(10))
    bench.mutes = 1000
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.closedRecords.count == 1)
  }

  @Test func `values that cannot be decoded are ignored, and the ride continues`() {
    var bench = RideBench()
    bench.start(seconds: 60)
    bench.run(for: .seconds(10))
    for length in 0..<12 {
      let garbage = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
      bench.notify(.trainer, .indoorBikeData, garbage)
      bench.notify(.trainer, .fitnessMachineControlPoint, garbage)
      bench.notify(.trainer, .fitnessMachineStatus, garbage.map { $0 & 0x0F })
      bench.notify(.heartRate, .heartRateMeasurement, garbage)
    }
    bench.run(for: .seconds(60))
    #expect(bench.samples.filter(\.timerRunning).count == 60)
  }

  @Test func `impossible values are not recorded`() {
    var data = IndoorBikeData()
    data.instantaneousSpeed = Speed(kmh: 400)
    data.instantaneousCadence = Cadence(rpm: 20_000)
    data.instantaneousPowerWatts = 30_000
    data.totalDistanceMeters = 11_294_162
    var bench = RideBench()
    bench.start(seconds: 60)
    bench.run(for: .seconds(10))
    bench.notify(.trainer, .indoorBikeData, data.encoded())
    bench.notify(.heartRate, .heartRateMeasurement, HeartRateMeasurement(heartRateBpm: 37_732).encoded())
    bench.run(for: .seconds(60))
    for sample in bench.samples {
      #expect((sample.powerWatts ?? 0) < 400)
      #expect((sample.cadenceRpm ?? 0) <= 90)
      #expect((sample.speedKmh ?? 0) < 60)
      #expect((sample.beatsPerMinute ?? 0) <= 200)
      #expect((sample.distanceMeters ?? 0) < 2000)
    }
  }

  /// A strap returns while the ride is being written.
  ///
  /// Its first value arrives between stop and close.
  @Test func `a record that is being closed accepts no more events`() throws {
    var bench = RideBench()
    bench.start(seconds: 600)
    bench.run(for: .seconds(10))
    bench.drop(.heartRate, for: .seconds(1))
    for _ in 0..<300 where bench.snapshot.heartRate?.link != .preparing { bench.run(for: .milliseconds(10)) }
    bench.send(.stop)
    for _ in 0..<300 where bench.closedRecords.isEmpty { bench.run(for: .milliseconds(1)) }
    try #require(bench.closedRecords.count == 1)
    let events = bench.events
    #expect(events.last?.kind.name == .ended)

    bench.notify(.heartRate, .heartRateMeasurement, [0, 120])
    #expect(bench.events == events)
  }
}
