import ArgumentParser

/// A range of heart rates as it is typed: `120-140`, in beats a minute, both within 30…250.
struct HeartRateRangeArgument: ExpressibleByArgument {
  /// The range.
  let range: ClosedRange<Int>

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    let bounds = parts.compactMap { Int($0) }.filter(SettingRange.heartRate.contains)
    guard parts.count == 2, bounds.count == 2, bounds[0] < bounds[1] else { return nil }
    range = bounds[0]...bounds[1]
  }
}
