import BluetoothLE

/// The intervals between a device's notifications, as five numbers.
///
/// Mean and squares go by Welford's recurrence (Technometrics 4, 1962): there is no sum beside whose size an interval
/// would be lost, and no difference of two large numbers.
package struct IntervalStatistics: Hashable, Sendable {
  /// How many intervals there were, one at least.
  package private(set) var count: Int
  package private(set) var shortest: Duration
  package private(set) var longest: Duration
  /// In seconds.
  package private(set) var meanSeconds: Double
  /// What the intervals differ from their mean, squared and summed up, in square seconds.
  package private(set) var squares: Double

  /// One interval.
  package init(_ interval: Duration) {
    count = 1
    (shortest, longest) = (interval, interval)
    (meanSeconds, squares) = (interval.seconds, 0)
  }

  /// The numbers as they were kept; nil for some that no intervals make.
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

/// The intervals between the notifications of a ride's devices, within each link: the gap between two links is none.
struct LinkIntervals: Hashable, Sendable {
  /// Of the devices that had an interval.
  private(set) var statistics: [DeviceRole: IntervalStatistics]
  /// What was kept last, and the minute of the ride that it was kept in.
  private(set) var kept: [DeviceRole: IntervalStatistics]
  private(set) var keptMinute = 0
  /// When the present links brought something last.
  private var latest: [DeviceRole: MonotonicInstant] = [:]

  /// Goes on with what was kept.
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

  /// What is to be kept in this minute; nil where that was done, or there is no news.
  mutating func news(inMinute minute: Int?) -> [DeviceRole: IntervalStatistics]? {
    guard minute != keptMinute, statistics != kept else { return nil }
    (kept, keptMinute) = (statistics, minute ?? keptMinute)
    return statistics
  }
}
