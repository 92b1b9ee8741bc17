import FuzzKit
import Rides
import Testing

@testable import RideAnalysis

@Suite struct RecoveryTests {
  private static func observation(_ value: Double?, base: Double, days: Int = 7) -> Recovery.Observation? {
    Recovery.Observation(value, days: days, baseline: Baseline(mean: base, days: days))
  }

  private static func score(_ hrv: Double?, _ resting: Double?, _ sleep: Double?) -> RecoveryScore {
    Recovery.score(
      variability: observation(hrv, base: 50), heartRate: observation(resting, base: 60), sleep: sleep)
  }

  private static let table: [(hrv: Double?, resting: Double?, sleep: Double?, score: Double, RecoveryCategory)] = [
    (50, 60, 70, 54, .moderate), (60, 55, 90, 86.3333, .optimal), (40, 66, 50, 20, .poor), (30, 75, 20, 4, .poor),
    (55, nil, 80, 72.8571, .optimal), (nil, 58, 80, 68.6667, .optimal),
  ]

  @Test(arguments: table)
  func `a recovery is half variability, three tenths heart rate and two tenths sleep`(
    _ hrv: Double?, _ resting: Double?, _ sleep: Double?, _ expected: Double, _ category: RecoveryCategory
  ) {
    let score = Self.score(hrv, resting, sleep)
    #expect(score.score == expected)
    #expect(score.category == category)
    #expect(score.provisional == false)
  }

  @Test func `a night alone or a heart rate alone gives no recovery`() {
    #expect(Self.score(nil, nil, 80).score == nil)
    #expect(Self.score(nil, 60, nil).score == nil)
    #expect(Self.score(nil, nil, nil) == RecoveryScore(missing: [.hrv, .restingHeartRate, .sleep], inputs: []))
  }

  @Test func `a recovery lists the share of each input and the missing inputs`() throws {
    let score = Self.score(55, nil, 80)
    #expect(score.missing == [.restingHeartRate])
    let variability = try #require(score.inputs.first)
    #expect(
      variability
        == RecoveryInput(
          .hrv, value: 55, baseline: 50, days: 7, deviationPercent: 10, subScore: 70, weight: 0.7143, points: 50))
    #expect(score.inputs.last == RecoveryInput(.sleep, value: 80, subScore: 80, weight: 0.2857, points: 22.8571))
  }

  @Test func `a recovery of a few days is provisional, and one of fewer is calibrating`() {
    let few = Recovery.score(
      variability: Self.observation(50, base: 50, days: 6), heartRate: Self.observation(60, base: 60), sleep: nil)
    #expect(few.score == 50 && few.provisional)
    let fewer = Recovery.score(
      variability: Recovery.Observation(50, days: 2, baseline: nil), heartRate: nil, sleep: 100)
    #expect(fewer.score == nil && fewer.calibrating == 2 && fewer.calibratingOf == 3)
    #expect(fewer.missing == [.hrv, .restingHeartRate])
  }

  @Test(arguments: [(33.49, RecoveryCategory.poor), (33.5, .moderate), (66.49, .moderate), (66.5, .optimal)])
  func `a category depends on the rounded recovery`(_ score: Double, _ category: RecoveryCategory) {
    #expect(Recovery.category(of: score) == category)
  }

  @Test func `a recovery rises with variability and sleep, falls with the heart rate, and stays within 0 and 100`() {
    var random = SplitMix64(seed: 18)
    for _ in 0..<200 {
      let (hrv, resting) = (Double.random(in: 5...200, using: &random), Double.random(in: 35...100, using: &random))
      let (sleep, step) = (Double.random(in: 0...99, using: &random), Double.random(in: 0...20, using: &random))
      let score = Self.score(hrv, resting, sleep).score ?? -1
      #expect((0...100).contains(score))
      #expect((Self.score(hrv + step, resting, sleep).score ?? -1) >= score)
      #expect((Self.score(hrv, resting, min(100, sleep + step)).score ?? -1) >= score)
      #expect((Self.score(hrv, resting + step, sleep).score ?? 101) <= score)
      let usual = Self.score(50, 60, sleep).score ?? -1
      #expect(abs(usual - (50 * 0.8 + 0.2 * sleep)) < 0.0001)
    }
  }

  @Test func `a recovery stops changing at 25 percent of variability and 15 percent of heart rate`() {
    #expect(Self.score(62.5, 60, 50).score == Self.score(500, 60, 50).score)
    #expect(Self.score(37.5, 60, 50).score == Self.score(1, 60, 50).score)
    #expect(Self.score(50, 69, 50).score == Self.score(50, 150, 50).score)
    #expect(Self.score(50, 51, 50).score == Self.score(50, 20, 50).score)
  }

  @Test(arguments: [Double.nan, .infinity, 0, -50])
  func `an impossible value counts as missing`(_ value: Double) {
    #expect(Self.score(value, 60, 80).missing == [.hrv])
    #expect(Self.score(50, value, 80).missing == [.restingHeartRate])
    let baseless = Recovery.score(
      variability: Self.observation(50, base: value), heartRate: Self.observation(60, base: 60), sleep: 80)
    #expect(baseless.missing == [.hrv])
  }
}

@Suite struct BaselineTests {
  private static let day = CalendarDay(daysSince1970: 20_000)

  private static func values(_ values: [Int: Double]) -> [CalendarDay: Double] {
    Dictionary(uniqueKeysWithValues: values.map { (day.advanced(by: -$0.key), $0.value) })
  }

  @Test func `a baseline is the mean of the last seven days with a value, without today`() {
    let values = Self.values([0: 500, 1: 50, 2: 52, 3: 54, 5: 50, 6: 52, 8: 54, 9: 51, 10: 90, 15: 90])
    let (days, baseline) = Baseline.before(Self.day, in: values)
    #expect(days == 7)
    #expect(baseline == Baseline(mean: 363.0 / 7, days: 7))
  }

  @Test func `a baseline contains no day older than two weeks`() {
    #expect(Baseline.before(Self.day, in: Self.values([1: 50, 14: 50, 15: 50, 16: 50])).days == 2)
    #expect(
      Baseline.before(Self.day, in: Self.values([1: 50, 13: 50, 14: 53])).baseline == Baseline(mean: 51, days: 3))
  }

  @Test func `a baseline of four or more days excludes an outlier`() {
    let three = Baseline.before(Self.day, in: Self.values([1: 50, 2: 50, 3: 200])).baseline
    #expect(three == Baseline(mean: 100, days: 3))
    let five = Baseline.before(Self.day, in: Self.values([1: 50, 2: 52, 3: 51, 4: 49, 5: 200])).baseline
    #expect(five == Baseline(mean: 50.5, days: 5))
  }
}
