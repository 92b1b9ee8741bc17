/// The scores of a day.
///
/// Unknown values are absent, and `missing` lists the missing inputs.
/// The formulas are those of docs/body.md; `version` identifies them.
package struct DayScores: Codable, Hashable, Sendable {
  package var date: CalendarDay
  /// The version of the formulas.
  package var version: Int
  package var recovery: RecoveryScore
  package var strain: StrainScore
  /// Absent without a night.
  package var sleep: SleepScore?
  /// Absent without enough measurements.
  package var range: NormalRange?
  /// The measurement that the recovery is computed from.
  package var measurement: HRVMeasurement?

  package init(
    date: CalendarDay, version: Int, recovery: RecoveryScore, strain: StrainScore, sleep: SleepScore? = nil,
    range: NormalRange? = nil, measurement: HRVMeasurement? = nil
  ) {
    self.date = date
    self.version = version
    self.recovery = recovery
    self.strain = strain
    self.sleep = sleep
    self.range = range
    self.measurement = measurement
  }
}

/// An input of the recovery.
package enum RecoveryInputName: String, Codable, Hashable, Sendable, CaseIterable {
  /// Heart rate variability: RMSSD, or SDNN of Apple, in milliseconds.
  case hrv
  /// In beats a minute.
  case restingHeartRate
  /// The sleep score, 0…100.
  case sleep
}

extension RecoveryInputName: OpenEnum {
  package static var unrecognized: Self { .hrv }
}

/// A category of recoveries, from the lowest; `ScoreModel` has its bounds.
package enum RecoveryCategory: String, Codable, Hashable, Sendable, CaseIterable {
  case poor, moderate, optimal
}

extension RecoveryCategory: OpenEnum {
  /// The category that claims least.
  package static var unrecognized: Self { .moderate }
}

/// The rider's recovery, 0…100.
package struct RecoveryScore: Codable, Hashable, Sendable {
  /// Absent while it is calibrating, and without a measurement.
  package var score: Double?
  @OptionalOpenValue package var category: RecoveryCategory?
  /// Whether a baseline has fewer than its full number of days.
  package var provisional: Bool
  /// Number of days in the baseline of an input that was measured, while they are too few; `calibratingOf` is the
  /// number of days that it needs.
  package var calibrating: Int?
  package var calibratingOf: Int?
  /// The inputs without a value; their weights are shared by the others.
  @OpenValues package var missing: [RecoveryInputName]
  /// The inputs with a value.
  package var inputs: [RecoveryInput]

  package init(
    score: Double? = nil, category: RecoveryCategory? = nil, provisional: Bool = false, calibrating: Int? = nil,
    calibratingOf: Int? = nil, missing: [RecoveryInputName], inputs: [RecoveryInput]
  ) {
    self.score = score
    self.provisional = provisional
    self.calibrating = calibrating
    self.calibratingOf = calibratingOf
    self.inputs = inputs
    self.category = category
    self.missing = missing
  }
}

/// One input of a recovery.
package struct RecoveryInput: Codable, Hashable, Sendable {
  @OpenValue package var name: RecoveryInputName
  package var value: Double
  /// The mean of the baseline's days; absent for sleep.
  package var baseline: Double?
  /// Number of days in the baseline.
  package var days: Int?
  /// 100 · (value − baseline) / baseline.
  package var deviationPercent: Double?
  /// 0…100.
  package var subScore: Double
  /// The input's weight after the weights of missing inputs were shared, 0…1.
  package var weight: Double
  /// The input's part of the score.
  package var points: Double

  package init(
    _ name: RecoveryInputName, value: Double, baseline: Double? = nil, days: Int? = nil,
    deviationPercent: Double? = nil, subScore: Double, weight: Double, points: Double
  ) {
    self.value = value
    self.baseline = baseline
    self.days = days
    self.deviationPercent = deviationPercent
    self.subScore = subScore
    self.weight = weight
    self.points = points
    self.name = name
  }
}

/// A category of strains, from the lowest; `ScoreModel` has its bounds.
package enum StrainCategory: String, Codable, Hashable, Sendable, CaseIterable {
  case light, moderate, high, allOut
}

extension StrainCategory: OpenEnum {
  package static var unrecognized: Self { .moderate }
}

/// The strain of a ride or of a day, 0…21: a logarithm of the weighted time in zones of the maximum heart rate.
package struct StrainScore: Codable, Hashable, Sendable {
  /// Absent without a maximum heart rate, and if there are rides but all lack a heart rate.
  package var score: Double?
  @OptionalOpenValue package var category: StrainCategory?
  /// The weighted minutes: the minutes in the zones, times `ScoreModel.zoneWeights`.
  package var raw: Double?
  /// The minutes in the zones that begin at `ScoreModel.zoneStarts`.
  package var zoneMinutes: [Double]?
  /// Number of rides.
  package var rides: Int
  /// The strain of each ride with a heart rate, in the order of their numbers.
  package var ofRides: [RideStrain]
  /// Number of rides without a heart rate, which the score ignores; 0 without a maximum heart rate.
  package var ridesWithoutHeartRate: Int

  package init(
    score: Double? = nil, category: StrainCategory? = nil, raw: Double? = nil, zoneMinutes: [Double]? = nil,
    rides: Int, ofRides: [RideStrain] = [], ridesWithoutHeartRate: Int
  ) {
    self.score = score
    self.ofRides = ofRides
    self.raw = raw
    self.zoneMinutes = zoneMinutes
    self.rides = rides
    self.ridesWithoutHeartRate = ridesWithoutHeartRate
    self.category = category
  }

  /// Whether the score is absent because of the rides' heart rates, not because of the maximum heart rate.
  package var isSilent: Bool { rides > 0 && ridesWithoutHeartRate == rides }
}

/// The strain of one ride of a day; strains of a day do not add up, because each is a logarithm.
package struct RideStrain: Codable, Hashable, Sendable {
  /// The ride's number.
  package var ride: Int
  /// 0…21.
  package var score: Double
  /// The weighted minutes.
  package var raw: Double

  package init(ride: Int, score: Double, raw: Double) {
    (self.ride, self.score, self.raw) = (ride, score, raw)
  }
}

/// The quality of a night's sleep, 0…100.
package struct SleepScore: Codable, Hashable, Sendable {
  package var score: Double
  /// The sub-score of the time asleep, 0…100.
  package var duration: Double
  /// The sub-score of the share of the time in bed that was slept; absent without the time awake.
  package var efficiency: Double?
  /// The sub-score of deep and REM sleep; absent if they are not known.
  package var stages: Double?
  /// The need that the time asleep is compared with, in minutes.
  package var needMinutes: Double
  /// Whether the need is the mean of good nights; otherwise it is the usual need.
  package var isNeedPersonal: Bool
  package var asleepMinutes: Double
  package var inBedMinutes: Double?
  @OpenValue package var source: NightSource

  package init(
    score: Double, duration: Double, efficiency: Double? = nil, stages: Double? = nil, needMinutes: Double,
    isNeedPersonal: Bool, asleepMinutes: Double, inBedMinutes: Double? = nil, source: NightSource
  ) {
    self.score = score
    self.duration = duration
    self.efficiency = efficiency
    self.stages = stages
    self.needMinutes = needMinutes
    self.isNeedPersonal = isNeedPersonal
    self.asleepMinutes = asleepMinutes
    self.inBedMinutes = inBedMinutes
    self.source = source
  }
}

/// The rider's own range of heart rate variability, in natural logarithms of milliseconds.
///
/// Computation and messages use logarithms; the display uses milliseconds (`inMilliseconds`).
package struct NormalRange: Codable, Hashable, Sendable {
  /// The logarithm of the day's own value; absent without a measurement of the range's kind.
  package var today: Double?
  /// The mean of the last seven days; absent for too few values.
  package var mean7: Double?
  /// The mean of the last 60 days minus half a standard deviation; absent for too few values, as is `high`.
  package var low: Double?
  package var high: Double?
  /// Number of values in the seven days and in the 60 days.
  package var days7: Int
  package var days60: Int

  package init(
    today: Double? = nil, mean7: Double? = nil, low: Double? = nil, high: Double? = nil, days7: Int, days60: Int
  ) {
    self.today = today
    self.mean7 = mean7
    self.low = low
    self.high = high
    self.days7 = days7
    self.days60 = days60
  }
}

extension NormalRange {
  /// The position of a value relative to the range.
  package enum Place: String, Sendable {
    case below, inside, above
  }

  /// The position of the week's mean; nil if the mean or the range is not known.
  package var place: Place? { mean7.flatMap(place(of:)) }

  /// The position of the day's own value; nil if it or the range is not known.
  package var placeOfToday: Place? { today.flatMap(place(of:)) }

  private func place(of value: Double) -> Place? {
    guard let low, let high else { return nil }
    return value < low ? .below : value > high ? .above : .inside
  }

  /// The same range, converted from logarithms to milliseconds.
  package var inMilliseconds: Self {
    Self(
      today: today?.exponential, mean7: mean7?.exponential, low: low?.exponential, high: high?.exponential,
      days7: days7, days60: days60)
  }
}

/// The training load of a day, with fitness and fatigue.
package struct DayLoad: Codable, Hashable, Sendable {
  package var date: CalendarDay
  /// Training Stress Score of the rides that have one (it needs power and the FTP); absent if no ride has one.
  package var trainingStressScore: Double?
  /// Training impulse (Banister) of the rides that have one (it needs a heart rate and settings); absent if no ride has
  /// one.
  package var trimp: Double?
  /// Fitness: the exponential mean of the daily TSS over `ScoreModel.fitnessDays` (Chronic Training Load).
  ///
  /// A day without TSS counts as 0.
  package var fitness: Double?
  /// Fatigue: the same over `ScoreModel.fatigueDays` (Acute Training Load).
  package var fatigue: Double?
  /// The strain of the day, 0…21.
  package var strain: Double?
  package var rides: Int
  /// Number of rides without TSS, which fitness and fatigue ignore.
  package var ridesWithoutTSS: Int
  /// Number of rides without a training impulse.
  package var ridesWithoutTRIMP: Int

  package init(
    date: CalendarDay, trainingStressScore: Double? = nil, trimp: Double? = nil, fitness: Double? = nil,
    fatigue: Double? = nil, strain: Double? = nil, rides: Int, ridesWithoutTSS: Int = 0, ridesWithoutTRIMP: Int = 0
  ) {
    self.date = date
    self.trainingStressScore = trainingStressScore
    self.trimp = trimp
    self.fitness = fitness
    self.fatigue = fatigue
    self.strain = strain
    self.rides = rides
    self.ridesWithoutTSS = ridesWithoutTSS
    self.ridesWithoutTRIMP = ridesWithoutTRIMP
  }
}

extension DayLoad {
  /// Fitness minus fatigue (Training Stress Balance); nil if either is not known.
  package var form: Double? {
    guard let fitness, let fatigue else { return nil }
    return (fitness - fatigue).toFourDecimals
  }
}

/// The weights of Banister's training impulse; `ScoreModel` has their numbers.
package enum TRIMPWeights: String, Codable, Hashable, Sendable, CaseIterable {
  case men, women
}

extension TRIMPWeights: OpenEnum {
  package static var unrecognized: Self { .men }
}
