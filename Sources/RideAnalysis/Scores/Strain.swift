package import Rides

/// The demand of rides on the heart, 0…21: the logarithm of the weighted time in zones of the maximum heart rate.
package enum Strain {
  /// Returns the score of weighted minutes; nil unless they are finite and at least 0.
  package static func score(raw: Double) -> Double? {
    guard raw.isFinite, raw >= 0 else { return nil }
    let (highest, scale) = (ScoreModel.highestStrain, ScoreModel.strainScale)
    let reference = ScoreModel.strainReference
    return min(highest, highest * (1 + raw / scale).naturalLogarithm / (1 + reference / scale).naturalLogarithm)
  }

  /// Returns the weighted sum of the minutes in each zone.
  package static func raw(_ zoneMinutes: [Double]) -> Double {
    zip(ScoreModel.zoneWeights, zoneMinutes).reduce(0) { $0 + $1.0 * $1.1 }
  }

  package static func category(of score: Double) -> StrainCategory {
    StrainCategory.allCases.last { score >= ScoreModel.beginning(of: $0) } ?? .light
  }

  /// Returns the minutes in each zone from the rows with a heart rate, pauses included; a row is a second, and rows
  /// without a heart rate are skipped.
  ///
  /// - Returns: Nil without any heart rate.
  package static func zoneMinutes(_ rows: [RideSample], maximumHeartRate: Int) -> [Double]? {
    zoneMinutes(heartRates: rows.knownHeartRates, maximumHeartRate: maximumHeartRate)
  }

  static func zoneMinutes(heartRates: [Int], maximumHeartRate: Int) -> [Double]? {
    guard maximumHeartRate > 0, !heartRates.isEmpty else { return nil }
    var seconds = ScoreModel.zoneStarts.map { _ in 0 }
    for beats in heartRates {
      let share = Double(beats) / Double(maximumHeartRate)
      if let zone = ScoreModel.zoneStarts.lastIndex(where: { share >= $0 }) { seconds[zone] += 1 }
    }
    return seconds.map { Double($0) / 60 }
  }

  /// Returns the strain of a single ride; nil without a heart rate.
  static func score(_ zoneMinutes: [Double]?) -> (score: Double, raw: Double)? {
    guard let raw = zoneMinutes.map(raw), let score = score(raw: raw) else { return nil }
    return (score.toFourDecimals, raw.toFourDecimals)
  }

  /// Returns the strain of a day's rides, from the sum of their minutes, because scores do not add up.
  static func score(of rides: [RideEffort], isMaximumKnown: Bool) -> StrainScore {
    guard isMaximumKnown else { return StrainScore(rides: rides.count, ridesWithoutHeartRate: 0) }
    let silent = rides.count { $0.zoneMinutes == nil }
    let unknown = StrainScore(rides: rides.count, ridesWithoutHeartRate: silent)
    guard !unknown.isSilent else { return unknown }
    let minutes = rides.compactMap(\.zoneMinutes).reduce(ScoreModel.zoneStarts.map { _ in 0 }) {
      zip($0, $1).map { $0 + $1 }
    }
    let raw = raw(minutes)
    guard let score = score(raw: raw)?.toFourDecimals else { return unknown }
    return StrainScore(
      score: score, category: category(of: score), raw: raw.toFourDecimals,
      zoneMinutes: minutes.map(\.toFourDecimals), rides: rides.count,
      ofRides: rides.sorted { $0.ride < $1.ride }.compactMap(\.strain), ridesWithoutHeartRate: silent)
  }
}

extension RideEffort {
  fileprivate var strain: RideStrain? {
    Strain.score(zoneMinutes).map { RideStrain(ride: ride, score: $0.score, raw: $0.raw) }
  }
}
