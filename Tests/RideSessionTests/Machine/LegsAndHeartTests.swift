import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct LegsAndHeartTests {
  private func riding(_ watts: Int = 150, ceiling: Int? = nil, rules: RideRules = RideRules()) -> RideBench {
    var bench = RideBench(rules: rules)
    bench.start(watts: watts, seconds: 3600, ceiling: ceiling)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  private func kinds(_ bench: RideBench) -> [RideEvent.Name] { bench.events.map(\.kind.name) }

  @Test func `auto-pause stops the timer and frees the trainer after 5 s without pedalling`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .milliseconds(4900))
    #expect(bench.snapshot.phase == .riding)
    bench.run(for: .milliseconds(600))
    #expect(bench.snapshot.phase == .paused)
    #expect(bench.snapshot.isAutoPaused)
    #expect(bench.trainer.targetWatts == nil)
    #expect(kinds(bench).last == .autoPaused)
  }

  @Test func `pedalling ends an auto-pause, and the target returns on a ramp`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(60))
    let before = bench.targets.count
    bench.cadenceRpm = 85
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.phase == .riding)
    bench.run(for: .seconds(12))
    #expect(bench.trainer.targetWatts == 150)
    #expect(bench.targets.dropFirst(before).first == 75, "half of it first")
    #expect(bench.samples.filter { !$0.timerRunning }.count == 55)
  }

  @Test func `pedalling does not end the rider's own pause`() {
    var bench = riding()
    bench.send(.pause)
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.phase == .paused)
    #expect(!bench.snapshot.isAutoPaused)
  }

  @Test func `the pause command turns an auto-pause into a pause of the rider`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(10))
    let token = bench.send(.pause)
    bench.cadenceRpm = 85
    bench.run(for: .seconds(10))
    #expect(bench.replies[token] == .success(.done))
    #expect(bench.snapshot.phase == .paused)
  }

  @Test func `a ride without an auto-pause limit in its rules is not auto-paused`() {
    var rules = RideRules()
    rules.autoPause = nil
    var bench = riding(rules: rules)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `a silent trainer causes no auto-pause`() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .seconds(9))
    #expect(!kinds(bench).contains(.autoPaused))
  }

  @Test func `the target is released within three seconds if the legs collapse under it`() throws {
    var bench = riding(250)
    bench.legWatts = 140
    for rpm in stride(from: 80.0, through: 48, by: -2) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(500))
    }
    #expect(!kinds(bench).contains(.released), "not before it is under 50")
    for rpm in stride(from: 46.0, through: 38, by: -2) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(500))
    }
    let released = try #require(bench.events.last { $0.kind.name == .released })
    let floor = try #require(released.kind.detail.flatMap { Int($0) })
    #expect(floor == 112, "four fifths of what they gave")
    #expect(bench.trainer.targetWatts == floor)
    #expect(bench.snapshot.problems.contains(.legsSpared(floor)))
  }

  /// Slightly below the target.
  ///
  /// Single readings reach it.
  @Test func `the target is also released if the legs collapse slightly below it`() {
    var bench = riding(127)
    for rpm in stride(from: 80.0, through: 42, by: -1.25) {
      bench.cadenceRpm = rpm
      bench.legWatts = bench.legWatts == 118 ? 122 : 118
      bench.run(for: .milliseconds(250))
    }
    #expect(kinds(bench).contains(.released))
  }

  /// Within the accuracy of a brake, only cadence shows that the legs are too weak.
  @Test func `the target is released before slowing legs stop, even if they almost hold it`() throws {
    var bench = riding(128)
    bench.legWatts = 123
    for rpm in stride(from: 60.0, through: 24, by: -1.25) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(250))
    }
    #expect(kinds(bench).contains(.released))
  }

  @Test func `recovered legs get the target back on a ramp`() {
    var bench = riding(250)
    bench.legWatts = 100
    for rpm in stride(from: 60.0, through: 38, by: -2) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(500))
    }
    #expect(bench.trainer.targetWatts == 80, "less than the legs gave")
    bench.legWatts = nil
    bench.cadenceRpm = 75
    bench.run(for: .seconds(4))
    #expect(kinds(bench).last == .restored)
    bench.run(for: .seconds(5))
    #expect((101..<250).contains(bench.trainer.targetWatts ?? 0))
    bench.run(for: .seconds(6))
    #expect(bench.trainer.targetWatts == 250)
  }

  @Test func `the target is not released while slow legs hold it`() {
    var bench = riding()
    for rpm in stride(from: 80.0, through: 45, by: -2.5) {
      bench.cadenceRpm = rpm
      bench.run(for: .seconds(1))
    }
    bench.run(for: .seconds(20))
    #expect(!kinds(bench).contains(.released))
  }

  @Test func `the target is not released while the legs start to turn`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.start(watts: 250, seconds: 600)
    bench.run(for: .seconds(5))
    bench.legWatts = 20
    for rpm in stride(from: 6.0, through: 90, by: 3) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(250))
    }
    #expect(bench.snapshot.phase == .riding)
    #expect(!kinds(bench).contains(.released))
  }

  @Test func `a heart rate above its ceiling eases the target`() {
    var bench = riding(200, ceiling: 140)
    bench.beatsPerMinute = 150
    bench.run(for: .seconds(8))
    #expect(bench.trainer.targetWatts == 190)
    #expect(bench.snapshot.problems.contains(.heartRateCeiling(140)))
    bench.run(for: .seconds(15))
    #expect(bench.trainer.targetWatts == 180)
    bench.run(for: .seconds(600))
    #expect(bench.trainer.targetWatts == 100, "half is left")
    #expect(kinds(bench).filter { $0 == .eased }.count == 10)
  }

  @Test func `the target returns once the heart rate is well below the ceiling`() {
    var bench = riding(200, ceiling: 140)
    bench.beatsPerMinute = 150
    bench.run(for: .seconds(8))
    bench.beatsPerMinute = 139
    bench.run(for: .seconds(120))
    #expect(bench.trainer.targetWatts == 190, "only well below the ceiling")
    bench.beatsPerMinute = 135
    bench.run(for: .seconds(63))
    #expect(bench.trainer.targetWatts == 200)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a silent strap does not change the target`() {
    var bench = riding(200, ceiling: 140)
    bench.beatsPerMinute = 150
    bench.run(for: .seconds(8))
    bench.silent = [.heartRate]
    bench.run(for: .seconds(300))
    #expect(bench.trainer.targetWatts == 190)
  }

  @Test func `a strap without contact does not change the target`() {
    var bench = riding(200, ceiling: 140)
    bench.silent = [.heartRate]
    let value = HeartRateMeasurement(
      heartRateBpm: 190, sensorContact: .notDetected, energyExpendedKilojoules: nil, rrIntervalTicks: [])
    for _ in 0..<30 {
      bench.notify(.heartRate, .heartRateMeasurement, value.encoded())
      bench.run(for: .seconds(1))
    }
    #expect(bench.trainer.targetWatts == 200)
  }

  @Test func `time without data does not count as standing still`() {
    var bench = riding()
    bench.cadenceRpm = 0
    bench.run(for: .seconds(2))
    bench.silent = [.trainer]
    bench.run(for: .milliseconds(3500))
    bench.silent = []
    bench.run(for: .seconds(3))
    #expect(bench.snapshot.phase == .reconnecting, "the timer waits for a stroke")
    bench.run(for: .seconds(4))
    #expect(bench.snapshot.isAutoPaused)
  }

  @Test func `the ceiling eases the target in steps down to half`() {
    var bench = riding(200, ceiling: 130)
    bench.beatsPerMinute = 150
    bench.run(for: .seconds(400))
    let eased = bench.events.filter { $0.kind.name == .eased }.compactMap { $0.kind.detail.flatMap { Int($0) } }
    #expect(eased == Array(stride(from: 190, through: 100, by: -10)))
    bench.beatsPerMinute = 110
    bench.run(for: .seconds(620))
    #expect(bench.trainer.targetWatts == 200)
    #expect(bench.snapshot.problems.isEmpty)
  }
}
