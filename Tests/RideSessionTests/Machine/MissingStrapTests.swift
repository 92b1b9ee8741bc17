import BluetoothLE
import Rides
import Testing

@testable import RideSession

/// A pending connection is a scan at full duty.
///
/// While the trainer is linked, it costs air time.
@Suite struct MissingStrapTests {
  /// A ride whose strap is away from the beginning, or from the thirtieth second.
  private func riding(away: Bool, timingOut: Bool = false) -> RideBench {
    var bench = RideBench()
    bench.isConnectTimingOut = timingOut
    if away { bench.away = [.heartRate] }
    bench.start(watts: 150, seconds: 36_000)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  @Test(arguments: [false, true])
  func `a missing strap is searched for less than a third of the time`(timingOut: Bool) throws {
    var bench = riding(away: false, timingOut: timingOut)
    let before = bench.asked[.heartRate] ?? .zero
    bench.drop(.heartRate, for: .seconds(36_000))
    bench.run(for: .seconds(3600))
    let share = (try #require(bench.asked[.heartRate]) - before) / .seconds(3600)
    #expect((0.2...0.3).contains(share))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.maximumPending == 1)
    let timedOut = LinkError(.timedOut, operation: "connect")
    #expect(bench.snapshot.problems == [.strapLost(timedOut)])
  }

  @Test(arguments: [3, 29, 31, 34, 60, 119])
  func `a strap that is away for up to two minutes is reconnected soon after it returns`(seconds: Int) {
    var bench = riding(away: false)
    bench.drop(.heartRate, for: .seconds(seconds))
    bench.run(for: .seconds(seconds + 7))
    #expect(bench.snapshot.heartRate?.link == .connected)
  }

  @Test(arguments: [600, 607, 614, 621, 628, 635, 642, 649, 656])
  func `a strap is connected within a minute, however late it is put on`(seconds: Int) {
    var bench = riding(away: true)
    bench.run(for: .seconds(seconds))
    bench.bringBack(.heartRate)
    bench.run(for: .seconds(47))
    #expect(bench.snapshot.heartRate?.link == .connected)
  }

  @Test func `connection requests for a strap that the radio does not know are limited`() {
    var bench = riding(away: false)
    bench.strapFailures = Array(repeating: .deviceUnknown, count: 1000)
    bench.drop(.heartRate, for: .milliseconds(1))
    let before = bench.connects.count
    bench.run(for: .seconds(600))
    #expect((10...40).contains(bench.connects.count - before))
  }

  @Test func `a missing strap does not interrupt the trainer's pending connection`() {
    var bench = riding(away: true)
    let before = bench.connects.count
    bench.drop(.trainer, for: .seconds(300))
    bench.run(for: .seconds(299))
    #expect(bench.connects.dropFirst(before).map(\.role) == [.trainer])
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `a strap that connects just as its rest begins stays connected`() {
    var machine = RideMachine(at: .origin)
    let order = RideOrder(
      askedWatts: 150, plannedSeconds: 600, trainer: RideBench.trainer, heartRate: RideBench.strap)
    _ = machine.handle(.command(.start(order), CommandToken(1)), at: .origin)
    _ = machine.handle(.linked(.trainer, [.indoorBikeData, .fitnessMachineControlPoint]), at: .origin)
    _ = machine.handle(.subscribed(.trainer, .fitnessMachineControlPoint, nil), at: .origin)
    var effects: [RideEffect] = []
    for opCode: UInt8 in [0x00, 0x07, 0x05] {
      effects = machine.handle(.notified(.trainer, .fitnessMachineControlPoint, [0x80, opCode, 1]), at: .origin)
    }
    #expect(effects.contains(.connect(.heartRate, RideBench.strap.address)))
    let later = MonotonicInstant.origin.advanced(by: .seconds(31))
    #expect(machine.handle(.deadline, at: later).contains(.cancelConnect(.heartRate)))
    #expect(
      machine.handle(.linked(.heartRate, [.heartRateMeasurement]), at: later) == [
        .subscribe(.heartRate, .heartRateMeasurement)
      ])
  }
}
