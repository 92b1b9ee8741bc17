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

/// The part of a ride whose heart rate is compared with its power, if the power is steady there.
///
/// In intervals, decoupling and drift do not show endurance: the heart follows each effort with a delay.
package struct SteadyWork: Hashable, Sendable {
  /// The shortest piece of a lap that counts, in seconds; shorter ones are the edges of the work.
  private static let leastPiece = 15

  /// The part, in seconds of the ride: the work window, without the plan's warm-up and cool-down.
  package let window: Range<Int>
  /// Normalized Power divided by average power of that part; nil without power.
  package let variabilityIndex: Double?
  /// The reason why it is not judged, apart from its length; nil if the power is steady.
  let refusal: EnduranceRefusal?
  /// The rows of timer time in the part.
  let rows: [TimerRow]

  /// - Parameters:
  ///   - rows: The rows of timer time, in order.
  ///   - workWindow: The part of the ride that is work, in seconds of the ride.
  ///   - laps: The laps in order; empty if the whole ride is one lap.
  ///   - plan: The plan as ridden; nil without one.
  init(_ rows: [TimerRow], workWindow: Range<Int>, laps: [RideLap], plan: RidePlan?) {
    let intensities = plan?.intensities ?? []
    let pieces = laps.indices.map { index in
      let end = laps.indices.contains(index + 1) ? laps[index + 1].second : .max
      return Piece(
        seconds: laps[index].second..<max(laps[index].second, end),
        intensity: laps[index].interval.flatMap { intensities.indices.contains($0 - 1) ? intensities[$0 - 1] : nil })
    }
    let from = pieces.prefix { $0.intensity == .warmUp }.last?.seconds.upperBound ?? 0
    let to = pieces.reversed().prefix { $0.intensity == .coolDown }.last?.seconds.lowerBound ?? .max
    let window = max(from, workWindow.lowerBound)..<max(from, workWindow.lowerBound, min(to, workWindow.upperBound))
    self.window = window
    let work = rows.filter { window.contains($0.second) }
    self.rows = work
    variabilityIndex = work.variabilityIndex
    if intensities.contains(.interval) || Self.hasEfforts(work, pieces) {
      refusal = .intervals
    } else if let index = variabilityIndex, index > Limits.steadyVariabilityIndex {
      refusal = .unsteady
    } else {
      refusal = nil
    }
  }

  private struct Piece {
    /// In seconds of the ride.
    let seconds: Range<Int>
    /// The purpose of its interval in the plan; nil for other laps.
    let intensity: IntervalIntensity?
  }

  /// Whether the mean power of a lap is too far from the mean power of the work.
  private static func hasEfforts(_ work: [TimerRow], _ pieces: [Piece]) -> Bool {
    guard let mean = work.meanWatts else { return false }
    var rest = work[...]
    return pieces.contains { piece in
      rest = rest.drop { $0.second < piece.seconds.lowerBound }
      let rows = rest.prefix { $0.second < piece.seconds.upperBound }
      guard rows.count >= leastPiece, let watts = Array(rows).meanWatts else { return false }
      return abs(watts - mean) > Limits.steadyLapShare * mean
    }
  }
}

extension [TimerRow] {
  /// The mean power of the rows that have one, in watts; nil without power.
  var meanWatts: Double? {
    var mean = Mean()
    for row in self { row.watts.map { mean.add($0) } }
    return mean.value
  }

  /// Normalized Power divided by average power; nil without power.
  fileprivate var variabilityIndex: Double? {
    ratio(RideLoad(self, timerSeconds: count, thresholdWatts: nil).normalizedWatts, meanWatts)
  }
}
