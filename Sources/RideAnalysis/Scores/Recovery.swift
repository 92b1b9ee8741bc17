package import Rides

/// The recovery of a day, from heart rate variability, the resting heart rate and sleep.
///
/// No study has validated such a score; docs/body.md lists the findings that support it.
package enum Recovery {
  /// A value of the day, and the days to compare it with.
  struct Observation {
    var value: Double
    /// Number of days.
    var days: Int
    /// Nil if there are too few days.
    var baseline: Baseline?

    /// Nil for an impossible value, which must not enter a score.
    init?(_ value: Double?, days: Int, baseline: Baseline?) {
      guard let value, value.isFinite, value > 0 else { return nil }
      self.value = value
      self.days = days
      self.baseline = baseline.flatMap { $0.mean.isFinite && $0.mean > 0 ? $0 : nil }
    }

    /// - Parameters:
    ///   - name: The name of the input.
    ///   - best: The deviation from the baseline that scores 100, in percent; the same deviation the other way scores
    ///     0.
    /// - Returns: The input, without its points; nil without a baseline.
    fileprivate func input(_ name: RecoveryInputName, best: Double) -> RecoveryInput? {
      guard let baseline else { return nil }
      let deviation = 100 * (value - baseline.mean) / baseline.mean
      let points = ScoreModel.usualSubScore / best
      return RecoveryInput(
        name, value: value, baseline: baseline.mean, days: baseline.days, deviationPercent: deviation,
        subScore: (ScoreModel.usualSubScore + points * deviation).clamped(to: 0...100),
        weight: ScoreModel.weight(of: name), points: 0)
    }
  }

  /// Computes the score from the known inputs; `sleep` is the score of the night, 0…100.
  static func score(variability: Observation?, heartRate: Observation?, sleep: Double?) -> RecoveryScore {
    let sleepInput = sleep.map {
      RecoveryInput(
        .sleep, value: $0, subScore: $0.clamped(to: 0...100), weight: ScoreModel.weight(of: .sleep), points: 0)
    }
    let known = [
      variability?.input(.hrv, best: ScoreModel.mostVariabilityPercent),
      heartRate?.input(.restingHeartRate, best: -ScoreModel.mostHeartRatePercent), sleepInput,
    ].compactMap(\.self)
    let total = known.reduce(0) { $0 + $1.weight }
    let inputs = known.map { input in
      var shared = input
      shared.weight = input.weight / total
      shared.points = shared.weight * input.subScore
      return shared
    }
    let counting = [variability, heartRate].compactMap { $0.flatMap { $0.baseline == nil ? $0.days : nil } }.max()
    let needed = counting.map { _ in ScoreModel.leastBaselineDays }
    let missing = RecoveryInputName.allCases.filter { name in !known.contains { $0.name == name } }
    guard total >= ScoreModel.leastWeight else {
      return RecoveryScore(
        calibrating: counting, calibratingOf: needed, missing: missing, inputs: inputs.map(\.rounded))
    }
    // The category follows from the score that is returned, so a client that rounds that score gets the same category.
    let score = inputs.reduce(0) { $0 + $1.points }.clamped(to: 0...100).toFourDecimals
    return RecoveryScore(
      score: score, category: category(of: score),
      provisional: known.contains { $0.days.map { $0 < ScoreModel.mostBaselineDays } ?? false },
      calibrating: counting, calibratingOf: needed, missing: missing, inputs: inputs.map(\.rounded))
  }

  /// Returns the category of the rounded score, so that there is no gap between two categories.
  package static func category(of score: Double) -> RecoveryCategory {
    let rounded = score.rounded(.toNearestOrAwayFromZero)
    return RecoveryCategory.allCases.last { rounded >= Double(ScoreModel.scores(of: $0).lowerBound) } ?? .poor
  }
}

extension RecoveryInput {
  fileprivate var rounded: RecoveryInput {
    RecoveryInput(
      name, value: value.toFourDecimals, baseline: baseline?.toFourDecimals, days: days,
      deviationPercent: deviationPercent?.toFourDecimals, subScore: subScore.toFourDecimals,
      weight: weight.toFourDecimals, points: points.toFourDecimals)
  }
}
