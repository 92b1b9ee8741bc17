import BluetoothLE
import FitnessGATT
import Rides
import Testing

@testable import RideSession

/// Sensors that are connected and measure incorrectly.
@Suite struct SensorFaultTests {
  private static let meter = RideDevice(address: DeviceAddress(0xA1), name: "ASSIOMA")
  private static let crank = RideDevice(address: DeviceAddress(0xA2), name: "CADENCE")

  private func riding(_ roles: [DeviceRole], watts: Int = 200) -> RideBench {
    var bench = RideBench()
    if roles.contains(.power) { bench.sensors[.power] = Self.meter }
    if roles.contains(.cadence) { bench.sensors[.cadence] = Self.crank }
    bench.start(watts: watts, seconds: 3600)
    bench.run(for: .seconds(10))
    return bench
  }

  /// Makes a sensor send a value each second.
  private func run(
    _ bench: inout RideBench, seconds: Int, _ role: DeviceRole = .cadence, _ value: (Int) -> [UInt8]
  ) {
    for second in 0..<seconds {
      bench.run(for: .seconds(1))
      bench.notify(role, role == .power ? .cyclingPowerMeasurement : .cscMeasurement, value(second))
    }
  }

  private func turning(_ second: Int) -> [UInt8] {
    CSCMeasurement(crank: CrankRevolutions(count: UInt16(second), eventTicks: UInt16(second * 1024))).encoded()
  }

  private func metered(_ watts: Int16) -> [UInt8] { CyclingPowerMeasurement(powerWatts: watts).encoded() }

  /// A crank without its magnet, and one that sends zeros.
  ///
  /// The first is from a device (qdomyos-zwift#3224).
  @Test(
    arguments: [
      [0x03, 0xA2, 0x5E, 0x01, 0x00, 0x6D, 0x0E, 0x4B, 0x63, 0x96, 0x7F], [0x02, 0x00, 0x00, 0x00, 0x00],
    ] as [[UInt8]])
  func `a crank that never counts is reported, and the trainer's cadence is used`(_ value: [UInt8]) {
    var bench = riding([.cadence])
    run(&bench, seconds: 6) { _ in value }
    #expect(bench.samples.allSatisfy { $0.cadenceRpm ?? 88 > 80 })
    #expect(bench.snapshot.sensors[.cadence]?.cadenceRpm == nil)
    run(&bench, seconds: 6) { _ in value }
    #expect(bench.samples.allSatisfy { $0.cadenceRpm ?? 88 > 80 })
    #expect(bench.snapshot.problems == [.cadenceSensorStuck])
    run(&bench, seconds: 4) { turning($0) }
    #expect(bench.snapshot.problems.isEmpty && abs((bench.samples.last?.cadenceRpm ?? 0) - 60) < 1)
  }

  @Test func `the trainer's cadence is used if the crank stops counting while the legs work`() {
    var bench = riding([.cadence])
    run(&bench, seconds: 20) { turning($0) }
    #expect(abs((bench.samples.last?.cadenceRpm ?? 0) - 60) < 1)
    run(&bench, seconds: 15) { _ in turning(19) }
    #expect(bench.samples.suffix(8).allSatisfy { $0.cadenceRpm ?? 0 > 80 })
    #expect(bench.snapshot.problems == [.cadenceSensorStuck])
  }

  @Test func `a crank that stops with the legs shows 0 and is not reported`() {
    var rules = RideRules()
    rules.autoPause = nil
    var bench = RideBench(rules: rules)
    bench.sensors[.cadence] = Self.crank
    bench.start(watts: 200, seconds: 3600)
    bench.run(for: .seconds(10))
    run(&bench, seconds: 20) { turning($0) }
    bench.cadenceRpm = 0
    run(&bench, seconds: 20) { _ in turning(19) }
    #expect(bench.samples.last?.cadenceRpm == 0 && bench.snapshot.sensors[.cadence]?.cadenceRpm == 0)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a wheel sensor in place of a crank is reported as a speed sensor`() {
    var bench = riding([.cadence])
    run(&bench, seconds: 3) { second in
      CSCMeasurement(wheel: WheelRevolutions(count: UInt32(second), eventTicks: UInt16(second * 300))).encoded()
    }
    #expect(bench.snapshot.problems == [.cadenceSensorMeasuresSpeed])
    #expect(bench.samples.last?.cadenceRpm ?? 0 > 80)
  }

  @Test func `the feature of a speed sensor identifies it before its wheel turns`() {
    var readings = SensorReadings()
    readings.learnt(feature: [0x03, 0x00])
    #expect(!readings.measuresSpeed)
    readings.learnt(feature: [0x01, 0x00])
    #expect(readings.measuresSpeed)
    readings.linkEnded(.cadence)
    #expect(!readings.measuresSpeed)
  }

  @Test func `the trainer's power is used after 15 s without power from the meter, until the meter sends some`() {
    var bench = riding([.power])
    run(&bench, seconds: 14, .power) { _ in metered(0) }
    #expect(bench.snapshot.problems.isEmpty && bench.samples.last?.powerWatts == 0)
    run(&bench, seconds: 6, .power) { _ in metered(0) }
    #expect(bench.snapshot.problems == [.meterPowerless])
    #expect(abs((bench.samples.last?.powerWatts ?? 0) - 200) < 12)
    run(&bench, seconds: 3, .power) { _ in metered(180) }
    #expect(bench.snapshot.problems.isEmpty && bench.samples.last?.powerWatts == 180)
  }

  @Test func `a meter without power is not reported while the legs stand still`() {
    var bench = riding([.power])
    run(&bench, seconds: 10, .power) { _ in metered(200) }
    bench.cadenceRpm = 0
    run(&bench, seconds: 60, .power) { _ in metered(0) }
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a meter that requests a zero offset is reported until it has one`() {
    var bench = riding([.power])
    var asking = CyclingPowerMeasurement(powerWatts: 200)
    asking.wantsOffsetCompensation = true
    run(&bench, seconds: 3, .power) { _ in asking.encoded() }
    #expect(bench.snapshot.problems == [.calibrationRequested(.power)])
    run(&bench, seconds: 2, .power) { _ in metered(200) }
    #expect(bench.snapshot.problems.isEmpty)
  }
}
