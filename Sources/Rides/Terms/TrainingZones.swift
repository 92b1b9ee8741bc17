/// Zones of training by their upper bounds.
package enum TrainingZones {
  /// Coggan's zones of power, for workouts that name a zone and no bounds: all upper bounds but the last, in percent of
  /// the functional threshold power.
  package static let usualPower = [55.0, 75, 90, 105, 120, 150]
  /// The lower bound of the lowest zone, as a share of its upper bound.
  package static let lowestShare = 0.8

  /// The bounds of a zone, from 1.
  ///
  /// The lower one is the upper bound of the zone below it. The last zone is a tenth as wide as it is high.
  package static func bounds(of number: Int, in bounds: [Double] = usualPower) -> (low: Double, high: Double) {
    let last = bounds.last ?? 0
    let index = min(max(number, 1), bounds.count + 1) - 1
    if index == 0 { return ((bounds.first ?? 0) * lowestShare, bounds.first ?? 0) }
    let low = index <= bounds.count ? bounds[index - 1] : last
    let high = index < bounds.count ? bounds[index] : low * 1.1
    // 999 means no upper bound.
    return (low, min(high, low * 1.5))
  }

  /// The middle of a zone; of a range of zones, whose number is between two, a place between their middles.
  package static func middle(of number: Double, in bounds: [Double] = usualPower) -> Double {
    let whole = Int(min(max(number, 1), 1000))
    let (low, high) = self.bounds(of: whole, in: bounds)
    let next = self.bounds(of: whole + 1, in: bounds)
    let middle = (low + high) / 2
    return middle + (number - number.rounded(.down)) * ((next.low + next.high) / 2 - middle)
  }
}
