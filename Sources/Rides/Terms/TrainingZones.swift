/// Training zones by their upper bounds.
package enum TrainingZones {
  /// Coggan's power zones, for workouts that name a zone without bounds: all upper bounds but the last, in percent of
  /// the functional threshold power.
  package static let usualPower = [55.0, 75, 90, 105, 120, 150]
  /// The lower bound of the lowest zone, as a share of its upper bound.
  package static let lowestShare = 0.8

  /// Returns the bounds of a zone, from 1.
  ///
  /// The lower bound is the upper bound of the zone below. The width of the last zone is a tenth of its lower bound.
  package static func bounds(of number: Int, in bounds: [Double] = usualPower) -> (low: Double, high: Double) {
    let last = bounds.last ?? 0
    let index = min(max(number, 1), bounds.count + 1) - 1
    if index == 0 { return ((bounds.first ?? 0) * lowestShare, bounds.first ?? 0) }
    let low = index <= bounds.count ? bounds[index - 1] : last
    let high = index < bounds.count ? bounds[index] : low * 1.1
    // The value 999 means no upper bound.
    return (low, min(high, low * 1.5))
  }

  /// Returns the middle of a zone; for a range of zones, whose number is between two, a value between their middles.
  package static func middle(of number: Double, in bounds: [Double] = usualPower) -> Double {
    let whole = Int(min(max(number, 1), 1000))
    let (low, high) = self.bounds(of: whole, in: bounds)
    let next = self.bounds(of: whole + 1, in: bounds)
    let middle = (low + high) / 2
    return middle + (number - number.rounded(.down)) * ((next.low + next.high) / 2 - middle)
  }
}
