import Rides
import Testing

@Suite struct IntervalIntensityTests {
  private static func hold(_ watts: Int, _ label: String? = nil) -> RideInterval {
    RideInterval(label: label, end: .timer(seconds: 60), aim: .hold(watts: watts))
  }

  private static func ramp(_ from: Int, _ to: Int) -> RideInterval {
    RideInterval(end: .timer(seconds: 60), aim: .ramp(fromWatts: from, toWatts: to))
  }

  private static let free = RideInterval(end: .activity, aim: .free)
  private static let zone = RideInterval(
    end: .activity,
    aim: .heartRate(
      HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 120), watts: 50...200)))

  @Test(
    arguments: [
      ([hold(150)], [.active]), ([free], [.active]), ([zone, zone], [.active, .active]),
      // Efforts with rests between them.
      (
        [ramp(100, 150), hold(250), hold(120), hold(250), hold(120), ramp(150, 100)],
        [.warmUp, .interval, .rest, .interval, .rest, .coolDown]
      ),
      ([hold(100), hold(200), hold(100)], [.warmUp, .active, .coolDown]),
      ([hold(150), free, hold(150)], [.interval, .rest, .interval]), ([hold(150), free], [.active, .coolDown]),
      // Over and under a threshold there is no rest; nor on the way up.
      ([hold(210), hold(250), hold(210), hold(250)], [.active, .active, .active, .active]),
      ([hold(180), hold(200), hold(220), hold(240)], [.active, .active, .active, .active]),
      ([ramp(200, 100), ramp(100, 200)], [.active, .active]), ([free, free], [.active, .active]),
      // Labels take precedence.
      (
        [hold(200, "Warm-up"), hold(200, "WARMUP 2"), hold(200), hold(190, "Recovery"), hold(200, "Cool Down")],
        [.warmUp, .warmUp, .interval, .rest, .coolDown]
      ),
      ([hold(100, "Restless"), hold(200)], [.warmUp, .active]),
    ] as [([RideInterval], [IntervalIntensity])])
  func `an interval's intensity depends on its label, else on its neighbours`(
    _ intervals: [RideInterval], _ intensities: [IntervalIntensity]
  ) {
    #expect(RidePlan(intervals: intervals).intensities == intensities)
  }
}
