/// A scale with round ticks, from the lowest of them to the highest.
struct Axis: Equatable {
  /// The ticks, upwards; two at least.
  let ticks: [Double]
  /// How far apart they are: 1, 2, 2.5 or 5 times a power of ten.
  let step: Double

  /// The scale that covers a range.
  ///
  /// - Parameters:
  ///   - range: What it covers; beyond a million it ends.
  ///   - count: How many ticks there are about.
  init(covering range: ClosedRange<Double>, ticks count: Int) {
    let range = range.clamped(to: -1e6...1e6)
    let step = Self.roundStep(atLeast: (range.upperBound - range.lowerBound) / Double(max(1, count)))
    let first = (range.lowerBound / step).rounded(.down)
    let last = max(first + 1, (range.upperBound / step).rounded(.up))
    self.step = step
    ticks = stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// The lowest value.
  var lowest: Double { ticks.first ?? 0 }
  /// The highest value.
  var highest: Double { ticks.last ?? 1 }

  /// Where a value stands: 0 at the lowest, 1 at the highest; one beyond stands at the end.
  func position(of value: Double) -> Double {
    min(1, max(0, (value - lowest) / (highest - lowest)))
  }

  /// The ticks that have a label, evenly apart from the lowest, so many at most; two at least.
  func labelled(atMost count: Int) -> [Double] {
    let every = (1...ticks.count).first { (ticks.count - 1) / $0 < max(2, count) } ?? 1
    return ticks.enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element)
  }

  /// A tick as it is written.
  func label(_ tick: Double) -> String {
    Figure.short(tick)
  }

  /// The least of 1, 2, 2.5 and 5 times a power of ten that is no less than a distance; at least a thousandth.
  static func roundStep(atLeast distance: Double) -> Double {
    var power = 0.001
    while power * 10 <= distance, power < 1e12 { power *= 10 }
    return [1, 2, 2.5, 5].lazy.map { $0 * power }.first { $0 >= distance } ?? power * 10
  }
}

extension Axis {
  /// The range that most of a series is in, padded: from the 2nd to the 98th percentile of what is above zero.
  ///
  /// A stop at the end or a spike is no part of it, so that neither stretches the scale.
  ///
  /// - Parameters:
  ///   - values: The series.
  ///   - span: How wide the range is at least.
  /// - Returns: Nil where nothing is above zero.
  static func robustRange(of values: [Double?], span: Double) -> ClosedRange<Double>? {
    let sorted = values.compactMap(\.self).filter { $0 > 0 && $0.isFinite }.sorted()
    guard let lowest = percentile(2, of: sorted), let highest = percentile(98, of: sorted) else { return nil }
    let padding = max((highest - lowest) * 0.05, (span - (highest - lowest)) / 2)
    return max(0, lowest - padding)...(highest + padding)
  }

  private static func percentile(_ percent: Double, of sorted: [Double]) -> Double? {
    guard !sorted.isEmpty else { return nil }
    return sorted[Int((Double(sorted.count - 1) * percent / 100).rounded())]
  }
}
