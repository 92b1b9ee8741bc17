/// The mean of any stretch of a series in one step, by sums from its beginning.
///
/// What is absent counts neither as zero nor at all.
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

  /// The places in the series.
  var indices: Range<Int> { 0..<counts.count - 1 }

  /// How many values there are in a stretch, and what they add up to; what lies outside the series is passed over.
  func total(in range: Range<Int>) -> (sum: Double, count: Int) {
    let range = range.clamped(to: indices)
    return (sums[range.upperBound] - sums[range.lowerBound], counts[range.upperBound] - counts[range.lowerBound])
  }

  /// Nil where there is no value in the stretch.
  func mean(in range: Range<Int>) -> Double? {
    let total = total(in: range)
    return total.count == 0 ? nil : total.sum / Double(total.count)
  }

  /// Whether there is a value at a place.
  func isKnown(at index: Int) -> Bool { total(in: index..<index + 1).count == 1 }
}
