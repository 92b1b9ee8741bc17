import BluetoothLE
import FitnessGATT
import RideSession
import Rides
import Testing

/// Rides with a strap that reports no skin contact.
@Suite struct SkinContactTests {
  /// Returns a ride whose strap sent `measure` once a second, by the number of the second.
  private func ride(
    _ seconds: Int, after before: [SensorContact] = [], _ measure: (Int) -> HeartRateMeasurement
  ) -> RideBench {
    var bench = RideBench()
    bench.silent = [.heartRate]
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(5))
    for contact in before {
      let value = HeartRateMeasurement(heartRateBpm: 120, sensorContact: contact)
      bench.notify(.heartRate, .heartRateMeasurement, value.encoded())
      bench.run(for: .seconds(1))
    }
    for second in 0..<seconds {
      bench.notify(.heartRate, .heartRateMeasurement, measure(second).encoded())
      bench.run(for: .seconds(1))
    }
    return bench
  }

  private func lying(_ beatsPerMinute: UInt16, rrIntervals: [UInt16] = []) -> HeartRateMeasurement {
    HeartRateMeasurement(
      heartRateBpm: beatsPerMinute, sensorContact: .notDetected, rrIntervalTicks: rrIntervals)
  }

  @Test func `a heart rate without skin contact is used once it has varied for ten seconds`() {
    let bench = ride(20) { lying(UInt16(120 + $0 % 3)) }
    #expect(bench.snapshot.heartRate?.beatsPerMinute != nil)
    #expect(bench.samples.prefix(8).allSatisfy { $0.beatsPerMinute == nil })
    #expect(bench.samples.suffix(5).allSatisfy { $0.beatsPerMinute != nil })
  }

  @Test func `a heart rate without skin contact is used once RR intervals have arrived for ten seconds`() {
    let bench = ride(20) { _ in lying(120, rrIntervals: [512, 512]) }
    #expect(bench.snapshot.heartRate?.beatsPerMinute == 120)
    #expect(bench.samples.suffix(5).allSatisfy { $0.rrIntervals == [512, 512] })
  }

  @Test func `a constant heart rate without skin contact is ignored`() {
    let bench = ride(60) { _ in lying(120) }
    #expect(bench.samples.allSatisfy { $0.beatsPerMinute == nil })
  }

  @Test func `a heart rate without skin contact is ignored again after it has become constant`() {
    let bench = ride(200) { lying($0 < 20 ? UInt16(120 + $0 % 3) : 122) }
    #expect(bench.snapshot.heartRate?.beatsPerMinute == nil)
  }

  @Test func `a lost skin contact counts once the strap has reported contact`() {
    let bench = ride(30, after: [.detected]) { lying(UInt16(120 + $0 % 3)) }
    #expect(bench.snapshot.heartRate?.beatsPerMinute == nil)
  }

  @Test func `an impossible heart rate without skin contact is ignored`() {
    let bench = ride(30) { lying(UInt16($0 % 3), rrIntervals: []) }
    #expect(bench.samples.allSatisfy { $0.beatsPerMinute == nil })
  }
}
