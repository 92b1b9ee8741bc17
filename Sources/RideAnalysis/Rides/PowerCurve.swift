package import Rides

/// The greatest mean power of a ride over some lengths of time.
package struct PowerCurve: Hashable, Sendable {
  /// The lengths of time, in seconds.
  package static let lengths = [1, 5, 10, 15, 30, 60, 120, 180, 300, 600, 1200, 1800, 3600, 5400, 7200, 10_800]
  /// The version of the formula; stored with each curve to recognise an outdated one.
  package static let method = "1"

  /// The greatest mean power over each length that fits into the ride, in watts, shortest first; empty without power.
  package let watts: [Double]

  /// - Parameter samples: The rows of a ride. A second of a pause, or one without a possible power, counts as 0 W: a
  ///   rest in the middle lowers the mean.
  package init(_ samples: [RideSample]) {
    var (sums, sum, hasPower) = ([0.0], 0.0, false)
    sums.reserveCapacity(samples.count + 1)
    for sample in samples {
      if let watts = TimerRow(sample)?.watts, watts <= Double(Limits.watts.upperBound) {
        sum += watts
        hasPower = true
      }
      sums.append(sum)
    }
    watts = hasPower ? Self.lengths.prefix { $0 <= samples.count }.map { Self.best(of: $0, sums) } : []
  }

  private static func best(of length: Int, _ sums: [Double]) -> Double {
    var best = 0.0
    for end in length..<sums.count { best = max(best, sums[end] - sums[end - length]) }
    return best / Double(length)
  }
}
