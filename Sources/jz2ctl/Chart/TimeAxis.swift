/// The time of a ride as a scale.
struct TimeAxis: Equatable {
  /// The seconds that are shown.
  let seconds: Range<Int>

  private static let steps = [
    5, 10, 15, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
  ]

  /// Where a second stands: 0 at the beginning, 1 at the end.
  func position(of second: Double) -> Double {
    guard !seconds.isEmpty else { return 0 }
    return min(1, max(0, (second - Double(seconds.lowerBound)) / Double(seconds.count)))
  }

  /// How far apart the ticks are, so that there are so many at most.
  func step(ticks count: Int) -> Int {
    Self.steps.first { seconds.count / $0 < max(1, count) } ?? 86_400
  }

  /// The ticks, so many at most, and what stands at them: `20`, `1:30`, and at the first the unit too, `0 min`, `0:00 h`.
  func ticks(_ count: Int) -> [(second: Int, label: String)] {
    let step = step(ticks: count)
    let first = (seconds.lowerBound + step - 1) / step * step
    let ticks = Array(stride(from: first, through: seconds.upperBound, by: step))
    return ticks.map { ($0, $0 == ticks.first ? "\(label($0, step)) \(unit)" : label($0, step)) }
  }

  /// Minutes up to an hour, with seconds only where ticks are closer; from there on hours and minutes.
  private func label(_ tick: Int, _ step: Int) -> String {
    if isLong { return "\(ClockTime(tick / 60))" }
    return step.isMultiple(of: 60) ? "\(tick / 60)" : "\(ClockTime(tick))"
  }

  private var unit: String { isLong ? "h" : "min" }

  private var isLong: Bool { seconds.upperBound > 3600 }
}
