import FuzzKit
import Rides
import Testing

@testable import RideAnalysis

@Suite struct StrainTests {
  private static let table: [(minutes: [Double], raw: Double, score: Double)] = [
    ([0, 0, 0, 0, 0], 0, 0), ([60, 0, 0, 0, 0], 30, 4.9442), ([0, 60, 0, 0, 0], 60, 7.4804),
    ([10, 90, 0, 0, 0], 95, 9.4386), ([0, 120, 0, 0, 0], 120, 10.5), ([0, 0, 0, 60, 0], 240, 13.8403),
    ([20, 240, 30, 0, 0], 310, 15.1267), ([0, 0, 0, 0, 30], 240, 13.8403), ([0, 0, 0, 0, 120], 960, 21),
    ([0, 0, 0, 0, 500], 4000, 21),
  ]

  @Test(arguments: table)
  func `strain is the logarithm of weighted minutes`(_ minutes: [Double], _ raw: Double, _ expected: Double) throws {
    #expect(Strain.raw(minutes) == raw)
    let score = try #require(Strain.score(raw: raw))
    #expect(abs(score - expected) < 0.0001)
  }

  @Test(arguments: [(9.99, StrainCategory.light), (10, .moderate), (14, .high), (18, .allOut), (21, .allOut)])
  func `strain has bands at 10, 14 and 18`(_ score: Double, _ category: StrainCategory) {
    #expect(Strain.category(of: score) == category)
  }

  @Test func `strain grows ever more slowly, to at most 21, and is at most the sum of its parts`() throws {
    var random = SplitMix64(seed: 21)
    for _ in 0..<200 {
      let (first, second) = (Double.random(in: 0...480, using: &random), Double.random(in: 0...480, using: &random))
      let (low, high) = (min(first, second), max(first, second))
      let (a, b) = (try #require(Strain.score(raw: low)), try #require(Strain.score(raw: high)))
      let middle = try #require(Strain.score(raw: (low + high) / 2))
      #expect(a <= b && b <= 21)
      #expect(middle >= (a + b) / 2 - 1e-9)
      #expect(try #require(Strain.score(raw: low + high)) <= a + b + 1e-9)
    }
  }

  @Test func `a minute in a higher zone never lowers strain`() {
    for zone in 0..<4 {
      var (lower, higher) = ([10.0, 10, 10, 10, 10], [10.0, 10, 10, 10, 10])
      lower[zone] += 1
      higher[zone + 1] += 1
      #expect(Strain.raw(higher) > Strain.raw(lower))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1])
  func `invalid minutes have no strain`(_ raw: Double) {
    #expect(Strain.score(raw: raw) == nil)
  }

  @Test func `a row with a heart rate counts as a second in its zone, even in pauses, and others do not`() {
    let beats: [Int?] = [99, 100, 119, 120, nil, 140, 160, 180, 200, 250]
    let rows = beats.enumerated().map { RideSample(second: $0, timerRunning: $0 % 2 == 0, beatsPerMinute: $1) }
    let seconds = Strain.zoneMinutes(rows, maximumHeartRate: 200)?.map { ($0 * 60).rounded() }
    #expect(seconds == [2, 1, 1, 1, 3])
    #expect(Strain.zoneMinutes([RideSample(second: 0, timerRunning: true)], maximumHeartRate: 200) == nil)
  }

  @Test(arguments: [(9, 11), (10, 2), (24, 2)])
  func `rows filled by an import count between points at most 10 s apart`(_ filled: Int, _ seconds: Double) throws {
    let rows = (0...filled + 1).map {
      RideSample(
        second: $0, timerRunning: true, beatsPerMinute: 130, isCarried: (1...filled).contains($0))
    }
    let minutes = try #require(Strain.zoneMinutes(rows, maximumHeartRate: 200))
    #expect((minutes[1] * 60).rounded() == seconds)
  }

  @Test func `a day's strain adds up the minutes of its rides and counts the rides without heart rate`() {
    let day = CalendarDay(daysSince1970: 0)
    let rides = [
      RideEffort(day: day, zoneMinutes: [0, 30, 0, 0, 0]), RideEffort(day: day),
      RideEffort(day: day, zoneMinutes: [0, 30, 0, 0, 0]),
    ]
    let score = Strain.score(of: rides, isMaximumKnown: true)
    #expect(score.score == 7.4804 && score.raw == 60 && score.rides == 3 && score.ridesWithoutHeartRate == 1)
    #expect(Strain.score(of: [], isMaximumKnown: true).score == 0)
  }

  @Test func `strain is unknown without a maximum heart rate or if no ride has a heart rate`() {
    let day = CalendarDay(daysSince1970: 0)
    let rides = [RideEffort(day: day), RideEffort(day: day)]
    let silent = Strain.score(of: rides, isMaximumKnown: true)
    let unset = Strain.score(of: rides, isMaximumKnown: false)
    #expect(silent == StrainScore(rides: 2, ridesWithoutHeartRate: 2) && silent.isSilent)
    #expect(unset == StrainScore(rides: 2, ridesWithoutHeartRate: 0) && !unset.isSilent)
  }
}

@Suite struct SleepQualityTests {
  private static let evening = LocalMoment(milliseconds: 0, utcOffsetSeconds: 0)

  private static func night(
    _ inBed: Double, awake: Double? = nil, deep: Double? = nil, rem: Double? = nil
  ) -> Night {
    Night(
      date: CalendarDay(daysSince1970: 0), source: .entered, from: evening,
      to: evening.advanced(bySeconds: inBed * 60), awakeMinutes: awake, deepMinutes: deep, remMinutes: rem)
  }

  private static func score(_ night: Night) -> SleepScore? {
    SleepQuality.score(night, need: (ScoreModel.usualNeedMinutes, false))
  }

  private static let table: [(night: [Double], expected: [Double])] = [
    ([480, 30, 90, 112.5], [100, 100, 100, 100]), ([420, 60, 60, 80], [84.2105, 95.2381, 93.8889, 90.4898]),
    ([540, 20, 104, 130], [97.2222, 100, 100, 98.8889]), ([300, 30, 40, 50], [63.1579, 100, 88.3333, 82.3465]),
    ([600, 30, 114, 142.5], [91.6667, 100, 100, 96.6667]), ([240, 100, 10, 10], [32.7485, 64.8148, 69.2857, 53.106]),
  ]

  @Test(arguments: table)
  func `a night is scored by duration, efficiency and stages`(_ night: [Double], _ expected: [Double]) throws {
    let score = try #require(Self.score(Self.night(night[0], awake: night[1], deep: night[2], rem: night[3])))
    let parts = [score.duration, score.efficiency, score.stages, score.score]
    for (part, value) in zip(parts, expected) { #expect(abs((part ?? -1) - value) < 0.001) }
  }

  @Test func `a night without stages shares out their weight, and one with only a length is scored by it`() throws {
    let stageless = try #require(Self.score(Self.night(420, awake: 60)))
    #expect(abs(stageless.score - (0.40 * 84.2105 + 0.35 * 95.2381) / 0.75) < 0.001)
    #expect(stageless.stages == nil)
    let length = try #require(Self.score(Self.night(360)))
    #expect(length.score == length.duration && length.efficiency == nil && length.stages == nil)
    let said = Night(date: CalendarDay(daysSince1970: 0), source: .intervals, asleepMinutes: 450)
    #expect(try #require(Self.score(said)).score == 100)
  }

  @Test func `sleep rises with duration up to 110 percent and with efficiency, and is best at the best stages`() throws
  {
    var random = SplitMix64(seed: 5)
    for _ in 0..<500 {
      let asleep = Double.random(in: 60...490, using: &random)
      let longer = try #require(Self.score(Self.night(asleep + 5)))
      #expect(try #require(Self.score(Self.night(asleep))).duration <= longer.duration)
      let awake = Double.random(in: 0...200, using: &random)
      let calm = try #require(Self.score(Self.night(asleep + awake, awake: awake)).flatMap(\.efficiency))
      let restless = try #require(Self.score(Self.night(asleep + awake + 9, awake: awake + 9)).flatMap(\.efficiency))
      #expect(restless <= calm)
      let shift = Double.random(in: 0...0.1, using: &random)
      let more = Self.night(asleep, awake: 0, deep: asleep * (0.2 + shift), rem: asleep * 0.25)
      let less = Self.night(asleep, awake: 0, deep: asleep * (0.2 - shift), rem: asleep * 0.25)
      let (above, below) = (try #require(Self.score(more)?.stages), try #require(Self.score(less)?.stages))
      #expect(abs(above - below) < 0.001 && above <= 100)
    }
  }

  @Test func `the sleep need is 450 minutes until there are seven good nights`() {
    #expect(SleepQuality.need(after: Array(repeating: 500, count: 6)) == (450, false))
    #expect(SleepQuality.need(after: Array(repeating: 500, count: 7)) == (500, true))
    #expect(SleepQuality.need(after: Array(repeating: 300, count: 7)) == (360, true))
    #expect(SleepQuality.need(after: Array(repeating: 700, count: 9)) == (600, true))
  }

  @Test(arguments: [
    night(480, awake: 480), night(480, awake: .nan), night(0), night(-20), night(2000),
  ])
  func `a night without sleep has no score`(_ night: Night) {
    #expect(Self.score(night) == nil)
  }
}
