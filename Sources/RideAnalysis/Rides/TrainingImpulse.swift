package import Rides

/// Banister's training impulse (TRIMP): minutes, times the share of the heart-rate reserve, times a weight that grows with it.
///
/// Banister 1991; the weights of men and women after Green and others 1983.
package enum TrainingImpulse {
  /// The impulse of the rows with a heart rate, by a rider's settings; nil without one of them, too.
  package static func of(_ rows: [RideSample], _ settings: RiderSettings) -> Double? {
    of(heard: rows.heardHeartRates, settings)
  }

  static func of(heard: [Int], _ settings: RiderSettings) -> Double? {
    guard let resting = settings.restingHeartRate, let maximum = settings.maximumHeartRate else { return nil }
    return of(heard: heard, restingHeartRate: resting, maximumHeartRate: maximum, weights: settings.trimpWeights)
  }

  /// The impulse of the rows with a heart rate, a second each.
  ///
  /// - Returns: Nil without any heart rate, and for heart rates that no rider has set.
  package static func of(
    _ rows: [RideSample], restingHeartRate: Int, maximumHeartRate: Int, weights: TRIMPWeights
  ) -> Double? {
    of(
      heard: rows.heardHeartRates, restingHeartRate: restingHeartRate, maximumHeartRate: maximumHeartRate,
      weights: weights)
  }

  private static func of(
    heard: [Int], restingHeartRate: Int, maximumHeartRate: Int, weights: TRIMPWeights
  ) -> Double? {
    let (resting, reserve) = (Double(restingHeartRate), Double(maximumHeartRate) - Double(restingHeartRate))
    guard reserve > 0, !heard.isEmpty else { return nil }
    let (factor, exponent) = ScoreModel.impulse(of: weights)
    // A ride has few heart rates, and an exponential takes longer than all else of a second.
    let impulses = (0...HeartRateCount.highest).map { beats in
      let share = ((Double(beats) - resting) / reserve).clamped(to: 0...1)
      return share * factor * (exponent * share).exponential
    }
    return heard.reduce(0.0) { $0 + impulses[min(max(0, $1), HeartRateCount.highest)] } / 60
  }
}
