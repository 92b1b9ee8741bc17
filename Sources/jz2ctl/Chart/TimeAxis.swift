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

  /// The ticks, so many at most, and what stands at them: `0:10`, and at the last the unit too, `1:00 h`.
  func ticks(_ count: Int) -> [(second: Int, label: String)] {
    let step = step(ticks: count)
    let first = (seconds.lowerBound + step - 1) / step * step
    let ticks = Array(stride(from: first, through: seconds.upperBound, by: step))
    return ticks.map { ($0, $0 == ticks.last ? "\(label($0)) \(unit)" : label($0)) }
  }

  /// Hours and minutes; minutes and seconds for less than ten minutes.
  private func label(_ tick: Int) -> String {
    "\(ClockTime(isShort ? tick : tick / 60))"
  }

  private var unit: String { isShort ? "min" : "h" }

  private var isShort: Bool { seconds.count < 600 }
}
