import RideAnalysis
import Rides
import Testing

/// Figures of facts/domain.md §3.2 and §3.6, and of the shared fixture metrics.json.
@Suite struct RideMetricsTests {
  private static let settings = RiderSettings(zone2: 120...140, thresholdWatts: 250)

  private func metrics(_ samples: [RideSample], _ settings: RiderSettings = settings) -> RideMetrics {
    RideMetrics(ride(samples), settings: settings)
  }

  private func ride(_ samples: [RideSample]) -> RideRecord {
    RideRecord(
      id: 1, start: UnixTime(seconds: 0), plannedSeconds: 3600, trainerName: nil, samples: samples, events: [])
  }

  /// A ride of an hour, from functions that return the values of each second.
  private func hour(watts: (Int) -> Double? = { _ in 150 }, beats: (Int) -> Int? = { _ in nil }) -> [RideSample] {
    (0..<3600).map {
      RideSample(second: $0, timerRunning: true, powerWatts: watts($0), beatsPerMinute: beats($0))
    }
  }

  private func expect(
    _ value: Double?, _ expected: Double, within tolerance: Double = 0.005,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(value.map { abs($0 - expected) <= tolerance } == true, "\(value ?? .nan)", sourceLocation: location)
  }

  @Test func `Normalized Power of constant power is that power`() {
    let metrics = metrics(hour { _ in 200 })
    expect(metrics.normalizedWatts, 200)
    expect(metrics.variabilityIndex, 1)
    expect(metrics.intensityFactor, 0.8)
    expect(metrics.trainingStressScore, 64)
    expect(metrics.totals.averageWatts, 200)
    expect(metrics.totals.joules, 720_000)
  }

  @Test func `Normalized Power weighs alternating minutes by the fourth power`() {
    let metrics = metrics(hour { $0 / 60 % 2 == 0 ? 300 : 100 })
    expect(metrics.normalizedWatts, 239.0995)
    expect(metrics.variabilityIndex, 1.1955)
    expect(metrics.intensityFactor, 0.9564)
    expect(metrics.trainingStressScore, 91.4697)
  }

  @Test func `a ride with intervals has no decoupling and no drift`() {
    let beats: (Int) -> Int? = { 130 + $0 / 360 }
    let intervals = metrics(hour(watts: { $0 / 60 % 2 == 0 ? 300 : 100 }, beats: beats))
    #expect(intervals.decouplingPercent == nil && intervals.driftBpmPerHour == nil)
    #expect(intervals.steadyWork.variabilityIndex.map { $0 > Limits.steadyVariabilityIndex } == true)
    let steady = metrics(hour(watts: { $0 / 60 % 2 == 0 ? 160 : 140 }, beats: beats))
    #expect(steady.decouplingPercent != nil && steady.driftBpmPerHour != nil)
  }

  @Test func `a run's metrics do not use the threshold power of cycling`() {
    var run = ride(hour { _ in 200 })
    run.givenSport = .running
    let metrics = RideMetrics(run, settings: Self.settings)
    #expect(metrics.normalizedWatts != nil && metrics.thresholdWatts == nil && metrics.trainingStressScore == nil)
  }

  @Test func `Normalized Power counts stops as zero`() {
    let metrics = metrics(hour { $0 % 1800 < 60 ? 0 : 180 })
    expect(metrics.totals.averageWatts, 174)
    expect(metrics.normalizedWatts, 178.307)
    expect(metrics.variabilityIndex, 1.02475)
    expect(metrics.intensityFactor, 0.71323)
    expect(metrics.trainingStressScore, 50.8694)
  }

  @Test func `Normalized Power ignores seconds without power`() {
    expect(metrics(hour { $0 % 5 == 0 ? 200 : nil }).normalizedWatts, 200)
    expect(metrics(hour { (1000..<2000).contains($0) ? nil : 200 }).normalizedWatts, 200)
    #expect(metrics(hour { _ in nil }).normalizedWatts == nil)
  }

  @Test func `Normalized Power needs half a minute`() {
    #expect(metrics(Array(hour().prefix(29))).normalizedWatts == nil)
    expect(metrics(Array(hour().prefix(30))).normalizedWatts, 150)
  }

  @Test func `intensity factor and TSS need a threshold power`() {
    for threshold in [nil, 0] {
      let metrics = metrics(hour(), RiderSettings(thresholdWatts: threshold))
      #expect(metrics.intensityFactor == nil)
      #expect(metrics.trainingStressScore == nil)
      #expect(metrics.normalizedWatts != nil)
    }
  }

  @Test func `seconds with a stopped timer are not counted`() {
    let samples = hour(watts: { _ in 200 }, beats: { _ in 130 }).map { sample in
      var sample = sample
      if sample.second >= 1800 {
        (sample.timerRunning, sample.powerWatts, sample.beatsPerMinute) = (false, 900, 190)
      }
      return sample
    }
    let metrics = metrics(samples)
    expect(metrics.normalizedWatts, 200)
    expect(metrics.trainingStressScore, 32)
    #expect(metrics.secondsInZone == [0, 1800, 0])
    #expect(metrics.zone2Share == 1)
  }

  @Test(
    arguments: [(180, 130, 178, 137, 6.1638), (170, 125, 170, 125, 0), (193, 136, 195, 142, 3.233)]
      as [(Double, Int, Double, Int, Double)])
  func `decoupling is the loss of watts per beat`(
    _ watts1: Double, _ beats1: Int, _ watts2: Double, _ beats2: Int, _ percent: Double
  ) {
    let samples = hour(
      watts: { $0 < 1800 ? watts1 : watts2 }, beats: { $0 < 1800 ? beats1 : beats2 })
    let metrics = metrics(samples)
    #expect(metrics.steadyWork.window == 0..<3600)
    expect(metrics.decouplingPercent, percent)
    let compared = RideFigures(ComparedRide(samples: samples), settings: Self.settings)
    #expect(metrics.decouplingPercent == compared.trend.decouplingPercent)
  }

  @Test func `decoupling and drift need 20 minutes`() {
    let samples = hour(beats: { 130 + $0 / 60 })
    #expect(metrics(Array(samples.prefix(1200))).decouplingPercent != nil)
    #expect(metrics(Array(samples.prefix(1200))).driftBpmPerHour != nil)
    #expect(metrics(Array(samples.prefix(1199))).decouplingPercent == nil)
    #expect(metrics(Array(samples.prefix(1199))).driftBpmPerHour == nil)
    let strapDied = hour(beats: { $0 < 1000 ? 130 : nil })
    #expect(metrics(strapDied).decouplingPercent == nil)
    #expect(metrics(strapDied).driftBpmPerHour == nil)
  }

  @Test func `decoupling is computed only from the work window`() {
    let samples = hour(
      watts: { $0 < 600 || $0 >= 3000 ? 75 : 150 }, beats: { $0 < 600 ? 100 : 130 })
    let metrics = metrics(samples)
    #expect(metrics.steadyWork.window == 600..<3000)
    expect(metrics.decouplingPercent, 0)
    expect(metrics.driftBpmPerHour, 0)
  }

  @Test func `drift is the slope of the heart rate without the last tenth of the ride`() {
    let samples = hour(beats: { $0 < 3240 ? 120 + $0 / 360 : 200 })
    expect(metrics(samples).driftBpmPerHour, 10, within: 0.15)
    let sparse = samples.map { sample in
      sample.second % 7 == 0 ? sample : RideSample(second: sample.second, timerRunning: true)
    }
    expect(metrics(sparse).driftBpmPerHour, 10, within: 0.15)
  }

  @Test func `Zone 2 metrics use the rider's range and average the known watts`() {
    let samples = hour(
      watts: { $0 < 900 ? nil : $0 < 1800 ? 140 : 180 },
      beats: { $0 < 1800 ? 130 : $0 < 2700 ? 141 : nil })
    let metrics = metrics(samples)
    #expect(metrics.zone2Seconds == 1800)
    expect(metrics.zone2Share, 1800.0 / 2700)
    expect(metrics.zone2Watts, 140)
    #expect(metrics.secondsInZone == [0, 1800, 900])
  }

  @Test func `a ride without heart rate has no Zone 2 share`() {
    let metrics = metrics(hour())
    #expect(metrics.zone2Seconds == 0)
    #expect(metrics.zone2Share == nil)
    #expect(metrics.zone2Watts == nil)
    #expect(metrics.efficiencyFactor == nil)
    #expect(metrics.driftBpmPerHour == nil)
  }

  @Test func `the efficiency factor is Normalized Power divided by the mean heart rate`() {
    expect(metrics(hour(watts: { _ in 180 }, beats: { _ in 120 })).efficiencyFactor, 1.5)
  }

  @Test func `seconds are counted in the rider's own zones`() {
    let settings = RiderSettings(zone2: 120...140, maximumHeartRate: 185, zoneMethod: .maximum)
    let metrics = metrics(hour(beats: { $0 < 1000 ? 110 : 125 }), settings)
    #expect(metrics.zones.method == .maximum)
    #expect(metrics.secondsInZone == [1000, 2600, 0, 0, 0])
    #expect(metrics.zone2Seconds == 2600, "by the range")
  }

  @Test func `the Zone 2 range replaces zones that cannot be computed`() {
    let metrics = metrics(hour(beats: { _ in 130 }), RiderSettings(zone2: 120...140, zoneMethod: .friel))
    #expect(metrics.zones.method == .zone2Range)
    #expect(metrics.secondsInZone == [0, 3600, 0])
  }

  @Test func `the trend metrics equal those of the whole ride`() {
    let samples = hour(beats: { 115 + $0 / 180 })
    let metrics = metrics(samples)
    let trend = RideFigures(ComparedRide(samples: samples), settings: Self.settings).trend
    #expect(trend == metrics.trend)
    #expect(
      (trend.zone2Seconds, trend.zone2Watts, trend.decouplingPercent)
        == (metrics.zone2Seconds, metrics.zone2Watts, metrics.decouplingPercent))
  }

  @Test func `an empty ride has no metrics`() {
    let metrics = metrics([])
    #expect(metrics.totals.timerSeconds == 0)
    #expect(metrics.secondsInZone == [0, 0, 0])
    #expect(metrics.steadyWork.window == 0..<0)
    #expect(metrics.normalizedWatts == nil)
  }
}
