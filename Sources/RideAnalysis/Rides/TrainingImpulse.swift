package import RideSession
package import RideTerms

/// Banister's training impulse (TRIMP): minutes, times the share of the heart-rate reserve, times a weight that grows with it.
///
/// Banister 1991; the weights of men and women after Green and others 1983.
package enum TrainingImpulse {
  /// The impulse of the rows with a heart rate, by a rider's settings; nil without one of them, too.
  package static func of(_ rows: [RideSample], _ settings: RiderSettings) -> Double? {
    guard let resting = settings.restingHeartRate, let maximum = settings.maximumHeartRate else { return nil }
    return of(rows, restingHeartRate: resting, maximumHeartRate: maximum, weights: settings.trimpWeights)
  }

  /// The impulse of the rows with a heart rate, a second each.
  ///
  /// - Returns: Nil without any heart rate, and for heart rates that no rider has set.
  package static func of(
    _ rows: [RideSample], restingHeartRate: Int, maximumHeartRate: Int, weights: TRIMPWeights
  ) -> Double? {
    let (resting, reserve) = (Double(restingHeartRate), Double(maximumHeartRate) - Double(restingHeartRate))
    guard reserve > 0 else { return nil }
    let (factor, exponent) = ScoreModel.impulse(of: weights)
    var (sum, isHeard) = (0.0, false)
    for beats in rows.heardHeartRates {
      isHeard = true
      let share = ((Double(beats) - resting) / reserve).clamped(to: 0...1)
      sum += share * factor * (exponent * share).exponential
    }
    return isHeard ? sum / 60 : nil
  }
}
