package import Rides

/// Banister's training impulse (TRIMP): minutes, times the share of the heart-rate reserve, times a weight that grows
/// with it.
///
/// Banister 1991; the weights of men and women from Green and others 1983.
package enum TrainingImpulse {
  /// Returns the impulse of the rows with a heart rate; nil without a heart rate, or without the settings that it
  /// needs.
  package static func of(_ rows: [RideSample], _ settings: RiderSettings) -> Double? {
    of(heartRates: rows.knownHeartRates, settings)
  }

  static func of(heartRates: [Int], _ settings: RiderSettings) -> Double? {
    guard let resting = settings.restingHeartRate, let maximum = settings.maximumHeartRate else { return nil }
    return of(
      heartRates: heartRates, restingHeartRate: resting, maximumHeartRate: maximum, weights: settings.trimpWeights)
  }

  /// Returns the impulse of the rows with a heart rate, a second each.
  ///
  /// - Returns: Nil without any heart rate, and if the maximum heart rate is not above the resting one.
  package static func of(
    _ rows: [RideSample], restingHeartRate: Int, maximumHeartRate: Int, weights: TRIMPWeights
  ) -> Double? {
    of(
      heartRates: rows.knownHeartRates, restingHeartRate: restingHeartRate, maximumHeartRate: maximumHeartRate,
      weights: weights)
  }

  private static func of(
    heartRates: [Int], restingHeartRate: Int, maximumHeartRate: Int, weights: TRIMPWeights
  ) -> Double? {
    let (resting, reserve) = (Double(restingHeartRate), Double(maximumHeartRate) - Double(restingHeartRate))
    guard reserve > 0, !heartRates.isEmpty else { return nil }
    let (factor, exponent) = ScoreModel.impulse(of: weights)
    // A ride has few distinct heart rates, and an exponential takes longer than all other work for a second.
    let impulses = (0...HeartRateCount.highest).map { beats in
      let share = ((Double(beats) - resting) / reserve).clamped(to: 0...1)
      return share * factor * (exponent * share).exponential
    }
    return heartRates.reduce(0.0) { $0 + impulses[min(max(0, $1), HeartRateCount.highest)] } / 60
  }
}
