package import RideTerms

/// The recovery of a day: half from heart rate variability, 0.3 from the resting heart rate, 0.2 from sleep.
///
/// A deviation of 25 % from the baseline of the variability, or of 15 % from that of the heart rate, is the most that
/// counts. No study has validated such a score; docs/body.md says what the literature carries.
package enum Recovery {
  /// The share of the score that an input has if none is missing.
  package static func weight(of input: RecoveryInputName) -> Double {
    switch input {
    case .hrv: 0.5
    case .restingHeartRate: 0.3
    case .sleep: 0.2
    }
  }

  /// The least weight that the inputs have together for a score: variability, or heart rate and sleep.
  ///
  /// A night alone tells nothing of the heart.
  package static let leastWeight = 0.5
  /// The points of a percent of deviation of heart rate variability.
  package static let pointsOfVariability = 2.0
  /// The points that a percent of deviation of the resting heart rate costs.
  package static let pointsOfHeartRate = 10.0 / 3

  /// A value of today, and the days to compare it with.
  struct Observation {
    var value: Double
    /// How many days there are.
    var days: Int
    /// Nil if they are too few.
    var baseline: Baseline?

    /// Nil for a value that no body has: a score must not be made from it.
    init?(_ value: Double?, days: Int, baseline: Baseline?) {
      guard let value, value.isFinite, value > 0 else { return nil }
      self.value = value
      self.days = days
      self.baseline = baseline.flatMap { $0.mean.isFinite && $0.mean > 0 ? $0 : nil }
    }

    fileprivate func input(_ name: RecoveryInputName, points: Double) -> RecoveryInput? {
      guard let baseline else { return nil }
      let deviation = 100 * (value - baseline.mean) / baseline.mean
      return RecoveryInput(
        name, value: value, baseline: baseline.mean, days: baseline.days, deviationPercent: deviation,
        subScore: (50 + points * deviation).clamped(to: 0...100), weight: weight(of: name), points: 0)
    }
  }

  /// The score of what is known; `sleep` is the score of the night, 0…100.
  static func score(variability: Observation?, heartRate: Observation?, sleep: Double?) -> RecoveryScore {
    let sleepInput = sleep.map {
      RecoveryInput(.sleep, value: $0, subScore: $0.clamped(to: 0...100), weight: weight(of: .sleep), points: 0)
    }
    let known = [
      variability?.input(.hrv, points: pointsOfVariability),
      heartRate?.input(.restingHeartRate, points: -pointsOfHeartRate), sleepInput,
    ].compactMap(\.self)
    let total = known.reduce(0) { $0 + $1.weight }
    let inputs = known.map { input in
      var shared = input
      shared.weight = input.weight / total
      shared.points = shared.weight * input.subScore
      return shared
    }
    let missing = RecoveryInputName.allCases.filter { name in !known.contains { $0.name == name } }
    guard total >= leastWeight else {
      let counting = [variability, heartRate].compactMap { $0.flatMap { $0.baseline == nil ? $0.days : nil } }.max()
      return RecoveryScore(
        calibrating: counting, calibratingOf: counting.map { _ in Baseline.leastDays }, missing: missing,
        inputs: inputs.map(\.rounded))
    }
    // The category is of the score that leaves: who rounds that must get the same.
    let score = inputs.reduce(0) { $0 + $1.points }.clamped(to: 0...100).toFourDecimals
    return RecoveryScore(
      score: score, category: category(of: score),
      provisional: known.contains { $0.days.map { $0 < Baseline.mostDays } ?? false }, missing: missing,
      inputs: inputs.map(\.rounded))
  }

  /// The category of the rounded score, so that there is no gap between 33 and 34.
  package static func category(of score: Double) -> RecoveryCategory {
    switch score.rounded(.toNearestOrAwayFromZero) {
    case ..<34: .poor
    case ..<67: .moderate
    default: .optimal
    }
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
