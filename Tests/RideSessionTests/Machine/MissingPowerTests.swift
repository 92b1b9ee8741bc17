import BluetoothLE
import FitnessGATT
import Rides
import Testing

@testable import RideSession

/// Trainers whose power is absent, always 0, or in another characteristic.
@Suite struct MissingPowerTests {
  private static func sending(
    _ change: @escaping @Sendable (inout IndoorBikeData) -> Void
  ) -> @Sendable (IndoorBikeData) -> [IndoorBikeData] {
    { data in
      var data = data
      change(&data)
      return [data]
    }
  }
  private static let zero = sending { $0.instantaneousPowerWatts = 0 }
  private static let absent = sending { $0.instantaneousPowerWatts = nil }
  private static let speedOnly = sending { ($0.instantaneousPowerWatts, $0.instantaneousCadence) = (nil, nil) }

  private func riding(
    seconds: Int, _ sending: (@Sendable (IndoorBikeData) -> [IndoorBikeData])? = nil,
    prepare: (inout RideBench) -> Void = { _ in }
  ) -> RideBench {
    var bench = RideBench()
    bench.sending = sending
    prepare(&bench)
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(seconds))
    return bench
  }

  private func power(_ bench: inout RideBench, watts: Int16, seconds: Int) {
    for _ in 0..<seconds {
      bench.run(for: .seconds(1))
      let value = CyclingPowerMeasurement(powerWatts: watts)
      bench.notify(.trainer, .cyclingPowerMeasurement, value.encoded())
    }
  }

  @Test(arguments: [zero, absent])
  func `missing power is reported within ten seconds of pedalling, until it arrives`(
    _ sending: @escaping @Sendable (IndoorBikeData) -> [IndoorBikeData]
  ) {
    var bench = riding(seconds: 10, sending)
    #expect(bench.snapshot.problems == [.powerMissing])
    bench.sending = nil
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a trainer that sends only speed is reported to send neither power nor cadence`() {
    let bench = riding(seconds: 10, Self.speedOnly)
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.problems == [.powerMissing, .cadenceMissing])
  }

  @Test func `power that disappears during a ride is reported`() {
    var bench = riding(seconds: 60)
    #expect(bench.snapshot.problems.isEmpty)
    bench.sending = Self.zero
    bench.run(for: .seconds(10))
    #expect(bench.snapshot.problems.contains(.powerMissing))
  }

  @Test func `missing power is not reported while the rider is not pedalling`() {
    var bench = riding(seconds: 30)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(120))
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a power of 0 while pedalling outweighs the target in the trainer's status`() {
    var bench = riding(seconds: 30, Self.zero)
    #expect(bench.machine.control.confirmation.isConfirmed == false)
    #expect(bench.targets.filter { $0 == 150 }.count >= 2, "it is written again")
    bench.run(for: .seconds(10))
    #expect(bench.events.contains { $0.kind == .unconfirmed(watts: 150) })
    #expect(bench.snapshot.problems.contains(.targetUnconfirmed(150)))
    bench.sending = nil
    bench.run(for: .seconds(30))
    #expect(bench.machine.control.confirmation.isConfirmed == true)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `an echo does not confirm a target while the power is 0`() {
    var confirmation = TargetConfirmation()
    confirmation.acknowledged(150)
    confirmation.announced(150)
    confirmation.isEchoed(after: nil)
    var repeats = 0
    for tick in 0..<120 {
      let now = MonotonicInstant(sinceOrigin: .milliseconds(250 * tick))
      if confirmation.measured(0, isPedalling: true, at: now) {
        repeats += 1
        confirmation.acknowledged(150)
        confirmation.announced(150)
      }
    }
    #expect(repeats == 2 && confirmation.isConfirmed == false && confirmation.failures == 2)
  }

  // MARK: Power of the Cycling Power service

  @Test(arguments: [zero, absent])
  func `the power of the trainer's Cycling Power service is used if its data has none`(
    _ sending: @escaping @Sendable (IndoorBikeData) -> [IndoorBikeData]
  ) {
    var bench = riding(seconds: 6, sending, prepare: { $0.trainerCharacteristics.insert(.cyclingPowerMeasurement) })
    power(&bench, watts: 152, seconds: 30)
    #expect(bench.samples.suffix(20).allSatisfy { $0.powerWatts == 152 })
    #expect(bench.snapshot.problems.isEmpty && bench.snapshot.trainer?.powerWatts == 152)
    #expect(bench.machine.control.confirmation.isConfirmed == true)
  }

  @Test func `the power of the trainer's data takes precedence over its Cycling Power service`() {
    var bench = riding(seconds: 6, prepare: { $0.trainerCharacteristics.insert(.cyclingPowerMeasurement) })
    power(&bench, watts: 300, seconds: 20)
    #expect(bench.samples.allSatisfy { $0.powerWatts ?? 0 < 200 })
  }

  // MARK: Requests for calibration

  @Test func `a spin-down that the trainer requests is reported until it succeeds`() {
    var bench = riding(seconds: 20)
    bench.notify(.trainer, .fitnessMachineStatus, [0x14, 0x01])
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.problems == [.calibrationRequested(.trainer)])
    bench.notify(.trainer, .fitnessMachineStatus, [0x14, 0x03])
    #expect(bench.snapshot.problems == [.calibrationRequested(.trainer)], "an error leaves it uncalibrated")
    bench.notify(.trainer, .fitnessMachineStatus, [0x14, 0x02])
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a request for calibration ends with the link`() {
    var bench = riding(seconds: 20)
    bench.notify(.trainer, .fitnessMachineStatus, [0x14, 0x01])
    bench.drop(.trainer, for: .seconds(2))
    bench.run(for: .seconds(6))
    #expect(bench.snapshot.problems.isEmpty)
  }
}
