package import FitnessGATT

/// The levels of a bike's brake, numbered from 0, and their places in its range.
package struct ResistanceLevels: Hashable, Sendable {
  /// The number of the highest level.
  package let highest: Int
  /// The distance between two levels, in percent of the range.
  package let stepPercent: Double

  /// Creates the levels of a reported range; nil for steps of 1 %.
  ///
  /// A range without width has one level, at 0 %.
  package init(_ range: SupportedResistanceLevelRange?) {
    guard let range else {
      (highest, stepPercent) = (100, 1)
      return
    }
    let (width, step) = (Int(range.maximumTenths) - Int(range.minimumTenths), Int(range.incrementTenths))
    highest = max(0, width / step)
    stepPercent = width > 0 ? 100 * Double(step) / Double(width) : 0
  }

  /// Returns the place of a level in the range, 0…100 %.
  package func percent(of level: Int) -> Double { Double(min(max(0, level), highest)) * stepPercent }

  /// Returns the level nearest to a place in the range.
  package func level(at percent: Double) -> Int {
    guard stepPercent > 0, percent.isFinite else { return 0 }
    return min(Int((min(max(0, percent), 100) / stepPercent).rounded()), highest)
  }
}
