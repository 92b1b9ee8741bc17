import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

/// Rides on trainers with an unreliable cadence.
@Suite struct DoubtfulCadenceTests {
  /// A ride of a minute, ten seconds after its order.
  private func ride(_ change: (inout RideBench) -> Void = { _ in }) -> RideBench {
    var bench = RideBench()
    change(&bench)
    bench.start(watts: 150, seconds: 60)
    bench.run(for: .seconds(10))
    return bench
  }

  private static let withoutCadence: @Sendable (IndoorBikeData) -> [IndoorBikeData] = { data in
    var data = data
    data.instantaneousCadence = Cadence(rpm: 0)
    return [data]
  }

  private static func slowing(by watts: Int16) -> (inout RideBench) -> Void {
    { $0.legWatts = max(0, ($0.legWatts ?? 150) - watts) }
  }

  private func kinds(_ bench: RideBench) -> [RideEvent.Name] { bench.events.map(\.kind.name) }

  @Test func `a ride begins on power alone if the cadence is always zero`() {
    var bench = ride { $0.sending = Self.withoutCadence }
    #expect(bench.snapshot.phase == .riding)
    bench.run(for: .seconds(90))
    #expect(bench.samples.filter(\.timerRunning).count == 60)
    #expect(bench.samples.allSatisfy { $0.powerWatts ?? 0 > 50 })
    #expect(!kinds(bench).contains(.autoPaused))
  }

  @Test func `a cadence that is always zero is not recorded`() {
    var bench = ride { $0.sending = Self.withoutCadence }
    bench.run(for: .seconds(90))
    #expect(!bench.samples.isEmpty && bench.samples.allSatisfy { $0.cadenceRpm == nil })
  }

  @Test func `a cadence that is always zero is reported as missing until it arrives`() {
    var bench = ride { $0.sending = Self.withoutCadence }
    #expect(bench.snapshot.problems == [.cadenceMissing])
    bench.drop(.trainer, for: .seconds(2))
    bench.run(for: .seconds(4))
    #expect(bench.snapshot.problems.isEmpty, "the next link has to show it again")
    bench.run(for: .seconds(6))
    #expect(bench.snapshot.problems == [.cadenceMissing])
    bench.sending = nil
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a cadence that was proven is not reported as missing`() {
    var bench = ride()
    bench.sending = Self.withoutCadence
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `power controls auto-pause if the cadence is always zero`() {
    var bench = ride { $0.sending = Self.withoutCadence }
    bench.cadenceRpm = 0
    bench.run(for: .seconds(6))
    #expect(bench.snapshot.isAutoPaused)
    bench.cadenceRpm = 85
    bench.run(for: .seconds(4))
    #expect(bench.snapshot.phase == .riding)
  }

  @Test func `a coasting flywheel does not begin a ride if the cadence is always zero`() {
    var bench = RideBench()
    bench.sending = Self.withoutCadence
    bench.trainer.sendsSpeed = false
    bench.legWatts = 150
    bench.start(watts: 150, seconds: 60)
    for _ in 0..<40 {
      bench.run(for: .milliseconds(250))
      Self.slowing(by: 12)(&bench)
    }
    #expect(bench.snapshot.phase == .ready)
  }

  @Test func `a cadence that drops out while power continues causes no auto-pause`() {
    var bench = ride()
    bench.sending = Self.withoutCadence
    bench.run(for: .seconds(20))
    #expect(bench.snapshot.phase == .riding)
    bench.sending = nil
    bench.run(for: .seconds(60))
    #expect(!kinds(bench).contains(.autoPaused))
    #expect(bench.samples.allSatisfy { $0.cadenceRpm ?? 88 > 60 }, "nobody was seen to stand still")
  }

  @Test func `a cadence that is zero every other second causes no auto-pause and lowers no row`() {
    var bench = ride()
    for second in 0..<40 {
      bench.sending = second.isMultiple(of: 2) ? Self.withoutCadence : nil
      bench.run(for: .seconds(1))
    }
    #expect(!kinds(bench).contains(.autoPaused))
    #expect(bench.samples.allSatisfy { $0.cadenceRpm ?? 88 > 60 })
  }

  @Test func `a proven cadence of zero pauses the ride though the flywheel coasts`() {
    var bench = ride()
    bench.sending = Self.withoutCadence
    bench.legWatts = 150
    for _ in 0..<28 {
      Self.slowing(by: 10)(&bench)
      bench.run(for: .milliseconds(250))
    }
    #expect(bench.snapshot.isAutoPaused)
  }

  @Test func `a ride whose cadence has dropped out is paused when the pedals stop`() {
    var bench = ride()
    bench.sending = Self.withoutCadence
    bench.run(for: .seconds(20))
    bench.cadenceRpm = 0
    bench.run(for: .seconds(7))
    #expect(bench.snapshot.isAutoPaused)
  }
}
