internal import RideTerms

/// How good a night was.
///
/// 0.40 of the score comes from the time asleep, 0.35 from the share of the time in bed that was slept, 0.25 from deep and
/// REM sleep. What is not known gives its weight to the rest.
package enum SleepQuality {
  package static let (durationWeight, efficiencyWeight, stagesWeight) = (0.40, 0.35, 0.25)
  /// The need of a rider of whom too few good nights are known, in minutes.
  package static let usualNeedMinutes = 450.0
  /// The needs that a rider can have, in minutes.
  package static let needs = 360.0...600.0
  /// How many good nights make a need.
  package static let goodNights = 7
  /// The shares of sleep that are best.
  package static let (deepShare, remShare) = (0.20, 0.25)

  /// The score of a night.
  ///
  /// - Parameters:
  ///   - night: The night.
  ///   - need: The rider's need, in minutes, and whether it is their own.
  /// - Returns: Nil for a night whose times make no sense.
  static func score(_ night: Night, need: (minutes: Double, isPersonal: Bool)) -> SleepScore? {
    guard let asleep = asleepMinutes(night), need.minutes > 0 else { return nil }
    let inBed = night.inBedMinutes.flatMap { $0.isFinite && $0 >= asleep && $0 > 0 ? $0 : nil }
    let isAwakeKnown = night.awakeMinutes != nil || night.asleepMinutes != nil
    let duration = durationScore(asleep / need.minutes)
    let efficiency = isAwakeKnown ? inBed.map { min(100, 100 * asleep / $0 / 0.9) } : nil
    let stages = stagesScore(night, asleep: asleep)
    let parts = [
      (durationWeight, duration), (efficiencyWeight, efficiency), (stagesWeight, stages),
    ].compactMap { weight, score in score.map { (weight, $0) } }
    let score = parts.reduce(0) { $0 + $1.0 * $1.1 } / parts.reduce(0) { $0 + $1.0 }
    return SleepScore(
      score: score.clamped(to: 0...100).toFourDecimals, duration: duration.toFourDecimals,
      efficiency: efficiency?.toFourDecimals, stages: stages?.toFourDecimals,
      needMinutes: need.minutes.toFourDecimals, isNeedPersonal: need.isPersonal, asleepMinutes: asleep.toFourDecimals,
      inBedMinutes: inBed?.toFourDecimals, source: night.source)
  }

  /// The time asleep: as it is said, else the time in bed without the time awake, in minutes; nil if neither makes sense.
  static func asleepMinutes(_ night: Night) -> Double? {
    let asleep = night.asleepMinutes ?? night.inBedMinutes.map { $0 - (night.awakeMinutes ?? 0) }
    return asleep.flatMap { $0.isFinite && $0 > 0 && $0 <= 24 * 60 ? $0 : nil }
  }

  /// 100 from 95 to 110 % of the need; less below in proportion, above by half a point a percent, down to 70.
  private static func durationScore(_ share: Double) -> Double {
    if share < 0.95 { return max(0, 100 * share / 0.95) }
    return share <= 1.10 ? 100 : max(70, 100 - 0.5 * (100 * share - 110))
  }

  /// The mean of how near deep and REM sleep are to their best shares; nil unless both are known.
  private static func stagesScore(_ night: Night, asleep: Double) -> Double? {
    guard let deep = night.deepMinutes, let rem = night.remMinutes, deep.isFinite, rem.isFinite, deep >= 0, rem >= 0
    else { return nil }
    let scores = [(deep, deepShare), (rem, remShare)].map { minutes, best in
      max(0, 100 - 200 * abs(minutes / asleep - best))
    }
    return scores.mean
  }

  /// The rider's need: the mean of the time asleep of the nights that a good recovery followed.
  ///
  /// - Parameter asleep: The times asleep of those nights, in minutes.
  /// - Returns: The need in minutes, and whether it is the rider's own: it is the usual one for fewer than seven nights.
  static func need(after asleep: [Double]) -> (minutes: Double, isPersonal: Bool) {
    guard asleep.count >= goodNights else { return (usualNeedMinutes, false) }
    return (asleep.mean.clamped(to: needs), true)
  }
}
