import RideAnalysis
import RideSession
import Testing

/// Figures of facts/domain.md §3.2 and §3.6 and of the fixture metrics.json beside the project.
@Suite struct RideReviewTests {
  private static let settings = RiderSettings(zone2: 120...140, thresholdWatts: 250)

  private func review(_ samples: [RideSample], _ settings: RiderSettings = settings) -> RideReview {
    RideReview(ride(samples), settings: settings)
  }

  private func ride(_ samples: [RideSample]) -> RideRecord {
    RideRecord(
      id: 1, start: UnixTime(seconds: 0), plannedSeconds: 3600, trainerName: nil, samples: samples, events: [])
  }

  /// A ride of an hour by what each second has.
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

  @Test func constantPowerIsItsOwnNormalizedPower() {
    let review = review(hour { _ in 200 })
    expect(review.normalizedWatts, 200)
    expect(review.variabilityIndex, 1)
    expect(review.intensityFactor, 0.8)
    expect(review.trainingStressScore, 64)
    expect(review.totals.averageWatts, 200)
    expect(review.totals.joules, 720_000)
  }

  @Test func minutesAtAndOffThePowerCountByTheirFourthPower() {
    let review = review(hour { $0 / 60 % 2 == 0 ? 300 : 100 })
    expect(review.normalizedWatts, 239.0995)
    expect(review.variabilityIndex, 1.1955)
    expect(review.intensityFactor, 0.9564)
    expect(review.trainingStressScore, 91.4697)
  }

  @Test func stopsCountAsZero() {
    let review = review(hour { $0 % 1800 < 60 ? 0 : 180 })
    expect(review.totals.averageWatts, 174)
    expect(review.normalizedWatts, 178.307)
    expect(review.variabilityIndex, 1.02475)
    expect(review.intensityFactor, 0.71323)
    expect(review.trainingStressScore, 50.8694)
  }

  @Test func secondsWithoutPowerAreNoZeros() {
    expect(review(hour { $0 % 5 == 0 ? 200 : nil }).normalizedWatts, 200)
    expect(review(hour { (1000..<2000).contains($0) ? nil : 200 }).normalizedWatts, 200)
    #expect(review(hour { _ in nil }).normalizedWatts == nil)
  }

  @Test func halfAMinuteIsTheLeastForNormalizedPower() {
    #expect(review(Array(hour().prefix(29))).normalizedWatts == nil)
    expect(review(Array(hour().prefix(30))).normalizedWatts, 150)
  }

  @Test func whatIsRelativeToTheThresholdNeedsIt() {
    for threshold in [nil, 0] {
      let review = review(hour(), RiderSettings(thresholdWatts: threshold))
      #expect(review.intensityFactor == nil)
      #expect(review.trainingStressScore == nil)
      #expect(review.normalizedWatts != nil)
    }
  }

  @Test func whileTheTimerStandsNothingCounts() {
    let samples = hour(watts: { _ in 200 }, beats: { _ in 130 }).map { sample in
      var sample = sample
      if sample.second >= 1800 {
        (sample.timerRunning, sample.powerWatts, sample.beatsPerMinute) = (false, 900, 190)
      }
      return sample
    }
    let review = review(samples)
    expect(review.normalizedWatts, 200)
    expect(review.trainingStressScore, 32)
    #expect(review.secondsInZone == [0, 1800, 0])
    #expect(review.zone2Share == 1)
  }

  @Test(
    arguments: [(180, 130, 178, 137, 6.1638), (170, 125, 170, 125, 0), (193, 136, 195, 142, 3.233)]
      as [(Double, Int, Double, Int, Double)])
  func decouplingIsTheLossOfWattsABeat(
    _ watts1: Double, _ beats1: Int, _ watts2: Double, _ beats2: Int, _ percent: Double
  ) {
    let samples = hour(
      watts: { $0 < 1800 ? watts1 : watts2 }, beats: { $0 < 1800 ? beats1 : beats2 })
    let review = review(samples)
    #expect(review.workWindow == 0..<3600)
    expect(review.decouplingPercent, percent)
    #expect(review.decouplingPercent == RideTrend(ride(samples), settings: Self.settings).decouplingPercent)
  }

  @Test func decouplingAndDriftNeedTwentyMinutes() {
    let samples = hour(beats: { 130 + $0 / 60 })
    #expect(review(Array(samples.prefix(1200))).decouplingPercent != nil)
    #expect(review(Array(samples.prefix(1200))).driftBpmPerHour != nil)
    #expect(review(Array(samples.prefix(1199))).decouplingPercent == nil)
    #expect(review(Array(samples.prefix(1199))).driftBpmPerHour == nil)
    let strapDied = hour(beats: { $0 < 1000 ? 130 : nil })
    #expect(review(strapDied).decouplingPercent == nil)
    #expect(review(strapDied).driftBpmPerHour == nil)
  }

  @Test func decouplingIsTakenOfTheWorkAlone() {
    let samples = hour(
      watts: { $0 < 600 || $0 >= 3000 ? 75 : 150 }, beats: { $0 < 600 ? 100 : 130 })
    let review = review(samples)
    #expect(review.workWindow == 600..<3000)
    expect(review.decouplingPercent, 0)
    expect(review.driftBpmPerHour, 0)
  }

  @Test func driftIsTheSlopeOfTheHeartRateWithoutItsLastTenth() {
    let samples = hour(beats: { $0 < 3240 ? 120 + $0 / 360 : 200 })
    expect(review(samples).driftBpmPerHour, 10, within: 0.15)
    let sparse = samples.map { sample in
      sample.second % 7 == 0 ? sample : RideSample(second: sample.second, timerRunning: true)
    }
    expect(review(sparse).driftBpmPerHour, 10, within: 0.15)
  }

  @Test func zone2IsCountedByTheRidersRangeAndItsWattsWhereThereAreAny() {
    let samples = hour(
      watts: { $0 < 900 ? nil : $0 < 1800 ? 140 : 180 },
      beats: { $0 < 1800 ? 130 : $0 < 2700 ? 141 : nil })
    let review = review(samples)
    #expect(review.zone2Seconds == 1800)
    expect(review.zone2Share, 1800.0 / 2700)
    expect(review.zone2Watts, 140)
    #expect(review.secondsInZone == [0, 1800, 900])
  }

  @Test func withoutAHeartRateThereIsNoShare() {
    let review = review(hour())
    #expect(review.zone2Seconds == 0)
    #expect(review.zone2Share == nil)
    #expect(review.zone2Watts == nil)
    #expect(review.efficiencyFactor == nil)
    #expect(review.driftBpmPerHour == nil)
  }

  @Test func efficiencyIsNormalizedPowerForABeat() {
    expect(review(hour(watts: { _ in 180 }, beats: { _ in 120 })).efficiencyFactor, 1.5)
  }

  @Test func zonesAreTheRidersOwn() {
    let settings = RiderSettings(zone2: 120...140, maximumHeartRate: 185, zoneMethod: .maximum)
    let review = review(hour(beats: { $0 < 1000 ? 110 : 125 }), settings)
    #expect(review.zones.method == .maximum)
    #expect(review.secondsInZone == [1000, 2600, 0, 0, 0])
    #expect(review.zone2Seconds == 2600, "by the range")
  }

  @Test func zonesThatCannotBeMadeAreByTheZone2RangeAndSaySo() {
    let review = review(hour(beats: { _ in 130 }), RiderSettings(zone2: 120...140, zoneMethod: .friel))
    #expect(review.zones.method == .zone2Range)
    #expect(review.secondsInZone == [0, 3600, 0])
  }

  @Test func theTrendIsTheReviewsOwn() {
    let samples = hour(beats: { 115 + $0 / 180 })
    let review = review(samples)
    let trend = RideTrend(ride(samples), settings: Self.settings)
    #expect(trend == review.trend)
    #expect(
      (trend.zone2Seconds, trend.zone2Watts, trend.decouplingPercent)
        == (review.zone2Seconds, review.zone2Watts, review.decouplingPercent))
  }

  @Test func anEmptyRideComesToNothing() {
    let review = review([])
    #expect(review.totals.timerSeconds == 0)
    #expect(review.secondsInZone == [0, 0, 0])
    #expect(review.workWindow == 0..<0)
    #expect(review.normalizedWatts == nil)
  }
}
