internal import Rides

/// A rider's usual value: the mean of the last days that have a value.
package struct Baseline: Hashable, Sendable {
  /// The mean of the days, without outliers.
  package let mean: Double
  /// Number of days, outliers included.
  package let days: Int

  /// Whether it has the days of a full week.
  package var isEstablished: Bool { days >= ScoreModel.mostBaselineDays }

  /// Computes the baseline of a day from the days before it.
  ///
  /// Values far from the quartiles do not count (Tukey; quartiles by linear interpolation, Hyndman and Fan's type 7).
  /// - Parameters:
  ///   - day: The day.
  ///   - values: One value a day, finite and above 0.
  /// - Returns: The number of days, and the baseline; nil if there are too few days.
  static func before(_ day: CalendarDay, in values: [CalendarDay: Double]) -> (days: Int, baseline: Baseline?) {
    let found = (1...ScoreModel.oldestBaselineDay).compactMap { values[day.advanced(by: -$0)] }
      .prefix(ScoreModel.mostBaselineDays)
    guard found.count >= ScoreModel.leastBaselineDays else { return (found.count, nil) }
    let kept = found.count >= ScoreModel.leastDaysOfOutliers ? withoutOutliers(found.sorted()) : Array(found)
    return (found.count, Baseline(mean: kept.mean, days: found.count))
  }

  private static func withoutOutliers(_ sorted: [Double]) -> [Double] {
    guard let lower = sorted.quantile(0.25), let upper = sorted.quantile(0.75) else { return [] }
    let reach = ScoreModel.outlierReach * (upper - lower)
    return sorted.filter { $0 >= lower - reach && $0 <= upper + reach }
  }
}

extension Collection<Double> {
  /// NaN of an empty collection.
  var mean: Double { reduce(0, +) / Double(count) }

  /// The standard deviation with n − 1; nil for fewer than two values.
  var standardDeviation: Double? {
    guard count > 1 else { return nil }
    let mean = mean
    return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)).squareRoot()
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
