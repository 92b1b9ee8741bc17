import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

/// A target power on a bike that has resistance levels only.
@Suite struct ResistanceRideTests {
  private func riding(_ model: SimulatedResistanceBike.Model, watts: Int, holds: Bool = true) -> RideBench {
    var bench = RideBench()
    bench.other = SimulatedResistanceBike(model)
    bench.cadenceRpm = 80
    var order = RideOrder(
      plan: .steady(watts: watts, seconds: 3600), trainer: RideBench.trainer, heartRate: RideBench.strap)
    order.holdsByResistance = holds
    bench.send(.start(order))
    bench.run(for: .seconds(75))
    return bench
  }

  private func meanWatts(_ bench: RideBench, last seconds: Int = 30) -> Double {
    let watts = bench.samples.suffix(seconds).compactMap(\.powerWatts)
    return watts.reduce(0, +) / Double(max(1, watts.count))
  }

  @Test(arguments: [120, 160, 220])
  func `a bike with fine levels holds the target within 5 %`(_ watts: Int) {
    let bench = riding(.fine, watts: watts)
    #expect(abs(meanWatts(bench) / Double(watts) - 1) <= 0.05)
    #expect(bench.samples.last?.targetWatts == watts, "rows have the target")
    #expect(bench.snapshot.trainer?.modes == [.ergByResistance, .resistance])
    #expect(bench.snapshot.figures?.targetWatts == watts)
  }

  @Test func `a new target has an effect at once, and after a drop the learnt levels`() {
    var bench = riding(.fine, watts: 150)
    let token = bench.send(.setWatts(200))
    bench.run(for: .seconds(30))
    #expect((try? bench.replies[token]?.get()) != nil)
    bench.run(for: .seconds(30))
    #expect(abs(meanWatts(bench) - 200) <= 10)
    bench.drop(.trainer, for: .seconds(5))
    bench.run(for: .seconds(25))
    #expect(abs(meanWatts(bench, last: 10) - 200) <= 20 && bench.snapshot.phase == .riding)
  }

  @Test func `a bike without ERG mode refuses watts if the rider switched this off`() {
    let bench = riding(.fine, watts: 150, holds: false)
    #expect(bench.replies.values.contains(.failure(.noPowerTargets)))
  }
}
