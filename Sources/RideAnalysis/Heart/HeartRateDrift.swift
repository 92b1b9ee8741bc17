/// How fast the heart rate rises at steady work: the slope of the straight line that fits it best by least squares.
enum HeartRateDrift {
  /// In beats a minute for each hour of timer time; nil where no heart rate is known over 20 minutes.
  ///
  /// The last tenth of the work is left out: the legs ease off there before the power does.
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
