package import RideSession

/// What riding cost, by power.
package struct RideLoad: Hashable, Sendable {
  /// Normalized Power, in watts; nil for less than half a minute, and without power.
  package let normalizedWatts: Double?
  /// Normalized Power by the rider's threshold power; nil where they have not said it.
  package let intensityFactor: Double?
  /// Load, of which an hour at threshold power is 100; nil without threshold power.
  package let trainingStressScore: Double?

  /// - Parameters:
  ///   - rows: Timer time.
  ///   - timerSeconds: How much of it there is.
  ///   - thresholdWatts: The functional threshold power; nil where it is not known.
  init(_ rows: [TimerRow], timerSeconds: Int, thresholdWatts: Int?) {
    let normalized = RunningMeans(rows.map(\.watts)).normalizedWatts
    let threshold = thresholdWatts.map(Double.init)
    normalizedWatts = normalized
    intensityFactor = ratio(normalized, threshold)
    // An hour at threshold is 100, and work above it counts by the square.
    trainingStressScore = intensityFactor.map { $0 * $0 * Double(timerSeconds) / 36 }
  }
}

extension RideRecord {
  /// What its rows do not simply add up to, for the files that have a place for it.
  ///
  /// - Parameter thresholdWatts: The functional threshold power; nil where it is not known.
  /// - Returns: Figures of the whole ride, and of each of its laps.
  package func loadFigures(thresholdWatts: Int?) -> (whole: [RideFigure: Double], laps: [[RideFigure: Double]]) {
    let rows = samples.compactMap(TimerRow.init)
    let load = RideLoad(rows, timerSeconds: totals.timerSeconds, thresholdWatts: thresholdWatts)
    let whole: [RideFigure: Double?] = [
      .normalizedWatts: load.normalizedWatts, .intensityFactor: load.intensityFactor,
      .trainingStressScore: load.trainingStressScore, .thresholdWatts: thresholdWatts.map(Double.init),
    ]
    var rest = rows[...]
    let lapFigures = laps.indices.map { index -> [RideFigure: Double] in
      let end = index + 1 < laps.endIndex ? laps[index + 1].second : Int.max
      let stretch = rest.prefix { $0.second < end }
      rest = rest.dropFirst(stretch.count)
      let normalized = RunningMeans(stretch.map(\.watts)).normalizedWatts
      return normalized.map { [.normalizedWatts: $0] } ?? [:]
    }
    return (whole.compactMapValues(\.self), lapFigures)
  }
}
