/// How far the heart drifts away from the power that it drives (Pw:HR).
///
/// GoldenCheetah's way: average power, not normalized, over seconds with a heart rate, halves by their number; the loss of
/// watts a beat from the first to the second.
enum AerobicDecoupling {
  /// The shortest work that shows any.
  static let leastSeconds = 20 * 60

  /// In percent; nil where power and heart rate are not known over 20 minutes.
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
