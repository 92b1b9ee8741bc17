/// The scores of a day.
///
/// What is not known is absent, and `missing` says what was not there.
/// The formulas are those of docs/body.md; `version` names them.
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
  /// The measurement that the recovery is made from.
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

/// A part that a recovery is made from.
package enum RecoveryInputName: String, Codable, Hashable, Sendable, CaseIterable {
  /// Heart rate variability: RMSSD, or SDNN of Apple, in milliseconds.
  case hrv
  /// In beats a minute.
  case restingHeartRate
  /// The sleep score, 0…100.
  case sleep
}

extension RecoveryInputName: WireWord {
  package static var unknownWord: Self { .hrv }
}

/// A band of recoveries, from the lowest; `ScoreModel` has its bounds.
package enum RecoveryCategory: String, Codable, Hashable, Sendable, CaseIterable {
  case poor, moderate, optimal
}

extension RecoveryCategory: WireWord {
  /// Says least.
  package static var unknownWord: Self { .moderate }
}

/// How well the rider has recovered, 0…100.
package struct RecoveryScore: Codable, Hashable, Sendable {
  /// Absent while it is calibrating, and without a measurement.
  package var score: Double?
  @OptionalWord package var category: RecoveryCategory?
  /// Whether a baseline has fewer days than it can have.
  package var provisional: Bool
  /// How many days the baseline of an input has that was measured, while they are too few for it to count;
  /// `calibratingOf` is how many it takes.
  package var calibrating: Int?
  package var calibratingOf: Int?
  /// The inputs that were not there; the weights of the others share theirs.
  @Words package var missing: [RecoveryInputName]
  /// The inputs that were there.
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

/// A part of a recovery.
package struct RecoveryInput: Codable, Hashable, Sendable {
  @Word package var name: RecoveryInputName
  package var value: Double
  /// The mean of the baseline's days; absent of sleep.
  package var baseline: Double?
  /// How many days the baseline has.
  package var days: Int?
  /// 100 · (value − baseline) / baseline.
  package var deviationPercent: Double?
  /// 0…100.
  package var subScore: Double
  /// Its weight after those of missing inputs were shared, 0…1.
  package var weight: Double
  /// What it adds to the score.
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

/// A band of strains, from the lowest; `ScoreModel` has its bounds.
package enum StrainCategory: String, Codable, Hashable, Sendable, CaseIterable {
  case light, moderate, high, allOut
}

extension StrainCategory: WireWord {
  package static var unknownWord: Self { .moderate }
}

/// The strain of a ride or of a day, 0…21: a logarithm of the weighted time in zones of the maximum heart rate.
package struct StrainScore: Codable, Hashable, Sendable {
  /// Absent without a maximum heart rate, and where there are rides and none has a heart rate.
  package var score: Double?
  @OptionalWord package var category: StrainCategory?
  /// The weighted minutes: those in the zones, times `ScoreModel.zoneWeights`.
  package var raw: Double?
  /// The minutes in the zones that begin at `ScoreModel.zoneStarts`.
  package var zoneMinutes: [Double]?
  /// How many rides there were.
  package var rides: Int
  /// That of each ride with a heart rate, in the order of their numbers.
  package var ofRides: [RideStrain]
  /// How many of them have no heart rate, so that the score does not know them; 0 without a maximum heart rate.
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

  /// Whether it lacks a heart rate, and not the maximum heart rate.
  package var isSilent: Bool { rides > 0 && ridesWithoutHeartRate == rides }
}

/// The strain of one ride of a day; those of a day do not add up, since each is a logarithm.
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

/// How good a night's sleep was, 0…100.
package struct SleepScore: Codable, Hashable, Sendable {
  package var score: Double
  /// The sub-score of the time asleep, 0…100.
  package var duration: Double
  /// That of the share of the time in bed that was slept; absent without the time awake.
  package var efficiency: Double?
  /// That of deep and REM sleep; absent if they are not known.
  package var stages: Double?
  /// The need that the duration is held against, in minutes.
  package var needMinutes: Double
  /// Whether the need is the mean of good nights; else it is the usual one.
  package var isNeedPersonal: Bool
  package var asleepMinutes: Double
  package var inBedMinutes: Double?
  @Word package var source: NightSource

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
/// It is computed and sent in logarithms, and shown in milliseconds (`inMilliseconds`).
package struct NormalRange: Codable, Hashable, Sendable {
  /// The logarithm of the day's own value; absent without a measurement of the kind that the range is made of.
  package var today: Double?
  /// The mean of the last seven days; absent for too few values.
  package var mean7: Double?
  /// The mean of the last 60 days less half a standard deviation; absent for too few values, as is `high`.
  package var low: Double?
  package var high: Double?
  /// How many values the seven and the 60 days have.
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
  /// Where a value is in the range.
  package enum Place: String, Sendable {
    case below, inside, above
  }

  /// The place of the week's mean; nil if the mean or the range is not known.
  package var place: Place? { mean7.flatMap(place(of:)) }

  /// The place of the day's own value; nil if it or the range is not known.
  package var placeOfToday: Place? { today.flatMap(place(of:)) }

  private func place(of value: Double) -> Place? {
    guard let low, let high else { return nil }
    return value < low ? .below : value > high ? .above : .inside
  }

  /// The same range with each logarithm as milliseconds.
  package var inMilliseconds: Self {
    Self(
      today: today?.exponential, mean7: mean7?.exponential, low: low?.exponential, high: high?.exponential,
      days7: days7, days60: days60)
  }
}

/// Load and its consequences on a day.
package struct DayLoad: Codable, Hashable, Sendable {
  package var date: CalendarDay
  /// Training Stress Score of the rides that have one, for which it takes power and the FTP; absent if none of them has.
  package var trainingStressScore: Double?
  /// Training impulse (Banister) of the rides that have one, for which it takes a heart rate and settings; absent if none
  /// of them has.
  package var trimp: Double?
  /// Fitness: the exponential mean of the daily TSS over `ScoreModel.fitnessDays` (Chronic Training Load).
  ///
  /// A gap counts as 0.
  package var fitness: Double?
  /// Fatigue: the same over `ScoreModel.fatigueDays` (Acute Training Load).
  package var fatigue: Double?
  /// The strain of the day, 0…21.
  package var strain: Double?
  package var rides: Int
  /// How many of them have no TSS, and so are not in fitness and fatigue.
  package var ridesWithoutTSS: Int
  /// How many of them have no training impulse.
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
  /// Fitness less fatigue (Training Stress Balance); nil if either is not known.
  package var form: Double? {
    guard let fitness, let fatigue else { return nil }
    return (fitness - fatigue).toFourDecimals
  }
}

/// Which weights Banister's training impulse has; `ScoreModel` has their numbers.
package enum TRIMPWeights: String, Codable, Hashable, Sendable, CaseIterable {
  case men, women
}

extension TRIMPWeights: WireWord {
  package static var unknownWord: Self { .men }
}
