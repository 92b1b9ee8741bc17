import BluetoothLE

/// The intervals between a device's notifications, as five numbers.
///
/// Mean and squares follow Welford's recurrence (Technometrics 4, 1962): small intervals are not rounded away in a
/// large sum, and two large numbers are never subtracted.
package struct IntervalStatistics: Hashable, Sendable {
  /// The number of intervals, at least one.
  package private(set) var count: Int
  package private(set) var shortest: Duration
  package private(set) var longest: Duration
  /// The mean, in seconds.
  package private(set) var meanSeconds: Double
  /// The sum of the squared deviations from the mean, in square seconds.
  package private(set) var squares: Double

  /// The statistics of one interval.
  package init(_ interval: Duration) {
    count = 1
    (shortest, longest) = (interval, interval)
    (meanSeconds, squares) = (interval.seconds, 0)
  }

  /// Restores stored statistics; nil if they are impossible.
  package init?(count: Int, shortest: Duration, longest: Duration, meanSeconds: Double, squares: Double) {
    guard count > 0, .zero <= shortest, shortest <= longest, meanSeconds.isFinite, squares.isFinite, squares >= 0
    else { return nil }
    self.count = count
    self.shortest = shortest
    self.longest = longest
    self.meanSeconds = meanSeconds
    self.squares = squares
  }

  /// The standard deviation of these intervals, in seconds, as of the whole population.
  package var deviationSeconds: Double { (squares / Double(count)).squareRoot() }

  package mutating func add(_ interval: Duration) {
    count += 1
    shortest = min(shortest, interval)
    longest = max(longest, interval)
    let before = interval.seconds - meanSeconds
    meanSeconds += before / Double(count)
    squares += before * (interval.seconds - meanSeconds)
  }
}
