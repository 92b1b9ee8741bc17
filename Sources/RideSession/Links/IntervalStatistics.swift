import BluetoothLE

/// The intervals between a device's notifications, as five numbers.
///
/// Mean and squares follow Welford's recurrence (Technometrics 4, 1962): no interval is lost beside a large sum, and no two
/// large numbers are subtracted.
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

  /// Stored statistics; nil if no intervals can have them.
  package init?(count: Int, shortest: Duration, longest: Duration, meanSeconds: Double, squares: Double) {
    guard count > 0, .zero <= shortest, shortest <= longest, meanSeconds.isFinite, squares.isFinite, squares >= 0
    else { return nil }
    self.count = count
    self.shortest = shortest
    self.longest = longest
    self.meanSeconds = meanSeconds
    self.squares = squares
  }

  /// The standard deviation of these intervals, in seconds: of all of them, not of a sample.
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

/// The intervals between the notifications of a ride's devices; the gap between two links is no interval.
struct LinkIntervals: Hashable, Sendable {
  /// The statistics of the devices that had an interval.
  private(set) var statistics: [DeviceRole: IntervalStatistics]
  /// The statistics that were kept last, and the minute of the ride in which they were kept.
  private(set) var kept: [DeviceRole: IntervalStatistics]
  private(set) var keptMinute = 0
  /// The latest notifications on the present links.
  private var latest: [DeviceRole: MonotonicInstant] = [:]

  /// Continues the statistics that were kept.
  init(after kept: [DeviceRole: IntervalStatistics] = [:], minute: Int = 0) {
    statistics = kept
    self.kept = kept
    keptMinute = minute
  }

  mutating func heard(_ role: DeviceRole, at instant: MonotonicInstant) {
    guard let former = latest.updateValue(instant, forKey: role) else { return }
    let interval: Duration = instant - former
    guard statistics[role] != nil else { return statistics[role] = IntervalStatistics(interval) }
    statistics[role]?.add(interval)
  }

  mutating func linkLost(_ role: DeviceRole) { latest[role] = nil }

  /// The statistics to keep in this minute; nil if that was done, or nothing is new.
  mutating func news(inMinute minute: Int?) -> [DeviceRole: IntervalStatistics]? {
    guard minute != keptMinute, statistics != kept else { return nil }
    (kept, keptMinute) = (statistics, minute ?? keptMinute)
    return statistics
  }
}
