import BluetoothLE
import FitnessGATT
import RadioSim
import RideSession
import Rides
import Testing

/// Rides on trainers that send power and cadence separately.
@Suite struct SplitRecordTests {
  /// Power first, then the rest, by `More Data` (FTMS 1.0.1, §4.9).
  private static let byMoreData: @Sendable (IndoorBikeData) -> [IndoorBikeData] = { data in
    var (first, last) = (IndoorBikeData(), data)
    first.instantaneousPowerWatts = data.instantaneousPowerWatts
    last.instantaneousPowerWatts = nil
    return [first, last]
  }

  /// Two complete records, with the speed in both.
  private static let byKind: @Sendable (IndoorBikeData) -> [IndoorBikeData] = { data in
    var (power, cadence) = (data, data)
    power.instantaneousCadence = nil
    cadence.instantaneousPowerWatts = nil
    return [power, cadence]
  }

  /// Two records without speed, so that no record ends by itself.
  private static let withoutEnd: @Sendable (IndoorBikeData) -> [IndoorBikeData] = { data in
    byKind(data).map { part in
      var part = part
      part.instantaneousSpeed = nil
      part.totalDistanceMeters = nil
      return part
    }
  }

  static let all: [@Sendable (IndoorBikeData) -> [IndoorBikeData]] = [byMoreData, byKind, withoutEnd]

  private func riding(_ watts: Int, _ sending: @escaping @Sendable (IndoorBikeData) -> [IndoorBikeData]) -> RideBench {
    var bench = RideBench()
    bench.sending = sending
    bench.start(watts: watts, seconds: 3600)
    bench.run(for: .seconds(40))
    return bench
  }

  @Test(arguments: all.indices)
  func `the target is released for collapsing legs though power and cadence arrive separately`(_ kind: Int) {
    var bench = riding(250, Self.all[kind])
    bench.legWatts = 140
    for rpm in stride(from: 80.0, through: 38, by: -2) {
      bench.cadenceRpm = rpm
      bench.run(for: .milliseconds(500))
    }
    #expect(bench.events.contains { $0.kind.name == .released })
    #expect(bench.trainer.targetWatts == 112)
  }

  @Test(arguments: all.indices)
  func `auto-pause works and rows are complete though power and cadence arrive separately`(_ kind: Int) {
    var bench = riding(150, Self.all[kind])
    bench.cadenceRpm = 0
    bench.legWatts = 40
    bench.run(for: .seconds(6))
    #expect(bench.snapshot.isAutoPaused)
    bench.cadenceRpm = 88
    bench.legWatts = nil
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.samples.allSatisfy { $0.powerWatts != nil && $0.cadenceRpm != nil })
  }
}
