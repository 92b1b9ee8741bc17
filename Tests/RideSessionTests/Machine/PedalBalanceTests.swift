import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

/// The balance of the legs in Cycling Power Measurement.
@Suite struct PedalBalanceTests {
  private static let meter = RideDevice(address: DeviceAddress(0xA1), name: "ASSIOMA")

  private static func measured(_ watts: Int16, halves: UInt8?, isLeft: Bool = true) -> [UInt8] {
    var measurement = CyclingPowerMeasurement(powerWatts: watts)
    (measurement.pedalBalanceHalves, measurement.isBalanceLeft) = (halves, isLeft)
    return measurement.encoded()
  }

  /// A ride of some seconds with a power meter, which then sends these values in one second.
  private func row(after values: [[UInt8]]) throws -> RideSample {
    var bench = RideBench()
    bench.sensors[.power] = Self.meter
    bench.start(watts: 200, seconds: 3600)
    bench.run(for: .seconds(10))
    for _ in 0..<3 {
      bench.run(for: .seconds(1))
      bench.notify(.power, .cyclingPowerMeasurement, Self.measured(200, halves: 90))
    }
    bench.run(for: .seconds(1))
    for value in values { bench.notify(.power, .cyclingPowerMeasurement, value) }
    bench.run(for: .seconds(1))
    return try #require(bench.samples.last)
  }

  @Test func `a row has the mean share of the left leg in its second`() throws {
    var expected = Pedalling()
    expected.leftPercent = 48.25
    let row = try row(after: [Self.measured(200, halves: 96), Self.measured(210, halves: 97)])
    #expect(row.pedalling == expected)
  }

  @Test func `a share of an unknown pedal is not recorded`() throws {
    let row = try row(after: [Self.measured(200, halves: 96, isLeft: false)])
    #expect(row.powerWatts == 200 && row.pedalling == nil)
  }

  @Test(arguments: [201, 255] as [UInt8])
  func `a share above 100 % is not recorded`(_ halves: UInt8) throws {
    #expect(try row(after: [Self.measured(200, halves: halves)]).pedalling == nil)
  }

  /// Some pedals send 0 or 100 % while they are not loaded (GoldenCheetah#2955).
  @Test func `a share without power is not recorded`() throws {
    #expect(try row(after: [Self.measured(0, halves: 200)]).pedalling == nil)
    let row = try row(after: [Self.measured(0, halves: 200), Self.measured(180, halves: 96)])
    #expect(row.pedalling?.leftPercent == 48)
  }

  @Test func `a row without a value of the meter has no share`() throws {
    #expect(try row(after: []).pedalling == nil)
    #expect(try row(after: [Self.measured(200, halves: nil, isLeft: false)]).pedalling == nil)
  }

  @Test func `the trainer's share counts only without a power meter`() {
    var sampler = Sampler(start: .origin)
    sampler.received(powerWatts: 200, leftPercent: 47)
    let own = sampler.endRow(timerRunning: true, targetWatts: 200, beatsPerMinute: nil)
    #expect(own.pedalling?.leftPercent == 47)
    var metered = SensorReadings.Values()
    metered.isMetered = true
    sampler.received(powerWatts: 200, leftPercent: 47)
    #expect(
      sampler.endRow(timerRunning: true, targetWatts: 200, beatsPerMinute: nil, sensors: metered).pedalling == nil)
    sampler.received(powerWatts: 200, leftPercent: 47)
    sampler.received(meteredWatts: 190, leftPercent: 52)
    let row = sampler.endRow(timerRunning: true, targetWatts: 200, beatsPerMinute: nil, sensors: metered)
    #expect(row.pedalling?.leftPercent == 52)
  }
}
