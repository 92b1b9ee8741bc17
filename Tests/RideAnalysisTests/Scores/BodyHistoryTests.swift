import FuzzKit
import Rides
import TestKit
import Testing

@testable import RideAnalysis

@Suite struct BodyHistoryTests {
  private static let day = CalendarDay(daysSince1970: 20_000)

  /// A measurement `age` days before `day`, `hour` hours after midnight; a nil hour is an unknown time.
  private static func measurement(
    _ age: Int, rmssd: Double?, resting: Double? = nil, hour: Double? = 7, source: BodySource = .strap,
    position: MeasurementPosition? = .lying, seconds: Double? = nil
  ) -> HRVMeasurement {
    let date = day.advanced(by: -age)
    let figures =
      source == .apple ? HRVFigures(seconds: seconds, sdnn: rmssd) : HRVFigures(seconds: seconds, rmssd: rmssd)
    return HRVMeasurement(
      day: date, at: hour.map { date.at($0) }, source: source, position: position, figures: figures,
      restingHeartRate: resting)
  }

  private static func night(_ age: Int, asleep: Double, source: NightSource = .entered) -> Night {
    Night(date: day.advanced(by: -age), source: source, asleepMinutes: asleep)
  }

  private static func history(
    _ measurements: [HRVMeasurement], nights: [Night] = [], values: [WellnessValue] = [], efforts: [RideEffort] = [],
    _ settings: RiderSettings = RiderSettings(maximumHeartRate: 190)
  ) -> BodyHistory {
    BodyHistory(
      measurements: measurements, nights: nights, values: values, efforts: efforts, settings: settings)
  }

  private static func today(_ history: BodyHistory) throws -> DayScores {
    try #require(history.scores(day...day).first)
  }

  @Test func `a recovery compares today with the previous days`() throws {
    let before = (1...7).map { Self.measurement($0, rmssd: 50, resting: 60) }
    let scores = try Self.today(
      Self.history(before + [Self.measurement(0, rmssd: 60, resting: 55)], nights: [Self.night(0, asleep: 384.75)]))
    #expect(scores.recovery.score == 86.3333)
    #expect(scores.sleep?.score == 90)
    #expect(scores.version == 1 && scores.date == Self.day)
  }

  @Test func `the first timed measurement of a day counts before one without a time`() throws {
    let several = [
      Self.measurement(0, rmssd: 90, hour: 9), Self.measurement(0, rmssd: 80, hour: nil),
      Self.measurement(0, rmssd: 70, hour: 6), Self.measurement(0, rmssd: nil, resting: 50, hour: 5),
    ]
    #expect(try Self.today(Self.history(several)).measurement?.figures.rmssd == 70)
    #expect(try Self.today(Self.history([several[1]])).measurement?.figures.rmssd == 80)
  }

  @Test func `a baseline excludes other sources and other positions`() throws {
    let lying = (1...3).map { Self.measurement($0, rmssd: 50) }
    let others =
      (4...7).map { Self.measurement($0, rmssd: 90, position: .standing) }
      + (4...7).map { Self.measurement($0, rmssd: 90, source: .apple) }
      + (1...3).map { Self.measurement($0, rmssd: 90, hour: 6, position: .standing) }
    let scores = try Self.today(Self.history(lying + others + [Self.measurement(0, rmssd: 50)]))
    #expect(scores.recovery.inputs.first?.baseline == 50)
    #expect(scores.recovery.inputs.first?.days == 3)
    #expect(scores.recovery.provisional)
  }

  @Test(arguments: [
    (alike: [30.0, nil, 100], others: [110.0, 180, 240]), ([110, 180, 230], [nil, 60, 240]),
    ([240, 300, 1800], [nil, 60, 230]),
  ])
  func `a baseline contains only measurements of similar length`(alike: [Double?], others: [Double?]) throws {
    let before =
      others.enumerated().map { Self.measurement($0 + 1, rmssd: 90, seconds: $1) }
      + alike.enumerated().map { Self.measurement($0 + 4, rmssd: 50, seconds: $1) }
    let scores = try Self.today(Self.history(before + [Self.measurement(0, rmssd: 50, seconds: alike[0])]))
    #expect(scores.recovery.inputs.first?.baseline == 50)
    #expect(scores.recovery.inputs.first?.days == 3)
  }

  @Test func `Apple's variability is SDNN, and its resting heart rate is a separate value`() throws {
    let measurements = (0...5).map { Self.measurement($0, rmssd: 40, source: .apple, position: nil) }
    let values = (0...5).flatMap { age in
      [
        WellnessValue(.restingHeartRate, 55, on: Self.day.advanced(by: -age), source: .apple),
        WellnessValue(.restingHeartRate, 80, on: Self.day.advanced(by: -age), source: .intervals),
        WellnessValue(.weight, 70, on: Self.day.advanced(by: -age), source: .apple),
      ]
    }
    let scores = try Self.today(
      Self.history(measurements, values: values, RiderSettings(hrvSource: .apple)))
    #expect(scores.recovery.inputs.map(\.value) == [40, 55])
    #expect(scores.recovery.inputs.map(\.baseline) == [40, 55])
    #expect(scores.recovery.score == 50)
    #expect(scores.strain.score == nil)
  }

  @Test func `an entered night takes precedence over Apple's, and Apple's over intervals.icu's`() throws {
    let nights = [
      Self.night(0, asleep: 400, source: .intervals), Self.night(0, asleep: 410, source: .apple),
      Self.night(0, asleep: 420, source: .entered),
    ]
    for count in 1...3 {
      for order in [Array(nights.prefix(count)), nights.prefix(count).reversed()] {
        let sleep = try Self.today(Self.history([], nights: order)).sleep
        #expect(sleep?.asleepMinutes == 390 + 10 * Double(count))
      }
    }
  }

  @Test func `the sleep need comes from seven nights of one source that preceded a good recovery`() throws {
    let measurements = (0...30).map { Self.measurement($0, rmssd: 50 + Double(31 - $0) * 2, resting: 60) }
    let nights = (0...30).map { Self.night($0, asleep: 500) }
    let own = try Self.today(Self.history(measurements, nights: nights)).sleep
    #expect(own?.needMinutes == 500 && own?.isNeedPersonal == true)
    let mixed = nights.dropFirst() + [Self.night(0, asleep: 500, source: .apple)]
    let usual = try Self.today(Self.history(measurements, nights: Array(mixed))).sleep
    #expect(usual?.needMinutes == 450 && usual?.isNeedPersonal == false)
  }

  @Test func `the range is half a deviation around the 60-day mean, and includes the weekly mean`() throws {
    let rmssd = [40.0, 50, 60]
    let measurements = (0..<60).map { Self.measurement($0, rmssd: rmssd[$0 % 3]) }
    let range = try #require(try Self.today(Self.history(measurements)).range)
    let logs = (0..<60).map { rmssd[$0 % 3].naturalLogarithm }
    let (mean, deviation) = (logs.mean, try #require(logs.standardDeviation))
    #expect(range.mean7 == logs.prefix(7).mean.toFourDecimals)
    #expect(range.low == (mean - deviation / 2).toFourDecimals && range.high == (mean + deviation / 2).toFourDecimals)
    #expect(range.days7 == 7 && range.days60 == 60)
  }

  @Test func `a morning with only a heart rate leaves the range unchanged`() throws {
    let mornings = (1...20).map { Self.measurement($0, rmssd: 50) }
    let resting = Self.measurement(0, rmssd: nil, resting: 52, position: nil)
    let range = try #require(try Self.today(Self.history(mornings + [resting])).range)
    #expect(range.low != nil && range.days60 == 20 && range.today == nil)
    let measured = try Self.today(Self.history(mornings + [Self.measurement(0, rmssd: 55)])).range
    #expect(measured?.today == 55.naturalLogarithm.toFourDecimals)
  }

  @Test func `a range needs three of the last seven days and fourteen of the last sixty`() throws {
    let few = try #require(try Self.today(Self.history([0, 3].map { Self.measurement($0, rmssd: 50) })).range)
    #expect(few.mean7 == nil && few.low == nil && few.days7 == 2)
    let thirteen = (7..<20).map { Self.measurement($0, rmssd: 50) }
    #expect(try Self.today(Self.history(thirteen)).range?.low == nil)
    #expect(try Self.today(Self.history(thirteen + [Self.measurement(59, rmssd: 50)])).range?.low != nil)
    #expect(try Self.today(Self.history([Self.measurement(60, rmssd: 50)])).range == nil)
  }

  @Test func `a day without data has only a strain of zero`() throws {
    let scores = try Self.today(Self.history([]))
    #expect(scores.recovery.score == nil && scores.recovery.missing == [.hrv, .restingHeartRate, .sleep])
    #expect(scores.sleep == nil && scores.range == nil && scores.measurement == nil)
    #expect(scores.strain.score == 0 && scores.strain.rides == 0)
  }

  @Test func `fitness and fatigue are exponential means of 42 and 7 days`() {
    let efforts = (0..<100).map { RideEffort(day: Self.day.advanced(by: -$0), trainingStressScore: 100, trimp: 80) }
    let loads = Self.history([], efforts: efforts).loads(Self.day.advanced(by: -100)...Self.day)
    #expect(loads.count == 101)
    #expect(loads[0].fitness == nil && loads[0].trainingStressScore == 0 && loads[0].rides == 0)
    #expect(loads[1].fitness == (100 * (1 - (-1.0 / 42).exponential)).toFourDecimals)
    #expect(abs((loads[100].fitness ?? 0) - 100 * (1 - (-100.0 / 42).exponential)) < 0.001)
    #expect(abs((loads[100].fatigue ?? 0) - 100) < 0.001)
    #expect(loads[100].trimp == 80)
  }

  @Test func `a ride without a score is counted, and does not reduce the day's other scores`() {
    let (first, second) = (Self.day.advanced(by: -2), Self.day.advanced(by: -1))
    let ridden = RideEffort(day: first, trainingStressScore: 100)
    let days = first...Self.day
    let alone = Self.history([], efforts: [ridden]).loads(days)
    let loads = Self.history([], efforts: [ridden, RideEffort(day: first, trimp: 50), RideEffort(day: second)]).loads(
      days)
    #expect(loads.map(\.trainingStressScore) == [100, nil, 0] && loads.map(\.ridesWithoutTSS) == [1, 1, 0])
    #expect(loads.map(\.trimp) == [50, nil, 0] && loads.map(\.ridesWithoutTRIMP) == [1, 1, 0])
    #expect(loads.map(\.fitness) == alone.map(\.fitness) && loads.map(\.fatigue) == alone.map(\.fatigue))
  }

  @Test func `the longer of two nights of one day and source counts`() throws {
    let nights = [Self.night(0, asleep: 90), Self.night(0, asleep: 420)]
    for order in [nights, nights.reversed()] {
      #expect(try Self.today(Self.history([], nights: order)).sleep?.asleepMinutes == 420)
    }
  }

  @Test(arguments: [0, -60, .nan, .infinity])
  func `a baseline excludes impossible resting heart rates`(_ wrong: Double) throws {
    let values = (0...5).map { age in
      WellnessValue(.restingHeartRate, age == 2 ? wrong : 55, on: Self.day.advanced(by: -age), source: .apple)
    }
    let recovery = try Self.today(
      Self.history([], nights: [Self.night(0, asleep: 450)], values: values, RiderSettings(hrvSource: .apple))
    ).recovery
    #expect(recovery.inputs.first?.baseline == 55 && recovery.inputs.first?.days == 4)
  }

  @Test func `a day's scores are the same alone and as part of four months`() throws {
    let measurements = (0..<120).map {
      Self.measurement($0, rmssd: 50 + Double($0 * 37 % 23), resting: 50 + Double($0 * 53 % 11))
    }
    let nights = (0..<120).map { Self.night($0, asleep: 400 + Double($0 * 71 % 97)) }
    let efforts = (0..<120).map {
      RideEffort(
        day: Self.day.advanced(by: -$0), zoneMinutes: [10, 20, 5, Double($0 % 7), 0],
        trainingStressScore: Double($0 % 90))
    }
    let history = Self.history(measurements, nights: nights, efforts: efforts)
    let all = history.scores(Self.day.advanced(by: -119)...Self.day)
    let loads = history.loads(Self.day.advanced(by: -119)...Self.day)
    #expect(all.count == 120 && loads.count == 120)
    for age in [0, 1, 30, 119] {
      let day = Self.day.advanced(by: -age)
      #expect(history.scores(day...day) == [all[119 - age]])
      #expect(history.loads(day...day) == [loads[119 - age]])
    }
  }

  @Test func `scores do not depend on the order of the data`() {
    var random = SplitMix64(seed: 7)
    var (measurements, nights, values, efforts) = ([HRVMeasurement](), [Night](), [WellnessValue](), [RideEffort]())
    for age in 0..<80 where Double.random(in: 0...1, using: &random) < 0.8 {
      for _ in 0...Int.random(in: 0...2, using: &random) {
        measurements.append(
          Self.measurement(
            age, rmssd: Double.random(in: 30...90, using: &random), resting: Double.random(in: 45...65, using: &random),
            hour: Bool.random(using: &random) ? Double(Int.random(in: 5...9, using: &random)) : nil,
            source: BodySource.allCases.randomElement(using: &random) ?? .strap,
            position: [nil, .lying].randomElement(using: &random) ?? nil))
      }
      for source in NightSource.allCases {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          nights.append(Self.night(age, asleep: Double.random(in: 300...560, using: &random), source: source))
        }
      }
      values.append(
        WellnessValue(
          .restingHeartRate, Double.random(in: 45...65, using: &random), on: Self.day.advanced(by: -age),
          source: .apple))
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let minutes = (0..<5).map { _ in Double.random(in: 0...30, using: &random) }
        efforts.append(
          RideEffort(
            day: Self.day.advanced(by: -age), zoneMinutes: Bool.random(using: &random) ? minutes : nil,
            trainingStressScore: Double.random(in: 0...200, using: &random), trimp: 60))
      }
    }
    let days = Self.day.advanced(by: -90)...Self.day
    for settings in [RiderSettings(maximumHeartRate: 190), RiderSettings(hrvSource: .apple)] {
      let expected = Self.history(measurements, nights: nights, values: values, efforts: efforts, settings)
      let (scores, loads) = (expected.scores(days), expected.loads(days))
      for _ in 0..<20 {
        let shuffled = Self.history(
          measurements.shuffled(using: &random), nights: nights.shuffled(using: &random),
          values: values.shuffled(using: &random), efforts: efforts.shuffled(using: &random), settings)
        #expect(shuffled.scores(days) == scores)
        #expect(shuffled.loads(days) == loads)
      }
    }
  }

  @Test func `no score and no load has more than four decimals`() throws {
    let measurements = (0..<20).map { Self.measurement($0, rmssd: 40 + 1 / Double($0 + 3), resting: 180 / 7) }
    let nights = (0..<20).map { Self.night($0, asleep: 1234 / Double($0 + 3)) }
    let efforts = (0..<20).map {
      RideEffort(
        day: Self.day.advanced(by: -$0), zoneMinutes: [1 / 3, 2 / 3, 4 / 3, 5 / 3, 7 / 3], trainingStressScore: 200 / 3,
        trimp: 100 / 7)
    }
    let history = Self.history(measurements, nights: nights, efforts: efforts)
    let days = Self.day.advanced(by: -19)...Self.day
    let (scores, loads) = (history.scores(days), history.loads(days))
    #expect(scores.last?.recovery.score != nil && scores.last?.range?.low != nil && loads.last?.form != nil)
    var numbers = loads.flatMap { [$0.trainingStressScore, $0.trimp, $0.fitness, $0.fatigue, $0.form, $0.strain] }
    for day in scores {
      numbers += [day.recovery.score, day.strain.score, day.strain.raw] + (day.strain.zoneMinutes ?? [])
      numbers += day.recovery.inputs.flatMap {
        [$0.value, $0.baseline, $0.deviationPercent, $0.subScore, $0.weight, $0.points]
      }
      numbers += [day.sleep?.score, day.sleep?.duration, day.sleep?.asleepMinutes, day.sleep?.needMinutes]
      numbers += [day.range?.mean7, day.range?.low, day.range?.high]
    }
    #expect(numbers.compactMap(\.self).allSatisfy { $0 == $0.toFourDecimals })
  }
}
