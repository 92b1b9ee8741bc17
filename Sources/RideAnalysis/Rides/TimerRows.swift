internal import Rides

/// A second of timer time for analysis.
///
/// Values from a file may be anything: a value that is not possible for a trainer or a heart becomes the nearest
/// possible one.
struct TimerRow: Hashable, Sendable {
  /// In seconds from the ride's start.
  let second: Int
  /// In watts, 0…65535; nil if not known.
  let watts: Double?
  /// In beats a minute, 1…255; nil if not known.
  let beatsPerMinute: Int?

  /// Nil while the timer is stopped.
  init?(_ sample: RideSample) {
    guard sample.timerRunning else { return nil }
    second = sample.second
    watts = sample.powerWatts.flatMap { $0.isFinite ? min(max(0, $0), Limits.storedWatts.upperBound) : nil }
    beatsPerMinute = sample.knownBeatsPerMinute
  }
}

extension RideSample {
  /// In beats a minute, 1…255: a greater value becomes 255; nil if not known.
  var knownBeatsPerMinute: Int? {
    beatsPerMinute.flatMap { $0 > 0 ? min($0, HeartRateCount.highest) : nil }
  }
}

extension [RideSample] {
  /// The longest time between two points of a file for which a heart rate is held, in seconds.
  private static let longestHold = 10

  /// The heart rate of each second that has one, the timer running or not; in beats a minute, 1…255.
  ///
  /// The rows that an import filled between two points of the file count if the points are near each other; longer
  /// pauses are gaps, which do not count.
  var knownHeartRates: [Int] {
    var (heartRates, held): ([Int], [Int]) = ([], [])
    func settle() { if held.count < Self.longestHold { heartRates += held } }
    for row in self {
      guard !row.isCarried else {
        // A row without a heart rate is also part of the gap.
        held.append(row.knownBeatsPerMinute ?? 0)
        continue
      }
      settle()
      held = []
      row.knownBeatsPerMinute.map { heartRates.append($0) }
    }
    settle()
    return heartRates.filter { $0 > 0 }
  }
}

/// The mean of any range of a series in constant time, by sums from its beginning.
///
/// Absent values are left out; they do not count as zero.
struct RunningMeans {
  private var sums = [0.0]
  private var counts = [0]

  init(_ values: some Collection<Double?>) {
    sums.reserveCapacity(values.count + 1)
    counts.reserveCapacity(values.count + 1)
    var (sum, count) = (0.0, 0)
    for value in values {
      if let value {
        sum += value
        count += 1
      }
      sums.append(sum)
      counts.append(count)
    }
  }

  /// The indices of the series.
  var indices: Range<Int> { 0..<counts.count - 1 }

  /// Returns the sum and the number of the values in a range; the part outside the series is ignored.
  func total(in range: Range<Int>) -> (sum: Double, count: Int) {
    let range = range.clamped(to: indices)
    return (sums[range.upperBound] - sums[range.lowerBound], counts[range.upperBound] - counts[range.lowerBound])
  }

  /// Nil if there is no value in the range.
  func mean(in range: Range<Int>) -> Double? {
    let total = total(in: range)
    return total.count == 0 ? nil : total.sum / Double(total.count)
  }

  /// Whether there is a value at an index.
  func isKnown(at index: Int) -> Bool { total(in: index..<index + 1).count == 1 }
}

/// Heart rates counted by their value, to follow a moving median without sorting.
///
/// The cost of a step depends on how far the median moves, not on the window's length.
struct HeartRateCount {
  /// The highest heart rate that is distinguished from others, in beats a minute.
  static let highest = 255

  private var counts = [Int](repeating: 0, count: highest + 1)
  private(set) var total = 0
  /// The last result, and the number of values below it.
  private var cursor = 0
  private var below = 0

  mutating func add(_ beatsPerMinute: Int) { change(beatsPerMinute, by: 1) }

  mutating func remove(_ beatsPerMinute: Int) { change(beatsPerMinute, by: -1) }

  /// Returns the value at or below which a share (0…1) of all values lies, in beats a minute; nil if there are no
  /// values.
  mutating func value(atShare share: Double) -> Int? {
    guard total > 0 else { return nil }
    let rank = Int(Double(total - 1) * share)
    while below > rank {
      cursor -= 1
      below -= counts[cursor]
    }
    while below + counts[cursor] <= rank {
      below += counts[cursor]
      cursor += 1
    }
    return cursor
  }

  private mutating func change(_ beatsPerMinute: Int, by step: Int) {
    let value = min(max(0, beatsPerMinute), Self.highest)
    counts[value] += step
    total += step
    if value < cursor { below += step }
  }
}

extension [Int?] {
  /// Returns the median heart rate around each value, over a window of an odd length; nil if the window has no heart
  /// rate.
  func heartRateMedians(over window: Int) -> [Int?] {
    var count = HeartRateCount()
    for beats in prefix(window / 2) { beats.map { count.add($0) } }
    return indices.map { index in
      let (entering, leaving) = (index + window / 2, index - window / 2 - 1)
      if entering < endIndex { self[entering].map { count.add($0) } }
      if leaving >= startIndex { self[leaving].map { count.remove($0) } }
      return count.value(atShare: 0.5)
    }
  }
}
