internal import Rides

/// The quality of a night, from the time asleep, the share of the time in bed that was slept, and deep and REM sleep.
///
/// The weight of an unknown part goes to the other parts.
package enum SleepQuality {
  /// Computes the score of a night.
  ///
  /// - Parameters:
  ///   - night: The night.
  ///   - need: The rider's need, in minutes, and whether it is their own.
  /// - Returns: Nil for a night with impossible times.
  static func score(_ night: Night, need: (minutes: Double, isPersonal: Bool)) -> SleepScore? {
    guard let asleep = asleepMinutes(night), need.minutes > 0 else { return nil }
    let inBed = night.inBedMinutes.flatMap { $0.isFinite && $0 >= asleep && $0 > 0 ? $0 : nil }
    let duration = durationScore(asleep / need.minutes)
    let bed = night.knownAsleepMinutes == nil ? nil : inBed
    let efficiency = bed.map { min(100, 100 * asleep / $0 / ScoreModel.bestEfficiency) }
    let stages = stagesScore(night, asleep: asleep)
    let parts = [
      (ScoreModel.durationWeight, duration), (ScoreModel.efficiencyWeight, efficiency),
      (ScoreModel.stagesWeight, stages),
    ].compactMap { weight, score in score.map { (weight, $0) } }
    let score = parts.reduce(0) { $0 + $1.0 * $1.1 } / parts.reduce(0) { $0 + $1.0 }
    return SleepScore(
      score: score.clamped(to: 0...100).toFourDecimals, duration: duration.toFourDecimals,
      efficiency: efficiency?.toFourDecimals, stages: stages?.toFourDecimals,
      needMinutes: need.minutes.toFourDecimals, isNeedPersonal: need.isPersonal, asleepMinutes: asleep.toFourDecimals,
      inBedMinutes: inBed?.toFourDecimals, source: night.source)
  }

  /// Returns the time asleep, in minutes: the time in bed, if only that is known; nil if it is impossible.
  static func asleepMinutes(_ night: Night) -> Double? {
    let asleep = night.knownAsleepMinutes ?? night.inBedMinutes
    return asleep.flatMap { $0.isFinite && $0 > 0 && $0 <= 24 * 60 ? $0 : nil }
  }

  /// Returns 100 for about the need; less below it, in proportion; less above it, for each percent, down to a least
  /// score.
  private static func durationScore(_ share: Double) -> Double {
    let best = ScoreModel.bestDuration
    if share < best.lowerBound { return max(0, 100 * share / best.lowerBound) }
    guard share > best.upperBound else { return 100 }
    return max(
      ScoreModel.leastLongSleep, 100 - ScoreModel.pointsOfLongSleep * (100 * share - 100 * best.upperBound))
  }

  /// Returns the mean of two scores, by how near deep and REM sleep are to their best shares; nil unless both are
  /// known.
  private static func stagesScore(_ night: Night, asleep: Double) -> Double? {
    guard let deep = night.deepMinutes, let rem = night.remMinutes, deep.isFinite, rem.isFinite, deep >= 0, rem >= 0
    else { return nil }
    let scores = [(deep, ScoreModel.deepShare), (rem, ScoreModel.remShare)].map { minutes, best in
      max(0, 100 - 100 * ScoreModel.pointsOfStages * abs(minutes / asleep - best))
    }
    return scores.mean
  }

  /// Returns the rider's need: the mean time asleep in the nights before a good recovery.
  ///
  /// - Parameter asleep: The times asleep of those nights, in minutes.
  /// - Returns: The need in minutes, and whether it is the rider's own; with too few nights it is the usual need.
  static func need(after asleep: [Double]) -> (minutes: Double, isPersonal: Bool) {
    guard asleep.count >= ScoreModel.goodNights else { return (ScoreModel.usualNeedMinutes, false) }
    return (asleep.mean.clamped(to: ScoreModel.needMinutes), true)
  }
}
