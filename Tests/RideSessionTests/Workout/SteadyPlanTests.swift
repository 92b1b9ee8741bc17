import Rides
import Testing

@Suite struct SteadyPlanTests {
  @Test func `ramps before and after a ride begin and end at half of its power`() {
    let plan = RidePlan.steady(.hold(watts: 151), seconds: 3600, warmupSeconds: 600, cooldownSeconds: 300)
    #expect(plan.intervals.map(\.label) == ["Warm-up", nil, "Cool-down"])
    #expect(plan.intervals.map(\.end) == [.timer(seconds: 600), .timer(seconds: 3600), .timer(seconds: 300)])
    #expect(
      plan.intervals.map(\.aim) == [
        .ramp(fromWatts: 75, toWatts: 151), .hold(watts: 151), .ramp(fromWatts: 151, toWatts: 75),
      ])
    #expect(plan.intensities == [.warmUp, .active, .coolDown])
  }

  @Test func `a ride without a length ends only by its rider and has no total time`() {
    let endless = RidePlan.steady(.hold(watts: 150), seconds: nil)
    #expect(endless.intervals.map(\.end) == [.activity])
    #expect(endless.timerSeconds == nil && !endless.isMoreThanSteady)
    #expect(RidePlan.steady(.free, seconds: 60, warmupSeconds: 60).intervals.count == 1, "nothing to rise to")
  }

  @Test func `a ride in Zone 2 or with a guard needs a heart rate`() {
    #expect(!RideRequest(watts: 150, minutes: 1).needsHeartRate)
    #expect(RideRequest(minutes: 1, zone2: true).needsHeartRate)
    #expect(RideRequest(watts: 150, minutes: 1, maximumHeartRate: 150).needsHeartRate)
    #expect(RideRequest(watts: 150, minutes: 1, dfa: true).needsHeartRate)
  }
}
