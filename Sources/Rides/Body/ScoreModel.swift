/// The constants of the scores, in one place for what computes them and for what explains them.
///
/// docs/body.md has the formulas and the sources. Whoever changes a constant gives the version another number.
package enum ScoreModel {
  package static let version = 1

  // MARK: - Measurements

  /// The most artefacts of a good measurement, in percent of its intervals.
  package static let goodArtefactPercent = 5.0
  /// The most artefacts that a measurement may have, in percent of its intervals.
  package static let mostArtefactPercent = 10.0
  /// The fewest intervals that make a measurement, artefacts left out.
  package static let leastIntervals = 30
  /// The length from which SDNN says something, in seconds; what is shorter is called ultra-short.
  package static let sdnnSeconds = 120.0
  /// The end of a measurement that is held against the whole of it, in seconds.
  package static let stabilitySeconds = 30.0
  /// How long after the end of a ride the heart is not at rest, in minutes.
  package static let unrestMinutes = 60
  /// The difference from the usual mean heart rate from which the heart is not at rest, in beats a minute.
  package static let unrestBeats = 20.0
  /// The days before and after a measurement whose heart rates are the usual ones.
  package static let unrestDays = 14
  /// The lengths that programs offer, HRV4Training among them, in minutes; those of one length are compared.
  package static let usualMinutes = [1.0, 3, 5]

  // MARK: - Baseline

  /// The most days of a baseline; one with fewer is provisional.
  package static let mostBaselineDays = 7
  /// The fewest days that tell anything.
  package static let leastBaselineDays = 3
  /// The age of the oldest day of a baseline, in days.
  package static let oldestBaselineDay = 14
  /// The fewest days among which there are outliers.
  package static let leastDaysOfOutliers = 4
  /// How far a value may be from the quartiles, in interquartile ranges (Tukey).
  package static let outlierReach = 1.5

  // MARK: - Recovery

  /// The share of the recovery that an input has if none is missing.
  package static func weight(of input: RecoveryInputName) -> Double {
    switch input {
    case .hrv: 0.5
    case .restingHeartRate: 0.3
    case .sleep: 0.2
    }
  }

  /// The least weight that the inputs have together for a recovery: variability, or heart rate and sleep.
  ///
  /// A night alone tells nothing of the heart.
  package static let leastWeight = 0.5
  /// The sub-score of a value at its baseline.
  package static let usualSubScore = 50.0
  /// The deviation of heart rate variability from its baseline at which the sub-score is 0 or 100, in percent.
  package static let mostVariabilityPercent = 25.0
  /// The same of the resting heart rate.
  package static let mostHeartRatePercent = 15.0

  /// The rounded scores of a category.
  package static func scores(of category: RecoveryCategory) -> ClosedRange<Int> {
    switch category {
    case .poor: 0...33
    case .moderate: 34...66
    case .optimal: 67...100
    }
  }

  // MARK: - The sentence of a day

  /// The deviation of heart rate variability that a sentence calls more than near, in percent.
  package static let notableVariabilityPercent = 5.0
  /// The same of the resting heart rate.
  package static let notableHeartRatePercent = 3.0
  /// The least scores of a night that was slept well, and fairly well.
  package static let (goodSleep, fairSleep) = (80.0, 60.0)

  // MARK: - Own range

  /// The days of the mean that is held against the range.
  package static let weekDays = 7
  /// The fewest values of such a mean.
  package static let leastWeekValues = 3
  /// The days of the range.
  package static let rangeDays = 60
  /// The fewest values that make a range.
  package static let leastRangeValues = 14
  /// How far the range reaches from its mean, in standard deviations: the smallest change that is worth a look.
  package static let rangeDeviations = 0.5

  // MARK: - Strain

  /// What a minute in each zone weighs.
  package static let zoneWeights = [0.5, 1, 2, 4, 8]
  /// Where each zone begins, as a share of the maximum heart rate; below the first nothing counts.
  package static let zoneStarts = [0.5, 0.6, 0.7, 0.8, 0.9]
  /// The weighted minutes from which the score bends.
  package static let strainScale = 20.0
  /// The weighted minutes of the highest score: two hours in the last zone.
  package static let strainReference = 960.0
  package static let highestStrain = 21.0

  /// The lowest strain of a category.
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
  /// The need of a rider of whom too few good nights are known, in minutes.
  package static let usualNeedMinutes = 450.0
  /// The needs that a rider can have, in minutes.
  package static let needMinutes = 360.0...600.0
  /// How many good nights make a need.
  package static let goodNights = 7
  /// The durations that score 100, as shares of the need.
  package static let bestDuration = 0.95...1.10
  /// What a percent of the need beyond them costs.
  package static let pointsOfLongSleep = 0.5
  /// The least score of a long night.
  package static let leastLongSleep = 70.0
  /// The share of the time in bed that is slept in a night of full efficiency.
  package static let bestEfficiency = 0.9
  /// The shares of sleep that are best.
  package static let (deepShare, remShare) = (0.20, 0.25)
  /// What a percentage point costs by which deep or REM sleep is away from its share, of the score of either.
  package static let pointsOfStages = 2.0

  // MARK: - Load

  /// The days of fitness, Chronic Training Load.
  package static let fitnessDays = 42
  /// The days of fatigue, Acute Training Load.
  package static let fatigueDays = 7

  /// The factor and the exponent of the weight in Banister's training impulse.
  package static func impulse(of weights: TRIMPWeights) -> (factor: Double, exponent: Double) {
    switch weights {
    case .men: (0.64, 1.92)
    case .women: (0.86, 1.67)
    }
  }
}

extension Double {
  /// Rounded to the four decimals that figures and scores have wherever they are kept or told.
  package var toFourDecimals: Double { (self * 10_000).rounded() / 10_000 }
}
