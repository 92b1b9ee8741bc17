import BluetoothLE
import FitnessGATT
import RadioSim
import Testing
import Trainers

/// The limits of transmitted values, against the simulated devices.
@Suite struct SimulatedLimitTests {
  @Test func `a simulated trainer with the highest target sends the highest possible power`() throws {
    var trainer = SimulatedWahooTrainer(.kickr2016)
    for request in [WahooRequest.unlock, .erg(watts: .max)] {
      _ = trainer.take(request.encoded(), on: .wahooControlPoint, in: .obliging)
    }
    let values = trainer.advance(seconds: 600, cadenceRpm: 88, legWatts: nil)
    let power = try CyclingPowerMeasurement(decoding: try #require(values.first)).powerWatts
    #expect(power == .max)
  }

  @Test func `a simulated meter on a trainer with the highest target sends the highest possible power`() throws {
    var meter = SimulatedPowerMeter(percent: 20)
    let value = meter.advance(seconds: 600, against: .target(watts: 65535), cadenceRpm: 88)
    #expect(try CyclingPowerMeasurement(decoding: value).powerWatts == .max)
  }
}
