/// A scale with round ticks at both ends and between them.
struct Axis: Equatable {
  /// The ticks in ascending order, at least two.
  let ticks: [Double]
  /// The distance between ticks: 1, 2, 2.5 or 5 times a power of ten.
  let step: Double
  private let labelsBothEnds: Bool

  /// Creates a scale that covers a range.
  ///
  /// - Parameters:
  ///   - range: The values to cover; clamped to ±1 million.
  ///   - count: The approximate number of ticks.
  init(covering range: ClosedRange<Double>, ticks count: Int) {
    let range = range.clamped(to: -1e6...1e6)
    let step = Self.roundStep(atLeast: (range.upperBound - range.lowerBound) / Double(max(1, count)))
    let first = (range.lowerBound / step).rounded(.down)
    let last = max(first + 1, (range.upperBound / step).rounded(.up))
    self.step = step
    labelsBothEnds = false
    ticks = stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// Creates a scale with given ticks, evenly spaced and ascending, at least two.
  ///
  /// Both ends are labelled, however few labels there are.
  init(ticks: [Double]) {
    self.ticks = ticks
    labelsBothEnds = true
    step = zip(ticks, ticks.dropFirst()).map { $1 - $0 }.first ?? 1
  }

  /// The lowest tick.
  var lowest: Double { ticks.first ?? 0 }
  /// The highest tick.
  var highest: Double { ticks.last ?? 1 }

  /// Returns the relative position of a value: 0 at the lowest tick, 1 at the highest; values beyond are clamped.
  func position(of value: Double) -> Double {
    min(1, max(0, (value - lowest) / (highest - lowest)))
  }

  /// Returns the ticks with a label: evenly spaced from the lowest, at most `count`, at least two.
  func labelled(atMost count: Int) -> [Double] {
    let every =
      (1...ticks.count).first { every in
        (ticks.count - 1) / every < max(2, count)
          && (!labelsBothEnds || (ticks.count - 1).isMultiple(of: every))
      } ?? 1
    return ticks.enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element)
  }

  /// Formats a tick's label.
  func label(_ tick: Double) -> String {
    Figure.short(tick)
  }

  /// Returns the least of 1, 2, 2.5 and 5 times a power of ten that is not below `distance`; at least 0.001.
  static func roundStep(atLeast distance: Double) -> Double {
    var power = 0.001
    while power * 10 <= distance, power < 1e12 { power *= 10 }
    return [1, 2, 2.5, 5].lazy.map { $0 * power }.first { $0 >= distance } ?? power * 10
  }
}

extension Axis {
  /// Returns a range from zero to the maximum of a series plus 5 %, without spikes.
  ///
  /// A filled line needs a scale from zero. Mark the values above the range.
  ///
  /// - Parameters:
  ///   - values: The series.
  ///   - others: Series that are compared with it; the range always includes them.
  /// - Returns: Nil if no value of the series is above zero.
  static func rangeFromZero(of values: [Double?], including others: [Double?] = []) -> ClosedRange<Double>? {
    let sorted = known(values).sorted()
    guard let greatest = sorted.last else { return nil }
    let usual = sorted[Int((Double(sorted.count - 1) * 0.98).rounded())]
    let reach = greatest <= usual * spike ? greatest : usual
    return 0...(max(reach, known(others).max() ?? 0) * 1.05)
  }

  /// A maximum this many times the 98th percentile is a spike.
  private static let spike = 1.5

  /// Returns the range of all values above zero.
  ///
  /// - Parameters:
  ///   - values: The series.
  ///   - span: The least width of the range.
  /// - Returns: Nil if no value is above zero.
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

/// The horizontal scale of a ride's chart.
struct TimeAxis: Equatable {
  /// The seconds of the ride that are shown.
  let seconds: Range<Int>

  private static let steps = [
    5, 10, 15, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
  ]

  /// The relative position of a second: 0 at the start, 1 at the end.
  func position(of second: Double) -> Double {
    guard !seconds.isEmpty else { return 0 }
    return min(1, max(0, (second - Double(seconds.lowerBound)) / Double(seconds.count)))
  }

  /// The distance between ticks in seconds, so that there are at most `count`.
  func step(ticks count: Int) -> Int {
    Self.steps.first { seconds.count / $0 < max(1, count) } ?? 86_400
  }

  /// The ticks, at most `count`, with labels: `20`, `1:30`; the last has the unit too: `60 min`, `2:00 h`.
  func ticks(_ count: Int) -> [(second: Int, label: String)] {
    let step = step(ticks: count)
    let first = (seconds.lowerBound + step - 1) / step * step
    let ticks = Array(stride(from: first, through: seconds.upperBound, by: step))
    return ticks.map { ($0, $0 == ticks.last ? "\(label($0, step)) \(unit)" : label($0, step)) }
  }

  /// Formats minutes up to one hour, with seconds if ticks are closer than a minute; beyond, hours and minutes.
  private func label(_ tick: Int, _ step: Int) -> String {
    if isLong { return "\(ClockTime(tick / 60))" }
    return step.isMultiple(of: 60) ? "\(tick / 60)" : "\(ClockTime(tick))"
  }

  private var unit: String { isLong ? "h" : "min" }

  private var isLong: Bool { seconds.upperBound > 3600 }
}
