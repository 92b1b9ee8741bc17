import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

/// The zero offset of a power meter within a ride.
@Suite struct ZeroOffsetTests {
  private static let meter = RideDevice(address: DeviceAddress(0xA1), name: "ASSIOMA")

  private func riding(
    with characteristics: Set<CharacteristicID> = [.cyclingPowerMeasurement, .cyclingPowerControlPoint],
    prepare: (inout RideBench) -> Void = { _ in }
  ) -> RideBench {
    var bench = RideBench()
    bench.sensors[.power] = Self.meter
    bench.characteristics[.power] = characteristics
    prepare(&bench)
    bench.start(watts: 150, seconds: 3600)
    bench.run(for: .seconds(10))
    return bench
  }

  private func refusal(_ bench: inout RideBench, _ command: RideCommand) -> RideRefusal? {
    let token = bench.send(command)
    guard case .failure(let refusal) = bench.replies[token] else { return nil }
    return refusal
  }

  private func answer(_ bench: inout RideBench, _ value: [UInt8]) {
    bench.notify(.power, .cyclingPowerControlPoint, value)
  }

  private func zeroRequests(_ bench: RideBench) -> Int {
    bench.sent.count { $0.write == GATTWrite([0x0C], to: .cyclingPowerControlPoint) }
  }

  @Test func `a zero offset waits until the cranks are still for three seconds`() {
    var bench = riding()
    bench.send(.calibrate(.power))
    bench.run(for: .seconds(20))
    #expect(bench.calibration?.step == .still && zeroRequests(bench) == 0)
    bench.cadenceRpm = 0
    bench.run(for: .seconds(2))
    #expect(zeroRequests(bench) == 0)
    bench.run(for: .seconds(3))
    #expect(zeroRequests(bench) == 1)
    answer(&bench, [0x20, 0x0C, 0x01, 0x1C, 0x02])
    #expect(bench.calibration?.step == .done && bench.calibration?.offset == 540)
    #expect(bench.calibrations.map(\.offset) == [540])
    bench.cadenceRpm = 88
    bench.run(for: .seconds(30))
    #expect(zeroRequests(bench) == 1 && bench.machine.control.holdsTarget, "the trainer is not affected")
  }

  @Test func `a response without an offset is a success`() {
    var bench = riding { $0.cadenceRpm = 0 }
    bench.send(.calibrate(.power))
    bench.run(for: .seconds(5))
    answer(&bench, [0x20, 0x0C, 0x01, 0xFF, 0xFF])
    #expect(bench.calibration?.step == .done && bench.calibration?.offset == nil)
  }

  @Test func `a zero offset that failed can be repeated`() {
    var bench = riding { $0.cadenceRpm = 0 }
    bench.send(.calibrate(.power))
    bench.run(for: .seconds(5))
    answer(&bench, [0x20, 0x0C, 0x04])
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == "Operation Failed")
    bench.send(.calibrate(.power))
    bench.run(for: .seconds(5))
    answer(&bench, [0x20, 0x0C, 0x01, 0x00, 0x00])
    #expect(bench.calibration?.step == .done && bench.calibration?.offset == 0 && zeroRequests(bench) == 2)
  }

  @Test func `a meter that does not answer fails after half a minute`() {
    var bench = riding { $0.cadenceRpm = 0 }
    bench.send(.calibrate(.power))
    bench.run(for: .seconds(36))
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == TargetRefusal.noAnswer.rawValue)
  }

  @Test func `a meter that is away is calibrated as soon as it is back`() {
    var bench = riding { bench in
      bench.away.insert(.power)
      bench.cadenceRpm = 0
    }
    bench.send(.calibrate(.power))
    #expect(bench.calibration?.step == .starting)
    bench.run(for: .seconds(10))
    bench.bringBack(.power)
    bench.run(for: .seconds(15))
    #expect(bench.calibration?.step == .still && zeroRequests(bench) == 1)
  }

  @Test func `a zero offset ends with the meter's link`() {
    var bench = riding { $0.cadenceRpm = 0 }
    bench.send(.calibrate(.power))
    bench.run(for: .seconds(5))
    bench.drop(.power, for: .seconds(5))
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == "supervisionTimeout")
  }

  @Test func `a meter that refuses the indications is not calibrated, and stays linked`() {
    var bench = riding()
    let error = LinkError(.refused, operation: "StartNotify", detail: "Not Permitted")
    bench.refusals[.power] = [.cyclingPowerControlPoint: error]
    bench.send(.calibrate(.power))
    bench.run(for: .seconds(1))
    #expect(bench.calibration?.step == .failed && bench.calibration?.reason == "Not Permitted")
    #expect(bench.machine[.power].isLinked)
  }

  @Test func `a meter without a control point, and a missing meter, are refused`() {
    var bench = riding(with: [.cyclingPowerMeasurement])
    #expect(refusal(&bench, .calibrate(.power)) == .calibrationUnsupported(Self.meter))
    var other = RideBench()
    other.start(watts: 150, seconds: 3600)
    other.run(for: .seconds(10))
    #expect(refusal(&other, .calibrate(.power)) == .calibrationUnsupported(nil))
  }

  @Test func `a zero offset replaces a spin-down`() {
    var bench = riding()
    bench.send(.calibrate(.trainer))
    bench.run(for: .seconds(2))
    bench.send(.calibrate(.power))
    #expect(bench.calibration?.device == .power)
    #expect(bench.calibrations.map(\.reason) == ["cancelled"])
    bench.run(for: .seconds(2))
    #expect(bench.trainer.spinDown == nil && bench.machine.control.holdsTarget)
  }
}
