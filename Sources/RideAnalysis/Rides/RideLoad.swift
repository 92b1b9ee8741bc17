package import Rides

/// The load of a ride, by power.
package struct RideLoad: Hashable, Sendable {
  /// Normalized Power, in watts; nil for less than half a minute, and without power.
  package let normalizedWatts: Double?
  /// Normalized Power divided by the threshold power; nil if that is not known.
  package let intensityFactor: Double?
  /// Training Stress Score, 100 for an hour at threshold power; nil without threshold power.
  package let trainingStressScore: Double?

  /// - Parameters:
  ///   - rows: The rows of timer time.
  ///   - timerSeconds: The length of timer time.
  ///   - thresholdWatts: The functional threshold power; nil if not known.
  init(_ rows: [TimerRow], timerSeconds: Int, thresholdWatts: Int?) {
    self.init(
      normalizedWatts: RunningMeans(rows.map(\.watts)).normalizedWatts, timerSeconds: timerSeconds,
      thresholdWatts: thresholdWatts)
  }

  /// - Parameters:
  ///   - normalizedWatts: Normalized Power; nil without power.
  ///   - timerSeconds: The length of timer time.
  ///   - thresholdWatts: The functional threshold power; nil if not known.
  package init(normalizedWatts: Double?, timerSeconds: Int, thresholdWatts: Int?) {
    self.normalizedWatts = normalizedWatts
    intensityFactor = ratio(normalizedWatts, thresholdWatts.map(Double.init))
    // An hour at threshold is 100, and the intensity counts squared.
    trainingStressScore = intensityFactor.map { $0 * $0 * Double(timerSeconds) / 36 }
  }
}

extension RunningMeans {
  private static let windowSeconds = 30

  /// Normalized Power, in watts; nil for less than half a minute, and without power.
  ///
  /// The fourth root of the mean fourth power of the trailing 30-s mean (Coggan). The first mean is that of second 30,
  /// when its window is full: GoldenCheetah fills the window with zeros before, and computes 199.67 W for a constant
  /// 200 W.
  fileprivate var normalizedWatts: Double? {
    guard indices.count >= Self.windowSeconds else { return nil }
    var sum = 0.0
    var count = 0
    for end in Self.windowSeconds...indices.upperBound {
      guard let mean = mean(in: end - Self.windowSeconds..<end) else { continue }
      sum += mean * mean * mean * mean
      count += 1
    }
    return count == 0 ? nil : (sum / Double(count)).squareRoot().squareRoot()
  }
}

extension RideRecord {
  /// Returns figures that are neither sums nor means of the rows, for the file formats that have fields for them.
  ///
  /// - Parameter thresholdWatts: The functional threshold power; nil if not known.
  /// - Returns: The figures of the whole ride, and of each of its laps.
  package func loadFigures(thresholdWatts: Int?) -> (whole: [SummaryField: Double], laps: [[SummaryField: Double]]) {
    let rows = samples.compactMap(TimerRow.init)
    let load = RideLoad(rows, timerSeconds: totals.timerSeconds, thresholdWatts: thresholdWatts)
    let whole: [SummaryField: Double?] = [
      .normalizedWatts: load.normalizedWatts, .intensityFactor: load.intensityFactor,
      .trainingStressScore: load.trainingStressScore, .thresholdWatts: thresholdWatts.map(Double.init),
    ]
    var rest = rows[...]
    let lapFigures = laps.indices.map { index -> [SummaryField: Double] in
      let end = index + 1 < laps.endIndex ? laps[index + 1].second : Int.max
      let stretch = rest.prefix { $0.second < end }
      rest = rest.dropFirst(stretch.count)
      let normalized = RunningMeans(stretch.map(\.watts)).normalizedWatts
      return normalized.map { [.normalizedWatts: $0] } ?? [:]
    }
    return (whole.compactMapValues(\.self), lapFigures)
  }
}
