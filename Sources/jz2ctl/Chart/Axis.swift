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
  /// From zero to the greatest of a series, and some room above; where that is a spike, to what nearly all of it keeps below.
  ///
  /// A filled line stands on zero, or its height would say nothing. What is above the range has to be marked.
  ///
  /// - Parameters:
  ///   - values: The series.
  ///   - others: Series that are read against it, and are in the range whatever they are.
  /// - Returns: Nil where nothing of the series is above zero.
  static func rangeFromZero(of values: [Double?], including others: [Double?] = []) -> ClosedRange<Double>? {
    let sorted = known(values).sorted()
    guard let greatest = sorted.last else { return nil }
    let usual = sorted[Int((Double(sorted.count - 1) * 0.98).rounded())]
    let reach = greatest <= usual * spike ? greatest : usual
    return 0...(max(reach, known(others).max() ?? 0) * 1.05)
  }

  /// How much more than nearly all of a series makes a spike.
  private static let spike = 1.5

  /// The range that all of a series above zero is in.
  ///
  /// - Parameters:
  ///   - values: The series.
  ///   - span: How wide the range is at least.
  /// - Returns: Nil where nothing is above zero.
  static func range(of values: [Double?], span: Double) -> ClosedRange<Double>? {
    let known = known(values)
    guard let least = known.min(), let greatest = known.max() else { return nil }
    let padding = max(0, span - (greatest - least)) / 2
    return max(0, least - padding)...(greatest + padding)
  }

  private static func known(_ values: [Double?]) -> [Double] {
    values.compactMap(\.self).filter { $0 > 0 && $0.isFinite }
  }
}
