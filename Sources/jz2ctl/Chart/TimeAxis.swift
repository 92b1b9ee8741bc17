/// The time of a ride as a scale.
struct TimeAxis: Equatable {
  /// The seconds that are shown.
  let seconds: Range<Int>

  private static let steps = [
    5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
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

  /// The ticks, so many at most.
  func ticks(_ count: Int) -> [Int] {
    let step = step(ticks: count)
    let first = (seconds.lowerBound + step - 1) / step * step
    return Array(stride(from: first, through: seconds.upperBound, by: step))
  }

  /// A tick as it is written: `1:05` in hours and minutes; in minutes and seconds for less than ten minutes.
  func label(_ tick: Int) -> String {
    "\(ClockTime(isShort ? tick : tick / 60))"
  }

  /// What the labels are in.
  var unit: String { isShort ? "min:s" : "h:min" }

  private var isShort: Bool { seconds.count < 600 }
}
