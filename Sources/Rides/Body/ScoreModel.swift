/// The constants of the scores, shared by the code that computes the scores and the code that explains them.
///
/// docs/body.md has the formulas and the sources. Change `version` whenever a constant changes.
package enum ScoreModel {
  package static let version = 1

  // MARK: - Measurements

  /// The most artefacts of a good measurement, in percent of its intervals.
  package static let goodArtefactPercent = 5.0
  /// The most artefacts that a measurement may have, in percent of its intervals.
  package static let mostArtefactPercent = 10.0
  /// The fewest intervals of a measurement, without artefacts.
  package static let leastIntervals = 30
  /// The length from which SDNN is meaningful, in seconds; shorter measurements are called ultra-short.
  package static let sdnnSeconds = 120.0
  /// The final part of a measurement that is compared with the whole, in seconds.
  package static let stabilitySeconds = 30.0
  /// How long after the end of a ride the heart is not at rest, in minutes.
  package static let unrestMinutes = 60
  /// The difference from the usual mean heart rate from which the heart is not at rest, in beats a minute.
  package static let unrestBeats = 20.0
  /// The number of days before and after a measurement from which the usual heart rate is computed.
  package static let unrestDays = 14
  /// The lengths that programs offer, for example HRV4Training, in minutes; measurements are compared within one
  /// length.
  package static let usualMinutes = [1.0, 3, 5]

  // MARK: - Baseline

  /// The most days of a baseline; a baseline with fewer days is provisional.
  package static let mostBaselineDays = 7
  /// The fewest days of a baseline.
  package static let leastBaselineDays = 3
  /// The age of the oldest day of a baseline, in days.
  package static let oldestBaselineDay = 14
  /// The fewest days for which outliers are removed.
  package static let leastDaysOfOutliers = 4
  /// How far a value may be from the quartiles, in interquartile ranges (Tukey).
  package static let outlierReach = 1.5

  // MARK: - Recovery

  /// Returns the input's share of the recovery if all inputs are present.
  package static func weight(of input: RecoveryInputName) -> Double {
    switch input {
    case .hrv: 0.5
    case .restingHeartRate: 0.3
    case .sleep: 0.2
    }
  }

  /// The least total weight of the inputs for a recovery: variability, or heart rate and sleep.
  ///
  /// A night alone does not show the state of the heart.
  package static let leastWeight = 0.5
  /// The sub-score of a value at its baseline.
  package static let usualSubScore = 50.0
  /// The deviation of heart rate variability from its baseline at which the sub-score is 0 or 100, in percent.
  package static let mostVariabilityPercent = 25.0
  /// The same for the resting heart rate.
  package static let mostHeartRatePercent = 15.0

  /// Returns the rounded scores of a category.
  package static func scores(of category: RecoveryCategory) -> ClosedRange<Int> {
    switch category {
    case .poor: 0...33
    case .moderate: 34...66
    case .optimal: 67...100
    }
  }

  // MARK: - The sentence of a day

  /// The deviation of heart rate variability above which a sentence no longer calls it near, in percent.
  package static let notableVariabilityPercent = 5.0
  /// The same for the resting heart rate.
  package static let notableHeartRatePercent = 3.0
  /// The least scores of a night that is called good, and fairly good.
  package static let (goodSleep, fairSleep) = (80.0, 60.0)

  // MARK: - Own range

  /// The number of days in the mean that is compared with the range.
  package static let weekDays = 7
  /// The fewest values of such a mean.
  package static let leastWeekValues = 3
  /// The number of days in the range.
  package static let rangeDays = 60
  /// The fewest values of a range.
  package static let leastRangeValues = 14
  /// How far the range reaches from its mean, in standard deviations: the smallest change that deserves attention.
  package static let rangeDeviations = 0.5

  // MARK: - Strain

  /// The weight of a minute in each zone.
  package static let zoneWeights = [0.5, 1, 2, 4, 8]
  /// The lower bound of each zone, as a share of the maximum heart rate; time below the first does not count.
  package static let zoneStarts = [0.5, 0.6, 0.7, 0.8, 0.9]
  /// The weighted minutes at which the score begins to flatten.
  package static let strainScale = 20.0
  /// The weighted minutes of the highest score: two hours in the last zone.
  package static let strainReference = 960.0
  package static let highestStrain = 21.0

  /// Returns the lowest strain of a category.
  package static func beginning(of category: StrainCategory) -> Double {
    switch category {
    case .light: 0
    case .moderate: 10
    case .high: 14
    case .allOut: 18
    }
  }

  // MARK: - Sleep

  package static let (durationWeight, efficiencyWeight, stagesWeight) = (0.40, 0.35, 0.25)
  /// The need of a rider with too few good nights, in minutes.
  package static let usualNeedMinutes = 450.0
  /// The possible needs of a rider, in minutes.
  package static let needMinutes = 360.0...600.0
  /// The fewest good nights for a personal need.
  package static let goodNights = 7
  /// The durations that score 100, as shares of the need.
  package static let bestDuration = 0.95...1.10
  /// The points lost for each percent of the need above them.
  package static let pointsOfLongSleep = 0.5
  /// The least score of a long night.
  package static let leastLongSleep = 70.0
  /// The share of the time in bed that is slept in a night of full efficiency.
  package static let bestEfficiency = 0.9
  /// The best shares of sleep.
  package static let (deepShare, remShare) = (0.20, 0.25)
  /// The points that deep or REM sleep loses for each percentage point away from its best share.
  package static let pointsOfStages = 2.0

  // MARK: - Load

  /// The days of fitness, Chronic Training Load.
  package static let fitnessDays = 42
  /// The days of fatigue, Acute Training Load.
  package static let fatigueDays = 7

  /// Returns the factor and the exponent of the weight in Banister's training impulse.
  package static func impulse(of weights: TRIMPWeights) -> (factor: Double, exponent: Double) {
    switch weights {
    case .men: (0.64, 1.92)
    case .women: (0.86, 1.67)
    }
  }
}

extension Double {
  /// Rounded to four decimals, like all figures and scores that are stored or sent.
  package var toFourDecimals: Double { (self * 10_000).rounded() / 10_000 }
}
