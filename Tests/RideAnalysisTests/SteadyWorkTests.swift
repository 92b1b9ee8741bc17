import RideAnalysis
import Rides
import Testing

/// Decoupling and drift are figures of steady work alone.
@Suite struct SteadyWorkTests {
  private static let settings = RiderSettings(zone2: 120...140, thresholdWatts: 250)

  /// A ride of parts, each a lap, whose heart rate rises slowly.
  private static func metrics(
    _ parts: [(seconds: Int, watts: Double)], plan: RidePlan? = nil, hasLaps: Bool = true
  ) -> RideMetrics {
    var samples: [RideSample] = []
    var laps: [RideLap] = []
    for (index, part) in parts.enumerated() {
      laps.append(RideLap(second: samples.count, trigger: .time, interval: plan == nil ? nil : index + 1))
      for _ in 0..<part.seconds {
        samples.append(
          RideSample(
            second: samples.count, timerRunning: true, powerWatts: part.watts,
            beatsPerMinute: 130 + samples.count / 600))
      }
    }
    let record = RideRecord(
      id: 1, start: UnixTime(seconds: 0), plannedSeconds: samples.count, trainerName: nil, samples: samples,
      events: [], laps: hasLaps ? laps : [])
    return RideMetrics(record, plan: plan, settings: settings)
  }

  private static func plan(_ parts: [(seconds: Int, watts: Int)]) -> RidePlan {
    RidePlan(
      name: "plan",
      intervals: parts.map { RideInterval(end: .timer(seconds: $0.seconds), aim: .hold(watts: $0.watts)) })
  }

  /// 4 × 8 min at 219 W with 3 min at 114 W between them has a VI of 1.07.
  @Test func `four times eight minutes are not judged, with or without their plan`() {
    let parts: [(seconds: Int, watts: Double)] = (0..<4).flatMap { _ in [(480, 219.0), (180, 114.0)] }
    let plan = Self.plan(parts.map { ($0.seconds, Int($0.watts)) })
    for metrics in [Self.metrics(parts, plan: plan), Self.metrics(parts), Self.metrics(parts, hasLaps: false)] {
      #expect(metrics.decouplingPercent == nil && metrics.driftBpmPerHour == nil)
      #expect(metrics.notJudged != nil)
    }
    #expect(Self.metrics(parts, plan: plan).notJudged == .intervals)
    #expect(Self.metrics(parts).notJudged == .intervals)
    #expect(Self.metrics(parts, hasLaps: false).notJudged == .unsteady)
  }

  @Test func `a lap further than a tenth from the mean power is an interval`() {
    let steady = Self.metrics([(1800, 200), (600, 215), (1200, 190)])
    #expect(steady.notJudged == nil && steady.decouplingPercent != nil && steady.driftBpmPerHour != nil)
    #expect(Self.metrics([(1800, 200), (300, 225), (1500, 200)]).notJudged == .intervals)
  }

  @Test func `the plan's warm-up and cool-down are not a part of the work`() throws {
    let parts = [(600, 120), (2400, 200), (600, 120)]
    let metrics = Self.metrics(parts.map { ($0.0, Double($0.1)) }, plan: Self.plan(parts))
    #expect(metrics.notJudged == nil && metrics.decouplingPercent != nil)
    #expect(metrics.steadyWork.window == 600..<3000)
  }

  @Test func `a plan of efforts and rests is never judged, even if it was ridden evenly`() {
    let plan = Self.plan([(900, 200), (300, 100), (900, 200), (300, 100), (900, 200)])
    #expect(
      Self.metrics([(900, 150), (300, 150), (900, 150), (300, 150), (900, 150)], plan: plan).notJudged == .intervals)
  }

  @Test func `less than 20 minutes are too short, and a ride without heart rate has no reason`() {
    #expect(Self.metrics([(1199, 200)]).notJudged == .short)
    let samples = (0..<1800).map { RideSample(second: $0, timerRunning: true, powerWatts: 200) }
    let record = RideRecord(
      id: 1, start: UnixTime(seconds: 0), plannedSeconds: 1800, trainerName: nil, samples: samples, events: [])
    #expect(RideMetrics(record, settings: Self.settings).notJudged == nil)
  }

  @Test func `time in power zones uses the ride's own FTP`() {
    var record = RideRecord(
      id: 1, start: UnixTime(seconds: 0), plannedSeconds: 90, trainerName: nil,
      samples: (0..<90).map {
        RideSample(second: $0, timerRunning: $0 != 10, powerWatts: $0 == 20 ? nil : $0 < 30 ? 100 : 200)
      }, events: [])
    #expect(RideMetrics(record, settings: Self.settings).secondsInPowerZone == [28, 0, 60, 0, 0, 0, 0])
    record.thresholdWatts = 200
    #expect(RideMetrics(record, settings: Self.settings).secondsInPowerZone == [28, 0, 0, 60, 0, 0, 0])
    record.thresholdWatts = nil
    #expect(RideMetrics(record, settings: RiderSettings()).powerZones == nil)
  }
}
