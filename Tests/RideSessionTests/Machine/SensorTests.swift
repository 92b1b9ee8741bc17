import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

/// Rides with a power meter and a cadence sensor.
@Suite struct SensorTests {
  private static let meter = RideDevice(address: DeviceAddress(0xA1), name: "ASSIOMA")
  private static let crank = RideDevice(address: DeviceAddress(0xA2), name: "CADENCE")

  /// The values of the sensors in a second of a ride.
  private struct Sensors {
    /// The deviation of the meter from the trainer's target, as a share; nil for a silent meter.
    var offset: Double?
    /// The cadence; nil for a silent sensor.
    var rpm: Double?
    private var turns = 0.0

    init(offset: Double? = nil, rpm: Double? = nil) { (self.offset, self.rpm) = (offset, rpm) }

    mutating func send(in bench: inout RideBench) {
      if let offset, let watts = bench.targets.last {
        let measured = CyclingPowerMeasurement(powerWatts: Int16((Double(watts) * (1 + offset)).rounded()))
        bench.notify(.power, .cyclingPowerMeasurement, measured.encoded())
      }
      guard let rpm else { return }
      turns += rpm / 60
      let ticks = turns.rounded(.down) / rpm * 60 * CrankRevolutions.ticksPerSecond
      let crank = CrankRevolutions(
        count: UInt16(truncatingIfNeeded: Int(turns)), eventTicks: UInt16(truncatingIfNeeded: Int(ticks)))
      bench.notify(.cadence, .cscMeasurement, CSCMeasurement(crank: crank).encoded())
    }
  }

  private func riding(
    _ sensors: inout Sensors, watts: Int = 200, seconds: Int = 90, _ prepare: (inout RideBench) -> Void = { _ in }
  ) -> RideBench {
    var bench = RideBench()
    bench.sensors = [.power: Self.meter, .cadence: Self.crank]
    prepare(&bench)
    bench.start(watts: watts, seconds: 3600)
    run(&bench, &sensors, seconds: seconds)
    return bench
  }

  private func run(_ bench: inout RideBench, _ sensors: inout Sensors, seconds: Int) {
    for _ in 0..<seconds {
      bench.run(for: .seconds(1))
      sensors.send(in: &bench)
    }
  }

  @Test func `rows have the meter's power and, in addition, the trainer's own`() throws {
    var sensors = Sensors(offset: -0.04)
    let bench = riding(&sensors)
    let row = try #require(bench.samples.last)
    let (power, own) = (try #require(row.powerWatts), try #require(row.trainerWatts))
    #expect(abs(power - 200) <= 2, "the meter shows what was asked")
    #expect((205...212).contains(own))
    #expect(row.targetWatts == 200)
  }

  @Test(arguments: [-0.1, -0.04, 0.04, 0.1])
  func `after a minute the meter shows the requested watts, and writes are rare`(_ offset: Double) throws {
    var sensors = Sensors(offset: offset)
    var bench = riding(&sensors, seconds: 75)
    let before = bench.targets.count
    run(&bench, &sensors, seconds: 300)
    let rows = bench.samples.suffix(300).compactMap(\.powerWatts)
    #expect(rows.allSatisfy { abs($0 - 200) <= 2 })
    #expect(bench.targets.count - before <= 3)
    #expect(bench.snapshot.match?.state == .steering)
    let percent = try #require(bench.snapshot.match?.percent)
    #expect(abs(percent - (1 / (1 + offset) - 1) * 100) < 1)
    #expect(bench.machine.control.confirmation.isConfirmed == true)
  }

  @Test func `the ride's target is reported, not the corrected target of the trainer`() {
    var sensors = Sensors(offset: -0.1)
    let bench = riding(&sensors)
    #expect(bench.targets.last == 222)
    #expect(bench.snapshot.figures?.targetWatts == 200 && bench.snapshot.figures?.easing == nil)
    #expect(bench.events.contains { $0.kind == .target(watts: 200) })
    #expect(!bench.events.contains { $0.kind == .target(watts: 222) })
  }

  @Test func `a meter that goes silent keeps the target, and the trainer's power is scaled to the meter`() throws {
    var sensors = Sensors(offset: -0.1)
    var bench = riding(&sensors)
    sensors.offset = nil
    run(&bench, &sensors, seconds: 60)
    #expect(bench.targets.last == 222)
    #expect(bench.snapshot.match?.state == .frozen)
    let row = try #require(bench.samples.last)
    #expect(abs((row.trainerWatts ?? 0) - 222) < 8 && abs((row.powerWatts ?? 0) - 200) < 8)
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `a meter that is lost is reported and reconnects by itself`() {
    var sensors = Sensors(offset: -0.1)
    var bench = riding(&sensors)
    sensors.offset = nil
    bench.drop(.power, for: .seconds(20))
    run(&bench, &sensors, seconds: 10)
    #expect(bench.snapshot.problems == [.sensorAway(.power, LinkError(.supervisionTimeout, operation: "link"))])
    #expect(bench.targets.last == 222)
    sensors.offset = -0.1
    run(&bench, &sensors, seconds: 60)
    #expect(bench.snapshot.problems.isEmpty && bench.snapshot.match?.state == .steering)
  }

  @Test func `a change of the target keeps the match`() {
    var sensors = Sensors(offset: -0.1)
    var bench = riding(&sensors)
    bench.send(.setWatts(120))
    run(&bench, &sensors, seconds: 5)
    #expect(bench.targets.last == 133)
    #expect(bench.snapshot.figures?.targetWatts == 120)
  }

  @Test func `a trainer that reconnects gets the matched target again`() {
    var sensors = Sensors(offset: -0.1)
    var bench = riding(&sensors)
    bench.drop(.trainer, for: .seconds(3))
    run(&bench, &sensors, seconds: 8)
    #expect(bench.targets.last == 222)
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `the matched target stays within the trainer's range`() {
    var sensors = Sensors(offset: -0.1)
    let bench = riding(&sensors, watts: 990, seconds: 120) {
      $0.trainer.range = SupportedPowerRange(minimumWatts: 25, maximumWatts: 1000, incrementWatts: 1)
    }
    #expect(bench.targets.allSatisfy { $0 <= 1000 })
  }

  @Test func `rows have the sensor's cadence, and the trainer's while the sensor is silent`() throws {
    var sensors = Sensors(rpm: 70)
    var bench = riding(&sensors)
    #expect(abs((bench.samples.last?.cadenceRpm ?? 0) - 70) < 3)
    sensors.rpm = nil
    run(&bench, &sensors, seconds: 6)
    #expect(abs((bench.samples.last?.cadenceRpm ?? 0) - 88) < 2)
    #expect(bench.samples.last?.trainerWatts == nil, "no meter has sent")
  }

  @Test func `guards use the trainer's own power, whatever the meter shows`() {
    var sensors = Sensors(offset: 0.14)
    let bench = riding(&sensors, seconds: 240)
    #expect(bench.targets.last ?? 0 < 180)
    #expect(bench.snapshot.problems.isEmpty, "legs that hold the matched target are not spared")
  }

  @Test func `sensors are connected one at a time, once the trainer holds its target`() {
    var sensors = Sensors(offset: 0)
    let bench = riding(&sensors, seconds: 20)
    #expect(bench.connects.map(\.role) == [.trainer, .heartRate, .power, .cadence])
    #expect(bench.maximumPending == 1)
  }

  @Test func `missing sensors take turns and never delay the trainer`() {
    var sensors = Sensors()
    var bench = riding(&sensors, seconds: 400) { $0.away = [.power, .cadence] }
    let (meter, crank) = (bench.asked[.power] ?? .zero, bench.asked[.cadence] ?? .zero)
    #expect(meter > .seconds(60) && crank > .seconds(60))
    bench.drop(.trainer, for: .seconds(2))
    run(&bench, &sensors, seconds: 4)
    #expect(bench.snapshot.phase == .riding && bench.snapshot.trainer?.link == .connected)
  }

  @Test func `a strap that is lost does not wait for a missing sensor`() {
    var sensors = Sensors()
    var bench = riding(&sensors, seconds: 60) { $0.away = [.power] }
    bench.drop(.heartRate, for: .seconds(1))
    run(&bench, &sensors, seconds: 3)
    #expect(bench.snapshot.heartRate?.link == .connected)
  }

  @Test func `a device without its expected service is disconnected, and the ride continues`() {
    var sensors = Sensors()
    let bench = riding(&sensors, seconds: 30) { $0.characteristics[.power] = [.batteryLevel] }
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.sensors[.power]?.link != .connected)
  }
}
