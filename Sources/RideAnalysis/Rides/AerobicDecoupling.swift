internal import Rides

/// Aerobic decoupling (Pw:HR): how far the heart rate drifts away from the power.
///
/// GoldenCheetah's method: average power, not normalized, over the seconds with a heart rate, split into halves by
/// their number. The result is the loss of watts for each beat from the first half to the second.
enum AerobicDecoupling {
  /// The shortest work for which decoupling is computed.
  static let leastSeconds = 20 * 60

  /// In percent; nil if power and heart rate are not known over 20 minutes.
  static func percent(in work: [TimerRow]) -> Double? {
    let known = work.indices.filter { work[$0].watts != nil && work[$0].beatsPerMinute != nil }
    guard let first = known.first, let last = known.last, last - first + 1 >= leastSeconds else { return nil }
    let rows = known.map { work[$0] }
    let half = rows.count / 2
    guard let before = wattsPerBeat(rows[..<half]), let after = wattsPerBeat(rows[half...]), before > 0 else {
      return nil
    }
    return (before - after) / before * 100
  }

  private static func wattsPerBeat(_ rows: ArraySlice<TimerRow>) -> Double? {
    let watts = rows.reduce(0) { $0 + ($1.watts ?? 0) }
    let beats = rows.reduce(0) { $0 + ($1.beatsPerMinute ?? 0) }
    return beats > 0 ? watts / Double(beats) : nil
  }
}

/// The rise of the heart rate at steady work: the slope of the straight line that fits it best by least squares.
enum HeartRateDrift {
  /// In beats a minute for each hour of timer time; nil if no heart rate is known over 20 minutes.
  ///
  /// The last tenth of the work is left out: the legs ease off there before the power drops.
  static func bpmPerHour(in work: [TimerRow]) -> Double? {
    let points = work.prefix(work.count * 9 / 10).enumerated().compactMap { second, row in
      row.beatsPerMinute.map { (second: Double(second), beats: Double($0)) }
    }
    guard let first = points.first, let last = points.last,
      last.second - first.second + 1 >= Double(AerobicDecoupling.leastSeconds) * 0.9
    else { return nil }
    let count = Double(points.count)
    let middle = points.reduce(0) { $0 + $1.second } / count
    let mean = points.reduce(0) { $0 + $1.beats } / count
    let spread = points.reduce(0) { $0 + ($1.second - middle) * ($1.second - middle) }
    let slope = points.reduce(0) { $0 + ($1.second - middle) * ($1.beats - mean) } / spread
    return slope * 3600
  }
}
