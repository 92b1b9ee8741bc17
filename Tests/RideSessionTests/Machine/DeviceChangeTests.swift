import BluetoothLE
import Rides
import Testing

@testable import RideSession

/// A strap or a sensor that joins the ride, or changes, during it.
@Suite struct DeviceChangeTests {
  private static let other = RideDevice(address: DeviceAddress(0xC0FF_EE00_00B2), name: "TICKR")
  private static let crank = RideDevice(address: DeviceAddress(0xA2), name: "CADENCE")

  private func riding(strap: Bool = true) -> RideBench {
    var bench = RideBench()
    bench.start(seconds: 3600, strap: strap)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  @Test func `a strap joins a ride that began without one`() {
    var bench = riding(strap: false)
    #expect(bench.snapshot.heartRate == nil)
    let token = bench.send(.use(.heartRate, Self.other))
    #expect(bench.replies[token] == .success(.done))
    bench.run(for: .seconds(5))
    #expect(bench.snapshot.heartRate?.device == Self.other && bench.snapshot.heartRate?.link == .connected)
    #expect(bench.samples.last?.beatsPerMinute != nil)
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `a strap that is replaced is disconnected before the new one is connected`() {
    var bench = riding()
    let before = bench.connects.count
    bench.send(.use(.heartRate, Self.other))
    #expect(bench.connects.count == before, "one role has one link")
    bench.run(for: .seconds(5))
    #expect(bench.connects.count == before + 1)
    #expect(bench.snapshot.heartRate?.device == Self.other && bench.snapshot.heartRate?.link == .connected)
    #expect(!bench.events.contains { $0.kind.name == .strapLost })
    #expect(bench.machine.rideInHand?.order.heartRate == Self.other)
  }

  @Test func `a missing strap can be replaced, and its connection request is withdrawn`() {
    var bench = RideBench()
    bench.away = [.heartRate]
    bench.start(seconds: 3600)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 10)
    #expect(bench.pending == [.heartRate])
    bench.send(.use(.heartRate, Self.other))
    bench.away = []
    bench.run(for: .seconds(5))
    #expect(bench.snapshot.heartRate?.link == .connected && bench.snapshot.problems.isEmpty)
    #expect(bench.maximumPending == 1)
  }

  @Test func `a late link of the former strap is closed`() {
    var machine = riding().machine
    let now = MonotonicInstant(sinceOrigin: .seconds(100))
    _ = machine.handle(.linkLost(.heartRate, LinkError(.supervisionTimeout, operation: "link")), at: now)
    _ = machine.handle(.deadline, at: now.advanced(by: .seconds(1)))
    let token = CommandToken(900)
    let effects = machine.handle(.command(.use(.heartRate, Self.other), token), at: now.advanced(by: .seconds(2)))
    #expect(effects.contains(.cancelConnect(.heartRate)))
    let late = machine.handle(.linked(.heartRate, [.heartRateMeasurement]), at: now.advanced(by: .seconds(3)))
    #expect(late.contains(.close(.heartRate)))
    let beat = machine.handle(
      .notified(.heartRate, .heartRateMeasurement, [0, 200]), at: now.advanced(by: .seconds(3.1)))
    #expect(beat.isEmpty)
    let ended = machine.handle(
      .linkLost(.heartRate, LinkError(.closedHere, operation: "link")), at: now.advanced(by: .seconds(4)))
    #expect(ended.contains(.connect(.heartRate, Self.other.address)))
  }

  @Test func `a sensor joins a ride`() {
    var bench = riding()
    bench.send(.use(.cadence, Self.crank))
    bench.run(for: .seconds(5))
    #expect(bench.snapshot.sensors[.cadence]?.device == Self.crank)
    #expect(bench.snapshot.sensors[.cadence]?.link != .away)
  }

  @Test func `the trainer cannot be changed, and its address cannot take another role`() {
    var bench = riding()
    let tokens = [
      bench.send(.use(.trainer, Self.other)), bench.send(.use(.heartRate, RideBench.trainer)),
    ]
    for token in tokens { #expect(bench.replies[token] == .failure(.wrongPhase(.riding))) }
    bench.run(for: .seconds(5))
    #expect(bench.snapshot.trainer?.device == RideBench.trainer && bench.snapshot.phase == .riding)
  }

  @Test func `a change of device is refused without a ride`() {
    var bench = RideBench()
    let token = bench.send(.use(.heartRate, Self.other))
    #expect(bench.replies[token] == .failure(.noRide))
  }
}
