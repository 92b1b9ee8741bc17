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

/// What the settings take.
enum SettingRange {
  /// Beats a minute.
  static let heartRate = 30...250
  /// Functional threshold power, in watts.
  static let thresholdPower = 30...1000
  /// Kilograms.
  static let weight = 20.0...300.0
}
